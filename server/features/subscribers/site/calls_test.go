package site_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/subscribers"
)

func subscriberCallsFollowTheContract(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@contract.example"))
	welcome := s.Email("jane@contract.example", "Welcome")
	link := sitetest.EID(t, welcome, "/unsubscribe")
	for _, c := range []struct {
		method, path, body string
		status             int
	}{
		{"GET", "/api/consents", "", 200},
		{"POST", "/api/subscribers", sitetest.Jane("email", "jane@contract.example"), 201},
		{"POST", "/api/subscribers", "[]", 400},
		{"POST", "/api/subscribers/confirm", `{"eid":"x"}`, 400},
		{"GET", "/api/preferences?eid=" + link, "", 200},
		{"GET", "/api/preferences", "", 400},
		{"PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,"frequency":"monthly"}`, link), 200},
		{"PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,"frequency":"hourly"}`, link), 400},
		{"POST", "/api/preferences/link", `{"email":"jane@contract.example"}`, 200},
		{"POST", "/api/preferences/link", `{"email":"nobody"}`, 400},
		{"POST", "/api/preferences/deletion", fmt.Sprintf(`{"eid":%q,"confirmed":true}`, link), 400},
		{"POST", "/api/unsubscribe", `{"email":"jane@contract.example"}`, 200},
		{"POST", "/api/unsubscribe", fmt.Sprintf(`{"eid":%q}`, link), 200},
		{"POST", "/api/unsubscribe", `{}`, 400},
		{"POST", "/api/contact", sitetest.Note("email", "joe@contract.example"), 201},
		{"POST", "/api/contact", sitetest.Note("email", "joe@contract.example", "message", ""), 400},
	} {
		a := s.Call(c.method, c.path, c.body)
		if a.Status != c.status {
			t.Errorf("%s %s: got %d, want %d: %s", c.method, c.path, a.Status, c.status, a.Body)
		}
		pattern, _, _ := strings.Cut(c.path, "?")
		sitetest.Agrees(t, doc, c.method, pattern, a)
	}
}

// cutDatabase makes the site's database refuse all connections until up is
// called.
func cutDatabase(s *sitetest.Site) (up func()) {
	s.T.Helper()
	ctx := context.Background()
	u, err := url.Parse(s.Config.DatabaseURL)
	if err != nil {
		s.T.Fatal(err)
	}
	name := pgx.Identifier{strings.TrimPrefix(u.Path, "/")}.Sanitize()
	u.Path = "/postgres"
	admin, err := pgx.Connect(ctx, u.String())
	if err != nil {
		s.T.Fatal(err)
	}
	run := func(sql string, args ...any) {
		if _, err := admin.Exec(ctx, sql, args...); err != nil {
			s.T.Fatal(err)
		}
	}
	run("ALTER DATABASE " + name + " ALLOW_CONNECTIONS false")
	run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", strings.Trim(name, `"`))
	return func() {
		run("ALTER DATABASE " + name + " ALLOW_CONNECTIONS true")
		s.DB.Pool.Reset() // drop the test's own dead connections
		_ = admin.Close(ctx)
	}
}

func state(s *sitetest.Site, email string) (*subscribers.Export, []subscribers.Consent) {
	s.T.Helper()
	e, ledger, err := s.People.Subscribers.Export(s.T.Context(), email)
	if err != nil && !errors.Is(err, subscribers.ErrNotFound) {
		s.T.Fatal(err)
	}
	return e, ledger
}

func TestFormsSayRetryWithoutDatabase(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	token := sitetest.EID(t, s.Email("jane@example.com", "Welcome"), "/unsubscribe")
	up := cutDatabase(s)
	calls := map[string]string{
		"/api/subscribers": sitetest.Jane("email", "kim@example.com"), "/api/contact": sitetest.Note(), "/api/unsubscribe": fmt.Sprintf(`{"eid":%q}`, token),
		"/api/preferences/link": `{"email":"jane@example.com"}`,
	}
	for range 3 { // first on connections that were cut, then without any
		for path, body := range calls {
			a := s.Call("POST", path, body)
			if a.Status != 503 || a.Header.Get("Retry-After") == "" || a.Header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("%s: %d, Retry-After %q: %s", path, a.Status, a.Header.Get("Retry-After"), a.Body)
			}
		}
	}
	up()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if a := s.Call("POST", "/api/unsubscribe", fmt.Sprintf(`{"eid":%q}`, token)); a.Status == 200 {
			break
		} else if time.Now().After(deadline) {
			t.Fatalf("the site doesn't recover: %d %s", a.Status, a.Body)
		}
	}
	s.Email("jane@example.com", "You’ve been unsubscribed")
	if e, _ := state(s, "kim@example.com"); e != nil {
		t.Error("a refused signup was stored")
	}
}

// jobs waits for all jobs and returns how many there were.
func jobs(s *sitetest.Site) int {
	s.T.Helper()
	s.Quiet()
	return s.Count("SELECT count(*) FROM river_job")
}

// suppressed returns the reason for which an address gets no email.
func suppressed(s *sitetest.Site, email string) string {
	s.T.Helper()
	reason, err := s.People.Suppressions.Reason(s.T.Context(), s.People.Secret.AddressHash(email))
	if err != nil {
		s.T.Fatal(err)
	}
	return reason
}

// lines returns the ledger's actions on a channel, such as "given withdrawn".
func lines(ledger []subscribers.Consent, channel string) string {
	var out []string
	for _, c := range ledger {
		if c.Channel == channel {
			out = append(out, c.Action)
		}
	}
	return strings.Join(out, " ")
}
