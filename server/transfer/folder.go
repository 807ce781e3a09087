package transfer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"thriftwell/db/seed"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/weburl"
)

// source is what is imported. It passes its entries to a receiver.
type source interface{ read(to receiver) error }

// receiver receives what a source has.
type receiver struct {
	expect func(entries int) // entries, for a progress bar; may be inaccurate
	put    func(entry) error // an entry to import
	tell   func(Outcome)     // anything left out or refused before it became an entry
}

// sourceOf opens the source at a path. pictures is empty if it has none.
func sourceOf(path string, zone *time.Location) (from source, pictures folder, done func() error, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, folder{}, nil, err
	}
	done = func() error { return nil }
	switch {
	case info.IsDir():
		f := folder{os.DirFS(path)}
		return f, f, done, nil
	case filepath.Ext(path) == ".json":
		return ghost{path: path}, folder{}, done, nil
	case filepath.Ext(path) == ".xml":
		return &wordpress{path: path, zone: zone}, folder{}, done, nil
	case filepath.Ext(path) == ".zip":
		f, file, err := openZip(path)
		if err != nil {
			return nil, folder{}, nil, err
		}
		return f, f, file.Close, nil
	}
	return nil, folder{}, nil, fmt.Errorf("%s isn't a folder, a .zip, or an export of Ghost (.json) or WordPress (.xml)", path)
}

// folder is a folder in the format of Export.
type folder struct{ fs.FS }

// folders returns the folders with entries, in reading order. Claims come
// first: articles and guides would otherwise create the claims they use.
func folders() []string {
	return []string{authorsFolder, claimsFolder, articlesFolder, guidesFolder, topicsFolder}
}

// count returns the number of entries and pictures.
func (f folder) count() (n int, err error) {
	if f.FS == nil {
		return 0, nil
	}
	for _, shelf := range append(folders(), picturesFolder) {
		there, err := f.list(shelf)
		if err != nil {
			return 0, err
		}
		for _, e := range there {
			if ext := path.Ext(e.Name()); shelf != picturesFolder || ext == pictureEnding {
				n++
			}
		}
	}
	return n, nil
}

// list returns the files in one of the folders, which may not exist.
func (f folder) list(name string) ([]fs.DirEntry, error) {
	there, err := fs.ReadDir(f, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.Invalid, "The folder "+name+" can't be read.").Because(err)
	}
	return there, nil
}

// read implements source.
func (f folder) read(to receiver) error {
	there, err := f.list(".")
	if err != nil {
		return err
	}
	for _, e := range there {
		if name := e.Name(); name != picturesFolder && !slices.Contains(folders(), name) {
			to.tell(Outcome{What: LeftOut, Name: name, Reason: "We only read the folders authors, claims, articles, guides, topics, and pictures."})
		}
	}
	for _, shelf := range folders() {
		if err := f.readShelf(shelf, to); err != nil {
			return err
		}
	}
	return nil
}

func (f folder) readShelf(shelf string, to receiver) error {
	there, err := f.list(shelf)
	if err != nil {
		return err
	}
	for _, e := range there {
		name := shelf + "/" + e.Name()
		slug, isMarkdown := strings.CutSuffix(e.Name(), ending)
		if !isMarkdown || !e.Type().IsRegular() { // a link may point outside the folder
			to.tell(Outcome{What: LeftOut, Name: name, Reason: "We only read Markdown files."})
			continue
		}
		content, err := f.readBounded(name)
		if err != nil {
			return err
		}
		entry, wrong := read(shelf, name, slug, content)
		if wrong.What == Refused {
			to.tell(wrong)
		} else if err := to.put(entry); err != nil {
			return err
		}
	}
	return nil
}

// maxFile is the size limit of an entry's file, in bytes.
const maxFile = 4 << 20

// readBounded reads a file, and stops one byte after the limit.
func (f folder) readBounded(name string) ([]byte, error) {
	file, err := f.Open(name)
	if err == nil {
		defer file.Close()
		var content []byte
		if content, err = io.ReadAll(io.LimitReader(file, maxFile+1)); err == nil {
			return content, nil
		}
	}
	return nil, fault.New(fault.Invalid, "The file "+name+" can't be read.").Because(err)
}

// read parses a file. wrong is set if it's refused.
func read(shelf, name, slug string, content []byte) (e entry, wrong Outcome) {
	e = entry{folder: shelf, name: name, slug: slug, line: func(field string) int { return lineOf(content, field) }}
	var err error
	switch {
	case len(content) > maxFile:
		err = &seed.Fault{Line: 1, Reason: "This file is larger than 4 MB."}
	case !weburl.IsSlug(slug):
		err = &seed.Fault{Line: 1, Reason: "The file name must be a slug in lowercase letters, digits, and single hyphens, such as summer-deals.md."}
	case shelf == authorsFolder:
		var a seed.Author
		a, err = seed.ReadAuthor(content)
		e.fields, e.former = fieldsOfAuthor(a), a.FormerSlugs
	case shelf == claimsFolder:
		var c seed.Claim
		c, err = seed.ReadClaim(content)
		e.fields = fieldsOfClaim(c)
	case shelf == guidesFolder:
		var g seed.Guide
		g, err = seed.ReadGuide(content)
		e.fields, e.former = fieldsOfGuide(g), g.FormerSlugs
	case shelf == topicsFolder:
		var t seed.Topic
		t, err = seed.ReadTopic(content)
		e.fields = fieldsOfTopic(t)
	default:
		var a seed.Article
		a, err = seed.ReadArticle(content)
		e.fields, e.former = fieldsOfArticle(a), a.FormerSlugs
	}
	if shelf == articlesFolder || shelf == guidesFolder {
		e.shown = picturesIn(content)
	}
	for _, former := range e.former {
		if err == nil && (!weburl.IsSlug(former) || len(former) > weburl.MaxSlug) {
			err = &seed.Fault{Line: e.line("formerSlugs"), Reason: "Enter former slugs, such as summer-deals."}
		}
	}
	if f := new(seed.Fault); errors.As(err, &f) {
		return e, Outcome{Refused, name, f.Line, f.Reason}
	}
	return e, Outcome{}
}

// shownPicture is a picture in a text, and its line.
type shownPicture struct {
	address string
	line    int
}

var picturesOfText = regexp.MustCompile(`!\[[^\]]*\]\(<?([^)\s>]+)`)

func picturesIn(content []byte) (all []shownPicture) {
	for n, line := range bytes.Split(content, []byte("\n")) {
		for _, found := range picturesOfText.FindAllSubmatch(line, -1) {
			all = append(all, shownPicture{string(found[1]), n + 1})
		}
	}
	return all
}

// lineOf returns the line of a field: of its name in the front matter, or the
// first line of the text.
func lineOf(content []byte, field string) int {
	names := map[string]string{"authorName": "author", "imageUrl": "image", "publishAt": "published", "reviewedAt": "reviewed", "revisedAt": "revised", "isActive": "active", "isExample": "example", "items": "parts", "firstArticle": "first"}
	name := field
	if named, ok := names[field]; ok {
		name = named
	}
	lines := strings.Split(string(content), "\n")
	for n, line := range lines[1:] {
		switch {
		case name != "" && strings.HasPrefix(line, name+":"):
			return n + 2
		case strings.TrimSuffix(line, "\r") == "---":
			switch field {
			case "body", "bio", "introduction", "items", "conclusion", "note":
				for below, line := range lines[n+2:] {
					if strings.TrimSpace(line) != "" {
						return n + 3 + below
					}
				}
				return n + 3
			}
			return 1
		}
	}
	return 1
}
