package discovery

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// maxAddresses is how many addresses a sitemap has before it becomes an index
// of others.
const maxAddresses = 10_000

// part is a part of the sitemap: the pieces of a section whose ids are in a
// block, or all that is no piece.
type part struct {
	Section string
	Block   int64
	Size    int
	Changed *time.Time
}

// blockSize is how many ids are in a block. As ids stay, a new piece changes the
// last one only.
const blockSize = 5_000

// others is the section of what is no piece.
const others = "pages"

// file is the name of the part.
func (p part) file() string {
	if p.Section == others {
		return others + ".xml"
	}
	return fmt.Sprintf("%s-%d.xml", p.Section, p.Block+1)
}

// partOf reads the name of a part.
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

// The elements of a sitemap and of an index of sitemaps (sitemaps.org), with
// pictures as Google reads them.
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

// sitemap is these addresses as a sitemap.
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

// index is an index of these parts.
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
