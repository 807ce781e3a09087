package site_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

// publish publishes an article in its own category.
func publish(ed sitetest.Member, slug string, more ...sitetest.M) sitetest.Record {
	body := sitetest.M{"title": "On " + slug, "slug": slug, "category": "pets", "excerpt": "About " + slug + ".", "body": "See [the list](/articles).", "authorName": "Kim Poe", "status": "published"}
	for _, m := range more {
		for k, v := range m {
			body[k] = v
		}
	}
	return ed.Edit("POST", "/api/admin/articles", body)
}

// atom is what a feed reader uses of an Atom feed (RFC 4287).
type atom struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Links   []struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	} `xml:"link"`
	Entries []struct {
		ID        string `xml:"id"`
		Title     string `xml:"title"`
		Updated   string `xml:"updated"`
		Published string `xml:"published"`
		Author    string `xml:"author>name"`
		Summary   string `xml:"summary"`
		Link      struct {
			Href string `xml:"href,attr"`
		} `xml:"link"`
	} `xml:"entry"`
}

func readAtom(t *testing.T, a sitetest.Answer) (f atom) {
	t.Helper()
	if err := xml.Unmarshal([]byte(a.Body), &f); err != nil || a.Status != 200 || a.Header.Get("Content-Type") != "application/atom+xml; charset=utf-8" {
		t.Fatalf("%d %s: %v in %.200s", a.Status, a.Header.Get("Content-Type"), err, a.Body)
	}
	return f
}

func TestDiscovery(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"feedsListTheNewestPieces":      feedsListTheNewestPieces,
		"feedFollowsItsPieces":          feedFollowsItsPieces,
		"sitemapListsPublicPages":       sitemapListsPublicPages,
		"pieceIsServedAsMarkdown":       pieceIsServedAsMarkdown,
		"wellKnownFiles":                wellKnownFiles,
		"nothingIsAnnouncedWithoutAKey": nothingIsAnnouncedWithoutAKey,
	})
}

func feedsListTheNewestPieces(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	ed.Edit("POST", "/api/admin/authors", sitetest.M{"name": "Kim Poe", "slug": "kim-poe", "bio": "Writes."})
	publish(ed, "bowls", sitetest.M{"title": "Bowls & <b>jars</b>"})
	for path, home := range map[string]string{"/feed": "/", "/topics/pets/feed": "/articles?category=pets", "/authors/kim-poe/feed": "/authors/kim-poe"} {
		f := readAtom(t, s.Get(path+".xml"))
		if f.ID != "https://localhost"+path+".xml" || f.Links[0].Href != f.ID || f.Links[1].Href != "https://localhost"+home {
			t.Errorf("%s: %+v", path, f)
		}
		first := f.Entries[0]
		if first.ID != "https://localhost/articles/bowls" || first.Link.Href != first.ID || first.Title != "Bowls & <b>jars</b>" || first.Author != "Kim Poe" || first.Summary != "About bowls." {
			t.Errorf("%s starts with %+v", path, first)
		}
		for _, e := range f.Entries {
			if _, err := time.Parse(time.RFC3339, e.Published); err != nil || e.Updated < e.Published || f.Updated < e.Updated {
				t.Errorf("%s: %s published at %q, updated at %q, feed updated at %q", path, e.ID, e.Published, e.Updated, f.Updated)
			}
		}
		a := s.Get(path + ".json")
		var j struct {
			Version, Title string
			FeedURL        string `json:"feed_url"`
			Items          []struct {
				ID, URL, Title string
				Text           string `json:"content_text"`
				Authors        []struct{ Name, URL string }
			}
		}
		if err := json.Unmarshal([]byte(a.Body), &j); err != nil || a.Header.Get("Content-Type") != "application/feed+json; charset=utf-8" {
			t.Fatalf("%s.json: %v, %v", path, err, a.Header)
		}
		if j.Version != "https://jsonfeed.org/version/1.1" || j.FeedURL != "https://localhost"+path+".json" || len(j.Items) != len(f.Entries) || j.Items[0].ID != first.ID ||
			j.Items[0].Text == "" || j.Items[0].Authors[0].URL != "https://localhost/authors/kim-poe" {
			t.Errorf("%s.json: %+v", path, j)
		}
	}
	if all := readAtom(t, s.Get("/feed.xml")); len(all.Entries) != 30 {
		t.Errorf("the site's feed has %d entries", len(all.Entries))
	}
	if a := s.Get("/topics/phone/feed.xml"); !strings.Contains(a.Body, "<title>Thriftwell: Phone &amp; Internet</title>") {
		t.Errorf("a topic's feed does not have its page's title: %.300s", a.Body)
	}
	for _, path := range []string{"/topics/no-such-topic/feed.xml", "/topics/A%20B/feed.json", "/authors/nobody/feed.xml"} {
		if a := s.Get(path); a.Status != 404 {
			t.Errorf("%s: %d", path, a.Status)
		}
	}
}

