package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/subscribers"
)

const desk = "/api/admin/subscribers"

func TestDesk(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"subscribersAreFoundByExactAddress":   subscribersAreFoundByExactAddress,
		"undecryptableSubscribersAreSkipped":  undecryptableSubscribersAreSkipped,
		"erasureRequiresTheTypedAddress":      erasureRequiresTheTypedAddress,
		"staffCannotBeErased":                 staffCannotBeErased,
		"subscriberListRefusesInvalidQueries": subscriberListRefusesInvalidQueries,
	})
}

func subscribersAreFoundByExactAddress(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@found.example", "phone", "208-555-0123", "tcpaConsent", true))
	s.Send("/api/subscribers", sitetest.Jane("email", "ann@found.example"))
	s.Send("/api/unsubscribe", `{"email":"ann@found.example"}`)
	s.Quiet()
	admin := s.As("admin")
	read := func(query string) (found []string) {
		t.Helper()
		for _, p := range sitetest.Must[[]subscribers.Listed](admin, "GET", desk+query, nil) {
			found = append(found, p.Email+" "+p.State)
		}
		return found
	}
	for query, want := range map[string]string{
		"?limit=2": "[ann@found.example unsubscribed jane@found.example active]", "?q=JANE@found.example": "[jane@found.example active]", "?q=ja@found.example": "[]",
		"?state=unsubscribed": "[ann@found.example unsubscribed]", "?state=active&q=ann@found.example": "[]", "?state=pending": "[]",
	} {
		if got := fmt.Sprint(read(query)); got != want {
			t.Errorf("%s: %s", query, got)
		}
	}
	sitetest.Agrees(t, doc, "GET", desk, admin.Do("GET", desk, nil))
	for email, want := range map[string]string{"jane@found.example": "email given, sms given, ", "ann@found.example": "email given, email withdrawn, "} {
		id := sitetest.Must[[]subscribers.Listed](admin, "GET", desk+"?q="+email, nil)[0].ID.String()
		a := admin.Do("GET", desk+"/"+id, nil)
		sitetest.Agrees(t, doc, "GET", desk+"/{id}", a)
		got, shown := "", sitetest.Decode[subscribers.Shown](t, a.Body)
		for _, c := range shown.Consents {
			got += c.Channel + " " + c.Action + ", "
		}
		if got != want || shown.Consents[0].Evidence.Destination != email || strings.Contains(a.Body, "Main St") || strings.Contains(a.Body, "1990-04-23") {
			t.Errorf("%s: %s", email, a.Body)
		}
	}
}

func TestSubscriberListsArePaged(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	for i := range 5 {
		s.Send("/api/subscribers", sitetest.Jane("email", fmt.Sprintf("p%d@example.com", i)))
	}
	admin, got, after := s.As("admin"), "", ""
	for range 3 {
		a := admin.Do("GET", desk+"?state=active&limit=2&after="+after, nil)
		for _, p := range sitetest.Decode[[]subscribers.Listed](t, a.Body) {
			got += p.Email[:2]
		}
		after = a.Header.Get("X-Next-Cursor")
	}
	if got != "p4p3p2p1p0" || after != "" {
		t.Errorf("read %s, then %q", got, after)
	}
}

func undecryptableSubscribersAreSkipped(t *testing.T, s *sitetest.Site) {
	for i := range 4 {
		s.Send("/api/subscribers", sitetest.Jane("email", fmt.Sprintf("p%d@damaged.example", i)))
	}
	s.Quiet() // the emails need the profiles
	s.Exec("UPDATE subscribers SET profile = '\\x00' WHERE id IN (SELECT id FROM subscribers ORDER BY id DESC LIMIT 2)")
	admin := s.As("admin")
	first := admin.Do("GET", desk+"?limit=2", nil)
	if first.Status != 200 || first.Body != "[]" || first.Header.Get("X-Next-Cursor") == "" {
		t.Fatalf("%d %s", first.Status, first.Body)
	}
	rest := sitetest.Must[[]subscribers.Listed](admin, "GET", desk+"?limit=2&after="+first.Header.Get("X-Next-Cursor"), nil)
	if len(rest) != 2 || rest[0].Email != "p1@damaged.example" {
		t.Errorf("then %+v", rest)
	}
}

