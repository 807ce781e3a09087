package pictures

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"thriftwell/server/platform/bucket"
	"thriftwell/server/platform/config"
)

// Files stores the files of pictures. A name always stands for the same bytes.
type Files interface {
	// Put stores a copy of a file.
	Put(ctx context.Context, name, file string) error
	// Open opens a file. It returns fs.ErrNotExist if there is none.
	Open(ctx context.Context, name string) (io.ReadSeekCloser, time.Time, error)
	// Remove removes a file if it exists.
	Remove(ctx context.Context, name string) error
}

// Folder stores files in a folder.
type Folder string

// Put implements Files. The file gets its name only after it is completely
// written and synced.
func (d Folder) Put(_ context.Context, name, file string) (err error) {
	if err := os.MkdirAll(string(d), 0o755); err != nil {
		return err
	}
	from, err := os.Open(file)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.CreateTemp(string(d), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(to.Name())
	_, err = io.Copy(to, from)
	if err = errors.Join(err, to.Chmod(0o644), to.Sync(), to.Close()); err != nil {
		return err
	}
	return os.Rename(to.Name(), filepath.Join(string(d), name))
}

// Open implements Files.
func (d Folder) Open(_ context.Context, name string) (io.ReadSeekCloser, time.Time, error) {
	f, err := os.Open(filepath.Join(string(d), name))
	if err != nil {
		return nil, time.Time{}, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, time.Time{}, errors.Join(err, f.Close())
	}
	return f, info.ModTime(), nil
}

// Remove implements Files.
func (d Folder) Remove(_ context.Context, name string) error {
	err := os.Remove(filepath.Join(string(d), name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Bucket stores files in a bucket, under pictures/.
type Bucket struct{ *bucket.Bucket }

// NewBucket returns the bucket given in the settings.
func NewBucket(c config.Config) (Bucket, error) {
	b, err := bucket.New(c.Pictures, "pictures/")
	return Bucket{b}, err
}

// Put implements Files.
func (b Bucket) Put(ctx context.Context, name, file string) error {
	return b.PutFile(ctx, name, file, bucket.Content{Type: contentTypes()[filepath.Ext(name)], CacheControl: forever})
}

// Dir is the subfolder of the data folder where pictures are stored, unless
// they are stored in a bucket.
const Dir = "pictures"

// Service holds what pictures are converted with and where they are stored.
type Service struct {
	Files   Files
	Encoder *Encoder
}

// Open returns the Service given in the settings. It does not contact a bucket
// yet.
func Open(c config.Config, node, script string) (s Service, err error) {
	s.Encoder = NewEncoder(node, script)
	if !c.Pictures.IsSet() {
		s.Files = Folder(filepath.Join(c.DataDir, Dir))
		return s, nil
	}
	s.Files, err = NewBucket(c)
	return s, err
}
