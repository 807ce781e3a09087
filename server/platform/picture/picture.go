// Package picture is what pages need of the pictures that staff upload. The
// feature pictures makes and keeps them.
package picture

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Picture is a picture as pages show it.
type Picture struct {
	Width  int `json:"width"`
	Height int `json:"height"`
	FocalX int `json:"focalX"` // percent from the left of what must not be cut off
	FocalY int `json:"focalY"` // percent from the top
}

// Lookup returns the picture at an address, or nil if none of ours is there.
type Lookup func(address string) (*Picture, error)

// Path is what the addresses of pictures begin with.
const Path = "/pictures/"

// File is one file of a picture.
type File struct {
	Hash   string
	Width  int
	Ending string // avif, webp, jpg or png
}

var address = regexp.MustCompile(`^` + Path + `([0-9a-f]{32})-([1-9][0-9]{0,3})\.(avif|webp|jpg|png)$`)

// Parse returns the file that an address is of.
func Parse(path string) (f File, ok bool) {
	parts := address.FindStringSubmatch(path)
	if parts == nil {
		return f, false
	}
	width, err := strconv.Atoi(parts[2])
	return File{parts[1], width, parts[3]}, err == nil
}

// Name returns the file's name.
func (f File) Name() string { return fmt.Sprintf("%s-%d.%s", f.Hash, f.Width, f.Ending) }

// Widths returns the widths in which there are files of a picture whose widest
// is this one. What ssr/pictures.ts makes and ui/shared/picture.ts shows are
// the same.
func Widths(widest int) []int {
	narrower := slices.DeleteFunc([]int{480, 800, 1200, 1600}, func(w int) bool { return w >= widest })
	return append(narrower, widest)
}

// Srcset returns the srcset of a picture's files with an ending.
func (f File) Srcset(ending string) string {
	widths := Widths(f.Width)
	candidates := make([]string, len(widths))
	for i, width := range widths {
		candidates[i] = fmt.Sprintf("%s%s %dw", Path, File{f.Hash, width, ending}.Name(), width)
	}
	return strings.Join(candidates, ", ")
}
