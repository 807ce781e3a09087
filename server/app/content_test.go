package app

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"thriftwell/server/app/sitetest"
)

type piece struct {
	ID       int64    `json:"id"`
	Slug     string   `json:"slug"`
	Title    string   `json:"title"`
	Excerpt  string   `json:"excerpt"`
	Category string   `json:"category"`
	Tags     []string `json:"tags"`
}

func TestContentCallsMatchTheContract(t *testing.T) {
	t.Parallel()
	s, doc := sharedSite(t), sitetest.Contract(t)
	for _, c := range []struct {
		path, pattern string
		status        int
	}{
		{"/api/articles", "/api/articles", 200},
		{"/api/articles?featured=true", "/api/articles", 200},
		{"/api/articles?category=all", "/api/articles", 200},
		{"/api/articles?category=insurance&limit=2&offset=1", "/api/articles", 200},
		{"/api/articles?category=nonsense", "/api/articles", 200},
		{"/api/articles?q=%25", "/api/articles", 200},
		{"/api/articles?limit=-1", "/api/articles", 400},
		{"/api/articles?limit=99999999999999999999", "/api/articles", 400},
		{"/api/articles?offset=x", "/api/articles", 400},
		{"/api/articles?featured=maybe", "/api/articles", 400},
		{"/api/articles?q=a%00b", "/api/articles", 400},
		{"/api/articles?q=%ff", "/api/articles", 400},
		{"/api/articles?q=" + strings.Repeat("x", 10_000), "/api/articles", 400},
		{"/api/articles?category=a%00b", "/api/articles", 400},
		{"/api/articles/compare-car-insurance-quotes", "/api/articles/{slug}", 200},
		{"/api/articles/no-such-article", "/api/articles/{slug}", 404},
		{"/api/articles/a%00b", "/api/articles/{slug}", 404},
		{"/api/articles/" + url.PathEscape("'; DROP TABLE articles"), "/api/articles/{slug}", 404},
		{"/api/listicles", "/api/listicles", 200},
		{"/api/listicles?q=Insurance", "/api/listicles", 200},
		{"/api/listicles?limit=0", "/api/listicles", 400},
		{"/api/listicles/featured", "/api/listicles/featured", 200},
		{"/api/listicles/start-an-emergency-fund", "/api/listicles/{id}", 200},
		{"/api/listicles/999999", "/api/listicles/{id}", 404},
		{"/api/listicles/99999999999999999999", "/api/listicles/{id}", 404},
		{"/api/listicles/no-such-guide", "/api/listicles/{id}", 404},
	} {
		a := s.Get(c.path)
		if a.Status != c.status {
			t.Errorf("%.80s: got %d, want %d: %.200s", c.path, a.Status, c.status, a.Body)
		}
		sitetest.Agrees(t, doc, "GET", c.pattern, a)
	}
}

