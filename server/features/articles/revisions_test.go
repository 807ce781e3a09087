package articles_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"thriftwell/server/features/articles"
	"thriftwell/server/platform/editable/editabletest"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/revisions"
	"thriftwell/server/platform/session"
)

// revisions returns an article's revisions, newest first.
func (d desk) revisions(a articles.StaffArticle) []revisions.Revision {
	d.Helper()
	return editabletest.Must[[]revisions.Revision](d.Desk, "GET", one(a)+"/revisions", nil)
}

// told formats revisions as "actor: fields".
func summaries(revisions []revisions.Revision) (out []string) {
	for _, r := range revisions {
		out = append(out, r.Actor+": "+strings.Join(r.Changed, " "))
	}
	return out
}

func TestSavesWithChangesMakeRevisions(t *testing.T) {
	d := open(t)
	a := d.write(nil)
	d.put(a, m{"body": "Second.", "tags": []string{"x"}})
	d.By.Email = "other@site.example"
	d.put(a, m{"body": "Second."})
	d.put(a, m{"status": "published"})
	d.put(a, m{"excerpt": "Four leaks."})
	got := strings.Join(summaries(d.revisions(a)), "\n")
	want := "other@site.example: excerpt\neditor@site.example: tags body\neditor@site.example: "
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	first := d.revisions(a)[2]
	whole := editabletest.Must[struct {
		revisions.Revision
		Record articles.StaffArticle
	}](d.Desk, "GET", fmt.Sprint(one(a), "/revisions/", first.ID), nil)
	if whole.Record.Body != "Look *twice*." || whole.Record.Version != 1 || whole.Version != 1 {
		t.Errorf("the first was %+v", whole)
	}
	if part := editabletest.Must[[]revisions.Revision](d.Desk, "GET", fmt.Sprint(one(a), "/revisions?limit=1&before=", d.revisions(a)[0].ID), nil); len(part) != 1 || part[0].ID != d.revisions(a)[1].ID {
		t.Errorf("the second page is %+v", part)
	}
	other := d.write(m{"slug": "other"})
	for _, path := range []string{one(other) + fmt.Sprint("/revisions/", first.ID), one(a) + "/revisions/0", one(a) + "/revisions/x", calls + "/99/revisions"} {
		if b := d.Call("GET", path, nil); b.Status != 404 {
			t.Errorf("%s: %d", path, b.Status)
		}
	}
}

func TestFirstSaveKeepsTheOriginalAsARevision(t *testing.T) {
	d := open(t)
	d.Exec(`INSERT INTO articles (slug, title, excerpt, category, author_name, body, status, publish_at) VALUES ('seed', 'Seed', 'x', 'banking', 'Somebody', 'As it began.', 'published', now())`)
	a := editabletest.Must[[]articles.StaffArticle](d.Desk, "GET", calls, nil)[0]
	d.put(a, m{"body": "As it goes on."})
	if got := strings.Join(summaries(d.revisions(a)), ", "); got != "editor@site.example: body, starting content: " {
		t.Errorf("got %s", got)
	}
}

func TestAutosavesShareARevision(t *testing.T) {
	d := open(t)
	a := d.write(nil)
	auto := func(changes m) {
		t.Helper()
		changes["autosave"] = true
		d.put(a, changes)
	}
	auto(m{"body": "T"})
	auto(m{"body": "Ty", "title": "Ty"})
	auto(m{"body": "Typing"})
	d.By = session.Actor{UserID: 2, Email: "other@site.example"}
	auto(m{"body": "Typing by another"})
	d.put(a, m{"body": "Saved by hand"})
	auto(m{"body": "Typing on"})
	got := strings.Join(summaries(d.revisions(a)), "\n")
	want := "other@site.example: body\nother@site.example: body\nother@site.example: body\neditor@site.example: body title\neditor@site.example: "
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if n := d.Count("SELECT count(*) FROM audit_log WHERE kind = 'article'"); n != 5 {
		t.Errorf("%d audit log entries", n)
	}
	d.Exec("UPDATE article_revisions SET begun_at = begun_at - interval '6 minutes'")
	if auto(m{"body": "Typing later"}); len(d.revisions(a)) != 6 {
		t.Errorf("%d revisions after a pause", len(d.revisions(a)))
	}
	d.put(a, m{"status": "published"})
	for _, changes := range []m{{"body": "Live typing", "autosave": true}, {"status": "draft", "autosave": true}} {
		if b := d.Call("PUT", one(a), changes); b.Status != 400 {
			t.Errorf("an autosave changed a public article with %v: %d", changes, b.Status)
		}
	}
}

