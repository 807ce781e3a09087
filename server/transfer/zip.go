package transfer

import (
	"archive/zip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"thriftwell/server/platform/fault"
)

// Limits of an archive. It's never unpacked: files are read one at a time, each
// with its own limit.
const (
	maxFiles     = 250_000
	maxUnpacked  = 4 << 30  // bytes, of all files
	maxDirectory = 32 << 20 // bytes, of the list of files
)

// openZip opens a zip of a folder. The folder may be at the zip's top or be the
// only folder there.
func openZip(path string) (folder, io.Closer, error) {
	file, err := os.Open(path)
	if err != nil {
		return folder{}, nil, err
	}
	files, err := readZip(file)
	if err != nil {
		return folder{}, nil, errors.Join(err, file.Close())
	}
	top, err := topOf(files)
	if err != nil {
		return folder{}, nil, errors.Join(err, file.Close())
	}
	return folder{top}, file, nil
}

// Limits of a file's name: in bytes, and in folders.
const (
	maxName    = 500
	maxFolders = 8
)

// readZip reads and checks the list of files.
func readZip(file *os.File) (*zip.Reader, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	list := &listing{file: file, left: maxDirectory}
	files, err := zip.NewReader(list, info.Size())
	if errors.Is(err, errTooMany) {
		return nil, errTooMany
	}
	if err != nil {
		return nil, fault.New(fault.Invalid, "This file is damaged or isn't a zip.").Because(err)
	}
	list.read = true
	var unpacked uint64
	for _, f := range files.File {
		if !utf8.ValidString(f.Name) || strings.ContainsRune(f.Name, 0) || len(f.Name) > maxName || strings.Count(f.Name, "/") > maxFolders {
			return nil, fault.New(fault.Invalid, "This archive has a file name that is unreadable or too long: "+strings.ReplaceAll(strings.ToValidUTF8(f.Name[:min(len(f.Name), 60)], "?"), "\x00", "?")+".")
		}
		if !filepath.IsLocal(f.Name) || strings.Contains(f.Name, `\`) {
			return nil, fault.New(fault.Invalid, "This archive has a file outside its folder: "+f.Name+".")
		}
		if unpacked += f.UncompressedSize64; unpacked > maxUnpacked || f.UncompressedSize64 > maxUnpacked {
			return nil, fault.New(fault.TooLarge, "This archive is larger than 4 GB unpacked.")
		}
	}
	if len(files.File) > maxFiles {
		return nil, errTooMany
	}
	return files, nil
}

var errTooMany = fault.New(fault.TooLarge, "This archive has more than 250,000 files.")

// listing limits what is read until the list of files has been read.
type listing struct {
	file io.ReaderAt
	left int
	read bool
}

// ReadAt implements io.ReaderAt.
func (l *listing) ReadAt(b []byte, at int64) (int, error) {
	if !l.read {
		if l.left -= len(b); l.left < 0 {
			return 0, errTooMany
		}
	}
	return l.file.ReadAt(b, at)
}

// topOf returns the folder that has the transfer's folders: the top, or the
// only folder there. It ignores what macOS adds.
func topOf(files fs.FS) (fs.FS, error) {
	there, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, fault.New(fault.Invalid, "This archive has two files with the same name.").Because(err)
	}
	there = slices.DeleteFunc(there, func(e fs.DirEntry) bool { return e.Name() == "__MACOSX" || e.Name() == ".DS_Store" })
	if len(there) == 1 && there[0].IsDir() && there[0].Name() != picturesFolder && !slices.Contains(folders(), there[0].Name()) {
		return fs.Sub(files, there[0].Name())
	}
	for _, e := range there {
		if e.Name() == picturesFolder || slices.Contains(folders(), e.Name()) {
			return files, nil
		}
	}
	return nil, fault.New(fault.Invalid, "This archive has none of the folders authors, claims, articles, guides, topics, and pictures.")
}