func TestSearchTakesTextNotPatterns(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	for _, q := range []string{"%", "_", ".*", `\`, "' OR 1=1 --"} {
		for _, p := range sitetest.Decode[[]piece](t, s.Get("/api/articles?q="+url.QueryEscape(q)).Body) {
			if !strings.Contains(p.Title+p.Excerpt, q) {
				t.Errorf("%q found %q", q, p.Title)
			}
		}
	}
	upper := sitetest.Decode[[]piece](t, s.Get("/api/articles?q=INSURANCE").Body)
	if len(upper) == 0 {
		t.Error("search is case-sensitive")
	}
	tagged := sitetest.Decode[[]piece](t, s.Get("/api/listicles?q=budget").Body)
	for _, g := range tagged {
		if !strings.Contains(strings.ToLower(fmt.Sprint(g.Title, g.Tags)), "budget") && len(tagged) == 12 {
			t.Errorf("%q was found for budget", g.Title)
		}
	}
}

func TestListsArePaginated(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	a := s.Get("/api/articles?limit=9&offset=9")
	if got := sitetest.Decode[[]piece](t, a.Body); len(got) != 9 || a.Header.Get("X-Total-Count") != "36" {
		t.Errorf("got %d of %s", len(got), a.Header.Get("X-Total-Count"))
	}
	for _, p := range sitetest.Decode[[]piece](t, s.Get("/api/articles?category=banking").Body) {
		if p.Category != "banking" {
			t.Errorf("%q is in category %s", p.Title, p.Category)
		}
	}
}

func TestGuidesAreFoundByNumber(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	bySlug := sitetest.Decode[piece](t, s.Get("/api/listicles/start-an-emergency-fund").Body)
	byNumber := sitetest.Decode[piece](t, s.Get(fmt.Sprintf("/api/listicles/%d", bySlug.ID)).Body)
	if byNumber.Slug != bySlug.Slug {
		t.Errorf("number %d is %q", bySlug.ID, byNumber.Slug)
	}
}

// It covers every kind of page that search engines may list.
func TestEveryListedPageHasAUniqueHead(t *testing.T) {
	t.Parallel()
	long(t)
	s := sharedSite(t)
	titles, descriptions := map[string]string{}, map[string]string{}
	for _, found := range regexp.MustCompile(`<loc>https://localhost([^<]*)`).FindAllStringSubmatch(s.Get("/sitemap.xml").Body, -1) {
		path := html.UnescapeString(found[1])
		h := sitetest.ReadHead(t, s.Get(path).Body)
		if h.Canonical != "https://localhost"+path {
			t.Errorf("%s says that it is at %s", path, h.Canonical)
		}
		if utf8.RuneCountInString(h.Title) > 65 || titles[h.Title] != "" {
			t.Errorf("%s has the title %q, as has %q", path, h.Title, titles[h.Title])
		}
		for _, name := range []string{"description", "robots", "og:type", "og:locale", "og:title", "og:url", "og:image", "og:image:alt"} {
			if len(h.Meta[name]) != 1 || h.Meta[name][0] == "" {
				t.Errorf("%s: %s is %q", path, name, h.Meta[name])
			}
		}
		description := strings.Join(h.Meta["description"], "")
		if other := descriptions[description]; other != "" {
			t.Errorf("%s and %s have the same description: %s", path, other, description)
		}
		titles[h.Title], descriptions[description] = path, path
		if !slices.Equal(h.Meta["robots"], []string{"max-image-preview:large"}) {
			t.Errorf("%s: robots %q", path, h.Meta["robots"])
		}
		if (h.Thing("WebSite")["potentialAction"] != nil) != (path == "/") || h.Thing("Organization")["logo"] == nil || h.Thing("HowTo") != nil || h.Thing("NewsArticle") != nil {
			t.Errorf("%s is about %v", path, h.Graph)
		}
		if flaws := h.Flaws(); len(flaws) > 0 {
			t.Errorf("%s: its structured data is flawed: %q", path, flaws)
		}
		isGuide := strings.HasPrefix(path, "/guides/")
		if !isGuide && !strings.HasPrefix(path, "/articles/") {
			continue
		}
		for _, fact := range []string{"headline", "author", "image", "datePublished", "dateModified", "articleSection", "publisher"} {
			if h.Thing("Article")[fact] == nil {
				t.Errorf("%s does not tell its %s", path, fact)
			}
		}
		if h.Thing("BreadcrumbList") == nil || isGuide != (h.Thing("ItemList") != nil) || h.Meta["article:published_time"] == nil || h.Meta["article:modified_time"] == nil {
			t.Errorf("%s is about %v", path, h.Graph)
		}
	}
	shared := sitetest.ReadHead(t, s.Get("/articles/avoid-overdraft-fees").Body).Meta["og:image"][0]
	image := s.Get(strings.TrimPrefix(shared, "https://localhost"))
	if image.Status != 200 || image.Header.Get("Content-Type") != "image/jpeg" || len(image.Body) < 20_000 || len(image.Body) > 150_000 {
		t.Errorf("%s: %d, %s, %d bytes", shared, image.Status, image.Header.Get("Content-Type"), len(image.Body))
	}
	if len(titles) < 48+10 {
		t.Errorf("only %d pages are listed", len(titles))
	}
	for _, path := range []string{"/content/hot-offers", "/unsubscribe", "/admin", "/nowhere", "/articles?q=bank"} {
		if h := sitetest.ReadHead(t, s.Get(path).Body); !slices.Equal(h.Meta["robots"], []string{"noindex"}) || h.Canonical != "" || h.Graph != nil {
			t.Errorf("%s may be listed: %+v", path, h)
		}
	}
}
