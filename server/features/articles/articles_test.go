package articles_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"testing"
	"time"

	"thriftwell/server/features/articles"
	"thriftwell/server/platform/editable/editabletest"
	"thriftwell/server/platform/pieces"
)

const calls = "/api/admin/articles"

type m = map[string]any

// desk has the calls of staff and of the public.
type desk struct {
	*editabletest.Desk
	site  pieces.Site
	store *articles.Store
}

func open(t *testing.T) desk {
	d := desk{Desk: editabletest.Open(t)}
	d.store = &articles.Store{DB: d.DB.Gorm}
	d.site = pieces.Site{Site: d.Site, BaseURL: "https://site.example"}
	d.Edit(articles.Articles(d.site))
	d.Answer("GET", "/api/preview/articles/:token", articles.Preview(d.site))
	public := articles.HTTP{Store: d.store}
	d.Answer("GET", "/api/articles", public.List)
	d.Answer("GET", "/api/articles/:slug", public.Get)
	return d
}

// whole returns an article ready for publishing, with changes.
func whole(changes m) m {
	body := m{"title": "Lower Your Water Bill", "slug": "water", "excerpt": "Three leaks.", "category": "utilities", "body": "Look *twice*."}
	maps.Copy(body, changes)
	return body
}

// write creates an article.
func (d desk) write(changes m) articles.StaffArticle {
	d.Helper()
	return editabletest.Must[articles.StaffArticle](d.Desk, "POST", calls, whole(changes))
}

// put updates an article.
func (d desk) put(a articles.StaffArticle, changes m) articles.StaffArticle {
	d.Helper()
	return editabletest.Must[articles.StaffArticle](d.Desk, "PUT", one(a), changes)
}

func one(a articles.StaffArticle) string { return fmt.Sprint(calls, "/", a.ID) }

// publishDue runs the job that publishes scheduled articles.
func (d desk) publishDue() {
	d.Helper()
	if err := pieces.PublishDue(context.Background(), articles.Articles(d.site), slog.New(slog.DiscardHandler)); err != nil {
		d.Error(err)
	}
}

// public returns the status of an article's public page.
func (d desk) public(slug string) int { return d.Call("GET", "/api/articles/"+slug, nil).Status }

func in(d time.Duration) string { return time.Now().Add(d).Format(time.RFC3339Nano) }

func TestNewArticlesAreDraftsWithDefaults(t *testing.T) {
	d := open(t)
	a := d.write(nil)
	if a.Status != pieces.Draft || a.PublishAt != nil || a.AuthorName == "" || a.Version != 1 || a.WordCount != 2 || a.ReadTime != 1 || len(a.Tags) != 0 || a.Tags == nil {
		t.Errorf("made %+v", a)
	}
	least := editabletest.Must[articles.StaffArticle](d.Desk, "POST", calls, m{"title": "Just an Idea", "slug": "idea"})
	if least.Status != pieces.Draft || least.Body != "" {
		t.Errorf("made %+v", least)
	}
}

func TestUpdatesKeepOmittedFields(t *testing.T) {
	d := open(t)
	a := d.write(m{"tags": []string{"water", "bills", "water", " "}, "authorName": "Somebody Unknown", "featured": true, "imageUrl": "/images/x.svg", "avgSavings": "$40", "sources": []m{{"title": "EPA", "url": "https://www.epa.gov/watersense"}}, "related": []string{"later"}})
	b := d.put(a, m{"body": strings.Repeat("word ", 660), "tags": []string{}})
	want := a
	want.Body, want.WordCount, want.ReadTime, want.Version, want.UpdatedAt = b.Body, 660, 3, 2, b.UpdatedAt
	want.Tags = []string{}
	if fmt.Sprintf("%+v", strip(b)) != fmt.Sprintf("%+v", strip(want)) {
		t.Errorf("is   %+v\nwant %+v", strip(b), strip(want))
	}
	if strings.Join(a.Tags, " ") != "water bills" || a.AuthorName != "Somebody Unknown" || len(a.Sources) != 1 {
		t.Errorf("made %+v", a)
	}
	if c := d.put(a, m{"avgSavings": nil}); c.AvgSavings != nil {
		t.Error("null doesn't clear the figure")
	}
}

// strip removes pointers, for comparisons.
func strip(a articles.StaffArticle) articles.StaffArticle {
	a.ImageURL, a.AvgSavings = nil, nil
	return a
}

