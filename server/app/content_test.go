package app

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"

	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/session"
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
		h := readHead(t, s.Get(path).Body)
		if h.canonical != "https://localhost"+path {
			t.Errorf("%s says that it is at %s", path, h.canonical)
		}
		if utf8.RuneCountInString(h.title) > 65 || titles[h.title] != "" {
			t.Errorf("%s has the title %q, as has %q", path, h.title, titles[h.title])
		}
		for _, name := range []string{"description", "robots", "og:type", "og:locale", "og:title", "og:url", "og:image", "og:image:alt"} {
			if len(h.meta[name]) != 1 || h.meta[name][0] == "" {
				t.Errorf("%s: %s is %q", path, name, h.meta[name])
			}
		}
		description := strings.Join(h.meta["description"], "")
		if other := descriptions[description]; other != "" {
			t.Errorf("%s and %s have the same description: %s", path, other, description)
		}
		titles[h.title], descriptions[description] = path, path
		if !slices.Equal(h.meta["robots"], []string{"max-image-preview:large"}) {
			t.Errorf("%s: robots %q", path, h.meta["robots"])
		}
		if (h.thing("WebSite")["potentialAction"] != nil) != (path == "/") || h.thing("Organization")["logo"] == nil || h.thing("HowTo") != nil || h.thing("NewsArticle") != nil {
			t.Errorf("%s is about %v", path, h.graph)
		}
		if flaws := h.flaws(); len(flaws) > 0 {
			t.Errorf("%s: its structured data is flawed: %q", path, flaws)
		}
		isGuide := strings.HasPrefix(path, "/guides/")
		if !isGuide && !strings.HasPrefix(path, "/articles/") {
			continue
		}
		for _, fact := range []string{"headline", "author", "image", "datePublished", "dateModified", "articleSection", "publisher"} {
			if h.thing("Article")[fact] == nil {
				t.Errorf("%s does not tell its %s", path, fact)
			}
		}
		if h.thing("BreadcrumbList") == nil || isGuide != (h.thing("ItemList") != nil) || h.meta["article:published_time"] == nil || h.meta["article:modified_time"] == nil {
			t.Errorf("%s is about %v", path, h.graph)
		}
	}
	shared := readHead(t, s.Get("/articles/avoid-overdraft-fees").Body).meta["og:image"][0]
	image := s.Get(strings.TrimPrefix(shared, "https://localhost"))
	if image.Status != 200 || image.Header.Get("Content-Type") != "image/jpeg" || len(image.Body) < 20_000 || len(image.Body) > 150_000 {
		t.Errorf("%s: %d, %s, %d bytes", shared, image.Status, image.Header.Get("Content-Type"), len(image.Body))
	}
	if len(titles) < 48+10 {
		t.Errorf("only %d pages are listed", len(titles))
	}
	for _, path := range []string{"/content/hot-offers", "/unsubscribe", "/admin", "/nowhere", "/articles?q=bank"} {
		if h := readHead(t, s.Get(path).Body); !slices.Equal(h.meta["robots"], []string{"noindex"}) || h.canonical != "" || h.graph != nil {
			t.Errorf("%s may be listed: %+v", path, h)
		}
	}
}

// head is a page's metadata for search engines and link previews.
type head struct {
	title     string
	canonical string
	meta      map[string][]string // by name or property
	graph     []map[string]any    // structured data (schema.org)
}

