package sitetest

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// Head is a page's metadata for search engines and link previews.
type Head struct {
	Title     string
	Canonical string
	Meta      map[string][]string // by name or property
	Graph     []map[string]any    // structured data (schema.org)
}

// ReadHead parses the head of a page.
func ReadHead(t testing.TB, page string) Head {
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
			t.Errorf("%s: not exactly one schema.org graph: %v in %.200s", h.Title, err, found[1])
		}
		h.Graph = about.Graph
	}
	return h
}

// Thing returns the first item of the graph of a type, or nil.
func (h Head) Thing(kind string) map[string]any {
	i := slices.IndexFunc(h.Graph, func(thing map[string]any) bool { return thing["@type"] == kind })
	if i < 0 {
		return nil
	}
	return h.Graph[i]
}

// required lists the properties that search engines require, by type
// (https://developers.google.com/search/docs/appearance/structured-data).
func required() map[string][]string {
	return map[string][]string{
		"WebSite":        {"@id", "name", "url", "publisher"},
		"Organization":   {"@id", "name", "url", "logo"},
		"ImageObject":    {"url"},
		"SearchAction":   {"target", "query-input"},
		"EntryPoint":     {"urlTemplate"},
		"Article":        {"@id", "headline", "image", "datePublished", "dateModified", "author", "publisher", "mainEntityOfPage"},
		"Person":         {"name"},
		"ProfilePage":    {"mainEntity"},
		"BreadcrumbList": {"itemListElement"},
		"ItemList":       {"itemListElement"},
		"ListItem":       {"position", "name"},
	}
}

// Flaws returns what is wrong with the graph: unknown types, missing
// properties, lists not numbered from one, invalid dates or addresses, dangling
// references.
func (h Head) Flaws() (flaws []string) {
	must, ids := required(), map[string]bool{}
	for _, thing := range h.Graph {
		if id, _ := thing["@id"].(string); id != "" {
			ids[id] = true
		}
	}
	var look func(at string, value any)
	look = func(at string, value any) {
		switch v := value.(type) {
		case []any:
			for i, item := range v {
				if m, ok := item.(map[string]any); ok && m["@type"] == "ListItem" && m["position"] != float64(i+1) {
					flaws = append(flaws, fmt.Sprintf("%s[%d] is at position %v", at, i, m["position"]))
				}
				look(at, item)
			}
		case map[string]any:
			kind, typed := v["@type"].(string)
			fields, known := must[kind]
			if id, _ := v["@id"].(string); !typed && (len(v) != 1 || !ids[id]) || typed && !known {
				flaws = append(flaws, fmt.Sprintf("%s is %v", at, v))
			}
			for _, field := range fields {
				if said := v[field]; said == nil || said == "" {
					flaws = append(flaws, fmt.Sprintf("%s, of type %s, has no %s", at, kind, field))
				}
			}
			for field, inner := range v {
				look(at+"."+field, inner)
			}
		case string:
			field := at[strings.LastIndex(at, ".")+1:]
			if _, err := time.Parse(time.RFC3339, v); strings.HasPrefix(field, "date") && err != nil {
				flaws = append(flaws, fmt.Sprintf("%s is %q", at, v))
			}
			if slices.Contains([]string{"url", "item", "image", "mainEntityOfPage", "@id", "urlTemplate"}, field) && !strings.HasPrefix(v, "https://") {
				flaws = append(flaws, fmt.Sprintf("%s is %q", at, v))
			}
		}
	}
	for _, thing := range h.Graph {
		look(fmt.Sprint(thing["@type"]), thing)
	}
	return flaws
}
