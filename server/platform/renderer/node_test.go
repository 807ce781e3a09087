package renderer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fakeNode writes a program that reports a version of Node.
func fakeNode(t *testing.T, path, version string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho "+version+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFindNodeOrder(t *testing.T) {
	root, path := t.TempDir(), t.TempDir()
	t.Setenv("PATH", path)

	wantNode(t, root, "", "", "there is none: run npm install")

	onPath := fakeNode(t, filepath.Join(path, "node"), "v22.22.0")
	wantNode(t, root, "", onPath, "")

	installed := fakeNode(t, filepath.Join(root, "node_modules/.bin/node"), "v24.21.0")
	wantNode(t, root, "", installed, "")

	// The package's binary is missing if npm may not run its install script.
	if err := os.Remove(installed); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../node/bin/node", installed); err != nil {
		t.Fatal(err)
	}
	wantNode(t, root, "", onPath, "")

	released := fakeNode(t, filepath.Join(root, "bin/node"), "v24.22.0")
	wantNode(t, root, "", released, "")

	set := fakeNode(t, filepath.Join(t.TempDir(), "node"), "v23.0.0")
	wantNode(t, root, set, set, "")
}

func TestFindNodeRejectsOldVersions(t *testing.T) {
	root, path := t.TempDir(), t.TempDir()
	t.Setenv("PATH", path)
	old := fakeNode(t, filepath.Join(path, "node"), "v20.20.2")
	wantNode(t, root, "", "", "Node.js 22 or newer is needed, but "+old+` is "v20.20.2": run npm install`)

	fakeNode(t, filepath.Join(root, "node_modules/.bin/node"), "v24.21.0")
	wantNode(t, root, old, "", "NODE_BINARY ("+old+`) is "v20.20.2"`)
	wantNode(t, root, "/nowhere/node", "", "NODE_BINARY (/nowhere/node) cannot be run")
}

func wantNode(t *testing.T, root, set, want, wantErr string) {
	t.Helper()
	got, err := FindNode(root, set)
	if got != want {
		t.Errorf("got %q; want %q", got, want)
	}
	if wantErr == "" && err != nil || wantErr != "" && (err == nil || !strings.Contains(err.Error(), wantErr)) {
		t.Errorf("got error %v; want %q", err, wantErr)
	}
}