// readHead parses the head of a page.
func readHead(t testing.TB, page string) head {
	t.Helper()
	first := func(pattern string) string {
		found := append(regexp.MustCompile(pattern).FindStringSubmatch(page), "", "")
		return html.UnescapeString(found[1])
	}
	h := head{title: first(`<title>([^<]*)`), canonical: first(`<link rel="canonical" href="([^"]*)`), meta: map[string][]string{}}
	for _, found := range regexp.MustCompile(`<meta (?:name|property)="([^"]*)" content="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		h.meta[found[1]] = append(h.meta[found[1]], html.UnescapeString(found[2]))
	}
	var about struct {
		Context string           `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	for _, found := range regexp.MustCompile(`<script type="application/ld\+json">(.*?)</script>`).FindAllStringSubmatch(page, -1) {
		if err := json.Unmarshal([]byte(found[1]), &about); err != nil || about.Context != "https://schema.org" || h.graph != nil {
			t.Errorf("%s: not exactly one schema.org graph: %v in %.200s", h.title, err, found[1])
		}
		h.graph = about.Graph
	}
	return h
}

// thing returns the first item of the graph of a type, or nil.
func (h head) thing(kind string) map[string]any {
	i := slices.IndexFunc(h.graph, func(thing map[string]any) bool { return thing["@type"] == kind })
	if i < 0 {
		return nil
	}
	return h.graph[i]
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

// flaws returns what is wrong with the graph: unknown types, missing
// properties, lists not numbered from one, invalid dates or addresses, dangling
// references.
func (h head) flaws() (flaws []string) {
	must, ids := required(), map[string]bool{}
	for _, thing := range h.graph {
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
	for _, thing := range h.graph {
		look(fmt.Sprint(thing["@type"]), thing)
	}
	return flaws
}

// A query per record would make a call slower with every record on the page. A
// list may run no more queries for 12 records than for one, and no call may run
// one query three times.
func TestCallsRunNoQueryPerRecord(t *testing.T) {
	t.Parallel()
	named := strings.NewReplacer( // records of the starting content
		"/articles/{slug}", "/articles/automatic-savings-that-stick",
		"/listicles/{id}", "/listicles/start-an-emergency-fund",
		"/topics/{category}", "/topics/banking",
		"/authors/{slug}", "/authors/maya-ortega",
		"/content/pages/{slug}", "/content/pages/hot-offers",
		"/content/{slug}/", "/content/hot-offers/",
		"/coreg/{slug}/", "/coreg/hot-offers/",
		"/newsletters/{slug}", "/newsletters/newsletter-1",
		"/legal/{page}", "/legal/privacy",
	)
	value := regexp.MustCompile(`'[^']*'|\b[0-9]+\b`)
	s := openIdle(t, "../..", sitetest.Warnings(t), noPages)
	if err := s.DB.Gorm.Exec(`INSERT INTO letters (slug, subject, status, listed_at, sent_at)
		SELECT 'newsletter-' || n, 'A newsletter', 'sent', now(), now() FROM generate_series(1, 12) n`).Error; err != nil {
		t.Fatal(err)
	}
	statements := dbtest.NewStatements()
	s.DB.Gorm.Logger = statements
	secret := "Bearer " + s.Token(session.Admin)
	page := s.IDOf("content_pages", "hot-offers") // some lists are of one page
	run := func(path string, limit int) (queries []string, status int) {
		statements.Heard()
		w := s.answer(http.MethodGet, fmt.Sprintf("%s?pageId=%d&limit=%d", path, page, limit), "", "Authorization", secret)
		return statements.Heard(), w.Code
	}
	lists, calls := 0, 0
	for pattern, item := range sitetest.Contract(t).Paths.Map() {
		path := named.Replace(pattern)
		if item.Get == nil || strings.Contains(path, "{") {
			continue
		}
		isList := slices.ContainsFunc(slices.Concat(item.Parameters, item.Get.Parameters), isLimit)
		run(path, 2) // loads what later requests have in memory
		one, _ := run(path, 1)
		more, status := run(path, 12)
		if status != http.StatusOK {
			if isList || path != pattern {
				t.Errorf("%s answers %d", path, status)
			}
			continue
		}
		calls++
		if isList {
			lists++
			if len(more) > len(one) {
				t.Errorf("%s runs %d queries for one record, but %d for more:\n%s", path, len(one), len(more), strings.Join(more, "\n"))
			}
		}
		times := map[string]int{}
		for _, query := range more {
			query = value.ReplaceAllString(query, "?")
			if times[query]++; times[query] == 3 {
				t.Errorf("%s runs a query three times: %s", path, query)
			}
		}
	}
	if lists < 20 || calls < 50 {
		t.Errorf("only %d lists and %d calls", lists, calls)
	}
}

func isLimit(p *openapi3.ParameterRef) bool { return p.Value.Name == "limit" }
