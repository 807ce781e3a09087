package backup

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"thriftwell/db/dbtest"
)

func TestScheduleKeepsTheNewestBackups(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	dir := t.TempDir()
	f := &Schedule{Store: Folder(dir), Every: time.Hour, Keep: 2, Source: Source{URL: s.url}, Log: slog.New(slog.DiscardHandler)}
	others := []string{"backup-20250101T000000Z.tar.zst.old", "backup-x.tar.zst", "notes"}
	for _, name := range append(others, "backup-20250101T000000Z.tar.zst", "backup-20250102T000000Z.tar.zst.age", ".backup-20250103T000000Z.tar.zst.1.partial") {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // the second time, none is due
		if err := f.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	stats := f.Stats(t.Context())
	if time.Since(stats.Made) > time.Hour || stats.Bytes < 1000 || stats.Failures != 0 {
		t.Errorf("stats: %+v", stats)
	}
	newest := "backup-" + stats.Made.Format(nameTime) + ".tar.zst"
	want := append(others, "backup-20250102T000000Z.tar.zst.age", newest)
	slices.Sort(want)
	if got := list(t, dir); !slices.Equal(got, want) {
		t.Errorf("in the folder: %v", got)
	}
	if _, err := Open(filepath.Join(dir, newest)); err != nil {
		t.Error(err)
	}
}

func TestUnfinishedBackupsAreRemovedAtStart(t *testing.T) {
	t.Parallel()
	s, dir := newSite(t), t.TempDir()
	const dead = ".backup-20250103T000000Z.tar.zst.1.partial"
	newest := "backup-" + time.Now().UTC().Format(nameTime) + ".tar.zst" // none is due
	for _, name := range []string{dead, newest, ".notes.1.partial"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	begun, ended := make(chan bool), make(chan bool)
	go func() {
		_ = Folder(dir).Put(t.Context(), "backup-by-hand", func(io.Writer) error {
			begun <- true
			<-ended
			return nil
		})
		ended <- true
	}()
	<-begun
	f := &Schedule{Store: Folder(dir), Every: time.Hour, Keep: 2, Source: Source{URL: s.url}, Log: slog.New(slog.DiscardHandler)}
	if err := f.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	ended <- true
	<-ended
	if got := list(t, dir); !slices.Equal(got, []string{".notes.1.partial", newest, "backup-by-hand"}) {
		t.Errorf("in the folder: %v", got)
	}
}

func TestABackupInTheFutureDoesNotPreventOthers(t *testing.T) {
	t.Parallel()
	s, dir := newSite(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "backup-29990101T000000Z.tar.zst"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := &Schedule{Store: Folder(dir), Every: time.Hour, Keep: 1, Source: Source{URL: s.url}, Log: slog.New(slog.DiscardHandler)}
	if err := f.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	made := f.Stats(t.Context()).Made
	if got := list(t, dir); time.Since(made).Abs() > time.Hour || len(got) != 1 || got[0] != "backup-"+made.Format(nameTime)+".tar.zst" {
		t.Errorf("the newest is of %v; files: %v", made, got)
	}
}

func TestInstancesShareASchedule(t *testing.T) {
	t.Parallel()
	s, dir := newSite(t), t.TempDir()
	done := make(chan error)
	for range 2 {
		f := &Schedule{Store: Folder(dir), Every: time.Hour, Keep: 2, Source: Source{URL: s.url}, Log: slog.New(slog.DiscardHandler)}
		go func() { done <- f.Run(t.Context()) }()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if got := list(t, dir); len(got) != 1 {
		t.Errorf("in the folder: %v", got)
	}
}

func TestFailedBackupsAreCountedAndRetriedLater(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := &Schedule{Store: Folder(dir), Every: time.Hour, Keep: 2, Source: Source{URL: dbtest.NewEmpty(t)}, Log: slog.New(slog.DiscardHandler)}
	if err := f.Run(t.Context()); err == nil {
		t.Error("a failed backup returned no error")
	}
	if err := f.Run(t.Context()); err != nil {
		t.Errorf("immediately again: %v", err)
	}
	if stats := f.Stats(t.Context()); stats.Failures != 1 || !stats.Made.IsZero() {
		t.Errorf("stats: %+v", stats)
	}
	if got := list(t, dir); len(got) != 0 {
		t.Errorf("files left over: %v", got)
	}
	f = &Schedule{Store: Folder(filepath.Join(dir, "absent")), Every: time.Hour, Keep: 2}
	if err := f.Run(t.Context()); err == nil || f.Stats(t.Context()).Failures != 1 {
		t.Errorf("without its folder: %v", err)
	}
}

func TestADiskThatFillsDuringABackupLeavesTheLastOne(t *testing.T) {
	t.Parallel()
	s, dir := newSite(t), t.TempDir()
	const last = "backup-20250102T000000Z.tar.zst"
	for _, name := range []string{last, "backup-20250101T000000Z.tar.zst"} { // one more than Keep, as it was lowered
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var told []error
	f := &Schedule{Store: full{Folder(dir)}, Every: time.Hour, Keep: 1, Source: Source{URL: s.url}, Log: slog.New(slog.DiscardHandler), Report: func(err error) { told = append(told, err) }}
	if err := f.Run(t.Context()); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "the disk with "+dir+" is full") {
		t.Errorf("on a full disk: %v", err)
	}
	if got := list(t, dir); !slices.Equal(got, []string{last}) || !f.Stats(t.Context()).Failed {
		t.Errorf("in the folder: %v", got)
	}
	f.Store, f.failedAt = Folder(dir), time.Time{}.Add(1) // there's room again, and it's time
	for range 2 {
		if err := f.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if len(told) != 2 || !errors.Is(told[0], syscall.ENOSPC) || told[1] != nil {
		t.Errorf("it reports %v", told)
	}
	if got := list(t, dir); len(got) != 1 || got[0] == last {
		t.Errorf("with room again: %v", got)
	}
}

// full is a folder on a disk that fills while a backup is written.
type full struct{ Folder }

func (f full) Put(ctx context.Context, name string, write func(io.Writer) error) error {
	return f.Folder.Put(ctx, name, func(to io.Writer) error { return write(&limited{to, 1000}) })
}

type limited struct {
	to   io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	n, err := l.to.Write(p[:min(len(p), l.left)])
	l.left -= n
	if err == nil && n < len(p) {
		err = syscall.ENOSPC
	}
	return n, err
}

func list(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