func confirmationLinksAreResentWithALimit(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@resent.example"))
	s.Quiet()
	admin := s.As("admin")
	id := sitetest.Must[[]subscribers.Listed](admin, "GET", desk+"?state=pending", nil)[0].ID.String()
	resend := func() int { return admin.Do("POST", desk+"/"+id+"/confirmation", nil).Status }
	if got := resend(); got != 200 {
		t.Fatalf("the first: %d", got)
	}
	s.Quiet()
	mails := s.Emails("jane@resent.example")
	if len(mails) != 2 || mails[0].Subject != mails[1].Subject {
		t.Errorf("mails: %+v", mails)
	}
	if shown := admin.Do("GET", desk+"/"+id, nil).Body; strings.Contains(shown, `"linkMailedAt":null`) {
		t.Errorf("shown is %s", shown)
	}
	if a := admin.Do("POST", desk+"/"+id+"/confirmation", nil); a.Status != 429 || a.Header.Get("Retry-After") == "" {
		t.Errorf("immediately: %d %s", a.Status, a.Body)
	}
	s.Exec("UPDATE subscribers SET signup_mailed_at = signup_mailed_at - interval '16 minutes' WHERE id = $1", id)
	if got := resend(); got != 200 {
		t.Errorf("later: %d", got)
	}
	s.Exec("UPDATE subscribers SET state = 'active', signup_mailed_at = NULL WHERE id = $1", id)
	if got := resend(); got != 409 {
		t.Errorf("a confirmed subscriber: %d", got)
	}
	if log := admin.Do("GET", "/api/admin/audit?kind=subscriber", nil).Body; strings.Count(log, `"action":"mail"`) != 2 || strings.Contains(log, "jane@") {
		t.Errorf("the log says %s", log)
	}
}

func erasureRequiresTheTypedAddress(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@typed.example"))
	s.Send("/api/contact", sitetest.Note("email", "jane@typed.example"))
	s.Quiet()
	admin := s.As("admin")
	id := sitetest.Must[[]subscribers.Listed](admin, "GET", desk, nil)[0].ID.String()
	erase := func(email string) sitetest.Answer {
		return admin.Do("POST", desk+"/"+id+"/erasure", sitetest.M{"email": email})
	}
	for _, email := range []string{"", "yes", "jan@typed.example"} {
		if a := erase(email); a.Status != 400 || !strings.Contains(a.Body, `"field":"email"`) {
			t.Errorf("%q: %d %s", email, a.Status, a.Body)
		}
	}
	if a := erase(" Jane@typed.example "); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if all := s.Exported("jane@typed.example"); !strings.Contains(all, `"subscriber": null`) || !strings.Contains(all, `"messages": []`) {
		t.Error(all)
	}
	if a := erase("jane@typed.example"); a.Status != 404 {
		t.Errorf("again: %d", a.Status)
	}
	if log := admin.Do("GET", "/api/admin/audit?kind=subscriber", nil).Body; strings.Count(log, `"action":"erase"`) != 1 || strings.Contains(log, "jane@") {
		t.Errorf("the log says %s", log)
	}
}

func staffCannotBeErased(t *testing.T, s *sitetest.Site) {
	s.SignIn("editor")
	s.Send("/api/subscribers", sitetest.Jane("email", "editor@thriftwell.example"))
	admin := s.As("admin")
	id := sitetest.Must[[]subscribers.Listed](admin, "GET", desk, nil)[0].ID.String()
	if a := admin.Do("POST", desk+"/"+id+"/erasure", sitetest.M{"email": "editor@thriftwell.example"}); a.Status != 409 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if n := s.Count("SELECT count(*) FROM users WHERE role = 'editor'"); n != 1 {
		t.Error("the editor was deleted")
	}
}

func subscriberListRefusesInvalidQueries(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	const nobody = "/018f0000-0000-7000-8000-000000000000"
	for path, want := range map[string]int{
		"GET ?state=gone": 400, "GET ?q=jane": 400, "GET ?after=7": 400, "GET ?limit=201": 400, "GET /7": 404, "GET " + nobody: 404, "POST /7/confirmation": 404, "POST " + nobody + "/confirmation": 404,
	} {
		method, rest, _ := strings.Cut(path, " ")
		if a := admin.Do(method, desk+rest, nil); a.Status != want {
			t.Errorf("%s: %d %s", path, a.Status, a.Body)
		}
	}
	for _, account := range []string{"editor", "marketer", "visitor"} {
		if a := s.As(account).Do("GET", desk, nil); a.Status != 403 {
			t.Errorf("%s: %d", account, a.Status)
		}
	}
}
