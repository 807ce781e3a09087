package backup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
)

// Carry copies a site from one database to another, which must be empty, by a
// backup in the folder scratch. It returns the names of tables that no
// migration makes, which it doesn't copy.
func Carry(ctx context.Context, from, to, scratch string) (left []string, err error) {
	file := filepath.Join(scratch, "backup")
	_, err = WriteFile(ctx, file, Source{URL: from})
	if errors.Is(err, errNoSite) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	b, err := Open(file)
	if err != nil {
		return nil, err
	}
	files := filepath.Join(scratch, "files")
	if err := os.Mkdir(files, 0o700); err != nil {
		return nil, err
	}
	return b.Restore(ctx, Target{
		URL: to, Dir: files,
		Check: func(context.Context, string) error { return nil }, // the rows were counted while loading
		Done:  func() error { return nil },
	})
}