func feedFollowsItsPieces(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	a := publish(ed, "cups")
	first := func() string { return readAtom(t, s.Get("/feed.xml")).Entries[0].ID }
	if got := first(); got != "https://localhost/articles/cups" {
		t.Fatalf("the newest is %s", got)
	}
	ed.Edit("PUT", fmt.Sprintf("/api/admin/articles/%d", a.ID), sitetest.M{"status": "draft"})
	if got := first(); got == "https://localhost/articles/cups" {
		t.Error("an unpublished piece is still in the feed")
	}
}

// urls is what a crawler uses of a sitemap (sitemaps.org).
type urls struct {
	XMLName xml.Name
	URLs    []struct {
		Loc     string `xml:"loc"`
		LastMod string `xml:"lastmod"`
		Image   string `xml:"http://www.google.com/schemas/sitemap-image/1.1 image>loc"`
	} `xml:"url"`
	Maps []struct {
		Loc string `xml:"loc"`
	} `xml:"sitemap"`
}

func readMap(t *testing.T, a sitetest.Answer) (found map[string]string, all urls) {
	t.Helper()
	if err := xml.Unmarshal([]byte(a.Body), &all); err != nil || a.Status != 200 || a.Header.Get("Content-Type") != "application/xml; charset=utf-8" {
		t.Fatalf("%d: %v in %.200s", a.Status, err, a.Body)
	}
	found = map[string]string{}
	for _, u := range all.URLs {
		found[strings.TrimPrefix(u.Loc, "https://localhost")] = u.LastMod
	}
	if len(found) != len(all.URLs) {
		t.Error("an address is listed twice")
	}
	return found, all
}

func sitemapListsPublicPages(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	ed.Edit("POST", "/api/admin/authors", sitetest.M{"name": "Ann Lee", "slug": "ann-lee", "bio": "Writes."})
	a := publish(ed, "plates", sitetest.M{"category": "dishes", "authorName": "Ann Lee", "publishAt": "2026-02-03T12:00:00Z", "imageUrl": "/images/articles/warehouse-club-math.svg"})
	ed.Edit("PUT", fmt.Sprintf("/api/admin/articles/%d", a.ID), sitetest.M{"featured": true}) // not a change of content
	page := ed.Edit("POST", "/api/content/pages", sitetest.M{"title": "Pets", "slug": "pet-offers", "isActive": true})
	found, all := readMap(t, s.Get("/sitemap.xml"))
	for path, want := range map[string]string{"/articles/plates": "2026-02-03", "/articles?category=dishes": "2026-02-03", "/authors/ann-lee": "2026-02-03", "/": "", "/guides/start-an-emergency-fund": found["/guides/start-an-emergency-fund"]} {
		if got, there := found[path]; !there || got != want {
			t.Errorf("%s: present %t, changed %q, want %q", path, there, got, want)
		}
	}
	for _, path := range []string{"/content/pet-offers", "/content/hot-offers", "/unsubscribe", "/admin"} {
		if _, there := found[path]; there {
			t.Errorf("%s is in the sitemap", path)
		}
	}
	for _, u := range all.URLs {
		if u.Loc == "https://localhost/articles/plates" && u.Image != "https://localhost/images/articles/warehouse-club-math.svg" {
			t.Errorf("its picture is %q", u.Image)
		}
	}
	ed.Edit("PUT", fmt.Sprintf("/api/content/pages/%d", page.ID), sitetest.M{"isIndexed": true})
	if found, _ := readMap(t, s.Get("/sitemap.xml")); found["/content/pet-offers"] != "" || len(found) != len(all.URLs)+1 {
		t.Error("a page of offers that staff want found is not in the sitemap")
	}
}

func TestLargeSitemapIsSplit(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	whole, _ := readMap(t, s.Get("/sitemap.xml"))
	s.Exec(`INSERT INTO articles (slug, title, excerpt, category, body, body_html, read_time, author_name, publish_at, status)
		SELECT 'many-' || n, 'T', 'E', 'pets', 'B', 'B', 1, 'Kim Poe', now(), 'published' FROM generate_series(1, 10000) n`)
	s.As("editor").Edit("POST", "/api/admin/authors", sitetest.M{"name": "Kim Poe", "slug": "kim-poe", "bio": "Writes."}) // invalidates the caches
	_, index := readMap(t, s.Get("/sitemap.xml"))
	if index.XMLName.Local != "sitemapindex" || len(index.Maps) != 5 {
		t.Fatalf("%s of %v", index.XMLName.Local, index.Maps)
	}
	named := 0
	for _, m := range index.Maps {
		found, part := readMap(t, s.Get(strings.TrimPrefix(m.Loc, "https://localhost")))
		if len(part.URLs) > 10_000 {
			t.Errorf("%s has %d addresses", m.Loc, len(part.URLs))
		}
		named += len(found)
	}
	if want := len(whole) + 10_000 + 2; named != want { // plus the topic and the author
		t.Errorf("the parts list %d addresses, want %d", named, want)
	}
	for _, path := range []string{"/sitemaps/articles-99.xml", "/sitemaps/articles-0.xml", "/sitemaps/articles-01.xml", "/sitemaps/authors-1.xml", "/sitemaps/pages", "/sitemaps/%00.xml", "/sitemaps/articles-99999999999999999999.xml"} {
		if a := s.Get(path); a.Status != 404 {
			t.Errorf("%s: %d", path, a.Status)
		}
	}
}
