package articles_test

import (
	"testing"

	"thriftwell/server/features/articles"
	"thriftwell/server/platform/editable/editabletest"
	"thriftwell/server/platform/revisions"
)

func TestWorkingCopiesArePerEditorUntilSaved(t *testing.T) {
	t.Parallel()
	d := open(t)
	a := d.put(d.write(nil), m{"status": "published"})
	path := one(a) + "/working-copy"
	read := func() string {
		return string(editabletest.Must[revisions.WorkingCopy](d.Desk, "GET", path, nil).Draft)
	}
	if got := read(); got != "null" {
		t.Errorf("a new article has a working copy: %s", got)
	}
	for _, text := range []string{"Typing", "Typing on"} {
		editabletest.Must[m](d.Desk, "PUT", path, m{"draft": m{"values": m{"body": text}}})
	}
	const typed = `{"values":{"body":"Typing on"}}`
	if got := read(); got != typed {
		t.Errorf("kept %s, want %s", got, typed)
	}
	if now := editabletest.Must[articles.StaffArticle](d.Desk, "GET", one(a), nil); now.Version != a.Version || now.Body != a.Body {
		t.Errorf("the article itself became %+v", now)
	}
	editor := d.By.Email
	d.By.Email = "other@site.example"
	if got := read(); got != "null" {
		t.Errorf("another editor gets %s", got)
	}
	d.put(a, m{"excerpt": "Of somebody else."})
	d.By.Email = editor
	if got := read(); got != typed {
		t.Errorf("after another editor's save: %s", got)
	}
	d.By.TokenID = 1
	d.put(a, m{"excerpt": "By a token of theirs."})
	d.By.TokenID = 0
	if got := read(); got != typed {
		t.Errorf("after a save with the editor's token: %s", got)
	}
	d.put(a, m{"body": "Typing on."})
	if got := read(); got != "null" {
		t.Errorf("after the editor's own save: %s", got)
	}
	editabletest.Must[m](d.Desk, "PUT", path, m{"draft": m{}})
	editabletest.Must[m](d.Desk, "DELETE", path, nil)
	if got := read(); got != "null" {
		t.Errorf("after discarding: %s", got)
	}
	for _, bad := range []m{{}, {"draft": nil}, {"draft": "text"}} {
		if a := d.Call("PUT", path, bad); a.Status != 400 {
			t.Errorf("%v: %d", bad, a.Status)
		}
	}
}
