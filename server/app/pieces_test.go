package app

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"thriftwell/server/app/sitetest"
)

// written is an article or a guide as the staff API returns it.
type written struct {
	ID        int64     `json:"id"`
	Slug      string    `json:"slug"`
	Status    string    `json:"status"`
	PublishAt time.Time `json:"publishAt"`
	Version   int       `json:"version"`
}

// editor edits articles or guides, and checks the public pages after each step.
type editor struct {
	sitetest.Member
	doc   *openapi3.T
	calls string // /api/admin/articles
	pages string // /articles/
	id    int64
}

// do makes a call about the article or guide, which must succeed.
func (e *editor) do(method, rest string, body any) written {
	e.T.Helper()
	path, pattern := e.calls, e.calls
	if e.id != 0 {
		path, pattern = fmt.Sprint(e.calls, "/", e.id, rest), e.calls+"/{id}"+rest
	}
	a := e.Member.Do(method, path, body)
	sitetest.Agrees(e.T, e.doc, method, pattern, a)
	if a.Status >= 300 {
		e.T.Fatalf("%s %s: %d %s", method, path, a.Status, a.Body)
	}
	w := sitetest.Decode[written](e.T, a.Body)
	if w.ID != 0 {
		e.id = w.ID
	}
	return w
}

// shows fails the test unless the page of a slug has the status and contains
// the text.
func (e *editor) shows(slug string, status int, text string) {
	e.T.Helper()
	a := e.Get(e.pages + slug)
	if a.Status != status || !strings.Contains(a.Body, text) {
		e.T.Errorf("%s%s: %d, want %d and %q; %s", e.pages, slug, a.Status, status, text, a.Header.Get("Cache-Status"))
	}
}

// redirects fails the test unless an address redirects to the page of a slug.
func (e *editor) redirects(from, to string) {
	e.T.Helper()
	a := e.Get(e.pages + from + "?utm_source=x")
	if a.Status != 301 || a.Header.Get("Location") != e.pages+to+"?utm_source=x" {
		e.T.Errorf("%s%s: %d to %q, want %q", e.pages, from, a.Status, a.Header.Get("Location"), to)
	}
}

