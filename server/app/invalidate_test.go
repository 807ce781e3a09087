package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/session"
)

// catalogReads counts the reads of each catalog among statements.
func catalogReads(statements []string) map[string]int {
	n := map[string]int{}
	for _, sql := range statements {
		for catalog, part := range map[string]string{
			"carousel": "FROM carousel_offers_number", "static": "FROM static_offers_number", "content": "FROM content_offers_number",
			"daily": "FROM daily_offers_number", "questionnaire": `FROM "questions" WHERE is_active AND deleted_at IS NULL`,
		} {
			if strings.Contains(sql, part) {
				n[catalog]++
			}
		}
	}
	return n
}

// A staff edit reads the catalogs that it affects once: not again for its own
// notification, and no others.
func TestAnEditReloadsOnlyAffectedCatalogsOnce(t *testing.T) {
	t.Parallel()
	s := openIdle(t, "../..", sitetest.Warnings(t), noPages)
	statements := dbtest.NewStatements()
	s.DB.Gorm.Logger = statements
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.listen(ctx)
	}()
	t.Cleanup(func() { stop(); <-ended })
	if got := s.settled(statements); len(got) != 0 {
		t.Errorf("catalogs were read again when the site began to listen: %v", got)
	}
	secret := "Bearer " + s.Token(session.Editor)
	page := s.IDOf("content_pages", "hot-offers")
	for path, c := range map[string]struct {
		body string
		want map[string]int
	}{
		"/api/admin/offers":       {`{"title":"New","targetUrl":"https://new.example.com/","type":"phone"}`, map[string]int{"carousel": 1, "static": 1}},
		"/api/admin/daily-offers": {`{"title":"New","link":"https://new.example.com/"}`, map[string]int{"daily": 1}},
		"/api/admin/questions":    {`{"question":"New?","pageId":` + fmt.Sprint(page) + `}`, map[string]int{"questionnaire": 1}},
		"/api/content/offers":     {`{"title":"New","url":"https://new.example.com/","pageId":` + fmt.Sprint(page) + `}`, map[string]int{"content": 1, "questionnaire": 1}},
	} {
		if w := s.answer(http.MethodPost, path, c.body, "Authorization", secret); w.Code != http.StatusCreated {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		got := s.settled(statements)
		for _, catalog := range []string{"carousel", "static", "content", "daily", "questionnaire"} {
			if got[catalog] != c.want[catalog] {
				t.Errorf("%s: the catalog of %s was read %d times, want %d", path, catalog, got[catalog], c.want[catalog])
			}
		}
	}
}

// settled returns how often each catalog was read, after every notification
// sent so far is handled and every reload is done.
func (s *testSite) settled(statements *dbtest.Statements) map[string]int {
	s.T.Helper()
	const read = "/api/articles?limit=1"
	other := notify.New(slog.New(slog.DiscardHandler))
	sitetest.Eventually(s.T, "a notification is received", func() bool {
		s.answer(http.MethodGet, read, "")
		if err := other.Transaction(s.T.Context(), s.DB.Gorm, []string{"articles"}, func(*gorm.DB) error { return nil }); err != nil {
			s.T.Fatal(err)
		}
		return strings.Contains(s.answer(http.MethodGet, read, "").Header().Get("Cache-Status"), "fwd=stale")
	})
	s.catalogs.questionnaire.Get()
	for _, k := range s.catalogs.offers {
		k.Get()
	}
	return catalogReads(statements.Heard())
}

// answer calls the site's handler without a socket. Headers come in pairs.
func (s *testSite) answer(method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host, r.RemoteAddr = "localhost", "127.0.0.1:1"
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.site.Handler.ServeHTTP(w, r)
	return w
}

// rename changes an article's title as another instance would, notifying the
// others if tell is set.
func (s *testSite) rename(slug, title string, tell bool) {
	s.T.Helper()
	var tags []string
	if tell {
		tags = []string{"articles", "article:" + slug}
	}
	err := notify.New(slog.New(slog.DiscardHandler)).Transaction(s.T.Context(), s.DB.Gorm, tags, func(tx *gorm.DB) error {
		return tx.Exec("UPDATE articles SET title = ? WHERE slug = ?", title, slug).Error
	})
	if err != nil {
		s.T.Fatal(err)
	}
}

const anArticle = "compare-car-insurance-quotes"

// shows reports whether a page shows the article's title.
func (s *testSite) shows(title string) bool {
	s.T.Helper()
	return strings.Contains(s.Get("/articles/"+anArticle).Body, title)
}

