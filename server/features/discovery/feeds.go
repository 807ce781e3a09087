package discovery

import (
	"encoding/xml"
	"time"
)

// maxFeedEntries is the maximum number of entries in a feed.
const maxFeedEntries = 30

// feed is the content of a feed in any format.
type feed struct {
	title   string
	home    string // path of the corresponding page
	entries []Entry
}

// changed returns when the feed last changed.
func (f feed) changed() (last time.Time) {
	for _, e := range f.entries {
		if e.Changed.After(last) {
			last = e.Changed
		}
	}
	return last
}

// Elements of an Atom feed (RFC 4287).
type (
	atomFeed struct {
		XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		Language string      `xml:"xml:lang,attr"`
		ID       string      `xml:"id"`
		Title    string      `xml:"title"`
		Subtitle string      `xml:"subtitle"`
		Updated  string      `xml:"updated"`
		Links    []atomLink  `xml:"link"`
		Icon     string      `xml:"icon"`
		Author   atomPerson  `xml:"author"`
		Entries  []atomEntry `xml:"entry"`
	}
	atomEntry struct {
		ID        string       `xml:"id"`
		Title     string       `xml:"title"`
		Link      atomLink     `xml:"link"`
		Published string       `xml:"published"`
		Updated   string       `xml:"updated"`
		Author    atomPerson   `xml:"author"`
		Category  atomCategory `xml:"category"`
		Summary   string       `xml:"summary"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr"`
		Type string `xml:"type,attr"`
		Href string `xml:"href,attr"`
	}
	atomPerson struct {
		Name string `xml:"name"`
		URI  string `xml:"uri,omitempty"`
	}
	atomCategory struct {
		Term string `xml:"term,attr"`
	}
)

const (
	atomType     = "application/atom+xml"
	jsonFeedType = "application/feed+json"
	language     = "en-US"
	favicon      = "/favicon.svg"
)

// atom returns the feed as Atom. Its own path is self.
func (s Site) atom(f feed, self string) ([]byte, error) {
	out := atomFeed{
		Language: language, ID: s.BaseURL + self, Title: f.title, Subtitle: s.Tagline, Updated: f.changed().UTC().Format(time.RFC3339),
		Links: []atomLink{{"self", atomType, s.BaseURL + self}, {"alternate", "text/html", s.BaseURL + f.home}},
		Icon:  s.BaseURL + favicon, Author: atomPerson{s.Name, s.BaseURL + "/"},
	}
	for _, e := range f.entries {
		address := s.BaseURL + e.Path()
		out.Entries = append(out.Entries, atomEntry{
			ID: address, Title: e.Title, Link: atomLink{"alternate", "text/html", address}, Published: e.Published.UTC().Format(time.RFC3339),
			Updated: e.Changed.UTC().Format(time.RFC3339), Author: atomPerson{e.AuthorName, s.authorURL(e)}, Category: atomCategory{e.Category}, Summary: e.About,
		})
	}
	body, err := xml.Marshal(out)
	return append([]byte(xml.Header), body...), err
}

// json returns the feed as a JSON feed (https://www.jsonfeed.org/version/1.1/).
// Its own path is self.
func (s Site) json(f feed, self string) map[string]any {
	items := []map[string]any{}
	for _, e := range f.entries {
		address, author := s.BaseURL+e.Path(), map[string]string{"name": e.AuthorName}
		if e.AuthorSlug != nil {
			author["url"] = s.authorURL(e)
		}
		items = append(items, map[string]any{
			"id": address, "url": address, "title": e.Title, "content_text": e.About, "date_published": e.Published.UTC(), "date_modified": e.Changed.UTC(),
			"authors": []any{author}, "tags": []string{e.Category},
		})
	}
	return map[string]any{
		"version": "https://jsonfeed.org/version/1.1", "title": f.title, "description": s.Tagline, "home_page_url": s.BaseURL + f.home,
		"feed_url": s.BaseURL + self, "favicon": s.BaseURL + favicon, "language": language, "items": items,
	}
}

// authorURL returns the URL of the page of an entry's author, or "".
func (s Site) authorURL(e Entry) string {
	if e.AuthorSlug == nil {
		return ""
	}
	return s.BaseURL + "/authors/" + *e.AuthorSlug
}
