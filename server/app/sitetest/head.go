package sitetest

import (
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"testing"
)

// Head is what a page's HTML tells search engines and previews of links.
type Head struct {
	Title     string
	Canonical string
	Meta      map[string][]string // by name or property
	Graph     []map[string]any    // what it is about (schema.org)
}

// ReadHead reads the head of a page.
func ReadHead(t *testing.T, page string) Head {
	t.Helper()
	first := func(pattern string) string {
		found := append(regexp.MustCompile(pattern).FindStringSubmatch(page), "", "")
		return html.UnescapeString(found[1])
	}
	h := Head{Title: first(`<title>([^<]*)`), Canonical: first(`<link rel="canonical" href="([^"]*)`), Meta: map[string][]string{}}
	for _, found := range regexp.MustCompile(`<meta (?:name|property)="([^"]*)" content="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		h.Meta[found[1]] = append(h.Meta[found[1]], html.UnescapeString(found[2]))
	}
	var about struct {
		Context string           `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	for _, found := range regexp.MustCompile(`<script type="application/ld\+json">(.*?)</script>`).FindAllStringSubmatch(page, -1) {
		if err := json.Unmarshal([]byte(found[1]), &about); err != nil || about.Context != "https://schema.org" || h.Graph != nil {
			t.Errorf("%s: not one graph of schema.org: %v in %.200s", h.Title, err, found[1])
		}
		h.Graph = about.Graph
	}
	return h
}

// Thing returns what the page is about of a type, or nil.
func (h Head) Thing(kind string) map[string]any {
	i := slices.IndexFunc(h.Graph, func(thing map[string]any) bool { return thing["@type"] == kind })
	if i < 0 {
		return nil
	}
	return h.Graph[i]
}