// After each step in the life of an article or guide, the next request shows
// it.
func TestEachStepOfAPieceShowsAtTheNextRequest(t *testing.T) {
	t.Parallel()
	s, doc := openSite(t), sitetest.Contract(t)
	for _, c := range []struct {
		e         editor
		content   sitetest.M
		first     string
		corrected sitetest.M
	}{
		{
			editor{calls: "/api/admin/articles", pages: "/articles/"},
			sitetest.M{"title": "A Piece", "slug": "a-piece", "excerpt": "About it.", "category": "banking", "body": "As it <b>began</b>."}, "As it &lt;b&gt;began&lt;/b&gt;.",
			sitetest.M{"body": "As it was corrected."},
		},
		{
			editor{calls: "/api/admin/guides", pages: "/guides/"},
			sitetest.M{"title": "A Piece", "slug": "a-piece", "subtitle": "About it.", "category": "banking", "items": []sitetest.M{{"title": "Step", "content": "As it <b>began</b>."}}}, "As it &lt;b&gt;began&lt;/b&gt;.",
			sitetest.M{"items": []sitetest.M{{"title": "Step", "content": "As it was corrected."}}},
		},
	} {
		e := c.e
		e.Member, e.doc = s.As("editor"), doc
		list := strings.TrimSuffix(e.pages, "/")
		listed := func() bool {
			return strings.Contains(s.Get(list).Body, `href="`+e.pages) && strings.Contains(s.Get(list).Body, ">A Piece<")
		}

		e.do("POST", "", c.content)
		e.shows("a-piece", 404, "")
		if w := e.do("PUT", "", sitetest.M{"status": "scheduled", "publishAt": time.Now().Add(time.Hour)}); w.Status != "scheduled" {
			t.Fatalf("scheduled: %+v", w)
		}
		e.shows("a-piece", 404, "")
		if listed() {
			t.Error("it is listed before its time")
		}
		at := time.Now().Add(2 * time.Second)
		e.do("PUT", "", sitetest.M{"publishAt": at})
		sitetest.Eventually(t, "it is published", func() bool { return s.Get(e.pages+"a-piece").Status == 200 })
		if early := time.Until(at); early > 0 {
			t.Errorf("published %s before its time", early)
		}
		e.shows("a-piece", 200, c.first)
		if !listed() {
			t.Error("it is not listed")
		}
		days := []string{time.Now().UTC().Format(time.DateOnly)} // or the next one, at midnight
		c.corrected["correction"] = sitetest.M{"text": "It began otherwise."}
		e.do("PUT", "", c.corrected)
		e.shows("a-piece", 200, "As it was corrected.")
		e.shows("a-piece", 200, "It began otherwise.")
		days = append(days, time.Now().UTC().Format(time.DateOnly))
		sitemap := s.Get("/sitemap.xml").Body
		if !slices.ContainsFunc(days, func(day string) bool { return strings.Contains(sitemap, e.pages+"a-piece</loc>\n    <lastmod>"+day) }) {
			t.Error("the sitemap does not say that it was revised")
		}
		e.do("PUT", "", sitetest.M{"slug": "a-better-name"})
		e.redirects("a-piece", "a-better-name")
		e.do("PUT", "", sitetest.M{"slug": "the-best-name"})
		e.redirects("a-piece", "the-best-name")
		e.redirects("a-better-name", "the-best-name")
		e.shows("the-best-name", 200, "As it was corrected.")
		e.do("PUT", "", sitetest.M{"status": "archived"})
		e.shows("the-best-name", 410, "This page is gone")
		e.shows("a-piece", 410, "This page is gone")
		if listed() {
			t.Error("it is still listed")
		}
		e.do("PUT", "", sitetest.M{"status": "published"})
		e.shows("the-best-name", 200, "As it was corrected.")
		e.do("DELETE", "", nil)
		e.shows("the-best-name", 410, "This page is gone")
		e.do("POST", "/restore", nil)
		e.shows("the-best-name", 200, "As it was corrected.")
		e.do("PUT", "", sitetest.M{"status": "scheduled", "publishAt": time.Now().Add(time.Hour)})
		e.shows("the-best-name", 404, "")

		// The time of the second schedule may have come before the call did, which then published the piece.
		if got := s.story(e.calls, e.id); !regexp.MustCompile(`^create (update ){7,8}delete restore update$`).MatchString(got) {
			t.Errorf("the log tells %s", got)
		}
	}
}

// story returns the actions on a piece in the audit log.
func (s *testSite) story(calls string, id int64) string {
	s.T.Helper()
	kind := strings.TrimSuffix(calls[strings.LastIndex(calls, "/")+1:], "s")
	actions := []string{}
	for _, e := range sitetest.Must[[]struct{ Action string }](s.As("admin"), "GET", fmt.Sprintf("/api/admin/audit?kind=%s&id=%d", kind, id), nil) {
		actions = append([]string{e.Action}, actions...)
	}
	return strings.Join(actions, " ")
}

func TestPreviewsLookLikeThePageAndAreNotCached(t *testing.T) {
	t.Parallel()
	s, doc := openSite(t), sitetest.Contract(t)
	e := editor{Member: s.As("editor"), doc: doc, calls: "/api/admin/articles"}
	e.do("POST", "", sitetest.M{"title": "A Draft", "slug": "a-draft", "body": "## One\n\nAs it is *saved*."})
	link := func(body any) string {
		t.Helper()
		a := e.Member.Do("POST", fmt.Sprint(e.calls, "/", e.id, "/preview-link"), body)
		sitetest.Agrees(t, doc, "POST", e.calls+"/{id}/preview-link", a)
		return strings.TrimPrefix(sitetest.Decode[struct{ URL string }](t, a.Body).URL, s.config.BaseURL)
	}
	saved, typed := link(nil), link(sitetest.M{"body": "As it is typed."})
	for path, text := range map[string]string{saved: "As it is <em>saved</em>.", typed: "As it is typed."} {
		a := s.Get(path)
		if a.Status != 200 || !strings.Contains(a.Body, text) || !strings.Contains(a.Body, "A Draft") {
			t.Errorf("%s: %d", path, a.Status)
		}
		if a.Header.Get("Cache-Control") != "no-store" || a.Header.Get("X-Robots-Tag") != "noindex" || !strings.Contains(a.Body, `content="noindex"`) ||
			!strings.Contains(a.Header.Get("Content-Security-Policy"), "frame-ancestors 'self'") {
			t.Errorf("%s has %v", path, a.Header)
		}
		sitetest.Agrees(t, doc, "GET", "/api/preview/articles/{token}", s.Get("/api"+path))
	}
	e.do("PUT", "", sitetest.M{"body": "As it is saved later."})
	if a := s.Get(saved); !strings.Contains(a.Body, "As it is saved later.") {
		t.Errorf("the preview is kept: %s", a.Header.Get("Cache-Status"))
	}
	if a := s.Get(saved + "x"); a.Status != 404 {
		t.Errorf("another token: %d", a.Status)
	}
	if strings.Contains(s.Get("/sitemap.xml").Body, "preview") {
		t.Error("the sitemap names a preview")
	}
}

