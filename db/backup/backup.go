// Package backup writes everything that a site stores to one file, while the
// site runs, and restores it.
//
// A backup is a tar, compressed with zstd and, if it is encrypted, in age:
//
//	files/NAME              a file of the site's data folder
//	tables/TABLE/000001…    the rows of a table in one or more pieces, as Postgres's COPY writes them as text
//	manifest.json           the Manifest, which comes last
package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"filippo.io/age"

	"thriftwell/db"
)

// format is the number of the current format. Every format has a manifest.json
// with its number, so that older versions can reject it.
const format = 1

const (
	manifestName = "manifest.json"
	filesFolder  = "files"
	tablesFolder = "tables"
)

// Manifest describes a backup.
type Manifest struct {
	Format    int              `json:"format"`
	Made      time.Time        `json:"made"`    // when it was begun
	Version   string           `json:"version"` // of the site
	Schema    db.Schema        `json:"schema"`
	Tables    []Table          `json:"tables"`
	Sequences map[string]int64 `json:"sequences"` // last values of the used sequences
	Files     []File           `json:"files"`
}

// Table is a table in a backup, or a partition.
type Table struct {
	Name        string   `json:"name"`
	PartitionOf string   `json:"partitionOf,omitempty"`
	Bounds      string   `json:"bounds,omitempty"` // of the partition, in SQL
	Columns     []string `json:"columns"`
	Rows        int64    `json:"rows"`
	Content
}

// File is a file in a backup. Its name is relative to the data folder.
type File struct {
	Name string `json:"name"`
	Content
}

// Content describes an entry with all its pieces.
type Content struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Rows returns the number of rows in all tables.
func (m Manifest) Rows() (n int64) {
	for _, t := range m.Tables {
		n += t.Rows
	}
	return n
}

// Has reports whether a file is in the backup.
func (m Manifest) Has(file string) bool {
	return slices.ContainsFunc(m.Files, func(f File) bool { return f.Name == file })
}

// Source is what to back up.
type Source struct {
	URL        string          // of the database
	Dir        string          // the data folder
	Files      []string        // files and folders in Dir; they may be missing
	Omit       []string        // tables whose rows must not be backed up
	Version    string          // of the site, for the manifest
	Recipients []age.Recipient // who can read the backup; without any it is not encrypted
}

// Write writes a backup to w. It includes everything committed before it began.
//
// Files are read before the snapshot of the database. So an event that is
// replayed from the spool meanwhile is in both, and counts once, rather than in
// neither.
func Write(ctx context.Context, w io.Writer, s Source) (m Manifest, err error) {
	m = Manifest{Format: format, Made: time.Now().UTC(), Version: s.Version}
	a, err := newArchive(w, m.Made, s.Recipients)
	if err != nil {
		return m, err
	}
	if m.Files, err = addFiles(ctx, a, s); err != nil {
		return m, fmt.Errorf("back up the files: %w", err)
	}
	if err := addDatabase(ctx, a, s, &m); err != nil {
		return m, fmt.Errorf("back up the database: %w", err)
	}
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return m, err
	}
	return m, errors.Join(a.add(manifestName, text), a.Close())
}

func addFiles(ctx context.Context, a *archive, s Source) (files []File, err error) {
	add := func(name string) error {
		f, err := os.Open(filepath.Join(s.Dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		content, err := a.addFrom(path.Join(filesFolder, name), info.Size(), f)
		files = append(files, File{name, content})
		return err
	}
	for _, name := range s.Files {
		err := fs.WalkDir(os.DirFS(s.Dir), name, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil // missing, or just replayed
			case err != nil:
				return err
			case entry.Type().IsRegular():
				return errors.Join(ctx.Err(), add(name))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// WriteTo writes a backup to a store.
func WriteTo(ctx context.Context, to Store, name string, s Source) (m Manifest, err error) {
	err = to.Put(ctx, name, func(w io.Writer) (err error) {
		m, err = Write(ctx, w, s)
		return err
	})
	return m, err
}

// WriteFile writes a backup to a file that only its owner can read. The file
// appears under its name when it is complete.
func WriteFile(ctx context.Context, name string, s Source) (m Manifest, err error) {
	return WriteTo(ctx, Folder(filepath.Dir(name)), filepath.Base(name), s)
}

// nameOf returns the name of the file or table that an entry belongs to.
func nameOf(entry string) string {
	if strings.HasPrefix(entry, tablesFolder+"/") {
		return path.Dir(entry)
	}
	return entry
}
