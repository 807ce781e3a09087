package site_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

// block returns a block of numbers with this name and monthly saving.
func block(name string, monthly int) string {
	return fmt.Sprintf("```numbers\nname: %s\ntitle: It's about time\nsentence: you save {yearly} a year.\nyearly: yearly\nassumptions:\n"+
		"  - {name: monthly, label: Saved each month, unit: $/month, value: %d, min: 1, max: 100}\nformulas:\n"+
		"  - {name: yearly, label: Saved, unit: $/year, formula: monthly * monthsPerYear}\n```\n\nThat is {{%s.yearly}}.", name, monthly, name)
}

type card struct {
	Slug, Title, Sentence, Category, HTML string
	Piece                                 struct{ Kind, Slug, Title, About string }
}

func find(cards []card, slug string) *card {
	for _, c := range cards {
		if c.Slug == slug {
			return &c
		}
	}
	return nil
}

func TestTools(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"numbersOfAPublishedPieceBecomeATool":          numbersOfAPublishedPieceBecomeATool,
		"invalidNumbersAreSavedButNotPublished":        invalidNumbersAreSavedButNotPublished,
		"editorSeesCalculatedResults":                  editorSeesCalculatedResults,
		"concurrentPublishingGivesAToolNameToOnePiece": concurrentPublishingGivesAToolNameToOnePiece,
		"pieceGetsItsToolNameWhenItBecomesFree":        pieceGetsItsToolNameWhenItBecomesFree,
	})
}

func numbersOfAPublishedPieceBecomeATool(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	list := func() []card {
		a := s.Get("/api/tools")
		sitetest.Agrees(t, doc, "GET", "/api/tools", a)
		return sitetest.Decode[[]card](t, a.Body)
	}
	article := sitetest.M{"title": "Clocks", "slug": "clocks", "category": "pets", "excerpt": "E.", "body": block("clock", 10)}
	draft := ed.Edit("POST", "/api/admin/articles", article)
	one := fmt.Sprint("/api/admin/articles/", draft.ID)
	if a := s.Get("/api/tools/clock"); a.Status != 404 || find(list(), "clock") != nil {
		t.Errorf("draft: %d", a.Status)
	}
	ed.Edit("PUT", one, sitetest.M{"status": "published"})
	a := s.Get("/api/tools/clock")
	sitetest.Agrees(t, doc, "GET", "/api/tools/{slug}", a)
	tool := sitetest.Decode[card](t, a.Body)
	if tool.Sentence != "you save $120 a year." || tool.Category != "pets" || tool.Piece.Kind != "article" || tool.Piece.Slug != "clocks" || !strings.Contains(tool.HTML, `data-figure="clock.yearly"`) {
		t.Errorf("%+v", tool)
	}
	if html := sitetest.Decode[struct{ Body string }](t, s.Get("/api/articles/clocks").Body).Body; !strings.Contains(html, `That is <span class="figure" data-figure="clock.yearly">$120</span>.`) {
		t.Error(html)
	}
	if a := s.Call("POST", "/api/views", `{"action":"view","visit":{"page":"/tools/clock"}}`, sitetest.Person(1)...); a.Status != 200 {
		t.Errorf("a view of the tool's page: %d %s", a.Status, a.Body)
	}
	if n := s.Counted("path", int64(s.Count("SELECT id FROM paths WHERE path = '/tools/clock'")), "view"); n != 1 {
		t.Errorf("%d views counted", n)
	}
	if a := s.Get("/sitemap.xml"); !strings.Contains(a.Body, "/tools/clock<") || !strings.Contains(a.Body, "/tools<") {
		t.Error("the tool is not in the sitemap")
	}
	if a := s.Get("/articles/clocks.md"); !strings.Contains(a.Body, "That is $120.") || !strings.Contains(a.Body, "| **Saved** | **$120 a year** |") || strings.Contains(a.Body, "```") {
		t.Errorf("as Markdown: %s", a.Body)
	}
	ed.Edit("PUT", one, sitetest.M{"body": block("clock", 20)})
	if got := find(list(), "clock"); got == nil || got.Sentence != "you save $240 a year." {
		t.Errorf("after an edit: %+v", got)
	}
	ed.Edit("PUT", one, sitetest.M{"status": "archived"})
	if a := s.Get("/api/tools/clock"); a.Status != 404 || find(list(), "clock") != nil {
		t.Errorf("archived article: %d", a.Status)
	}
	if a := s.Call("POST", "/api/views", `{"action":"view","visit":{"page":"/tools/clock"}}`, sitetest.Person(2)...); a.Status != 400 {
		t.Errorf("a view of a removed page: %d", a.Status)
	}
}

