package bundled

import (
	"os"
	"path/filepath"
	"testing"
)

// Operators run restores as root, and the site under systemd is another user's.
func TestNewDataOfRootBelongToTheOwnerOfTheSite(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
	const site = 4321
	folder := t.TempDir()
	if err := os.Chown(folder, site, site); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{folder, filepath.Join(folder, ".restore-at")} {
		as, err := runAs(Options{DataDir: dir}.owned())
		if err != nil || as == nil || as.Uid != site {
			t.Errorf("%s: %+v, %v", dir, as, err)
		}
	}
}
