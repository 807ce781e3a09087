package site_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func TestAuditLog(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"everyChangeIsInTheAuditLog":         everyChangeIsInTheAuditLog,
		"failedChangeWritesNoAuditEntry":     failedChangeWritesNoAuditEntry,
		"recordIsRestoredToALoggedVersion":   recordIsRestoredToALoggedVersion,
		"everyKindOfRecordCanBeRestored":     everyKindOfRecordCanBeRestored,
		"failedSignInIsAudited":              failedSignInIsAudited,
		"signInsAndDeniedRequestsAreAudited": signInsAndDeniedRequestsAreAudited,
	})
}

func everyChangeIsInTheAuditLog(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed, admin := s.As("editor"), s.As("admin")
	offer := ed.Edit("POST", "/api/content/offers", sitetest.M{"title": "Logged", "url": "https://x.example.com", "pageId": ed.Page("hot-offers").ID})
	path := "/api/content/offers/" + fmt.Sprint(offer.ID)
	ed.Edit("PUT", path, sitetest.M{"title": "Changed"})
	ed.Edit("DELETE", path, nil)
	admin.Edit("POST", path+"/restore", nil)
	ed.Do("PUT", path, sitetest.M{"title": ""})
	log := admin.Do("GET", "/api/admin/audit?kind=content+offer&id="+fmt.Sprint(offer.ID), nil)
	sitetest.Agrees(t, doc, "GET", "/api/admin/audit", log)
	type entry struct {
		ID                 int64
		Actor, Via, Action string
		Before, After      *sitetest.Record
	}
	entries := sitetest.Decode[[]entry](t, log.Body)
	var said []string
	for _, e := range entries {
		said = append(said, strings.TrimSuffix(e.Actor, "@thriftwell.example")+" "+e.Action+" by "+e.Via)
	}
	if got := strings.Join(said, ", "); got != "admin restore by session, editor delete by session, editor update by session, editor create by session" {
		t.Errorf("audit log: %s", got)
	}
	if u := entries[2]; u.Before.Title != "Logged" || u.After.Title != "Changed" {
		t.Errorf("before %+v after %+v", u.Before, u.After)
	}
	if older := sitetest.Must[[]entry](admin, "GET", fmt.Sprintf("/api/admin/audit?limit=1&before=%d", entries[0].ID), nil); len(older) != 1 || older[0].ID >= entries[0].ID {
		t.Errorf("older: %+v", older)
	}
}

func TestAuditLogIdentifiesUsersByIDNotByUnverifiedAddress(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	boss, rogue := s.As("admin"), s.As("editor")
	token := sitetest.Must[struct {
		ID     int64
		Secret string
	}](boss, "POST", "/api/admin/tokens", sitetest.M{"name": "nightly export", "role": "editor"})
	s.Exec("UPDATE users SET email = 'admin@thriftwell.example', email_verified = false, display_name = 'admin@thriftwell.example', first_name = '' WHERE role = 'editor'")
	rogueID, bossID := s.IDOf("(SELECT id, role AS slug FROM users) u", "editor"), s.IDOf("(SELECT id, role AS slug FROM users) u", "admin")
	s.Exec("UPDATE audit_log SET user_id = NULL WHERE action = 'sign in'") // as before the log stored user IDs
	rogue.Edit("POST", "/api/admin/links", sitetest.M{"name": "By a rogue", "path": "/articles", "source": "s", "medium": "m", "campaign": "c"})
	if a := s.Call("POST", "/api/admin/topics", `{"category":"pets","introduction":"a"}`, "Authorization", "Bearer "+token.Secret); a.Status != 201 {
		t.Fatalf("by a token: %d %s", a.Status, a.Body)
	}
	s.Exec("UPDATE tokens SET user_id = NULL, email = 'admin@thriftwell.example'")
	if a := s.Call("POST", "/api/admin/topics", `{"category":"travel","introduction":"a"}`, "Authorization", "Bearer "+token.Secret); a.Status != 201 {
		t.Fatalf("by a token without an owner: %d %s", a.Status, a.Body)
	}
	log := boss.Do("GET", "/api/admin/audit?limit=6", nil)
	sitetest.Agrees(t, sitetest.Contract(t), "GET", "/api/admin/audit", log)
	type line struct {
		Actor, ActorName, TokenName string
		UserID, TokenID             *int64
	}
	const name = "Ada Marsh"
	want := []line{
		{"token " + fmt.Sprint(token.ID), "", "nightly export", nil, &token.ID},
		{"admin@thriftwell.example", name, "nightly export", &bossID, &token.ID},
		{"user " + fmt.Sprint(rogueID), "", "", &rogueID, nil},
		{"admin@thriftwell.example", name, "", &bossID, nil},
		{"editor@thriftwell.example", "", "", nil, nil},
		{"admin@thriftwell.example", name, "", nil, nil},
	}
	if got := sitetest.Decode[[]line](t, log.Body); !reflect.DeepEqual(got, want) {
		t.Errorf("audit log: %s", log.Body)
	}
}

