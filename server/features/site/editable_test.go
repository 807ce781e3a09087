package site_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/content"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/offer"
)

func TestRecordsOfASite(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"deletedRecordsGoToTheTrash":                       deletedRecordsGoToTheTrash,
		"batchesSwitchAndDelete":                           batchesSwitchAndDelete,
		"listsArePaged":                                    listsArePaged,
		"updatesKeepOmittedFields":                         updatesKeepOmittedFields,
		"unknownFieldsAreRefusedByName":                    unknownFieldsAreRefusedByName,
		"conflictingEditsAreDetected":                      conflictingEditsAreDetected,
		"otherKindsHaveTheSameCalls":                       otherKindsHaveTheSameCalls,
		"oneOfManyConcurrentEditsWins":                     oneOfManyConcurrentEditsWins,
		"recordsAddedAtOnceGetPositionsAndSlugsOfTheirOwn": recordsAddedAtOnceGetPositionsAndSlugsOfTheirOwn,
	})
}

func deletedRecordsGoToTheTrash(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	page := ed.Page("hot-offers")
	all := ed.Offers(page, "")
	path := "/api/content/offers/" + fmt.Sprint(all[0].ID)
	ed.Edit("DELETE", path, nil)
	for _, method := range []string{"DELETE", "PUT"} {
		if a := ed.Do(method, path, sitetest.M{"title": "x"}); a.Status != 404 {
			t.Errorf("%s a deleted offer: %d", method, a.Status)
		}
	}
	if a := s.Get("/api/content/hot-offers/offers"); strings.Contains(a.Body, all[0].Title) {
		t.Error("the public still sees it")
	}
	if bin := ed.Offers(page, "&bin=true"); len(bin) != 1 || bin[0].ID != all[0].ID || bin[0].DeletedAt == nil {
		t.Errorf("bin: %+v", bin)
	}
	ed.Edit("POST", path+"/restore", nil)
	if a := ed.Do("POST", path+"/restore", nil); a.Status != 404 {
		t.Errorf("restoring twice: %d", a.Status)
	}
	if got := ed.Offers(page, ""); len(got) != len(all) {
		t.Errorf("%d of %d restored", len(got), len(all))
	}
	ed.Edit("DELETE", path, nil)
	s.Exec("UPDATE content_offers SET deleted_at = now() - interval '31 days' WHERE deleted_at IS NOT NULL")
	if a := ed.Do("POST", path+"/restore", nil); a.Status != 404 {
		t.Errorf("restoring after 30 days: %d", a.Status)
	}
	if err := content.Offers(offer.Site{Site: editable.Site{DB: s.DB.Gorm}}).EmptyBin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if bin := ed.Offers(page, "&bin=true"); len(bin) != 0 {
		t.Errorf("left in the trash: %+v", bin)
	}
}

func batchesSwitchAndDelete(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	page := ed.Page("hot-offers")
	all := ed.Offers(page, "")
	ids := []any{all[0].ID, fmt.Sprint(all[1].ID), 999999}
	if done := sitetest.Must[[]sitetest.Record](ed, "POST", "/api/content/offers/batch", sitetest.M{"ids": ids, "action": "deactivate"}); len(done) != 2 {
		t.Errorf("%d deactivated", len(done))
	}
	if off := ed.Offers(page, "&active=false"); len(off) != 2 {
		t.Errorf("%d are off", len(off))
	}
	sitetest.Must[[]sitetest.Record](ed, "POST", "/api/content/offers/batch", sitetest.M{"ids": ids, "action": "delete"})
	if left := ed.Offers(page, ""); len(left) != len(all)-2 {
		t.Errorf("%d are left", len(left))
	}
	sitetest.Must[[]sitetest.Record](ed, "POST", "/api/content/offers/batch", sitetest.M{"ids": ids, "action": "restore"})
	if left := ed.Offers(page, ""); len(left) != len(all) {
		t.Errorf("%d restored", len(left))
	}
	sitetest.Must[[]sitetest.Record](ed, "POST", "/api/content/offers/batch", sitetest.M{"ids": ids, "action": "activate"})
	if off := ed.Offers(page, "&active=false"); len(off) != 0 {
		t.Errorf("%d are still off", len(off))
	}
}

