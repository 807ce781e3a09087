package discovery

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// maxAddresses is the maximum number of addresses in a sitemap before it is
// split.
const maxAddresses = 10_000

// part is a part of the sitemap: the pieces of a section with IDs in one block,
// or all other pages.
type part struct {
	Section string
	Block   int64
	Size    int
	Changed *time.Time
}

// blockSize is the number of IDs in a block. IDs don't change, so a new piece
// affects only the last block.
const blockSize = 5_000

// others is the section of pages other than pieces.
const others = "pages"

// file returns the part's file name.
func (p part) file() string {
	if p.Section == others {
		return others + ".xml"
	}
	return fmt.Sprintf("%s-%d.xml", p.Section, p.Block+1)
}

// partOf parses the name of a part.
func partOf(file string) (p part, ok bool) {
	name, ok := strings.CutSuffix(file, ".xml")
	if !ok || name == others {
		return part{Section: others}, ok
	}
	section, number, _ := strings.Cut(name, "-")
	n, err := strconv.ParseInt(number, 10, 32)
	p = part{Section: section, Block: n - 1}
	return p, err == nil && n > 0 && isSection(section) && p.file() == file
}

func isSection(name string) bool { return name == "articles" || name == "guides" }

// Elements of a sitemap and of a sitemap index (sitemaps.org), with Google's
// image extension.
type (
	urlSet struct {
		XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		Images  string   `xml:"xmlns:image,attr"`
		URLs    []mapURL `xml:"url"`
	}
	mapURL struct {
		Loc     string    `xml:"loc"`
		LastMod string    `xml:"lastmod,omitempty"`
		Image   *mapImage `xml:"image:image"`
	}
	mapImage struct {
		Loc string `xml:"image:loc"`
	}
	mapIndex struct {
		XMLName xml.Name   `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
		Maps    []mapEntry `xml:"sitemap"`
	}
	mapEntry struct {
		Loc     string `xml:"loc"`
		LastMod string `xml:"lastmod,omitempty"`
	}
)

// sitemap returns a sitemap of addresses.
func (s Site) sitemap(all []Address) ([]byte, error) {
	set := urlSet{Images: "http://www.google.com/schemas/sitemap-image/1.1", URLs: make([]mapURL, len(all))}
	for i, a := range all {
		set.URLs[i] = mapURL{Loc: s.BaseURL + a.Path, LastMod: day(a.Changed)}
		if a.Image != nil && strings.HasPrefix(*a.Image, "/") {
			set.URLs[i].Image = &mapImage{s.BaseURL + *a.Image}
		}
	}
	return marshal(set)
}

// index returns a sitemap index of parts.
func (s Site) index(parts []part) ([]byte, error) {
	index := mapIndex{}
	for _, p := range parts {
		index.Maps = append(index.Maps, mapEntry{s.BaseURL + "/sitemaps/" + p.file(), day(p.Changed)})
	}
	return marshal(index)
}

func marshal(v any) ([]byte, error) {
	body, err := xml.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the sitemap: %w", err)
	}
	return append([]byte(xml.Header), body...), nil
}

func day(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Format(time.DateOnly)
}