func TestConflictsReturnTheSavedText(t *testing.T) {
	d := open(t)
	a := d.write(nil)
	d.put(a, m{"body": "The first.", "version": a.Version})
	late := d.Call("PUT", one(a), m{"body": "The second.", "version": a.Version})
	if late.Status != 409 || !strings.Contains(late.Body, `"current":{`) || !strings.Contains(late.Body, `"body":"The first."`) {
		t.Errorf("%d %s", late.Status, late.Body)
	}
}

func TestArticlesAreValidated(t *testing.T) {
	d := open(t)
	d.write(m{"slug": "taken"})
	for _, c := range []struct {
		body   m
		status int
		words  string
	}{
		{m{"title": " "}, 400, `"field":"title"`},
		{m{"title": nil}, 400, `"field":"title"`},
		{m{"slug": nil}, 400, `"field":"slug"`},
		{m{"slug": "Not A Slug"}, 400, "lowercase"},
		{m{"slug": "../x"}, 400, "lowercase"},
		{m{"slug": strings.Repeat("x", 101)}, 400, "at most 100"},
		{m{"slug": "featured"}, 400, "reserved"},
		{m{"slug": "preview"}, 400, "reserved"},
		{m{"slug": "2026"}, 400, "reserved"},
		{m{"slug": "taken"}, 409, "(draft) already has this slug"},
		{m{"category": "All Things"}, 400, `"field":"category"`},
		{m{"category": "all"}, 400, `"field":"category"`},
		{m{"category": "gardening"}, 201, "gardening"},
		{m{"tags": "x"}, 400, "at most 20 tags"},
		{m{"tags": []string{`a"b`}}, 400, "quotation"},
		{m{"status": "public"}, 400, "draft, scheduled"},
		{m{"status": "scheduled"}, 400, `"field":"publishAt"`},
		{m{"publishAt": "tomorrow"}, 400, "date and time"},
		{m{"sources": []m{{"title": "x", "url": "javascript:x"}}}, 400, "Source 1"},
		{m{"related": []string{"Not A Slug"}}, 400, "slugs"},
		{m{"imageUrl": "//evil.example/x.png"}, 400, `"field":"imageUrl"`},
		{m{"body": strings.Repeat("x", 100_001)}, 400, "100000 characters"},
		{m{"body": strings.Repeat(">", 200)}, 400, "nested"},
		{m{"body": "", "status": "published"}, 400, `"field":"body"`},
		{m{"excerpt": "", "status": "scheduled", "publishAt": in(time.Hour)}, 400, `"field":"excerpt"`},
		{m{"category": "", "status": "published"}, 400, `"field":"category"`},
		{m{"readTime": 7}, 400, "Unknown field"},
	} {
		if c.body["slug"] == nil && c.status != 400 {
			c.body["slug"] = "free"
		}
		a := d.Call("POST", calls, whole(c.body))
		if a.Status != c.status || !strings.Contains(a.Body, c.words) {
			t.Errorf("%.80v: %d %s", c.body, a.Status, a.Body)
		}
	}
	published := d.write(m{"slug": "out", "status": "published"})
	if a := d.Call("PUT", one(published), m{"body": " "}); a.Status != 400 {
		t.Errorf("a published article lost its text: %d", a.Status)
	}
}

