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

// ballast is a reserve file on the spool's disk. When the disk is full, it is
// shrunk bit by bit to make room for click-outs. Freeing it all at once would
// let other files take the space.
type ballast struct {
	path string
	size int64                       // when complete
	free func(string) (int64, error) // returns the free bytes of the disk with a folder
	full atomic.Bool                 // the disk was full, and the ballast couldn't be restored since
}

const (
	ballastSize = 16 << 20 // enough for 40,000 click-outs
	ballastExt  = ".ballast"

	// newFile is the disk space that a new file takes beside its bytes: a block for its directory entry and a
	// partly filled one.
	newFile = 8 << 10
)

// isFull reports whether err is a full disk or quota.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// release frees n bytes. It reports false when nothing is left to free.
func (b *ballast) release(n int) bool {
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
	_ = f.Sync() // some file systems free the space only now
	return true
}

// keep restores the ballast if that leaves as much free space again.
func (b *ballast) keep() error {
	had := b.bytes()
	free, err := b.free(filepath.Dir(b.path))
	if err != nil {
		return fmt.Errorf("read free disk space: %w", err)
	}
	wanted := b.size
	if b.full.Load() {
		wanted = 2 * b.size // free space says nothing about a quota, so write twice as much to be sure
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

// grow writes incompressible bytes up to a size, then truncates to the
// ballast's size. It reports false if another process is doing so.
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

// bytes returns the current size of the ballast.
func (b *ballast) bytes() int64 {
	info, err := os.Stat(b.path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// freeOn returns the free bytes of the disk with a folder.
func freeOn(folder string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail) * int64(s.Bsize), nil
}