func TestRevisionsAreRestoredAsDrafts(t *testing.T) {
	d := open(t)
	a := d.write(m{"status": "published", "avgSavings": "$40", "sources": []m{{"title": "EPA", "url": "https://www.epa.gov/"}}, "correction": m{"text": "It is three leaks."}})
	b := d.put(a, m{"title": "Another", "slug": "another", "body": "Spoilt.", "avgSavings": "$1", "sources": []m{}, "correction": nil, "tags": []string{"x"}})
	revisions := d.revisions(a)
	restore := fmt.Sprint(one(a), "/revisions/", revisions[len(revisions)-1].ID, "/restore")
	if c := d.Call("POST", restore, m{"version": a.Version}); c.Status != 409 || !strings.Contains(c.Body, `"body":"Spoilt."`) {
		t.Errorf("from an old version: %d %s", c.Status, c.Body)
	}
	c := editabletest.Must[articles.StaffArticle](d.Desk, "POST", restore, m{"version": b.Version})
	if c.Status != pieces.Draft || c.Slug != "another" || c.Title != a.Title || c.Body != a.Body || *c.AvgSavings != "$40" || len(c.Sources) != 1 || len(c.Tags) != 0 || c.Correction == nil || c.ReadTime != a.ReadTime {
		t.Errorf("restored %+v", c)
	}
	if status := d.public("another"); status != 404 {
		t.Errorf("the draft is public: %d", status)
	}
	if got := summaries(d.revisions(a))[0]; got != "editor@site.example: title tags sources correction body avgSavings" {
		t.Errorf("after restoring: %s", got)
	}
	if c := editabletest.Must[articles.StaffArticle](d.Desk, "POST", restore, m{"status": "published"}); c.Status != pieces.Published || d.public("another") != 200 {
		t.Errorf("restored immediately: %+v", c)
	}
}

func TestRestoringKeepsCorrections(t *testing.T) {
	d := open(t)
	for slug, then := range map[string]any{"none-then": nil, "another-then": m{"text": "It is two leaks."}} {
		a := d.write(m{"slug": slug, "status": "published", "correction": then})
		d.put(a, m{"body": "Look three times.", "correction": m{"text": "It is three leaks."}})
		revisions := d.revisions(a)
		restore := fmt.Sprint(one(a), "/revisions/", revisions[len(revisions)-1].ID, "/restore")
		b := editabletest.Must[articles.StaffArticle](d.Desk, "POST", restore, m{"status": "published"})
		if b.Body != a.Body || b.Correction == nil || b.Correction.Text != "It is three leaks." {
			t.Errorf("%s: restored %+v with %+v", slug, b.Body, b.Correction)
		}
	}
}

func TestOldRevisionsAreThinned(t *testing.T) {
	d := open(t)
	a := d.write(nil)
	d.Exec("DELETE FROM article_revisions")
	d.Exec(`INSERT INTO article_revisions (piece_id, version, at, actor, changed, record)
		SELECT $1, 1, at, 'x', '[]', '{}' FROM generate_series(date_trunc('day', now()) - interval '800 days', now(), interval '8 hours') at`, a.ID)
	for range 2 {
		if err := revisions.Thin(t.Context(), d.DB.Gorm); err != nil {
			t.Fatal(err)
		}
	}
	for span, within := range map[string][2]int{
		"at > now() - interval '29 days'":                                                    {85, 90},   // three a day
		"at BETWEEN now() - interval '360 days' AND now() - interval '40 days'":              {319, 321}, // one a day
		"at BETWEEN now() - interval '770 days' AND now() - interval '370 days'":             {12, 15},   // one a month
		"extract(hour FROM at AT TIME ZONE 'UTC') <> 16 AND at < now() - interval '31 days'": {0, 3},     // the last of its day
	} {
		if n := d.Count("SELECT count(*) FROM article_revisions WHERE " + span); n < within[0] || n > within[1] {
			t.Errorf("%d remain where %s, want %v", n, span, within)
		}
	}
}

func TestCorrectionsAreShownToReaders(t *testing.T) {
	d := open(t)
	a := d.write(m{"status": "published"})
	d.put(a, m{"body": "Look three times.", "correction": m{"text": " Twice was wrong. "}})
	shown := editabletest.Must[articles.Article](d.Desk, "GET", "/api/articles/water", nil)
	if shown.Correction == nil || shown.Correction.Text != "Twice was wrong." || shown.Correction.At.IsZero() {
		t.Errorf("readers see %+v", shown.Correction)
	}
	for _, wrong := range []any{m{"text": " "}, "text", m{"text": strings.Repeat("x", 501)}, m{"text": "x", "at": "yesterday"}} {
		if b := d.Call("PUT", one(a), m{"correction": wrong}); b.Status != 400 || !strings.Contains(b.Body, `"field":"correction"`) {
			t.Errorf("%.40v: %d %s", wrong, b.Status, b.Body)
		}
	}
	d.put(a, m{"correction": nil})
	if shown := editabletest.Must[articles.Article](d.Desk, "GET", "/api/articles/water", nil); shown.Correction != nil {
		t.Errorf("readers still see %+v", shown.Correction)
	}
}

func TestErasedEditorsAreRemovedFromRevisions(t *testing.T) {
	d := open(t)
	a := d.write(nil)
	made, err := revisions.Authorships(d.DB.Gorm, d.By.Email)
	if err != nil || len(made) != 1 || made[0].Kind != "article" || made[0].PieceID != a.ID {
		t.Errorf("their revisions: %+v, %v", made, err)
	}
	if err := revisions.EraseAuthor(d.DB.Gorm, d.By.Email, time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if got := summaries(d.revisions(a)); got[0] != "erased: " {
		t.Errorf("revisions are of %v", got)
	}
}