func listsArePaged(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	page := ed.Edit("POST", "/api/content/pages", sitetest.M{"title": "Long", "slug": "long"})
	s.Exec(`INSERT INTO content_offers (page_id, title, url, priority) SELECT $1, 'Offer ' || n, 'https://x.example.com/' || n, 1 + n % 3 FROM generate_series(1, 25) n`, page.ID)
	seen, last, after := map[int64]bool{}, 11, ""
	for range 10 {
		a := ed.Do("GET", fmt.Sprintf("/api/content/offers?pageId=%d&limit=10&after=%s", page.ID, after), nil)
		if a.Header.Get("X-Total-Count") != "25" {
			t.Fatalf("%d of %s", a.Status, a.Header.Get("X-Total-Count"))
		}
		for _, o := range sitetest.Decode[[]sitetest.Record](t, a.Body) {
			if seen[o.ID] || o.Priority > last {
				t.Errorf("offer %d with priority %d after %d", o.ID, o.Priority, last)
			}
			seen[o.ID], last = true, o.Priority
		}
		if after = a.Header.Get("X-Next-Cursor"); after == "" {
			break
		}
	}
	if len(seen) != 25 {
		t.Errorf("%d of 25", len(seen))
	}
	if got := ed.Offers(page, "&q=OFFER+2"); len(got) != 7 {
		t.Errorf("search found %d", len(got))
	}
	if got := ed.Offers(page, "&q=%25"); len(got) != 0 {
		t.Errorf("%% is a wildcard: %d", len(got))
	}
	for _, bad := range []string{"x", "1", "1-x", "999999999999999999999-1"} {
		if a := ed.Do("GET", fmt.Sprintf("/api/content/offers?pageId=%d&after=%s", page.ID, bad), nil); a.Status != 400 {
			t.Errorf("after=%s: %d", bad, a.Status)
		}
	}
	for query, want := range map[string]int{"": 400, "?pageId=x": 400, "?pageId=999999": 404} {
		if a := ed.Do("GET", "/api/content/offers"+query, nil); a.Status != want {
			t.Errorf("%q: %d", query, a.Status)
		}
	}
}

func updatesKeepOmittedFields(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	before := ed.Offers(ed.Page("settlements"), "")[0]
	after := ed.Edit("PUT", "/api/content/offers/"+fmt.Sprint(before.ID), sitetest.M{"isActive": false})
	want := before
	want.IsActive, want.Version = false, before.Version+1
	if fmt.Sprint(after.ID, after.PageID, after.Title, after.URL, after.Priority, after.IsActive, after.Featured, after.Views, after.Version, after.DeletedAt) !=
		fmt.Sprint(want.ID, want.PageID, want.Title, want.URL, want.Priority, want.IsActive, want.Featured, want.Views, want.Version, want.DeletedAt) {
		t.Errorf("before %+v\nafter  %+v", before, after)
	}
	if *after.ImageURL != *before.ImageURL {
		t.Error("an omitted picture changed")
	}
	if gone := ed.Edit("PUT", "/api/content/offers/"+fmt.Sprint(before.ID), sitetest.M{"imageUrl": nil}); gone.ImageURL != nil {
		t.Error("null doesn't remove the picture")
	}
	if same := ed.Edit("PUT", "/api/content/offers/"+fmt.Sprint(before.ID), sitetest.M{}); same.Version != before.Version+2 {
		t.Errorf("an empty update set version %d", same.Version)
	}
}

func unknownFieldsAreRefusedByName(t *testing.T, s *sitetest.Site) {
	ed, admin := s.As("editor"), s.As("admin")
	page := ed.Page("hot-offers")
	before := ed.Offers(page, "")[0]
	one := "/api/content/offers/" + fmt.Sprint(before.ID)
	for _, field := range []string{"id", "views", "clicks", "deletedAt", "createdAt", "search", "slug", "role", "IsActive", "page_id", ""} {
		a := ed.Do("PUT", one, sitetest.M{"isActive": false, field: 7})
		if a.Status != 400 || !strings.Contains(a.Body, `"errors":[{"field":"`+field+`"`) {
			t.Errorf("%s: %d %s", field, a.Status, a.Body)
		}
	}
	for path, body := range map[string]sitetest.M{
		"/api/content/pages":       {"title": "x", "slug": "x"},
		"/api/content/offers":      {"title": "x", "url": "https://x.example.com", "pageId": page.ID},
		"/api/content/bulk-import": {"urls": "https://x.example.com", "pageId": page.ID},
		"/api/admin/offers":        {"title": "x", "targetUrl": "https://x.example.com", "type": "phone"},
		"/api/admin/offers/batch":  {"ids": []int{1}, "action": "activate"},
		"/api/admin/daily-offers":  {"title": "x", "link": "https://x.example.com"},
		"/api/admin/questions":     {"question": "x", "pageId": page.ID},
		"/api/admin/users":         {"email": "x@x.example", "role": "editor"},
		"/api/admin/tokens":        {"email": "x@x.example", "role": "editor"},
	} {
		body["colour"] = "red"
		if a := admin.Do("POST", path, body); a.Status != 400 || !strings.Contains(a.Body, `"field":"colour"`) {
			t.Errorf("%s: %d %s", path, a.Status, a.Body)
		}
	}
	if a := ed.Do("PUT", one, sitetest.M{"pageId": ed.Page("settlements").ID}); a.Status != 400 || !strings.Contains(a.Body, `"field":"pageId"`) {
		t.Errorf("an offer was moved to another page: %d %s", a.Status, a.Body)
	}
	if after := ed.Offers(page, "")[0]; after.Version != before.Version || !after.IsActive {
		t.Errorf("a refused update was saved: %+v", after)
	}
}