func TestWritesInvalidatePagesOfOtherInstances(t *testing.T) {
	t.Parallel()
	same := []string{"DATABASE_URL=" + dbtest.NewWithContent(t, loadContent), "DATA_DIR=" + t.TempDir()}
	one, other := openSite(t, same...), openSite(t, same...)
	for _, title := range []string{"Quotes Anew", "Quotes Once More"} {
		for _, s := range []*testSite{one, other} {
			s.warm("/articles/" + anArticle)
			s.warm("/guides")
		}
		one.rename(anArticle, title, true)
		for _, s := range []*testSite{one, other} {
			sitetest.Eventually(t, "the new title shows", func() bool { return s.shows(title) })
		}
	}
}

func TestBehindACDNWritesRecordTagsToPurge(t *testing.T) {
	t.Parallel()
	s := openIdle(t, "../..", sitetest.Warnings(t), "FASTLY_SERVICE_ID=SU1Z0isxPaozGVKXdv0eY", "FASTLY_API_TOKEN=secret")
	carried := strings.Fields(s.answer("GET", "/api/articles/"+anArticle, "").Header().Get("Surrogate-Key"))
	edited := s.answer("PUT", fmt.Sprint("/api/admin/articles/", s.IDOf("articles", anArticle)), `{"title":"Quotes Anew"}`, "Authorization", "Bearer "+s.Token(session.Editor))
	if edited.Code != http.StatusOK {
		t.Fatalf("%d %s", edited.Code, edited.Body)
	}
	if n := s.Count("SELECT count(*) FROM cdn_purges WHERE tag = ANY ($1)", carried); n == 0 {
		t.Errorf("none of the tags %q is to be purged", carried)
	}
}

