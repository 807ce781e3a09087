package articles_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"thriftwell/server/features/articles"
	"thriftwell/server/platform/editable/editabletest"
	"thriftwell/server/platform/pieces"
)

func TestStatusAndPublicationTimeAreConsistent(t *testing.T) {
	d := open(t)
	for i, c := range []struct {
		from, change m
		status       string
		at           time.Duration // from now; 0 means none
	}{
		{m{}, m{"status": "published"}, "published", 0},
		{m{}, m{"status": "scheduled", "publishAt": in(time.Hour)}, "scheduled", time.Hour},
		{m{}, m{"status": "scheduled", "publishAt": in(-time.Hour)}, "published", -time.Hour},
		{m{}, m{"status": "published", "publishAt": in(-24 * time.Hour)}, "published", -24 * time.Hour},
		{m{}, m{"status": "published", "publishAt": in(time.Hour)}, "scheduled", time.Hour},
		{m{}, m{"publishAt": in(time.Hour)}, "draft", time.Hour},
		{m{"status": "scheduled", "publishAt": in(time.Hour)}, m{"title": "New"}, "scheduled", time.Hour},
		{m{"status": "scheduled", "publishAt": in(time.Hour)}, m{"publishAt": in(2 * time.Hour)}, "scheduled", 2 * time.Hour},
		{m{"status": "scheduled", "publishAt": in(time.Hour)}, m{"publishAt": in(-time.Hour)}, "published", -time.Hour},
		{m{"status": "scheduled", "publishAt": in(time.Hour)}, m{"status": "published"}, "published", 0},
		{m{"status": "scheduled", "publishAt": in(time.Hour)}, m{"status": "draft"}, "draft", time.Hour},
		{m{"status": "published", "publishAt": in(-time.Hour)}, m{"status": "scheduled", "publishAt": in(time.Hour)}, "scheduled", time.Hour},
		{m{"status": "published", "publishAt": in(-time.Hour)}, m{"publishAt": in(time.Hour)}, "scheduled", time.Hour},
		{m{"status": "published", "publishAt": in(-time.Hour)}, m{"publishAt": nil}, "published", -time.Hour},
		{m{"status": "published", "publishAt": in(-time.Hour)}, m{"status": "archived"}, "archived", -time.Hour},
		{m{"status": "archived", "publishAt": in(-time.Hour)}, m{"status": "published"}, "published", -time.Hour},
	} {
		c.from["slug"] = fmt.Sprint("piece-", i)
		a := d.put(d.write(c.from), c.change)
		if a.Status != c.status || a.PublishAt == nil {
			t.Errorf("%d. %v, then %v: %s at %v", i, c.from, c.change, a.Status, a.PublishAt)
			continue
		}
		if off := time.Until(*a.PublishAt) - c.at; off.Abs() > time.Hour/2 {
			t.Errorf("%d. %v, then %v: %s off", i, c.from, c.change, off)
		}
		if public := d.public(a.Slug) == 200; public != (c.status == "published") {
			t.Errorf("%d. %s is public: %v", i, c.status, public)
		}
	}
	published := d.write(m{"slug": "out", "status": "published"})
	if a := d.Call("PUT", one(published), m{"status": "scheduled"}); a.Status != 400 {
		t.Errorf("scheduled without a time: %d %s", a.Status, a.Body)
	}
}

func TestScheduledArticlesArePublishedOnce(t *testing.T) {
	d := open(t)
	a := d.write(m{"status": "scheduled", "publishAt": in(time.Hour)})
	d.publishDue()
	if d.public("water") != 404 {
		t.Fatal("it's public too early")
	}
	d.Exec("UPDATE articles SET publish_at = now() - interval '1 second' WHERE id = $1", a.ID)
	d.Told()
	done := make(chan bool)
	for range 4 {
		go func() { d.publishDue(); done <- true }()
	}
	for range 4 {
		<-done
	}
	d.publishDue()
	if status := d.public("water"); status != 200 {
		t.Errorf("when it was due: %d", status)
	}
	if n := d.Count("SELECT count(*) FROM audit_log WHERE actor = 'schedule' AND kind = 'article' AND before->>'status' = 'scheduled' AND after->>'status' = 'published'"); n != 1 {
		t.Errorf("published %d times", n)
	}
	if invalidated := d.Told(); invalidated != "article:water articles" {
		t.Errorf("invalidated %s", invalidated)
	}
}

func TestInvisibleChangesInvalidateNothing(t *testing.T) {
	d := open(t)
	a := d.write(nil)
	for _, step := range []struct {
		change      m
		invalidated string
	}{
		{m{"body": "New."}, ""},
		{m{"status": "scheduled", "publishAt": in(time.Hour)}, ""},
		{m{"status": "published"}, "article:water articles"},
		{m{"slug": "less-water"}, "article:less-water article:water articles"},
		{m{"status": "archived"}, "article:less-water articles"},
		{m{"body": "Newer."}, ""},
	} {
		d.Told()
		if d.put(a, step.change); d.Told() != step.invalidated {
			t.Errorf("%v invalidates %s", step.change, step.invalidated)
		}
	}
}

func TestRevisionDateFollowsSubstantialChanges(t *testing.T) {
	d := open(t)
	revised := func() string {
		a := editabletest.Must[articles.Article](d.Desk, "GET", "/api/articles/water", nil)
		return a.RevisedAt.UTC().Format(time.DateOnly)
	}
	a := d.write(m{"status": "published", "publishAt": "2026-02-03T12:00:00Z"})
	for _, step := range []struct {
		change m
		want   string
	}{
		{m{"featured": true, "tags": []string{"x"}, "reviewedAt": "2026-03-01T12:00:00Z", "body": "Look *twice*."}, "2026-02-03"},
		{m{"body": "Look again."}, time.Now().UTC().Format(time.DateOnly)},
		{m{"body": "Look once more.", "revisedAt": "2026-04-05T12:00:00Z"}, "2026-04-05"},
	} {
		if d.put(a, step.change); revised() != step.want {
			t.Errorf("after %v: revised %s, want %s", step.change, revised(), step.want)
		}
	}
}

