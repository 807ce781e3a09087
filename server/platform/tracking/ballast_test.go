package tracking

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"thriftwell/db/dbtest"
)

var clickOut = Hit{Subject: Offer, ID: 7, Action: ClickOut}

// fill fills the disk of a folder with one file and returns its path.
func fill(t *testing.T, folder string) string {
	t.Helper()
	f, err := os.Create(filepath.Join(folder, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if !isFull(err) {
		t.Fatal(err)
	}
	return f.Name()
}

// onSmallDisk opens a site whose spool is on a 4 MB disk, with a ballast of 1
// MB.
func onSmallDisk(t *testing.T) (s *site, disk string) {
	t.Helper()
	s, disk = open(t), t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk).CombinedOutput(); err != nil {
		dbtest.Skip(t, "needs the right to mount a small disk: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", disk).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	o := s.o
	o.SpoolDir = filepath.Join(disk, "spool")
	s = s.open(o)
	s.recorder.spool.ballast.size = 1 << 20
	s.recorder.keepBallast(false)
	return s, disk
}

func TestClickOutsAreSpooledOnAFullDisk(t *testing.T) {
	t.Parallel()
	s, disk := onSmallDisk(t)
	filler := fill(t, disk)
	back := s.lose()
	const clicks = 1000
	for range clicks {
		if outcome, err := s.recorder.Record(s.event(clickOut), s.o.CommitWait); err != nil || outcome != Accepted {
			t.Fatalf("%s, %v", outcome, err)
		}
	}
	if left := s.recorder.spool.ballast.bytes(); left == 0 || left == 1<<20 || !s.DiskFull() {
		t.Errorf("the ballast has %d bytes; full: %v", left, s.DiskFull())
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	back()
	s.inBackground()
	eventually(t, "not all are counted", func() bool { return s.number("SELECT count(*) FROM events") == clicks })
	eventually(t, "the ballast is not made again", func() bool { return s.recorder.spool.ballast.bytes() == 1<<20 && !s.DiskFull() })
}

func TestDiskIsFullUntilTheQuotaHasRoom(t *testing.T) {
	t.Parallel()
	s, disk := onSmallDisk(t)
	s.recorder.spool.ballast.free = func(string) (int64, error) { return 1 << 40, nil } // free space says nothing about the quota
	filler := fill(t, disk)
	back := s.lose()
	s.record(s.event(clickOut))
	back()
	s.recorder.replay(t.Context()) // frees what the click-out took from the ballast
	for range 3 {
		if s.recorder.keepBallast(true); !s.DiskFull() {
			t.Error("the disk does not count as full")
		}
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if s.recorder.keepBallast(true); s.DiskFull() || s.recorder.spool.ballast.bytes() != 1<<20 {
		t.Errorf("with free space: full: %v, %d bytes", s.DiskFull(), s.recorder.spool.ballast.bytes())
	}
}

func TestBallastIsFreedOnlyForClickOuts(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := &s.recorder.spool.ballast
	if err := b.keep(); err != nil || b.bytes() != ballastSize {
		t.Fatalf("%d bytes, %v", b.bytes(), err)
	}
	s.recorder.spool.create = func(path string) (*os.File, error) { // there is space once the ballast is freed
		if b.bytes() == ballastSize {
			return nil, &fs.PathError{Op: "open", Path: path, Err: syscall.ENOSPC}
		}
		return createLocked(path)
	}
	defer s.lose()()
	if _, err := s.recorder.Record(s.event(view), s.o.CommitWait); !errors.Is(err, syscall.ENOSPC) || b.bytes() != ballastSize {
		t.Errorf("a view: %v; the ballast has %d bytes", err, b.bytes())
	}
	if outcome, err := s.recorder.Record(s.event(clickOut), s.o.CommitWait); err != nil || outcome != Accepted || !s.DiskFull() {
		t.Errorf("a click-out: %s, %v; full: %v", outcome, err, s.DiskFull())
	}
	b.free = func(string) (int64, error) { return ballastSize - 1, nil }
	if err := b.keep(); err != nil || !s.DiskFull() || b.bytes() == ballastSize {
		t.Errorf("without free space: %v", err)
	}
	b.free = freeOn
	if err := b.keep(); err != nil || s.DiskFull() || b.bytes() != ballastSize {
		t.Errorf("with free space: %d bytes, %v", b.bytes(), err)
	}
}