// An unpublished article must not appear anywhere.
func TestOnlyPublishedArticlesArePublic(t *testing.T) {
	d := open(t)
	d.write(m{"slug": "draft"})
	d.write(m{"slug": "scheduled", "status": "scheduled", "publishAt": in(time.Hour)})
	d.write(m{"slug": "archived", "status": "archived"})
	binned := d.write(m{"slug": "binned", "status": "published"})
	d.Call("DELETE", one(binned), nil)
	others := []string{"draft", "scheduled", "archived", "binned"}
	d.write(m{"slug": "published", "status": "published", "featured": true, "related": others})

	for _, query := range []string{"", "?category=utilities", "?q=water", "?featured=true"} {
		a := d.Call("GET", "/api/articles"+query, nil)
		if a.Header.Get("X-Total-Count") != "1" || strings.Count(a.Body, `"slug"`) != 1 || !strings.Contains(a.Body, `"slug":"published"`) {
			t.Errorf("%s: %s of %s", query, a.Body, a.Header.Get("X-Total-Count"))
		}
	}
	for _, slug := range others {
		if status := d.public(slug); status == 200 {
			t.Errorf("%s: %d", slug, status)
		}
	}
	a := d.Call("GET", "/api/articles/published", nil)
	if a.Status != 200 || !strings.Contains(a.Body, `"related":[]`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if tags := a.Header.Get("Cache-Tag"); tags != "article:published, article:draft, article:scheduled, article:archived, article:binned, authors" {
		t.Errorf("it has the tags %s", tags)
	}
}

func TestRawHTMLOfStaffIsShownAsText(t *testing.T) {
	d := open(t)
	a := d.write(m{"status": "published", "body": "<script>alert(1)</script>\n\n## <b>Head</b>\n\n[x](javascript:alert(1))"})
	shown := editabletest.Must[articles.Article](d.Desk, "GET", "/api/articles/water", nil)
	want := "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n<h2 id=\"bheadb\">&lt;b&gt;Head&lt;/b&gt;</h2>\n<p>[x](javascript:alert(1))</p>\n"
	if shown.Body != want || a.Body == want {
		t.Errorf("readers see %q", shown.Body)
	}
}

func TestArticlesWithoutHTMLAreRenderedAtStart(t *testing.T) {
	d := open(t)
	d.Exec(`INSERT INTO articles (slug, title, excerpt, category, author_name, body, status, publish_at)
		SELECT 'seed-' || n, 'Seed', 'x', 'banking', 'Somebody', '## One' || repeat(' word', 500), 'published', now() FROM generate_series(1, 450) n`)
	for range 2 {
		if err := d.store.Render(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := d.Count("SELECT count(*) FROM articles WHERE body_html LIKE '<h2 id=\"one%' AND read_time = 2 AND toc <> '[]'"); n != 450 {
		t.Errorf("%d articles have HTML", n)
	}
}

func TestStaffListsAreFilteredAndHaveNoTexts(t *testing.T) {
	d := open(t)
	for i := range 5 {
		d.write(m{"slug": fmt.Sprint("piece-", i), "status": []string{"draft", "published"}[i%2], "category": []string{"banking", "phone"}[i%2], "title": fmt.Sprint("Piece ", i)})
	}
	type list = []articles.StaffArticle
	for query, want := range map[string]string{
		"": "43210", "?status=published": "31", "?category=banking": "420", "?q=PIECE-2": "2", "?limit=2": "43", "?bin=true": "",
	} {
		got := ""
		for _, a := range editabletest.Must[list](d.Desk, "GET", calls+query, nil) {
			got += a.Slug[len(a.Slug)-1:]
		}
		if got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	a := d.Call("GET", calls+"?limit=2", nil)
	if strings.Contains(a.Body, `"body"`) || a.Header.Get("X-Total-Count") != "5" {
		t.Errorf("%s of %s", a.Body, a.Header.Get("X-Total-Count"))
	}
	if rest := editabletest.Must[list](d.Desk, "GET", calls+"?limit=2&after="+a.Header.Get("X-Next-Cursor"), nil); len(rest) != 2 || rest[0].Slug != "piece-2" {
		t.Errorf("the next page is %+v", rest)
	}
	if a := d.Call("GET", calls+"?status=lost", nil); a.Status != 400 {
		t.Errorf("an unknown status: %d", a.Status)
	}
}

func TestAuditLogOmitsTexts(t *testing.T) {
	d := open(t)
	a := d.write(m{"body": "A secret text."})
	d.put(a, m{"body": "Another secret text."})
	d.put(a, m{"status": "published"})
	d.Call("DELETE", one(a), nil)
	if n := d.Count("SELECT count(*) FROM audit_log WHERE kind = 'article' AND subject_id = $1 AND actor = $2", fmt.Sprint(a.ID), d.By.Email); n != 4 {
		t.Errorf("%d entries", n)
	}
	if n := d.Count("SELECT count(*) FROM audit_log WHERE concat(before, after) LIKE '%secret%'"); n != 0 {
		t.Errorf("%d entries contain the text", n)
	}
	if n := d.Count("SELECT count(*) FROM audit_log WHERE before->>'status' = 'draft' AND after->>'status' = 'published' AND after->>'wordCount' = '3'"); n != 1 {
		t.Errorf("%d entries of publishing", n)
	}
}