func TestPreviewLinksAreNotLoggedOrTraced(t *testing.T) {
	t.Parallel()
	log, r := &sitetest.Log{}, newReceiver(t)
	s := openLoggedSite(t, "../..", log, "OTEL_EXPORTER_OTLP_ENDPOINT="+r.URL)
	a := s.As("editor").Do("POST", "/api/admin/articles/1/preview-link", nil)
	_, token, _ := strings.Cut(sitetest.Decode[struct{ URL string }](t, a.Body).URL, "/preview/articles/")
	if a := s.Get("/preview/articles/" + token); token == "" || a.Status != 200 {
		t.Fatalf("%q: %d", token, a.Status)
	}
	sitetest.Eventually(t, "both requests are told of", func() bool {
		_ = s.tracing.provider.ForceFlush(t.Context())
		return r.find("GET /preview/articles/:token", nil) != nil && len(log.Lines("path=/preview/articles/:token ")) > 0 && len(log.Lines("path=/api/preview/articles/:token ")) > 0
	})
	if lines := log.Lines(token); len(lines) > 0 {
		t.Errorf("the log has it: %s", lines)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, span := range r.spans {
		if strings.Contains(span.String(), token) {
			t.Errorf("it is in %s", span)
		}
	}
}

func TestRevisionsMatchTheContract(t *testing.T) {
	t.Parallel()
	s, doc := openSite(t), sitetest.Contract(t)
	ed := s.As("editor")
	for path, slug := range map[string]string{"/api/admin/articles": anArticle, "/api/admin/guides": "start-an-emergency-fund"} {
		list := ed.Do("GET", path+"?q="+slug, nil)
		sitetest.Agrees(t, doc, "GET", path, list)
		one := fmt.Sprint(path, "/", sitetest.Decode[[]written](t, list.Body)[0].ID)
		sitetest.Agrees(t, doc, "GET", path+"/{id}", ed.Do("GET", one, nil))
		sitetest.Agrees(t, doc, "PUT", path+"/{id}", ed.Do("PUT", one, sitetest.M{"title": "Changed", "tags": []string{"new"}}))
		sitetest.Agrees(t, doc, "PUT", path+"/{id}", ed.Do("PUT", one, sitetest.M{"title": "Changed", "version": 1}))
		revisions := ed.Do("GET", one+"/revisions", nil)
		sitetest.Agrees(t, doc, "GET", path+"/{id}/revisions", revisions)
		found := sitetest.Decode[[]struct{ ID int64 }](t, revisions.Body)
		if len(found) != 2 {
			t.Fatalf("%s: %s", path, revisions.Body)
		}
		first := fmt.Sprint(one, "/revisions/", found[1].ID)
		sitetest.Agrees(t, doc, "GET", path+"/{id}/revisions/{revision}", ed.Do("GET", first, nil))
		restored := ed.Do("POST", first+"/restore", sitetest.M{"status": "published"})
		sitetest.Agrees(t, doc, "POST", path+"/{id}/revisions/{revision}/restore", restored)
		if restored.Status != 200 || strings.Contains(restored.Body, `"title":"Changed"`) {
			t.Errorf("%s: %d %s", path, restored.Status, restored.Body)
		}
		batch := ed.Do("POST", path+"/batch", sitetest.M{"ids": []int64{sitetest.Decode[written](t, restored.Body).ID}, "action": "archive"})
		sitetest.Agrees(t, doc, "POST", path+"/batch", batch)
		if reader := s.As("marketer").Do("PUT", one, sitetest.M{"title": "x"}); reader.Status != 403 {
			t.Errorf("a marketer writes: %d", reader.Status)
		}
	}
}