func failedChangeWritesNoAuditEntry(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	s.Exec("ALTER TABLE audit_log ADD CONSTRAINT no_pages CHECK (kind <> 'page') NOT VALID")
	defer s.Exec("ALTER TABLE audit_log DROP CONSTRAINT no_pages")
	if a := admin.Do("POST", "/api/content/pages", sitetest.M{"title": "x", "slug": "traceless"}); a.Status != 500 {
		t.Fatalf("%d", a.Status)
	}
	for _, p := range sitetest.Must[[]sitetest.Record](admin, "GET", "/api/content/pages", nil) {
		if p.Slug == "traceless" {
			t.Error("a page was created without its audit log entry")
		}
	}
}

func recordIsRestoredToALoggedVersion(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	admin := s.As("admin")
	type entry struct {
		ID                int64
		ActorName, Action string
		CanRestore        bool
	}
	newest := func(kind string) entry {
		t.Helper()
		return sitetest.Must[[]entry](admin, "GET", "/api/admin/audit?limit=1&kind="+kind, nil)[0]
	}
	page := admin.Edit("POST", "/api/content/pages", sitetest.M{"title": "Summer", "slug": "summer", "description": "Warm."})
	made := newest("page")
	path := fmt.Sprintf("/api/content/pages/%d", page.ID)
	admin.Edit("PUT", path, sitetest.M{"title": "Winter", "description": ""})
	if !made.CanRestore || made.ActorName == "" {
		t.Errorf("%+v", made)
	}
	restore := func(e entry) sitetest.Answer {
		return admin.Do("POST", fmt.Sprintf("/api/admin/audit/%d/restore", e.ID), nil)
	}
	a := restore(made)
	sitetest.Agrees(t, doc, "POST", "/api/admin/audit/{id}/restore", a)
	if log := admin.Do("GET", "/api/admin/audit?limit=1&kind=page", nil).Body; a.Status != 200 || !strings.Contains(log, `"after":{"id":`) || !strings.Contains(log, `"title":"Summer"`) || !strings.Contains(log, `"description":"Warm."`) {
		t.Errorf("%d %s\n%s", a.Status, a.Body, log)
	}
	offer := admin.Edit("POST", "/api/content/offers", sitetest.M{"title": "O", "url": "https://x.example.com", "pageId": page.ID, "description": "Go"})
	first := newest("content+offer")
	admin.Edit("PUT", fmt.Sprintf("/api/content/offers/%d", offer.ID), sitetest.M{"url": "https://y.example.com", "description": "Stop"})
	if a := restore(first); a.Status != 200 {
		t.Errorf("an offer: %d %s", a.Status, a.Body)
	}
	if now := admin.Offers(page, ""); now[0].URL != "https://x.example.com" {
		t.Errorf("%+v", now)
	}
	admin.Edit("DELETE", fmt.Sprintf("/api/content/offers/%d", offer.ID), nil)
	if gone := newest("content+offer"); gone.CanRestore || restore(gone).Status != 404 {
		t.Errorf("a deletion: %+v", gone)
	}
	if a := restore(first); a.Status != 409 || !strings.Contains(a.Body, "restore it first") {
		t.Errorf("a record in the trash: %d %s", a.Status, a.Body)
	}
	admin.Edit("POST", "/api/admin/articles", sitetest.M{"title": "A", "slug": "a-piece", "category": "pets"})
	piece := newest("article")
	if a := restore(piece); piece.CanRestore || a.Status != 404 {
		t.Errorf("a piece, which has revisions: %d %+v", a.Status, piece)
	}
	if a := s.As("editor").Do("POST", fmt.Sprintf("/api/admin/audit/%d/restore", made.ID), nil); a.Status != 403 {
		t.Errorf("an editor: %d", a.Status)
	}
}

