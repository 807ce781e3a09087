package backup

import (
	"encoding/binary"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func newWAL(t *testing.T, store string) *WAL {
	return &WAL{Store: Folder(store), Folder: t.TempDir(), Log: slog.New(slog.DiscardHandler)}
}

// copied writes a segment as Postgres's archive_command does.
func (w *WAL) copied(t *testing.T, system uint64, name string, bytes int64) {
	t.Helper()
	header := make([]byte, 36)
	binary.NativeEndian.PutUint64(header[24:], system)
	binary.NativeEndian.PutUint32(header[32:], 1<<20)
	file := filepath.Join(w.Folder, name)
	if err := os.WriteFile(file, header, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, bytes); err != nil {
		t.Fatal(err)
	}
}

func TestAMissingSegmentAsksForABaseBackup(t *testing.T) {
	t.Parallel()
	w := newWAL(t, t.TempDir())
	now := time.Now().Truncate(time.Second)
	made := []Base{{Made: now, System: 7}}
	if !w.needsBase(nil) || !w.needsBase(made) {
		t.Error("nothing was stored yet")
	}
	if err := w.setChain(chain{7, "000000010000000000000FFE", now}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		system   uint64
		segments []string
		needs    bool
	}{
		{7, []string{"000000010000000000000FFE", "000000010000000000000FFF", "000000010000000100000000"}, false},
		{7, []string{"000000010000000000000FFF"}, false}, // again, after a crash
		{7, []string{"000000010000000100000001", "000000010000000100000003"}, true},
	} {
		for _, name := range c.segments {
			w.copied(t, c.system, name, 1<<20)
		}
		if err := w.Ship(t.Context()); err != nil {
			t.Fatal(err)
		}
		if w.needsBase(made) != c.needs {
			t.Errorf("after %v: %v", c.segments, !c.needs)
		}
	}
	if err := w.setChain(chain{7, "000000010000000100000004", now}); err != nil {
		t.Fatal(err)
	}
	w.copied(t, 8, "000000010000000000000001", 1<<20)
	if err := w.Ship(t.Context()); err != nil || !w.needsBase(made) {
		t.Errorf("of another Postgres: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(w.Folder, "*")); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

func TestALogThatCannotBeStoredDoesNotFillTheDisk(t *testing.T) {
	t.Parallel()
	w := newWAL(t, filepath.Join(t.TempDir(), "missing"))
	w.copied(t, 7, "000000010000000000000001", 1<<20)
	if err := w.Ship(t.Context()); err == nil {
		t.Error("stored in a missing folder")
	}
	if _, err := os.Stat(filepath.Join(w.Folder, "000000010000000000000001")); err != nil {
		t.Errorf("a little must wait: %v", err)
	}
	w.copied(t, 7, "000000010000000000000002", maxWaiting)
	if err := w.Ship(t.Context()); err == nil {
		t.Error("stored in a missing folder")
	}
	if left, _ := filepath.Glob(filepath.Join(w.Folder, "*")); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

func TestTheLogIsRemovedWithItsBaseBackup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := newWAL(t, dir)
	put := func(name string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, walFolder), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"backup-20261102T000000Z.tar.zst", "backup-20261103T000000Z.tar.zst",
		"base-20261101T000000Z-7-000000010000000000000002.tar.zst", "base-20261102T000001Z-7-000000010000000000000005.tar.zst", "base-20261103T000001Z-7-000000010000000000000009.tar.zst",
		"wal/wal-20261101T000000Z-7-000000010000000000000001-000000010000000000000004.tar.zst", "wal/wal-20261102T000000Z-7-000000010000000000000005-000000010000000000000006.tar.zst",
		"wal/wal-20261103T000000Z-8-000000010000000000000009-000000010000000000000009.tar.zst",
	} {
		put(name)
	}
	bases, err := w.Bases(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := List(t.Context(), w.Store)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.prune(t.Context(), bases, kept); err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, pattern := range []string{"base-*", "wal/*"} {
		found, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, f := range found {
			left = append(left, filepath.Base(f)[:13])
		}
	}
	if want := []string{"base-20261102", "base-20261103", "wal-20261102T"}; !slices.Equal(left, want) {
		t.Errorf("left %v, not %v", left, want)
	}
}