func conflictingEditsAreDetected(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	one, two := s.As("editor"), s.As("admin")
	offer := one.Offers(one.Page("hot-offers"), "")[0]
	path := "/api/content/offers/" + fmt.Sprint(offer.ID)
	one.Edit("PUT", path, sitetest.M{"title": "First", "version": offer.Version})
	late := two.Do("PUT", path, sitetest.M{"title": "Second", "version": offer.Version})
	sitetest.Agrees(t, doc, "PUT", "/api/content/offers/{id}", late)
	if got := sitetest.Decode[struct{ Current sitetest.Record }](t, late.Body); late.Status != 409 || got.Current.Title != "First" || got.Current.Version != offer.Version+1 {
		t.Errorf("%d %s", late.Status, late.Body)
	}
	if again := two.Edit("PUT", path, sitetest.M{"title": "Second", "version": offer.Version + 1}); again.Title != "Second" {
		t.Errorf("with the new version: %+v", again)
	}
	if blind := one.Edit("PUT", path, sitetest.M{"title": "Third"}); blind.Title != "Third" {
		t.Errorf("without a version: %+v", blind)
	}
}

// Kinds whose calls the specification doesn't name have the same ones.
func otherKindsHaveTheSameCalls(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	page := ed.Page("settlements2")
	for path, body := range map[string]sitetest.M{
		"/api/admin/offers":       {"title": "New", "targetUrl": "https://x.example.com/?z={zip}", "type": "phone", "priority": 10},
		"/api/admin/daily-offers": {"title": "New", "link": "https://x.example.com"},
		"/api/admin/questions":    {"question": "New?", "pageId": page.ID},
	} {
		made := ed.Do("POST", path, body)
		sitetest.Agrees(t, doc, "POST", path, made)
		one := path + "/" + fmt.Sprint(sitetest.Decode[sitetest.Record](t, made.Body).ID)
		list := ed.Do("GET", path+"?limit=200&pageId="+fmt.Sprint(page.ID), nil)
		sitetest.Agrees(t, doc, "GET", path, list)
		if made.Status != 201 || !strings.Contains(list.Body, "New") {
			t.Errorf("%s: %d %s", path, made.Status, made.Body)
		}
		for _, step := range []struct {
			method, path string
			status       int
		}{{"PUT", one, 200}, {"DELETE", one, 200}, {"DELETE", one, 404}, {"POST", one + "/restore", 200}, {"DELETE", path + "/x", 404}, {"DELETE", path + "/99999999999999999999", 404}} {
			if a := ed.Do(step.method, step.path, sitetest.M{"isActive": false}); a.Status != step.status {
				t.Errorf("%s %s: %d %s", step.method, step.path, a.Status, a.Body)
			}
		}
	}
}

func oneOfManyConcurrentEditsWins(t *testing.T, s *sitetest.Site) {
	ed := s.As("editor")
	offer := ed.Offers(ed.Page("hot-offers"), "")[0]
	statuses := make([]int, 8)
	var all sync.WaitGroup
	for n := range statuses {
		all.Go(func() {
			statuses[n] = ed.Do("PUT", "/api/content/offers/"+fmt.Sprint(offer.ID), sitetest.M{"title": fmt.Sprint("Edit ", n), "version": offer.Version}).Status
		})
	}
	all.Wait()
	won := 0
	for _, status := range statuses {
		switch status {
		case 200:
			won++
		case 409:
		default:
			t.Errorf("status %d", status)
		}
	}
	if won != 1 {
		t.Errorf("%d edits won", won)
	}
}
