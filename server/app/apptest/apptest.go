// Package apptest gives tests of the whole program a renderer that can fail.
package apptest

import (
	"os"
	"path/filepath"
	"testing"
)

// FaultyRoot gives a root for the program whose renderer is the real one but
// for the addresses /guides/fault-<what>-<argument>; see faulty.mjs for what
// they do. Where the file dist/ssr/broken is, no renderer starts.
func FaultyRoot(t testing.TB) string {
	t.Helper()
	checkout, err := filepath.Abs(".")
	for err == nil {
		if _, missing := os.Stat(filepath.Join(checkout, "go.mod")); missing == nil {
			break
		}
		if checkout == filepath.Dir(checkout) {
			t.Fatal("the tests do not run in a checkout: no go.mod above the working directory")
		}
		checkout = filepath.Dir(checkout)
	}
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "dist", "ssr"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{
		"node_modules": "node_modules", "dist/client": "dist/client",
		"dist/manifest.json": "dist/manifest.json", "dist/ssr/server.js": "server/app/apptest/faulty.mjs",
	} {
		if err := os.Symlink(filepath.Join(checkout, target), filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}