func invalidNumbersAreSavedButNotPublished(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	wrong := "One.\n\n" + strings.Replace(block("watch", 10), "* monthsPerYear", "+ 1", 1)
	article := ed.Edit("POST", "/api/admin/articles", sitetest.M{"title": "Watches", "slug": "watches", "category": "pets", "excerpt": "E.", "body": wrong})
	one := fmt.Sprint("/api/admin/articles/", article.ID)
	refused := func(path string, change sitetest.M, field string, words ...string) {
		t.Helper()
		record := sitetest.Decode[struct{ Version int }](t, ed.Do("GET", path, nil).Body)
		change["version"] = record.Version
		a := ed.Do("PUT", path, change)
		for _, word := range append(words, `"field":"`+field+`"`) {
			if a.Status != 400 || !strings.Contains(a.Body, word) {
				t.Errorf("%v: %d %s", change, a.Status, a.Body)
			}
		}
	}
	refused(one, sitetest.M{"status": "published"}, "body", "Line 11: ", "different units")
	refused(one, sitetest.M{"status": "scheduled", "publishAt": time.Now().AddDate(1, 0, 0)}, "body", "Line 11: ")
	refused(one, sitetest.M{"status": "published", "body": block("watch", 10) + "\n\n{{watch.monthyl}}"}, "body", "Line 14: ", "no figure “monthyl”")
	refused(one, sitetest.M{"status": "published", "body": block("watch", 10) + "\n\n" + block("watch", 10)}, "body", "“watch” is used twice")
	refused(one, sitetest.M{"status": "published", "body": block("own-router", 10)}, "body", "already has numbers named “own-router”")
	if n := s.Count("SELECT count(*) FROM articles WHERE slug = 'watches' AND status = 'draft'"); n != 1 {
		t.Error("a piece with invalid numbers was published")
	}
	guide := ed.Edit("POST", "/api/admin/guides", sitetest.M{"title": "Watches", "slug": "watches", "category": "pets", "subtitle": "S.",
		"introduction": "{{watch.yearly}}", "items": []sitetest.M{{"title": "A", "content": "Nothing."}, {"title": "B", "content": wrong}}})
	step := fmt.Sprint("/api/admin/guides/", guide.ID)
	refused(step, sitetest.M{"status": "published"}, "items", "Step 2, line 11: ", "different units")
	ed.Edit("PUT", step, sitetest.M{"status": "published", "items": []sitetest.M{{"title": "A", "content": "See {{watch.monthly}}."}, {"title": "B", "content": block("watch", 10)}}})
	shown := s.Get("/api/listicles/watches").Body
	for _, want := range []string{`watch.yearly\"`, `See \u003cspan class=\"figure\" data-figure=\"watch.monthly\"`} {
		if !strings.Contains(shown, want) && !strings.Contains(shown, strings.NewReplacer(`\u003c`, "<").Replace(want)) {
			t.Errorf("%s is missing from %s", want, shown)
		}
	}
}

func editorSeesCalculatedResults(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	yaml := strings.TrimPrefix(strings.Split(block("sand", 10), "\n```")[0], "```numbers\n")
	type answer struct {
		Problems []struct {
			Line int
			At   string
		}
		Figures  map[string]string
		Sentence string
	}
	check := func(source string) answer {
		a := ed.Do("POST", "/api/admin/numbers", sitetest.M{"source": source})
		sitetest.Agrees(t, doc, "POST", "/api/admin/numbers", a)
		return sitetest.Decode[answer](t, a.Body)
	}
	if got := check(yaml); len(got.Problems) != 0 || got.Figures["yearly"] != "$120" || got.Sentence != "you save $120 a year." {
		t.Errorf("%+v", got)
	}
	if got := check(strings.Replace(yaml, "max: 100", "max: 0", 1)); len(got.Problems) != 1 || got.Problems[0].At != "assumptions[0].max" || got.Problems[0].Line != 6 {
		t.Errorf("%+v", got)
	}
	if a := s.Post("/api/admin/numbers", `{"source":""}`); a.Status != 401 {
		t.Errorf("signed out: %d", a.Status)
	}
}

func concurrentPublishingGivesAToolNameToOnePiece(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	var ids []int64
	for _, slug := range []string{"one", "two"} {
		ids = append(ids, ed.Edit("POST", "/api/admin/articles", sitetest.M{"title": slug, "slug": slug, "category": "pets", "excerpt": "E.", "body": block("hourglass", 10)}).ID)
	}
	// Hold a lock, so that neither request finishes before both have started.
	hold, err := s.DB.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = hold.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := hold.Exec(t.Context(), "LOCK TABLE audit_log IN SHARE MODE"); err != nil {
		t.Fatal(err)
	}
	answers := make(chan sitetest.Answer)
	for _, id := range ids {
		go func() {
			answers <- ed.Do("PUT", fmt.Sprint("/api/admin/articles/", id), sitetest.M{"status": "published"})
		}()
	}
	sitetest.Eventually(t, "both to wait", func() bool {
		return s.Count("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())") >= len(ids)
	})
	if err := hold.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	statuses := map[int]int{}
	for range ids {
		a := <-answers
		statuses[a.Status]++
		if a.Status != 200 && !strings.Contains(a.Body, "already has numbers named “hourglass”. Choose another name.") {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	}
	if statuses[200] != 1 || statuses[400] != 1 || s.Count("SELECT count(*) FROM tools WHERE slug = 'hourglass'") != 1 {
		t.Errorf("statuses: %v", statuses)
	}
}

func pieceGetsItsToolNameWhenItBecomesFree(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	made := func(slug, name string, more sitetest.M) int64 {
		body := sitetest.M{"title": slug, "slug": slug, "category": "pets", "excerpt": "E.", "body": block(name, 10)}
		for field, value := range more {
			body[field] = value
		}
		return ed.Edit("POST", "/api/admin/articles", body).ID
	}
	public := sitetest.M{"status": "published"}
	first, second, other := made("first", "sundial", public), made("second", "sundial", nil), made("other", "gnomon", nil)
	a := ed.Do("POST", "/api/admin/articles/batch", sitetest.M{"ids": []int64{second, other}, "action": "publish"})
	if a.Status != 200 || s.Count("SELECT count(*) FROM articles WHERE status = 'published' AND id IN ($1, $2)", second, other) != 1 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if a := ed.Do("DELETE", fmt.Sprint("/api/admin/articles/", first), nil); a.Status != 200 {
		t.Fatal(a.Status)
	}
	ed.Edit("PUT", fmt.Sprint("/api/admin/articles/", second), public)
	if a := ed.Do("POST", fmt.Sprint("/api/admin/articles/", first, "/restore"), nil); a.Status != 400 || !strings.Contains(a.Body, "“second” already has numbers named “sundial”") {
		t.Errorf("restored from the trash: %d %s", a.Status, a.Body)
	}
}
