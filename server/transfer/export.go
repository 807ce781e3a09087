package transfer

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"thriftwell/server/features/pictures"
)

// Exported is what an export wrote.
type Exported struct {
	Counts  map[string]int // by folder
	Missing []string       // picture files that don't exist
}

// sink creates the files of an export.
type sink func(name string) (io.WriteCloser, error)

// Export writes everything that isn't in the trash to a new or empty folder.
// Only its owner can read it, since it has drafts.
func (m Magazine) Export(ctx context.Context, dir string) (Exported, error) {
	if err := makeEmpty(dir); err != nil {
		return Exported{}, err
	}
	return m.export(ctx, func(name string) (io.WriteCloser, error) {
		return os.OpenFile(filepath.Join(dir, filepath.FromSlash(name)), os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	})
}

// Size returns the number of entries of an export.
func (m Magazine) Size(ctx context.Context) (n int, err error) {
	var counts []string
	for _, table := range append(folders(), picturesFolder) {
		counts = append(counts, "(SELECT count(*) FROM "+table+" WHERE deleted_at IS NULL)")
	}
	return n, m.Site.DB.WithContext(ctx).Raw("SELECT " + strings.Join(counts, " + ")).Scan(&n).Error
}

// ExportZip writes an export as a zip. It calls progress with the number of
// entries written.
func (m Magazine) ExportZip(ctx context.Context, to io.Writer, progress func(done int)) (Exported, error) {
	out, now, entries := zip.NewWriter(to), time.Now(), 0
	done, err := m.export(ctx, func(name string) (io.WriteCloser, error) {
		if ext := path.Ext(name); ext == ending || ext == pictureEnding {
			entries++
			progress(entries)
		}
		head := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: now}
		if isPacked := path.Dir(name) == picturesFolder && path.Ext(name) != pictureEnding; isPacked {
			head.Method = zip.Store
		}
		w, err := out.CreateHeader(head)
		return part{w}, err
	})
	if err == nil {
		err = out.Close()
	}
	return done, err
}

// part is a file in a zip, which ends when the next one begins.
type part struct{ io.Writer }

// Close implements io.Closer.
func (part) Close() error { return nil }

func (m Magazine) export(ctx context.Context, to sink) (done Exported, err error) {
	done.Counts = map[string]int{}
	return done, m.snapshot(ctx, func(s shelves) (err error) {
		for _, folder := range folders() {
			if done.Counts[folder], err = s.kinds[folder].export(ctx, to); err != nil {
				return err
			}
		}
		return m.exportPictures(ctx, s.library, to, &done)
	})
}

// write writes a whole file.
func (to sink) write(name string, content []byte) error {
	w, err := to(name)
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return errors.Join(err, w.Close())
}

func makeEmpty(dir string) error {
	there, err := os.ReadDir(dir)
	switch {
	case err == nil && len(there) > 0:
		return fmt.Errorf("%s is not empty; choose an empty or new folder", dir)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	for _, folder := range append(folders(), picturesFolder) {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o700); err != nil {
			return err
		}
	}
	return nil
}

// export writes each record to a file named by its slug, and returns their
// number.
func (s shelf[T]) export(ctx context.Context, to sink) (n int, err error) {
	err = s.each(ctx, func(record T, former []string) error {
		content, err := s.file(record, former).Bytes()
		if err != nil {
			return fmt.Errorf("write %s/%s: %w", s.folder, s.slug(record), err)
		}
		n++
		return to.write(s.folder+"/"+s.slug(record)+ending, content)
	})
	return n, err
}

// File extensions.
const (
	ending        = ".md"
	pictureEnding = ".yaml"
)

// shown is a picture's data besides its files.
type shown struct {
	Name     string `yaml:"name"`
	Alt      string `yaml:"alt"`
	Width    int    `yaml:"width"`
	Height   int    `yaml:"height"`
	FocalX   int    `yaml:"focalX"`
	FocalY   int    `yaml:"focalY"`
	Widest   int    `yaml:"widest"`
	Fallback string `yaml:"fallback"`
}

// exportPictures writes each picture's files and data.
func (m Magazine) exportPictures(ctx context.Context, library *pictures.Library, to sink, done *Exported) error {
	for last := int64(0); ; {
		part, err := library.After(ctx, last, batchSize)
		if err != nil || len(part) == 0 {
			return err
		}
		for _, c := range part {
			last = c.ID
			if err := m.exportPicture(ctx, c, to, done); err != nil {
				return err
			}
		}
	}
}

func (m Magazine) exportPicture(ctx context.Context, c pictures.Card, to sink, done *Exported) error {
	for _, name := range c.FileNames() {
		err := m.copyOut(ctx, name, to)
		if errors.Is(err, fs.ErrNotExist) {
			done.Missing = append(done.Missing, name)
			continue
		}
		if err != nil {
			return fmt.Errorf("copy the picture %s: %w", name, err)
		}
	}
	about, err := yaml.Marshal(shown{c.Name, c.Alt, c.Width, c.Height, c.FocalX, c.FocalY, c.Widest, c.Fallback})
	if err != nil {
		return err
	}
	done.Counts[picturesFolder]++
	return to.write(picturesFolder+"/"+c.Hash+pictureEnding, about)
}

// copyOut writes a picture's file.
func (m Magazine) copyOut(ctx context.Context, name string, to sink) error {
	from, _, err := m.Files.Open(ctx, name)
	if err != nil {
		return err
	}
	defer from.Close()
	out, err := to(picturesFolder + "/" + name)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, from)
	return errors.Join(err, out.Close())
}
