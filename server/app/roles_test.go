package app

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"thriftwell/server/platform/session"
)

func TestTheTokenCommandWorksWhileTheSiteRuns(t *testing.T) {
	s := openSite(t)
	c := s.config
	c.DatabaseURL = s.url
	o := Options{Config: c, Log: slog.New(slog.DiscardHandler), Root: "../.."}
	command := func(args ...string) string {
		t.Helper()
		var out bytes.Buffer
		if err := Token(t.Context(), o, args, &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	lines := strings.Split(strings.TrimSuffix(command("create", "--email", "Robot@example.com", "--role", "marketer"), "\n"), "\n")
	secret := lines[len(lines)-1]
	if a := s.user("Authorization", "Bearer "+secret); a.Status != 200 || !strings.Contains(a.Body, `"robot@example.com"`) {
		t.Fatalf("%q: %d %s", secret, a.Status, a.Body)
	}
	if list := command("list"); !strings.Contains(list, "robot@example.com\tmarketer") || strings.Contains(list, secret) {
		t.Errorf("list: %s", list)
	}
	command("revoke", "--id", "1")
	if a := s.user("Authorization", "Bearer "+secret); a.Status != 401 {
		t.Errorf("after revoking: %d", a.Status)
	}
	for _, args := range [][]string{{"create"}, {"create", "--email", "x", "--role", "admin"}, {"create", "--email", "a@b.example", "--role", "king"}, {"create", "--email", "a@b.example", "--role", "admin", "--days", "0"}, {"revoke", "--id", "99"}, {"burn"}, {}} {
		if err := Token(t.Context(), o, args, &bytes.Buffer{}); err == nil {
			t.Errorf("token %v goes through", args)
		}
	}
}

func TestTheRoleCommandReachesNowAndLater(t *testing.T) {
	s := openSite(t)
	c := s.config
	c.DatabaseURL = s.url
	o := Options{Config: c, Log: slog.New(slog.DiscardHandler), Root: "../.."}
	role := func(email, role string) error {
		return Role(t.Context(), o, []string{"--email", email, "--role", role}, &bytes.Buffer{})
	}
	if err := role("visitor@thriftwell.example", "editor"); err != nil {
		t.Fatal(err)
	}
	before := s.signIn("visitor")
	if a := s.user("Cookie", before); !strings.Contains(a.Body, `"editor"`) {
		t.Errorf("invited as an editor: %s", a.Body)
	}
	if err := role("visitor@thriftwell.example", "marketer"); err != nil {
		t.Fatal(err)
	}
	if a := s.user("Cookie", before); a.Status != 401 {
		t.Errorf("the session of the former role: %d", a.Status)
	}
	if a := s.user("Cookie", s.signIn("visitor")); !strings.Contains(a.Body, `"marketer"`) {
		t.Errorf("now: %s", a.Body)
	}
	if role("visitor@thriftwell.example", "king") == nil || role("x", "admin") == nil {
		t.Error("nonsense goes through")
	}
}

func TestAdminsChangeOthersButNotThemselves(t *testing.T) {
	s := openSite(t, "ADMIN_EMAILS=editor@thriftwell.example")
	admin := s.as("admin")
	s.signIn("editor")
	s.signIn("visitor")
	id := map[string]int64{}
	for _, u := range must[[]struct {
		ID    int64
		Email string
	}](admin, "GET", "/api/admin/users", nil) {
		id[strings.TrimSuffix(u.Email, "@thriftwell.example")] = u.ID
	}
	put := func(who string, body m) int { return admin.do("PUT", "/api/admin/users/"+itoa(id[who]), body).Status }
	for _, c := range []struct {
		who  string
		body m
		want int
	}{
		{"admin", m{"role": "visitor"}, 409}, {"admin", m{"disabled": true}, 409}, {"editor", m{"role": "visitor"}, 409},
		{"visitor", m{"role": "king"}, 400}, {"visitor", m{"role": "editor"}, 200}, {"visitor", m{"disabled": true}, 200}, {"visitor", m{}, 200}, {"nobody", m{"role": "editor"}, 404},
	} {
		if got := put(c.who, c.body); got != c.want {
			t.Errorf("%s %v: %d", c.who, c.body, got)
		}
	}
	if found := must[[]user](admin, "GET", "/api/admin/users?q=VISIT", nil); len(found) != 1 || found[0].Email != "visitor@thriftwell.example" {
		t.Errorf("search: %+v", found)
	}
}

// Tokens of somebody who lost their role are gone with it.
func TestADemotionTakesTheTokensToo(t *testing.T) {
	s := openSite(t)
	s.signIn("editor")
	_, secret, err := s.auth.CreateToken(t.Context(), session.CommandLine(), "editor@thriftwell.example", session.Editor, 1)
	if err != nil {
		t.Fatal(err)
	}
	if a := s.user("Authorization", "Bearer "+secret); a.Status != 200 {
		t.Fatalf("before: %d", a.Status)
	}
	if _, err := s.auth.Grant(t.Context(), session.CommandLine(), "editor@thriftwell.example", session.Visitor); err != nil {
		t.Fatal(err)
	}
	if a := s.user("Authorization", "Bearer "+secret); a.Status != 401 {
		t.Errorf("after: %d", a.Status)
	}
}

func TestOfManyEditsFromOneVersionOneWins(t *testing.T) {
	s := openSite(t)
	ed := s.as("editor")
	offer := ed.offers(ed.page("hot-offers"), "")[0]
	statuses := make([]int, 8)
	var all sync.WaitGroup
	for n := range statuses {
		all.Go(func() {
			statuses[n] = ed.do("PUT", "/api/content/offers/"+itoa(offer.ID), m{"title": fmt.Sprint("Edit ", n), "version": offer.Version}).Status
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

// A session outlives neither its provider's removal nor the end of
// ADMIN_EMAILS' word.
func TestASessionEndsWithWhatItStoodOn(t *testing.T) {
	s := openSite(t)
	cookie := s.signIn("visitor")
	if err := s.auth.Sessions.EndOthers(t.Context(), []string{"google"}); err != nil {
		t.Fatal(err)
	}
	if a := s.user("Cookie", cookie); a.Status != 401 {
		t.Errorf("without its provider: %d", a.Status)
	}
	s.auth.AdminEmails = []string{"visitor@thriftwell.example"}
	cookie = s.signIn("visitor")
	if a := s.user("Cookie", cookie); !strings.Contains(a.Body, `"admin"`) {
		t.Errorf("in ADMIN_EMAILS: %s", a.Body)
	}
	s.auth.AdminEmails = nil
	if a := s.user("Cookie", cookie); a.Status != 401 {
		t.Errorf("out of ADMIN_EMAILS: %d", a.Status)
	}
}

func TestManySignInsFromOneNetworkHaveToWait(t *testing.T) {
	s := openSite(t)
	for n := range 100 {
		a := s.get("/api/auth/dev")
		if a.Status == 429 {
			if n < 20 || a.Header.Get("Retry-After") == "" {
				t.Errorf("after %d: %v", n, a.Header)
			}
			return
		}
	}
	t.Error("a hundred sign-ins were begun")
}

func TestWhoAsksToBeForgottenHasNoAccountLeft(t *testing.T) {
	s := openSite(t)
	const email = "visitor@thriftwell.example"
	cookie := s.signIn("visitor")
	if _, _, err := s.auth.CreateToken(t.Context(), session.CommandLine(), email, session.Visitor, 1); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := s.people.export(t.Context(), email, &out); err != nil || !strings.Contains(out.String(), `"Turner"`) || !strings.Contains(out.String(), `"createdBy"`) {
		t.Errorf("export: %v %s", err, out.String())
	}
	s.signIn("editor")
	if err := s.people.erase(t.Context(), email, &out); err != nil {
		t.Fatal(err)
	}
	left := func() (n int) {
		t.Helper()
		err := s.db.Pool.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM users WHERE email = $1) + (SELECT count(*) FROM tokens WHERE email = $1)", email).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if a := s.user("Cookie", cookie); a.Status != 401 || left() != 0 {
		t.Errorf("after erasing: %d, %d rows", a.Status, left())
	}
	// A database that was restored from an older copy forgets again.
	s.exec("INSERT INTO users (email, email_verified, role, created_at) VALUES ($1, true, 'visitor', now() - interval '1 day')", email)
	if err := s.people.replayErasures(t.Context()); err != nil || left() != 0 {
		t.Errorf("after a restore: %v, %d rows", err, left())
	}
	s.signIn("visitor")
	if err := s.people.replayErasures(t.Context()); err != nil || left() != 1 {
		t.Errorf("who came back is erased: %v, %d rows", err, left())
	}
	var others int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM users WHERE role = 'editor'").Scan(&others); err != nil || others != 1 {
		t.Errorf("%d other users are left", others)
	}
}
