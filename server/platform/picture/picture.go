// Package picture is what pages need to know about uploaded pictures. The
// feature pictures makes and stores them.
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
	FocalX int `json:"focalX"` // focal point, percent from the left
	FocalY int `json:"focalY"` // focal point, percent from the top
}

// Lookup returns the picture at an address, or nil if there is none.
type Lookup func(address string) (*Picture, error)

// Path starts the addresses of pictures.
const Path = "/pictures/"

// File is one file of a picture.
type File struct {
	Hash   string
	Width  int
	Ending string // avif, webp, jpg or png
}

var address = regexp.MustCompile(`^` + Path + `([0-9a-f]{32})-([1-9][0-9]{0,3})\.(avif|webp|jpg|png)$`)

// Parse returns the file at an address.
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

// Widths returns the widths of the files of a picture whose largest width is
// widest. ssr/pictures.ts and ui/shared/picture.ts must agree.
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