func everyKindOfRecordCanBeRestored(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	page := admin.Page("settlements2")
	kinds := map[string]struct {
		calls  string
		body   sitetest.M
		change sitetest.M
	}{
		"author":       {"/api/admin/authors", sitetest.M{"name": "Nell", "slug": "nell", "bio": "First."}, sitetest.M{"bio": "Second."}},
		"claim":        {"/api/admin/claims", sitetest.M{"name": "rent", "title": "First.", "value": "4%"}, sitetest.M{"title": "Second."}},
		"topic":        {"/api/admin/topics", sitetest.M{"category": "pets", "introduction": "First."}, sitetest.M{"introduction": "Second."}},
		"offer":        {"/api/admin/offers", sitetest.M{"title": "A", "targetUrl": "https://x.example.com", "type": "phone", "description": "First.", "dailyCap": 7}, sitetest.M{"description": "Second.", "type": "linkout", "dailyCap": nil}},
		"static offer": {"/api/admin/static-offers", sitetest.M{"title": "A", "link": "https://x.example.com", "description": "First."}, sitetest.M{"description": "Second."}},
		"daily offer":  {"/api/admin/daily-offers", sitetest.M{"title": "A", "link": "https://x.example.com", "description": "First."}, sitetest.M{"description": "Second."}},
		"question":     {"/api/admin/questions", sitetest.M{"question": "First?", "pageId": page.ID}, sitetest.M{"question": "Second?"}},
		"advertiser":   {"/api/admin/advertisers", sitetest.M{"name": "A", "note": "First."}, sitetest.M{"note": "Second."}},
		"link":         {"/api/admin/links", sitetest.M{"name": "First", "path": "/articles", "source": "s", "medium": "m", "campaign": "c"}, sitetest.M{"name": "Second"}},
	}
	tried := []string{
		"/api/admin/articles", "/api/admin/guides", "/api/admin/letters", // they have revisions
		"/api/admin/texts",                          // it would be scheduled again
		"/api/admin/pictures",                       // created by an upload
		"/api/content/pages", "/api/content/offers", // in the test above
	}
	for _, c := range kinds {
		tried = append(tried, c.calls)
	}
	for path := range sitetest.Contract(t).Paths.Map() {
		if calls, one, found := strings.Cut(path, "/{"); found && strings.Count(one, "/") == 1 && strings.HasSuffix(one, "/restore") && !slices.Contains(append(tried, "/api/admin/audit"), calls) {
			t.Errorf("records of %s aren't restored here", calls)
		}
	}
	for kind, c := range kinds {
		made := admin.Edit("POST", c.calls, c.body)
		newest := func() string {
			return admin.Do("GET", "/api/admin/audit?limit=1&kind="+strings.ReplaceAll(kind, " ", "+"), nil).Body
		}
		first := sitetest.Decode[[]struct{ ID int64 }](t, newest())[0]
		admin.Edit("PUT", fmt.Sprintf("%s/%d", c.calls, made.ID), c.change)
		if a := admin.Do("POST", fmt.Sprintf("/api/admin/audit/%d/restore", first.ID), nil); a.Status != 200 {
			t.Errorf("%s: %d %s", kind, a.Status, a.Body)
			continue
		}
		_, after, _ := strings.Cut(newest(), `"after":`)
		if !strings.Contains(after, "First") || kind == "offer" && !strings.Contains(after, `"dailyCap":7`) {
			t.Errorf("%s after restoring: %s", kind, after)
		}
	}
}
