package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"thriftwell/db/seed"
	"thriftwell/server/features/pictures"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/picture"
)

// maxPicture is the size limit of a picture's file, in bytes.
const maxPicture = 32 << 20

// importPictures adds the pictures of a folder, and returns the new ones.
func (i *importer) importPictures(ctx context.Context, from folder) (brought []pictures.Card, err error) {
	if from.FS == nil {
		return nil, nil
	}
	there, err := from.list(picturesFolder)
	if err != nil {
		return nil, err
	}
	for _, file := range there {
		if path.Ext(file.Name()) != pictureEnding || !file.Type().IsRegular() {
			continue
		}
		name := picturesFolder + "/" + file.Name()
		card, wrong := from.readPicture(name)
		i.step()
		if wrong != "" {
			i.tell(Outcome{Refused, name, 1, wrong})
			continue
		}
		isNew, err := i.library.Import(ctx, i.By, card)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		what := Same
		if isNew {
			what, brought = New, append(brought, card)
		}
		i.tell(Outcome{What: what, Name: name})
	}
	return brought, nil
}

// readPicture reads a picture's data and checks that its files exist.
func (f folder) readPicture(name string) (c pictures.Card, wrong string) {
	content, err := f.readBounded(name)
	var s shown
	if err == nil {
		err = seed.ReadYAML(content, &s)
	}
	if err != nil {
		return c, "We couldn't read the picture's metadata."
	}
	c = pictures.Card{
		Hash: strings.TrimSuffix(path.Base(name), pictureEnding), Name: s.Name, Alt: s.Alt,
		Width: s.Width, Height: s.Height, FocalX: s.FocalX, FocalY: s.FocalY, Widest: s.Widest, Fallback: s.Fallback,
	}
	if s.Fallback != "jpg" && s.Fallback != "png" || s.Width < 1 || s.Height < 1 || min(s.FocalX, s.FocalY) < 0 || max(s.FocalX, s.FocalY) > 100 {
		return c, "The picture's metadata is incomplete."
	}
	for _, name := range c.FileNames() {
		if _, ok := picture.Parse(picture.Path + name); !ok {
			return c, "The file name must be a picture's."
		}
		info, err := fs.Lstat(f, picturesFolder+"/"+name)
		if err != nil || !info.Mode().IsRegular() {
			return c, fmt.Sprintf("The picture file %s is missing.", name)
		}
		if info.Size() > maxPicture {
			return c, fmt.Sprintf("The picture file %s is larger than 32 MB.", name)
		}
	}
	return c, ""
}

// copyIn stores the files of new pictures. If it fails, some files may remain
// unused; the next import overwrites them.
func (m Magazine) copyIn(ctx context.Context, from folder, brought []pictures.Card) error {
	if len(brought) == 0 {
		return nil
	}
	dir, err := os.MkdirTemp("", "import-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, c := range brought {
		for _, name := range c.FileNames() {
			file := filepath.Join(dir, "picture")
			if err := from.copyOut(picturesFolder+"/"+name, file); err != nil {
				return err
			}
			if err := m.Files.Put(ctx, name, file); err != nil {
				return fmt.Errorf("save the picture %s: %w", name, err)
			}
		}
	}
	return nil
}

// copyOut copies a picture's file.
func (f folder) copyOut(name, to string) error {
	unreadable := func(err error) error {
		return fault.New(fault.Invalid, "The file "+name+" can't be read.").Because(err)
	}
	from, err := f.Open(name)
	if err != nil {
		return unreadable(err)
	}
	defer from.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	n, err := io.Copy(out, io.LimitReader(from, maxPicture+1))
	if closed := out.Close(); closed != nil {
		return closed
	}
	if disk := new(fs.PathError); errors.As(err, &disk) {
		return err
	}
	if err == nil && n > maxPicture {
		err = errTooLarge
	}
	if err != nil {
		return unreadable(err)
	}
	return nil
}
