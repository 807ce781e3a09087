package guides_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"testing"
	"time"

	"thriftwell/server/features/guides"
	"thriftwell/server/platform/editable/editabletest"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/revisions"
)

const calls = "/api/admin/guides"

type m = map[string]any

// desk has the calls of staff and of the public.
type desk struct {
	*editabletest.Desk
	desk  guides.Desk
	store *guides.Store
	gone  map[string]bool // paths of deleted pictures
}

func open(t *testing.T) desk {
	d := desk{Desk: editabletest.Open(t), gone: map[string]bool{}}
	d.Site.IsPicture = func(path string) bool { return !d.gone[path] }
	d.store = &guides.Store{DB: d.DB.Gorm}
	d.desk = guides.Desk{
		Site: pieces.Site{Site: d.Site, BaseURL: "https://site.example"},
		Articles: func(_ context.Context, slugs []string) (found []pieces.ArticleCard, _ error) {
			for _, slug := range slugs {
				found = append(found, pieces.ArticleCard{Slug: slug})
			}
			return found, nil
		},
	}
	d.Edit(guides.Guides(d.desk))
	d.Answer("GET", "/api/preview/guides/:token", guides.Preview(d.desk))
	public := guides.HTTP{Store: d.store, Articles: d.desk.Articles}
	d.Answer("GET", "/api/listicles", public.List)
	d.Answer("GET", "/api/listicles/:id", public.Get)
	return d
}

// whole returns a guide ready for publishing, with changes.
func whole(changes m) m {
	body := m{
		"title": "Switch Banks", "slug": "switch", "subtitle": "In an afternoon", "category": "banking", "introduction": "Why.\nBecause:\n- it *pays*",
		"items": []m{{"title": "First", "content": "Do **it**."}, {"title": "Second", "content": "<script>x</script>", "ctaText": "Go", "ctaUrl": "https://www.ftc.gov/", "ctaSponsored": true, "ctaAdvertiser": "Marlowick Bank", "imageUrl": "/images/steps/key.svg"}},
	}
	maps.Copy(body, changes)
	return body
}

func (d desk) write(changes m) guides.StaffGuide {
	d.Helper()
	return editabletest.Must[guides.StaffGuide](d.Desk, "POST", calls, whole(changes))
}

func (d desk) put(g guides.StaffGuide, changes m) guides.StaffGuide {
	d.Helper()
	return editabletest.Must[guides.StaffGuide](d.Desk, "PUT", one(g), changes)
}

func one(g guides.StaffGuide) string { return fmt.Sprint(calls, "/", g.ID) }

func TestGuidesAreSavedWithSteps(t *testing.T) {
	d := open(t)
	g := d.write(nil)
	if g.Status != pieces.Draft || len(g.Items) != 2 || g.Items[1].CTAURL == nil || !g.Items[1].CTASponsored || g.WordCount != 10 || g.EstimatedReadTime != 1 {
		t.Errorf("made %+v", g)
	}
	g = d.put(g, m{"status": "published"})
	a := editabletest.Must[guides.Guide](d.Desk, "GET", "/api/listicles/switch", nil)
	if a.Introduction != "<p>Why.<br>\nBecause:</p>\n<ul>\n<li>it <em>pays</em></li>\n</ul>\n" || a.ItemCount != 2 || a.Items[0].Position != 1 ||
		a.Items[0].Content != "<p>Do <strong>it</strong>.</p>\n" || a.Items[1].Content != "<p>&lt;script&gt;x&lt;/script&gt;</p>\n" || a.Items[1].CTAAdvertiser == nil || *a.Items[1].CTAAdvertiser != "Marlowick Bank" {
		t.Errorf("readers see %+v", a)
	}
	whole := editabletest.Must[guides.StaffGuide](d.Desk, "GET", one(g), nil)
	if whole.Items[0].Content != "Do **it**." || whole.Introduction != "Why.\nBecause:\n- it *pays*" {
		t.Errorf("staff see %+v", whole)
	}
}

func TestStepsKeepTheirIDs(t *testing.T) {
	d := open(t)
	g := d.write(nil)
	first, second := g.Items[0], g.Items[1]
	other := d.write(m{"slug": "other"})
	g = d.put(g, m{"items": []m{
		{"id": second.ID, "title": "Second"}, {"title": "New"}, {"id": first.ID, "title": "First"}, {"id": first.ID, "title": "Twice"}, {"id": other.Items[0].ID, "title": "Foreign"},
	}})
	ids := map[int64]bool{}
	for _, i := range g.Items {
		ids[i.ID] = true
	}
	if len(ids) != 5 || g.Items[0].ID != second.ID || g.Items[2].ID != first.ID || ids[other.Items[0].ID] || g.Items[0].Content != "" {
		t.Errorf("the steps are %+v", g.Items)
	}
	if n := d.Count("SELECT count(*) FROM guide_items WHERE guide_id = $1", other.ID); n != 2 {
		t.Errorf("another guide has %d steps", n)
	}
	if g = d.put(g, m{"subtitle": "At once"}); len(g.Items) != 5 {
		t.Errorf("%d steps remain", len(g.Items))
	}
}

