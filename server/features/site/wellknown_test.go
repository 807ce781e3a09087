package site_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/discovery"
)

func pieceIsServedAsMarkdown(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	article := publish(ed, "spoons", sitetest.M{"sources": []sitetest.M{{"title": "A study", "url": "https://www.example.com/study"}}})
	a := s.Get("/articles/spoons.md")
	if a.Status != 200 || a.Header.Get("Content-Type") != "text/markdown; charset=utf-8" || a.Header.Get("Link") != `<https://localhost/articles/spoons>; rel="canonical"` {
		t.Fatalf("%d %v", a.Status, a.Header)
	}
	for _, want := range []string{"# On spoons\n", "> About spoons.\n", "By Kim Poe", "See [the list](https://localhost/articles).", "- [A study](https://www.example.com/study)"} {
		if !strings.Contains(a.Body, want) {
			t.Errorf("%q is missing from %s", want, a.Body)
		}
	}
	address := fmt.Sprint("/go/carousel/", s.IDOf("carousel_offers", "tidewick-starter-plan"))
	ed.Edit("POST", "/api/admin/guides", sitetest.M{"title": "Pans", "slug": "pans", "subtitle": "x", "category": "pets", "status": "published", "introduction": "x", "conclusion": "x",
		"items": []sitetest.M{{"title": "One", "content": "x", "ctaText": "Go", "ctaUrl": address}}})
	if got := s.Get("/guides/pans.md").Body; !strings.Contains(got, "[Go](https://localhost"+address+") (sponsored)\n") {
		t.Errorf("the button of an offer: %s", got)
	}
	guide := s.Get("/guides/start-an-emergency-fund.md").Body
	if n := len(regexp.MustCompile(`(?m)^## \d+\. .+$`).FindAllString(guide, -1)); n < 3 || !strings.Contains(guide, "\n## The bottom line\n") {
		t.Errorf("%d steps in %s", n, guide)
	}
	ed.Edit("PUT", fmt.Sprintf("/api/admin/articles/%d", article.ID), sitetest.M{"slug": "ladles"})
	if a := s.Get("/articles/spoons.md"); a.Status != 301 || a.Header.Get("Location") != "/articles/ladles.md" {
		t.Errorf("former slug: %d to %q", a.Status, a.Header.Get("Location"))
	}
	ed.Edit("PUT", fmt.Sprintf("/api/admin/articles/%d", article.ID), sitetest.M{"status": "archived"})
	for path, want := range map[string]int{"/articles/ladles.md": 410, "/articles/no-such-article.md": 404, "/guides/.md": 404, "/articles/..md": 404} {
		if a := s.Get(path); a.Status != want {
			t.Errorf("%s: %d, want %d", path, a.Status, want)
		}
	}
}

func wellKnownFiles(t *testing.T, s *sitetest.Site) {
	if a := s.Get("/robots.txt"); !strings.Contains(a.Body, "Sitemap: https://localhost/sitemap.xml") || !strings.Contains(a.Body, "\nDisallow: /go/\n") {
		t.Errorf("robots.txt: %s", a.Body)
	}
	security := s.Get("/.well-known/security.txt").Body
	expires, err := time.Parse(time.RFC3339, regexp.MustCompile(`(?m)^Expires: (.*)$`).FindStringSubmatch(security + "Expires: \n")[1])
	if err != nil || time.Until(expires) < 24*time.Hour || time.Until(expires) > 365*24*time.Hour || !strings.HasPrefix(security, "Contact: mailto:support@") {
		t.Errorf("security.txt: %s (%v)", security, err)
	}
	if a := s.Get("/security.txt"); a.Status != 301 || a.Header.Get("Location") != "/.well-known/security.txt" {
		t.Errorf("/security.txt: %d to %s", a.Status, a.Header.Get("Location"))
	}
	if gpc := sitetest.Decode[struct{ GPC bool }](t, s.Get("/.well-known/gpc.json").Body); !gpc.GPC {
		t.Error("the site does not say that it honors the Global Privacy Control")
	}
	llms := s.Get("/llms.txt").Body
	if !strings.HasPrefix(llms, "# Thriftwell\n\n> ") || !strings.Contains(llms, "](https://localhost/guides/start-an-emergency-fund.md): ") {
		t.Errorf("llms.txt: %.300s", llms)
	}
	for saves, want := range map[string]string{"": `{"prerender":[{"where":{"and":[{"href_matches":["/","/articles","/articles/:slug",`, "on": "{}"} {
		a := s.Get("/speculation.json", "Save-Data", saves)
		if !strings.HasPrefix(a.Body, want) || strings.Contains(a.Body, "unsubscribe") || a.Header.Get("Content-Type") != "application/speculationrules+json" || a.Header.Get("Vary") != "Save-Data" {
			t.Errorf("with Save-Data %q: %v %s", saves, a.Header, a.Body)
		}
	}
	a := s.Get("/site.webmanifest")
	manifest := sitetest.Decode[struct {
		Name  string
		Start string `json:"start_url"`
		Icons []struct{ Sizes string }
	}](t, a.Body)
	if a.Header.Get("Content-Type") != "application/manifest+json; charset=utf-8" || manifest.Name != "Thriftwell" || manifest.Start != "/" || len(manifest.Icons) < 2 {
		t.Errorf("%s: %+v", a.Header.Get("Content-Type"), manifest)
	}
}

