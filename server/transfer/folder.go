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

// source is what is imported: it hands its entries to a taker.
type source interface{ read(to taker) error }

// taker takes what a source has.
type taker struct {
	expect func(entries int) // for a progress bar, so it may be a little off
	put    func(entry) error // an entry
	tell   func(Outcome)     // what is left out or refused before it is one
}

// sourceOf returns the source at a path, and its pictures where it has any.
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

// folder is a folder as Export writes it.
type folder struct{ fs.FS }

// folders are those that hold entries, in the order in which they are read.
// Claims come before the pieces that have them, which would register others.
func folders() []string {
	return []string{authorsFolder, claimsFolder, articlesFolder, guidesFolder, topicsFolder}
}

// count says how many entries and pictures there are.
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

// list lists one of its folders, which may not be there.
func (f folder) list(name string) ([]fs.DirEntry, error) {
	there, err := fs.ReadDir(f, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.Invalid, "The folder "+name+" can't be read.").Because(err)
	}
	return there, nil
}

// read implements source.
func (f folder) read(to taker) error {
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

func (f folder) readShelf(shelf string, to taker) error {
	there, err := f.list(shelf)
	if err != nil {
		return err
	}
	for _, e := range there {
		name := shelf + "/" + e.Name()
		slug, isMarkdown := strings.CutSuffix(e.Name(), ending)
		if !isMarkdown || !e.Type().IsRegular() { // a link may lead out of the folder
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

// maxFile is the largest file of a piece, in bytes.
const maxFile = 4 << 20

// readBounded reads a file, one byte too many of one that is too large.
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

// read reads a file, or says what is wrong with it.
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

// shownPicture is where a text shows a picture.
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

// lineOf is the line of a file on which a field of the API is: that of its name
// in the front matter, and else the first of the text.
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
