package commands

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSpoolReplay(t *testing.T) {
	settings := onDatabase(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "events-1-1-true.spool"), []byte("00000000 {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Events replayed: 0. Damaged files set aside: 1. Files left to a running instance: 0.\n",
		"Events replayed: 0. Damaged files set aside: 0. Files left to a running instance: 0.\n",
	} {
		if a := run(t, settings, "spool", "replay", dir); a.code != 0 || a.out != want {
			t.Errorf("%+v", a)
		}
	}
	if a := run(t, settings, "spool", "replay", filepath.Join(dir, "none")); a.code != 2 || a.out != "" {
		t.Errorf("without a folder: %+v", a)
	}
}
