package dbtest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func TestTheServerEndsAfterTheLastTest(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Setenv(idleVariable, "4s")
	root, err := checkout()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(DataDir(t), "server")
	inUse, err := openLock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := lock(inUse, syscall.LOCK_SH); err != nil {
		t.Fatal(err)
	}
	first, err := start(root, dir)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := start(root, dir); err != nil || second != first {
		t.Errorf("one more process got %s, not %s: %v", second, first, err)
	}
	time.Sleep(8 * time.Second) // longer than an unused one stays
	if _, err := os.Stat(addressFile(dir)); err != nil {
		t.Errorf("it ended while in use: %v", err)
	}
	inUse.Close()
	for deadline := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("it still runs")
		}
	}
}
