package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Folder is a Store in a folder.
type Folder string

// Address implements Store.
func (d Folder) Address(name string) string { return filepath.Join(string(d), name) }

// Put implements Store. Only the owner can read the backup.
func (d Folder) Put(_ context.Context, name string, write func(io.Writer) error) error {
	return putFile(d.Address(name), write)
}

// Within implements Store. It doesn't create d: the disk that d is on may be missing.
func (d Folder) Within(folder string) (Store, error) {
	within := d.Address(folder)
	if err := os.Mkdir(within, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return Folder(within), nil
}

// Sweep implements Store.
func (d Folder) Sweep(context.Context) error {
	return errors.Join(sweep(d.Address(NamePrefix)), sweep(d.Address(basePrefix)), sweep(d.Address(batchPrefix)))
}

// sweep removes unfinished backups with a name prefix that no process is
// writing.
func sweep(name string) error {
	partial, err := filepath.Glob(filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"*"+partialEnding))
	for _, left := range partial {
		f, failed := os.Open(left)
		if failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
			err = errors.Join(err, os.Remove(left))
		}
		f.Close()
	}
	return err
}

// Open implements Store.
func (d Folder) Open(_ context.Context, name string) (io.ReadCloser, error) {
	return os.Open(d.Address(name))
}

// Remove implements Store.
func (d Folder) Remove(_ context.Context, name string) error { return os.Remove(d.Address(name)) }

// List implements Store.
func (d Folder) List(context.Context) (list []Stored, err error) {
	entries, err := os.ReadDir(string(d))
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			list = append(list, Stored{e.Name(), info.Size()})
		}
	}
	return list, nil
}

// partialEnding is the suffix of an incomplete backup.
const partialEnding = ".partial"

// putFile creates a file that appears under its name when it is complete.
func putFile(name string, write func(io.Writer) error) (err error) {
	defer func() {
		if errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) {
			err = fmt.Errorf("the disk with %s is full: %w", filepath.Dir(name), err)
		}
	}()
	if err := sweep(name + "."); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*"+partialEnding)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != nil { // held until this process ends, so that sweep knows it is alive
		return errors.Join(err, f.Close())
	}
	if err := errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(name))
}

// syncFolder makes the names in a folder survive a crash of the machine.
func syncFolder(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
