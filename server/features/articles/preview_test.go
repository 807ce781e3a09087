package articles_test

import (
	"strings"
	"testing"
	"time"

	"thriftwell/server/features/articles"
	"thriftwell/server/platform/editable/editabletest"
	"thriftwell/server/platform/session"
)

// preview requests a preview link and returns the API call that its page makes.
func (d desk) preview(a articles.StaffArticle, typed m) (call string, ends time.Time) {
	d.Helper()
	link := editabletest.Must[struct {
		URL       string
		ExpiresAt time.Time
	}](d.Desk, "POST", one(a)+"/preview-link", typed)
	token, ok := strings.CutPrefix(link.URL, "https://site.example/preview/articles/")
	if !ok {
		d.Fatalf("the link is %s", link.URL)
	}
	return "/api/preview/articles/" + token, link.ExpiresAt
}

// shows returns the article in a preview.
func (d desk) shows(call string) articles.Article {
	d.Helper()
	return editabletest.Must[articles.Article](d.Desk, "GET", call, nil)
}

func TestPreviewLinksShowDrafts(t *testing.T) {
	d := open(t)
	a := d.write(m{"body": "## One\n\n<b>x</b>", "correction": m{"text": "Not two."}})
	call, ends := d.preview(a, nil)
	if lasts := time.Until(ends); lasts < 6*24*time.Hour || lasts > 7*24*time.Hour {
		t.Errorf("the link lasts %s", lasts)
	}
	shown := d.shows(call)
	d.put(a, m{"status": "published"})
	public := editabletest.Must[articles.Article](d.Desk, "GET", "/api/articles/water", nil)
	if shown.Body != public.Body || len(shown.TOC) != 1 || shown.Title != public.Title || shown.Correction == nil || shown.CreatedAt.IsZero() {
		t.Errorf("the preview is %+v", shown)
	}
	d.put(a, m{"status": "archived", "body": "Later."})
	if got := d.shows(call).Body; got != "<p>Later.</p>\n" {
		t.Errorf("after a save it shows %s", got)
	}
	answer := d.Call("GET", call, nil)
	if answer.Header.Get("X-Robots-Tag") != "noindex" || answer.Header.Get("Cache-Tag") != "" {
		t.Errorf("the answer has %v", answer.Header)
	}
	d.Call("DELETE", one(a), nil)
	if b := d.Call("GET", call, nil); b.Status != 404 {
		t.Errorf("of a deleted article: %d", b.Status)
	}
	if b := d.Call("GET", call[:len(call)-1]+"x", nil); b.Status != 404 {
		t.Errorf("by another token: %d", b.Status)
	}
}

func TestPreviewLinksCanBeRevoked(t *testing.T) {
	d := open(t)
	a, other := d.write(nil), d.write(m{"slug": "other"})
	shared, _ := d.preview(a, nil)
	typed, _ := d.preview(a, m{"title": "Typed"})
	kept, _ := d.preview(other, nil)
	editabletest.Must[m](d.Desk, "DELETE", one(a)+"/preview-link", nil)
	if b := d.Call("GET", shared, nil); b.Status != 410 || !strings.Contains(b.Body, "This preview is no longer shared.") {
		t.Errorf("%d %s", b.Status, b.Body)
	}
	if b := d.Call("GET", typed, nil); b.Status != 410 {
		t.Errorf("the unsaved preview: %d", b.Status)
	}
	if again, _ := d.preview(a, nil); again == shared || d.shows(again).Title != a.Title || d.shows(kept).Title != a.Title {
		t.Error("a newer link or another article's was revoked too")
	}
	if n := d.Count("SELECT count(*) FROM audit_log WHERE kind = 'article preview link' AND action = 'delete'"); n != 1 {
		t.Errorf("%d audit log entries", n)
	}
	if b := d.Call("DELETE", calls+"/99/preview-link", nil); b.Status != 404 {
		t.Errorf("an unknown article: %d", b.Status)
	}
}

func TestUnsavedChangesCanBePreviewed(t *testing.T) {
	d := open(t)
	a := d.write(nil)
	call, ends := d.preview(a, m{"title": "Typed", "body": "[x](javascript:alert(1)) *typed*", "avgSavings": "$5", "correction": m{"text": "Typed."}, "version": 1})
	if lasts := time.Until(ends); lasts > 15*time.Minute {
		t.Errorf("the link lasts %s", lasts)
	}
	shown := d.shows(call)
	if shown.Title != "Typed" || shown.Excerpt != a.Excerpt || *shown.AvgSavings != "$5" || shown.Body != "<p>[x](javascript:alert(1)) <em>typed</em></p>\n" || shown.Correction.At.IsZero() {
		t.Errorf("the preview is %+v", shown)
	}
	saved := editabletest.Must[articles.StaffArticle](d.Desk, "GET", one(a), nil)
	if saved.Title != a.Title || saved.Version != a.Version || len(d.revisions(a)) != 1 {
		t.Errorf("the article was changed: %+v", saved)
	}
	again, _ := d.preview(a, m{"title": "Typed on"})
	if again != call || d.shows(call).Title != "Typed on" {
		t.Errorf("the link changed, or shows %q", d.shows(call).Title)
	}
	d.By = session.Actor{UserID: 2, Email: "other@site.example"}
	if other, _ := d.preview(a, m{"title": "Typed by another"}); other == call || d.shows(call).Title != "Typed on" {
		t.Error("two editors share a preview")
	}
	if b := d.Call("POST", one(a)+"/preview-link", m{"title": "", "colour": "red"}); b.Status != 400 {
		t.Errorf("an invalid article: %d %s", b.Status, b.Body)
	}
	d.Exec("UPDATE previews SET expires_at = now()")
	if b := d.Call("GET", call, nil); b.Status != 410 {
		t.Errorf("after it expired: %d", b.Status)
	}
}
