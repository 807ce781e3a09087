package app

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Operators run restores as root, and the site under systemd is another user's.
func TestFilesThatRootRestoresBelongToTheOwnerOfTheSite(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
	const site = 4321
	from, to := t.TempDir(), t.TempDir()
	restored := filepath.Join("pictures", "ab", "one.webp")
	if err := os.MkdirAll(filepath.Join(from, filepath.Dir(restored)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(from, restored), []byte("a picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(to, site, site); err != nil {
		t.Fatal(err)
	}
	if err := placeFiles(from, to); err != nil {
		t.Fatal(err)
	}
	for path := filepath.Join(to, restored); path != to; path = filepath.Dir(path) {
		info, err := os.Stat(path)
		if err != nil || info.Sys().(*syscall.Stat_t).Uid != site {
			t.Errorf("%s isn't the site's: %v", path, err)
		}
	}
}