func TestGuidesAreValidated(t *testing.T) {
	d := open(t)
	for _, c := range []struct {
		body  m
		words string
	}{
		{m{"title": ""}, `"field":"title"`},
		{m{"slug": "featured"}, "reserved"},
		{m{"slug": "12"}, "reserved"},
		{m{"items": "x"}, "list of at most 60 steps"},
		{m{"items": []m{{"title": "x"}, {"content": "x"}}, "status": "published"}, "title for step 2"},
		{m{"items": []m{{"title": "x"}, {"title": "y", "colour": "red"}}}, "Step 2: It has an unknown field."},
		{m{"items": []m{{"title": "x", "ctaUrl": "javascript:x"}}}, "Step 1: Enter a public address"},
		{m{"items": []m{{"title": "x", "content": strings.Repeat(">", 200)}}}, "nested"},
		{m{"items": []m{}, "status": "published"}, `"field":"items"`},
		{m{"subtitle": "", "status": "published"}, `"field":"subtitle"`},
		{m{"introduction": 7}, `"field":"introduction"`},
		{m{"body": "x"}, "Unknown field"},
	} {
		if a := d.Call("POST", calls, whole(c.body)); a.Status != 400 || !strings.Contains(a.Body, c.words) {
			t.Errorf("%.80v: %d %s", c.body, a.Status, a.Body)
		}
	}
}

