// Package pictures is the library of the pictures that staff upload. It
// converts them for display, stores and serves them, and knows where each is
// used.
package pictures

import (
	"fmt"
	"strings"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/picture"
)

// Card is a picture as shown in lists.
type Card struct {
	ID       int64  `json:"id"`
	URL      string `json:"url" gorm:"->"` // path of its widest file
	Name     string `json:"name"`
	Alt      string `json:"alt"`
	Width    int    `json:"width"` // of the upload, after rotation
	Height   int    `json:"height"`
	FocalX   int    `json:"focalX"`
	FocalY   int    `json:"focalY"`
	Hash     string `json:"-"`
	Widest   int    `json:"-"`
	Fallback string `json:"-"`
	editable.Meta
}

// Picture is a picture with the places where it is used.
type Picture struct {
	Card
	Uses []Use `json:"uses" gorm:"-"`
	// Notice is a warning about an upload, such as that an animated picture
	// will not move; "" for none.
	Notice string `json:"notice,omitempty" gorm:"-"`
}

// Use is a record that shows a picture.
type Use struct {
	Kind    string `json:"kind"` // as named in the audit log
	ID      int64  `json:"id"`
	Title   string `json:"title"`
	Deleted bool   `json:"deleted"` // the record is in the trash
	Tags    string `json:"-"`       // cache tags of the pages that show it, separated by spaces
}

// MaxFile is the maximum size of an uploaded file, in bytes.
const MaxFile = 25 << 20

// maxPixels is the maximum number of pixels of a picture that is decoded.
const maxPixels = 50_000_000

// Maximum lengths in characters.
const (
	maxName = 200
	maxAlt  = 500
)

// ErrNotFound means that no picture has the ID.
var ErrNotFound = fault.Missing("Picture")

// Errors of uploads.
var (
	errTooLarge   = fault.New(fault.TooLarge, "This file is larger than 25 MB. Choose a smaller one.")
	errNoFile     = refuse("Choose a picture.")
	errName       = refuse("The file name can't contain a path.")
	errUnreadable = refuse("We couldn't read this file as a picture. Choose a JPEG, PNG, WebP, AVIF, or GIF.")
	errFormat     = refuse("We don't support this kind of picture. Choose a JPEG, PNG, WebP, AVIF, or GIF.")
	errPixels     = refuse("This picture has more than 50 megapixels or a side longer than 30,000 pixels. Make it smaller first.")
	errCostly     = refuse("This picture takes too much time or memory to process. Make it smaller first.")
)

func refuse(sentence string) error {
	return fault.Form([]fault.Field{{Field: "file", Message: sentence}})
}

// stillNotice is the Notice for an animated picture.
const stillNotice = "This picture is animated, but readers would see only its first frame. Link to a video instead."

// FileNames returns the names of a picture's files.
func (c Card) FileNames() (names []string) {
	for _, width := range picture.Widths(c.Widest) {
		for _, ending := range []string{"avif", "webp", c.Fallback} {
			names = append(names, picture.File{Hash: c.Hash, Width: width, Ending: ending}.Name())
		}
	}
	return names
}

// inUse returns an error if the picture to delete is in use.
func inUse(old *Picture, values map[string]any) error {
	if values["deleted_at"] == nil || len(old.Uses) == 0 {
		return nil
	}
	first := old.Uses[0]
	sentence := fmt.Sprintf("The %s “%s” uses this picture", first.Kind, first.Title)
	if first.Deleted {
		sentence += ", which is in the trash"
	}
	if more := len(old.Uses) - 1; more > 0 {
		sentence += fmt.Sprintf(" and %d more", more)
	}
	return fault.New(fault.Conflict, sentence+". Replace it there first.")
}

// tags returns the cache tags of the pages that show a picture.
func tags(_ *Picture, after Picture) (all []string) {
	for _, use := range after.Uses {
		all = append(all, strings.Fields(use.Tags)...)
	}
	return all
}
