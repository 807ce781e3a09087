package app

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"thriftwell/server/platform/mail"
)

// jane is a signup that is right; changes name other values, nil leaves a
// field out.
func jane(changes ...any) string {
	body := map[string]any{
		"email": "jane@example.com", "emailConsent": true, "firstName": "Jane", "lastName": "Doe", "address": "1 Main St, Springfield",
		"dateOfBirth": "1990-04-23", "gender": "female",
	}
	return changed(body, changes...)
}

// note is a contact message that is right.
func note(changes ...any) string {
	return changed(map[string]any{
		"firstName": "Joe", "lastName": "Roe", "email": "joe@example.com", "inquiryType": "affiliate", "message": "Hello,\nmay I join?",
	}, changes...)
}

func changed(body map[string]any, changes ...any) string {
	body = maps.Clone(body)
	for i := 0; i+1 < len(changes); i += 2 {
		if changes[i+1] == nil {
			delete(body, changes[i].(string))
			continue
		}
		body[changes[i].(string)] = changes[i+1]
	}
	out, _ := json.Marshal(body)
	return string(out)
}

// send posts a body that must be taken.
func (s *testSite) send(path, body string, headers ...string) answer {
	s.t.Helper()
	a := s.call("POST", path, body, headers...)
	if a.Status != 201 && a.Status != 200 {
		s.t.Fatalf("POST %s: %d %s", path, a.Status, a.Body)
	}
	return a
}

// mail waits for the mail to an address whose subject contains words.
func (s *testSite) mail(to, words string) mail.Kept {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		for _, k := range s.mails(to) {
			if strings.Contains(k.Subject, words) {
				return k
			}
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("no mail %q to %s", words, to)
		}
	}
}

func (s *testSite) mails(to string) (out []mail.Kept) {
	s.t.Helper()
	all, err := mail.Folder{Dir: mailFolder(s.config)}.List(1000)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, k := range all {
		if strings.Contains(k.To, "<"+to+">") {
			out = append(out, k)
		}
	}
	return out
}

// quiet waits until every job is done.
func (s *testSite) quiet() {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); s.count("SELECT count(*) FROM river_job WHERE finalized_at IS NULL") > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatal("jobs are left undone")
		}
	}
}

func (s *testSite) count(query string, args ...any) (n int) {
	s.t.Helper()
	if err := s.db.Pool.QueryRow(context.Background(), query, args...).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

// eid is the token of the first link to a page in a mail.
func eid(t *testing.T, k mail.Kept, page string) string {
	t.Helper()
	m := regexp.MustCompile(regexp.QuoteMeta(page) + `\?eid=([\w%-]+)`).FindStringSubmatch(k.Text)
	if m == nil {
		t.Fatalf("no link to %s in %s", page, k.Text)
	}
	token, err := url.QueryUnescape(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func header(k mail.Kept, name string) string {
	for _, h := range k.Headers {
		if h.Name == name {
			return h.Value
		}
	}
	return ""
}

// cookie is the signup cookie that an answer sets, as a request sends it.
func cookie(a answer) string {
	set, _, _ := strings.Cut(a.Header.Get("Set-Cookie"), ";")
	return set
}

func TestPeopleCallsKeepTheContract(t *testing.T) {
	s, doc := openSite(t), contract(t)
	s.send("/api/subscribers", jane())
	welcome := s.mail("jane@example.com", "Welcome")
	link := eid(t, welcome, "/unsubscribe")
	for _, c := range []struct {
		method, path, body string
		status             int
	}{
		{"GET", "/api/consents", "", 200},
		{"POST", "/api/subscribers", jane(), 201},
		{"POST", "/api/subscribers", "[]", 400},
		{"POST", "/api/subscribers/confirm", `{"eid":"x"}`, 400},
		{"GET", "/api/preferences?eid=" + link, "", 200},
		{"GET", "/api/preferences", "", 400},
		{"PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,"frequency":"monthly"}`, link), 200},
		{"PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,"frequency":"hourly"}`, link), 400},
		{"POST", "/api/preferences/link", `{"email":"jane@example.com"}`, 200},
		{"POST", "/api/preferences/link", `{"email":"nobody"}`, 400},
		{"POST", "/api/unsubscribe", `{"email":"jane@example.com"}`, 200},
		{"POST", "/api/unsubscribe", fmt.Sprintf(`{"eid":%q}`, link), 200},
		{"POST", "/api/unsubscribe", `{}`, 400},
		{"POST", "/api/contact", note(), 201},
		{"POST", "/api/contact", note("message", ""), 400},
	} {
		a := s.call(c.method, c.path, c.body)
		if a.Status != c.status {
			t.Errorf("%s %s: got %d, want %d: %s", c.method, c.path, a.Status, c.status, a.Body)
		}
		pattern, _, _ := strings.Cut(c.path, "?")
		agrees(t, doc, c.method, "/", pattern, a)
	}
}

// cutDatabase makes the site's database refuse everybody until up is called.
func (s *testSite) cutDatabase() (up func()) {
	s.t.Helper()
	ctx := context.Background()
	u, err := url.Parse(s.url)
	if err != nil {
		s.t.Fatal(err)
	}
	name := pgx.Identifier{strings.TrimPrefix(u.Path, "/")}.Sanitize()
	u.Path = "/postgres"
	admin, err := pgx.Connect(ctx, u.String())
	if err != nil {
		s.t.Fatal(err)
	}
	run := func(sql string, args ...any) {
		if _, err := admin.Exec(ctx, sql, args...); err != nil {
			s.t.Fatal(err)
		}
	}
	run("ALTER DATABASE " + name + " ALLOW_CONNECTIONS false")
	run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", strings.Trim(name, `"`))
	return func() {
		run("ALTER DATABASE " + name + " ALLOW_CONNECTIONS true")
		_ = admin.Close(ctx)
	}
}