func TestBatchesPublishAndArchive(t *testing.T) {
	d := open(t)
	whole, bare := d.write(nil), editabletest.Must[articles.StaffArticle](d.Desk, "POST", calls, m{"title": "Bare", "slug": "bare"})
	batch := func(action string) []articles.StaffArticle {
		return editabletest.Must[[]articles.StaffArticle](d.Desk, "POST", calls+"/batch", m{"ids": []int64{whole.ID, bare.ID}, "action": action})
	}
	if done := batch("publish"); len(done) != 1 || done[0].ID != whole.ID || done[0].Status != pieces.Published {
		t.Errorf("published %+v", done)
	}
	if done := batch("archive"); len(done) != 2 {
		t.Errorf("archived %+v", done)
	}
	if done := batch("withdraw"); len(done) != 2 || done[0].Status != pieces.Draft {
		t.Errorf("withdrawn %+v", done)
	}
	if a := d.Call("POST", calls+"/batch", m{"ids": []int64{whole.ID}, "action": "activate"}); a.Status != 400 {
		t.Errorf("an unknown action: %d", a.Status)
	}
}

func TestTrashedArticlesFreeTheirSlug(t *testing.T) {
	d := open(t)
	first := d.write(m{"status": "published"})
	d.Call("DELETE", one(first), nil)
	second := d.write(nil)
	if a := d.Call("POST", one(first)+"/restore", nil); a.Status != 409 || !strings.Contains(a.Body, `"field":"slug"`) {
		t.Errorf("two articles have one slug: %d %s", a.Status, a.Body)
	}
	d.put(second, m{"slug": "other"})
	if a := d.Call("POST", one(first)+"/restore", nil); a.Status != 200 || d.public("water") != 200 {
		t.Errorf("restored: %d %s", a.Status, a.Body)
	}
}

// at returns the status and Location of an article's public page.
func (d desk) at(slug string) string {
	a := d.Call("GET", "/api/articles/"+slug, nil)
	return strings.TrimSpace(fmt.Sprint(a.Status, " ", strings.TrimPrefix(a.Header.Get("Location"), "/api/articles/")))
}

func TestFormerSlugsRedirect(t *testing.T) {
	d := open(t)
	a := d.write(m{"slug": "one"})
	d.put(a, m{"slug": "draft-slug"})
	d.put(a, m{"slug": "one", "status": "published"})
	for _, slug := range []string{"two", "three", "one", "four"} {
		d.put(a, m{"slug": slug})
	}
	for slug, want := range map[string]string{"one": "301 four", "two": "301 four", "three": "301 four", "four": "200", "draft-slug": "404"} {
		if got := d.at(slug); got != want {
			t.Errorf("%s: %s, want %s", slug, got, want)
		}
	}
	if tags := d.Call("GET", "/api/articles/two", nil).Header.Get("Cache-Tag"); tags != "article:two, article:four" {
		t.Errorf("the response has the tags %s", tags)
	}
	moves, err := d.store.Moves(t.Context())
	if err != nil || fmt.Sprint(moves) != "map[one:four three:four two:four]" {
		t.Errorf("redirects: %v, %v", moves, err)
	}
	// Another article can take a former slug, once it's public.
	other := d.write(m{"slug": "two"})
	if got := d.at("two"); got != "301 four" {
		t.Errorf("a draft took a former slug: %s", got)
	}
	d.put(other, m{"status": "scheduled", "publishAt": in(time.Hour)})
	d.Exec("UPDATE articles SET publish_at = now() WHERE id = $1", other.ID)
	d.publishDue()
	d.put(other, m{"slug": "elsewhere"})
	if got := d.at("two"); got != "301 elsewhere" {
		t.Errorf("a taken slug: %s", got)
	}
}

// A page that was public answers 410 when it's gone; others must not be
// revealed.
func TestUnpublishedArticlesAreGone(t *testing.T) {
	d := open(t)
	a := d.write(m{"slug": "one", "status": "published"})
	d.put(a, m{"slug": "two"})
	both := func(one, two string) {
		t.Helper()
		if got := d.at("one") + ", " + d.at("two"); got != one+", "+two {
			t.Errorf("got %s; want %s, %s", got, one, two)
		}
	}
	both("301 two", "200")
	d.put(a, m{"status": "archived"})
	both("410", "410")
	d.put(a, m{"status": "published"})
	both("301 two", "200")
	d.put(a, m{"status": "scheduled", "publishAt": in(time.Hour)})
	both("404", "404")
	d.put(a, m{"status": "published"})
	d.Call("DELETE", one(a), nil)
	both("410", "410")
	d.Call("POST", one(a)+"/restore", nil)
	both("301 two", "200")
	d.Call("DELETE", one(a), nil)
	d.Exec("UPDATE articles SET deleted_at = now() - interval '31 days'")
	if err := articles.Articles(d.site).EmptyBin(t.Context()); err != nil || d.Count("SELECT count(*) FROM articles") != 0 {
		t.Fatal(err)
	}
	both("410", "410")

	draft := d.write(m{"slug": "draft", "status": "archived"})
	d.Call("DELETE", one(draft), nil)
	if got := d.at("draft"); got != "404" {
		t.Errorf("what was never public: %s", got)
	}
}