// The write's notification is lost with the connection.
func TestMissedWritesShowAfterReconnecting(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	s.warm("/articles/" + anArticle)
	s.rename(anArticle, "Quotes Nobody Told Of", false)
	if s.shows("Quotes Nobody Told Of") {
		t.Fatal("the page was not cached")
	}
	if s.Count(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`) == 0 {
		t.Fatal("no connection listened")
	}
	sitetest.Eventually(t, "the page is made anew", func() bool { return s.shows("Quotes Nobody Told Of") })
}

func TestAPIReadsAreCachedCompressedWithAnETag(t *testing.T) {
	t.Parallel()
	s := openSite(t, noPages)
	first := s.Get("/api/listicles/start-an-emergency-fund", "Accept-Encoding", "br")
	again := s.Get("/api/listicles/start-an-emergency-fund", "Accept-Encoding", "br")
	if again.Header.Get("Content-Encoding") != "br" || !strings.Contains(again.Header.Get("Cache-Status"), "hit") {
		t.Errorf("encoding %q, %q", again.Header.Get("Content-Encoding"), again.Header.Get("Cache-Status"))
	}
	unchanged := s.Get("/api/listicles/start-an-emergency-fund", "Accept-Encoding", "br", "If-None-Match", first.Header.Get("ETag"))
	if unchanged.Status != 304 {
		t.Errorf("an unchanged answer was sent again: %d", unchanged.Status)
	}
	if again.Header.Get("Cache-Tag") == "" {
		t.Error("the cached answer lacks its tags, which the renderer needs")
	}
	if n := s.Get("/api/listicles?limit=3").Header.Get("X-Total-Count"); n != "12" {
		t.Errorf("the cached list has the count %q", n)
	}
}

func TestWritesInvalidatePagesAndAPIReads(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	const page, read = "/guides/start-an-emergency-fund", "/api/listicles/start-an-emergency-fund"
	s.Get(page)
	if _, err := s.DB.Pool.Exec(context.Background(), "UPDATE guides SET title = 'A Title That Is New' WHERE slug = 'start-an-emergency-fund'"); err != nil {
		t.Fatal(err)
	}
	s.bus.Invalidate("guide:start-an-emergency-fund")
	for _, path := range []string{page, read} {
		if !strings.Contains(s.Get(path).Body, "A Title That Is New") {
			t.Errorf("%s shows the old title", path)
		}
	}
}

func TestAnInvalidationUpdatesClickOutTargets(t *testing.T) {
	t.Parallel()
	s := openSite(t, noPages)
	id := s.IDOf("carousel_offers", "tidewick-starter-plan")
	if _, err := s.DB.Pool.Exec(t.Context(), "UPDATE carousel_offers SET target_url = 'https://new.example.com/' WHERE id = $1", id); err != nil {
		t.Fatal(err)
	}
	s.bus.Invalidate("offers")
	a := s.Get(fmt.Sprintf("/links/?aid=offer&subid=%d&url=https://new.example.com/", id), sitetest.Person(1)...)
	if a.Status != 302 || a.Header.Get("Location") != "https://new.example.com/" {
		t.Errorf("%d to %s", a.Status, a.Header.Get("Location"))
	}
}

func TestDailyOffersHavePicturesAndCounts(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	ed := s.As("editor")
	const list = "/api/admin/daily-offers"
	made := ed.Edit("POST", list, sitetest.M{"title": "New", "link": "https://x.example.com", "position": 0, "imageUrl": "/images/default.svg"})
	one := list + "/" + fmt.Sprint(made.ID)
	if a := s.Get("/api/daily-offers"); made.ImageURL == nil || !strings.Contains(a.Body, `"imageUrl":"/images/default.svg"`) {
		t.Errorf("made %+v, shown %.300s", made, a.Body)
	}
	after := ed.Edit("PUT", one, sitetest.M{"imageUrl": "/images/steps/key.svg"})
	if a := s.Get("/dailyoffers"); after.ImageURL == nil || *after.ImageURL != "/images/steps/key.svg" || !strings.Contains(a.Body, *after.ImageURL) {
		t.Errorf("changed to %+v", after)
	}
	if gone := ed.Edit("PUT", one, sitetest.M{"imageUrl": nil}); gone.ImageURL != nil {
		t.Error("null did not remove the picture")
	}
	s.Post("/api/daily-offers/view", fmt.Sprintf(`{"offerIds":[%d]}`, made.ID))
	s.Post("/api/daily-offers/view", fmt.Sprintf(`{"offerIds":[%d]}`, made.ID), sitetest.Person(2)...)
	s.Post("/api/daily-offers/click", fmt.Sprintf(`{"offerId":%d}`, made.ID))
	shown := sitetest.Decode[[]struct{ ID, Views, Clicks int64 }](t, ed.Do("GET", list+"?limit=1", nil).Body)
	if shown[0].ID != made.ID || shown[0].Views != 2 || shown[0].Clicks != 1 {
		t.Errorf("staff see %+v", shown)
	}
}

func TestChangesShowAtTheNextRequest(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	ed := s.As("editor")
	const path = "/offers"
	if a := s.Get(path); a.Status != 200 || strings.Contains(a.Body, "Brand new kettle") {
		t.Fatalf("before: %d", a.Status)
	}
	made := ed.Edit("POST", "/api/admin/offers", sitetest.M{"title": "Brand new kettle", "targetUrl": "https://kettles.example.com/", "type": "linkout", "priority": 10})
	if a := s.Get(path); !strings.Contains(a.Body, "Brand new kettle") {
		t.Errorf("the page does not show the new offer: %s", a.Header.Get("Cache-Status"))
	}
	out := s.Get(fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s", made.ID, "https%3A%2F%2Fkettles.example.com%2F"))
	if out.Status != http.StatusFound {
		t.Errorf("click-out of a new offer: %d %s", out.Status, out.Body)
	}
	ed.Edit("DELETE", "/api/admin/offers/"+fmt.Sprint(made.ID), nil)
	if out := s.Get(fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s", made.ID, "https%3A%2F%2Fkettles.example.com%2F")); out.Header.Get("Location") != "/offers?ended=1" {
		t.Errorf("click-out of a deleted offer: %d to %q", out.Status, out.Header.Get("Location"))
	}
}

func TestANewDayRefreshesPagesThatDependOnTheDate(t *testing.T) {
	t.Parallel()
	s := openSite(t, "FASTLY_SERVICE_ID=SU1Z0isxPaozGVKXdv0eY", "FASTLY_API_TOKEN=secret")
	const page, title = "/content/settlements", "Claimed by Nobody"
	made := s.As("editor").Edit("POST", "/api/content/offers", sitetest.M{
		"title": title, "url": "https://x.example.com", "pageId": s.As("editor").Page("settlements").ID, "deadline": time.Now().AddDate(0, 0, 1),
	})
	s.Exec("DELETE FROM cdn_purges")
	s.warm(page)
	s.Exec("UPDATE content_offers SET deadline = now() - interval '2 days' WHERE id = $1", made.ID) // as time would
	clock := time.Date(2026, 11, 28, 23, 59, 59, 0, s.config.Location)
	job := newDays(s.db, s.bus, s.config.Location, func() time.Time { return clock })
	for _, c := range []struct {
		later time.Duration
		shown bool
	}{{0, true}, {time.Second, true}, {dayMargin, false}} {
		clock = clock.Add(c.later)
		if err := job(t.Context()); err != nil {
			t.Fatal(err)
		}
		if a := s.Get(page); a.Status != 200 || strings.Contains(a.Body, title) != c.shown {
			t.Errorf("at %v: %d, shows the settlement: %v", clock, a.Status, !c.shown)
		}
	}
	if n := s.Count("SELECT count(*) FROM cdn_purges WHERE tag IN ('content', 'legal')"); n != 2 {
		t.Errorf("a CDN is to purge %d tags, want 2", n)
	}
}
