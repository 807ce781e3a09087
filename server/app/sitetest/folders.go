package sitetest

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// FaultyRoot returns a root for the program with the real renderer, except that
// addresses /guides/fault-<what>-<argument> cause faults; see faulty.mjs. While
// the file dist/ssr/broken exists, no renderer starts.
func FaultyRoot(t testing.TB) string {
	t.Helper()
	built, root := Checkout(t), t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "dist", "ssr"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{
		"node_modules": "node_modules", "dist/client": "dist/client",
		"dist/manifest.json": "dist/manifest.json", "dist/ssr/server.js": "server/app/sitetest/faulty.mjs",
	} {
		if err := os.Symlink(filepath.Join(built, target), filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// Checkout returns the folder of go.mod. Tests run in their package's folder.
func Checkout(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs(".")
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the working directory")
		}
		dir = filepath.Dir(dir)
	}
	t.Fatal(err)
	return ""
}

// DataDir returns a data folder for a site. Its ballast file is sparse, because
// writing a real one takes longer than most tests.
func DataDir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "spool.ballast"))
	if err == nil {
		err = errors.Join(f.Truncate(16<<20), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
