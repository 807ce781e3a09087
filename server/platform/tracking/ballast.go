package tracking

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
)

// ballast is a file beside the spool that takes room on its disk while there is
// some. Once the disk is full it is given up, piece by piece, for the events of
// click-outs: whatever else fills the disk would take all of it at once.
type ballast struct {
	path string
	size int64                       // when it is whole
	free func(string) (int64, error) // of the disk of a folder, in bytes
	full atomic.Bool                 // the disk was full, and there is no room for a ballast since
}

const (
	ballastSize = 16 << 20 // 40,000 click-outs
	ballastExt  = ".ballast"

	// newFile is what a file takes beside its bytes: a block for its folder, and
	// one that is not filled.
	newFile = 8 << 10
)

// isFull reports whether an error is that of a full disk.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// giveUp makes room for n bytes. It reports false when nothing is left to give.
func (b *ballast) giveUp(n int) bool {
	b.full.Store(true)
	f, err := os.OpenFile(b.path, os.O_WRONLY, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() == 0 || f.Truncate(max(0, info.Size()-int64(n)-newFile)) != nil {
		return false
	}
	_ = f.Sync() // some file systems free the room with this
	return true
}

// keep makes the ballast whole where that leaves as much room again.
func (b *ballast) keep() error {
	had := b.bytes()
	free, err := b.free(filepath.Dir(b.path))
	if err != nil {
		return fmt.Errorf("read free disk space: %w", err)
	}
	wanted := b.size
	if b.full.Load() {
		wanted = 2 * b.size // what is free says nothing of a quota, so only writing shows that there is room
	}
	if had >= wanted || free < b.size-had+b.size {
		return nil
	}
	grown, err := b.grow(wanted)
	if err != nil {
		return fmt.Errorf("make the reserve file: %w", err)
	}
	if grown {
		b.full.Store(false)
	}
	return nil
}

// grow writes what no file system packs until the ballast has a size, and gives
// back what is too much. It reports false when another process does so.
func (b *ballast) grow(to int64) (grown bool, err error) {
	f, err := os.OpenFile(b.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return false, nil
	}
	had := b.bytes()
	if _, err := io.CopyN(f, rand.NewChaCha8([32]byte{}), to-had); err != nil {
		return false, errors.Join(err, f.Truncate(had))
	}
	return true, f.Truncate(b.size)
}

// bytes returns how large the ballast is.
func (b *ballast) bytes() int64 {
	info, err := os.Stat(b.path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// freeOn returns how much of the disk of a folder is free.
func freeOn(folder string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail) * int64(s.Bsize), nil
}