func TestOnlyPublishedGuidesArePublic(t *testing.T) {
	d := open(t)
	draft := d.write(m{"slug": "draft"})
	scheduled := d.write(m{"slug": "scheduled", "status": "scheduled", "publishAt": time.Now().Add(time.Hour)})
	out := d.write(m{"slug": "out", "status": "published", "tags": []string{"Fees"}, "related": []string{"draft", "scheduled"}, "relatedArticles": []string{"some"}})
	for _, query := range []string{"", "?category=banking", "?q=fees", "?q=afternoon"} {
		a := d.Call("GET", "/api/listicles"+query, nil)
		if a.Header.Get("X-Total-Count") != "1" || !strings.Contains(a.Body, `"slug":"out"`) {
			t.Errorf("%s: %s of %s", query, a.Body, a.Header.Get("X-Total-Count"))
		}
	}
	for id, want := range map[string]int{
		"draft": 404, "scheduled": 404, fmt.Sprint(draft.ID): 404, fmt.Sprint(scheduled.ID): 404, "out": 200, fmt.Sprint(out.ID): 200, "99999999999999999999": 404,
	} {
		if a := d.Call("GET", "/api/listicles/"+id, nil); a.Status != want {
			t.Errorf("%s: %d", id, a.Status)
		}
	}
	if tags := d.Call("GET", "/api/listicles/out", nil).Header.Get("Cache-Tag"); tags != "guide:out, guide:draft, guide:scheduled, article:some, authors" {
		t.Errorf("it has the tags %s", tags)
	}
	if slugs, err := d.store.Slugs(t.Context()); err != nil || len(slugs) != 1 || slugs[out.ID] != "out" {
		t.Errorf("slugs by number: %v, %v", slugs, err)
	}
	d.Exec("UPDATE guides SET publish_at = now() WHERE id = $1", scheduled.ID)
	d.Told()
	if err := pieces.PublishDue(t.Context(), guides.Guides(d.desk), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	if a := d.Call("GET", "/api/listicles/scheduled", nil); a.Status != 200 || d.Told() != "guide:scheduled guides" {
		t.Errorf("when it was due: %d", a.Status)
	}
}

func TestChangedStepsUpdateTheRevisionDate(t *testing.T) {
	d := open(t)
	g := d.write(m{"status": "published", "publishAt": "2026-02-03T12:00:00Z"})
	for _, step := range []struct {
		change  m
		revised bool
	}{
		{m{"items": whole(nil)["items"], "featured": true}, false},
		{m{"items": []m{{"title": "First", "content": "Do it now."}}}, true},
	} {
		if g = d.put(g, step.change); (g.RevisedAt != nil) != step.revised {
			t.Errorf("after %v: revised %v", step.change, g.RevisedAt)
		}
	}
}

func TestGuidesWithoutHTMLAreRenderedAtStart(t *testing.T) {
	d := open(t)
	g := d.write(nil)
	d.Exec("UPDATE guides SET rendered = 0, introduction_html = '', estimated_read_time = 9")
	d.Exec("UPDATE guide_items SET content_html = ''")
	if err := d.store.Render(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.put(g, m{"status": "published"})
	a := editabletest.Must[guides.Guide](d.Desk, "GET", "/api/listicles/switch", nil)
	if !strings.HasPrefix(a.Introduction, "<p>Why.") || a.Items[0].Content == "" || a.EstimatedReadTime != 1 {
		t.Errorf("readers see %+v", a)
	}
}

func TestMovedAndDeletedGuides(t *testing.T) {
	d := open(t)
	g := d.write(m{"slug": "one", "status": "published"})
	d.put(g, m{"slug": "two"})
	number := fmt.Sprint(g.ID)
	at := func(id string) string {
		a := d.Call("GET", "/api/listicles/"+id, nil)
		return fmt.Sprint(a.Status, a.Header.Get("Location"))
	}
	for _, step := range []struct {
		change      m
		old, number string
	}{
		{m{}, "301/api/listicles/two", "200"},
		{m{"status": "archived"}, "410", "410"},
		{m{"status": "draft"}, "404", "404"},
	} {
		d.put(g, step.change)
		if at("one") != step.old || at(number) != step.number {
			t.Errorf("after %v: %s, %s", step.change, at("one"), at(number))
		}
	}
	never := d.write(m{"slug": "never", "status": "archived"})
	if at("never") != "404" || at(fmt.Sprint(never.ID)) != "404" {
		t.Errorf("what was never public: %s", at("never"))
	}
}

func TestPreviewsShowUnsavedSteps(t *testing.T) {
	d := open(t)
	g := d.write(m{"relatedArticles": []string{"some"}})
	for _, typed := range []m{nil, {"items": []m{{"id": g.Items[1].ID, "title": "Typed", "content": "*New*"}, {"title": "Last"}}}} {
		link := editabletest.Must[struct{ URL string }](d.Desk, "POST", one(g)+"/preview-link", typed)
		a := editabletest.Must[guides.Guide](d.Desk, "GET", strings.Replace(link.URL, "https://site.example/", "/api/", 1), nil)
		if len(a.Items) != 2 || a.Items[1].Position != 2 || a.Introduction == "" || len(a.RelatedArticles) != 1 || a.RelatedArticles[0].Slug != "some" {
			t.Errorf("%v shows %+v", typed, a)
		}
		if typed != nil && (a.Items[0].Title != "Typed" || a.Items[0].Content != "<p><em>New</em></p>\n" || a.Items[1].Content != "" || a.Items[1].CTAURL != nil) {
			t.Errorf("unsaved steps are shown as %+v", a.Items)
		}
	}
}

func TestRestoringDropsDeletedPictures(t *testing.T) {
	d := open(t)
	g := d.write(m{"imageUrl": "/images/guides/switch.svg"})
	d.put(g, m{"imageUrl": nil, "items": []m{{"title": "Only"}}, "introduction": "Otherwise."})
	first := editabletest.Must[[]revisions.Revision](d.Desk, "GET", one(g)+"/revisions", nil)[1]
	restore := func() (back struct {
		guides.StaffGuide
		Notice string
	}) {
		t.Helper()
		b := d.Call("POST", fmt.Sprint(one(g), "/revisions/", first.ID, "/restore"), nil)
		if err := json.Unmarshal([]byte(b.Body), &back); b.Status != 200 || err != nil {
			t.Fatalf("%d %s: %v", b.Status, b.Body, err)
		}
		return back
	}
	d.gone["/images/steps/key.svg"] = true
	back := restore()
	if back.Notice != "A picture in this revision has been deleted, so we left it out." || len(back.Items) != 2 ||
		back.Items[1].ImageURL != nil || *back.ImageURL != "/images/guides/switch.svg" || back.Introduction != g.Introduction {
		t.Errorf("restored %+v", back)
	}
	d.gone["/images/guides/switch.svg"] = true
	if back := restore(); back.ImageURL != nil || !strings.HasPrefix(back.Notice, "2 pictures") {
		t.Errorf("restored %+v", back)
	}
	clear(d.gone)
	if back := restore(); *back.Items[1].ImageURL != "/images/steps/key.svg" || back.Notice != "" {
		t.Errorf("restored %+v", back)
	}
}