// fakeIndexNow is a fake IndexNow server. It records announcements and responds with a
// status.
type fakeIndexNow struct {
	status int
	calls  []struct {
		Host, Key, KeyLocation string
		URLList                []string `json:"urlList"`
	}
}

// ServeHTTP implements http.Handler.
func (i *fakeIndexNow) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	i.calls = append(i.calls, struct {
		Host, Key, KeyLocation string
		URLList                []string `json:"urlList"`
	}{})
	_ = json.Unmarshal(body, &i.calls[len(i.calls)-1])
	w.WriteHeader(i.status)
}

func TestPublishedPagesAreAnnouncedToSearchEngines(t *testing.T) {
	t.Parallel()
	const key = "0123456789abcdef"
	s := apptest.Open(t, "INDEXNOW_KEY="+key)
	ed, engines := s.As("editor"), &fakeIndexNow{status: 503}
	server := httptest.NewServer(engines)
	defer server.Close()
	n := discovery.IndexNow{Store: discovery.NewStore(s.DB.Gorm), Client: server.Client(), Endpoint: server.URL, BaseURL: "https://localhost", Key: key}
	if a := s.Get("/" + key + ".txt"); a.Status != 200 || a.Body != key {
		t.Errorf("the key's file: %d %q", a.Status, a.Body)
	}

	publish(ed, "draft", sitetest.M{"status": "draft"})
	article := publish(ed, "bowls")
	publish(ed, "jars")
	if err := n.Run(t.Context()); err == nil {
		t.Error("status 503 returned no error")
	}
	engines.status = 200
	if err := n.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(engines.calls) != 2 {
		t.Fatalf("%d announcements", len(engines.calls))
	}
	call := engines.calls[1]
	slices.Sort(call.URLList)
	if call.Host != "localhost" || call.Key != key || call.KeyLocation != "https://localhost/"+key+".txt" || !slices.Equal(call.URLList, []string{"https://localhost/articles/bowls", "https://localhost/articles/jars"}) {
		t.Errorf("announced %+v", call)
	}

	one := fmt.Sprintf("/api/admin/articles/%d", article.ID)
	ed.Edit("PUT", one, sitetest.M{"featured": true}) // not a change of content
	if err := n.Run(t.Context()); err != nil || len(engines.calls) != 2 {
		t.Errorf("%d announcements without changes (%v)", len(engines.calls)-2, err)
	}
	ed.Edit("PUT", one, sitetest.M{"slug": "pots"})
	if err := n.Run(t.Context()); err != nil || len(engines.calls) != 3 || len(engines.calls[2].URLList) != 2 {
		t.Errorf("announcements of a move: %+v (%v)", engines.calls[2:], err)
	}
}

func nothingIsAnnouncedWithoutAKey(t *testing.T, s *sitetest.Site) {
	publish(s.As("editor"), "forks")
	if n := s.Count("SELECT count(*) FROM changed_pages"); n != 0 {
		t.Errorf("%d pages recorded", n)
	}
}
