package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// installed copies the program to bin in a folder, and returns a link to it
// from elsewhere.
func installed(t *testing.T, root string) (link string) {
	t.Helper()
	if err := os.Mkdir(filepath.Join(root, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	from, err := os.Open(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	to, err := os.OpenFile(filepath.Join(root, "bin", "server"), os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(to, from); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	link = filepath.Join(t.TempDir(), "thriftwell")
	if err := os.Symlink(to.Name(), link); err != nil {
		t.Fatal(err)
	}
	return link
}

func TestProgramFindsItsSiteFromAnyFolder(t *testing.T) {
	root := t.TempDir()
	program := installed(t, root)
	doctor := func() string {
		t.Helper()
		cmd := exec.Command(program, "doctor")
		cmd.Dir, cmd.Env = "/", []string{asProgram + "=1", "PATH=" + os.Getenv("PATH"), "DATABASE_URL=nowhere"}
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	if out := doctor(); !strings.Contains(out, filepath.Join(root, "dist")) || strings.Contains(out, "PORT") {
		t.Errorf("%s", out)
	}
	if err := os.WriteFile(filepath.Join(root, ".env"), []byte("PORT=http\nDATABASE_URL=postgres://localhost:1/x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := doctor(); !strings.Contains(out, "couldn't read PORT") || !strings.Contains(out, "DATABASE_URL must look like") {
		t.Errorf("with a .env: %s", out)
	}
}
