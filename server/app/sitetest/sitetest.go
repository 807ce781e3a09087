// Package sitetest calls a running site as visitors, staff and readers of its
// mails do, and reads what it has stored. Package apptest starts one.
package sitetest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"thriftwell/db"
	"thriftwell/server/features/auth"
	"thriftwell/server/personal"
	"thriftwell/server/platform/config"
)

// Site is a running site, and the database, people and accounts behind it.
type Site struct {
	T       testing.TB
	Address string // "http://127.0.0.1:port"
	Config  config.Config
	DB      *db.DB
	People  personal.Data
	Auth    *auth.Service
}

// Answer is a response, read whole.
type Answer struct {
	Status int
	Header http.Header
	Body   string
}

// Get requests a path without following redirects; headers come in pairs.
func (s *Site) Get(path string, headers ...string) Answer {
	s.T.Helper()
	return s.Call(http.MethodGet, path, "", headers...)
}

// Call is Get with a method and a body.
func (s *Site) Call(method, path, body string, headers ...string) Answer {
	s.T.Helper()
	req, err := http.NewRequest(method, s.Address+path, strings.NewReader(body))
	if err != nil {
		s.T.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" { // which Go does not take from the headers
			req.Host = headers[i+1]
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		s.T.Fatal(err)
	}
	defer res.Body.Close()
	read, err := io.ReadAll(res.Body)
	if err != nil {
		s.T.Fatal(err)
	}
	return Answer{res.StatusCode, res.Header, string(read)}
}

// Browser is the user agent of a person.
const Browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

// Person returns the headers of the nth person, known by the user agent.
func Person(n int) []string { return []string{"User-Agent", fmt.Sprintf("%s %d", Browser, n)} }

// Post posts as the first person.
func (s *Site) Post(path, body string, headers ...string) Answer {
	s.T.Helper()
	return s.Call("POST", path, body, append(Person(1), headers...)...)
}

// Send posts a body that must be accepted.
func (s *Site) Send(path, body string, headers ...string) Answer {
	s.T.Helper()
	a := s.Call("POST", path, body, headers...)
	if a.Status != 201 && a.Status != 200 {
		s.T.Fatalf("POST %s: %d %s", path, a.Status, a.Body)
	}
	return a
}

// Decode reads JSON.
func Decode[T any](t testing.TB, body string) (out T) {
	t.Helper()
	if err := json.Unmarshal([]byte(body), &out); err != nil {
		t.Fatalf("%v in %.200s", err, body)
	}
	return out
}

// patience is long: a machine that others use too may stall for many seconds.
const patience = 2 * time.Minute

// Eventually waits for something to become true. It looks the less often the
// longer it takes, as looking costs the time of what it waits for.
func Eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	for began := time.Now(); !is(); {
		waited := time.Since(began)
		if waited > patience {
			t.Fatalf("not within %s: %s", patience, what)
		}
		time.Sleep(min(max(5*time.Millisecond, waited/10), 50*time.Millisecond))
	}
}

// ClickOut opens a link to an offer and, where it leads there, waits until the
// click-out is recorded: visitors are sent on before a slow database is done.
func (s *Site) ClickOut(link string, headers ...string) Answer {
	s.T.Helper()
	before := s.Events()
	a := s.Get(link, headers...)
	if a.Status == http.StatusFound && !strings.HasPrefix(a.Header.Get("Location"), "/") {
		Eventually(s.T, "the click-out is recorded", func() bool { return s.Events() > before })
	}
	return a
}

// Exec runs a statement on the database.
func (s *Site) Exec(sql string, args ...any) {
	s.T.Helper()
	if _, err := s.DB.Pool.Exec(context.Background(), sql, args...); err != nil {
		s.T.Fatal(err)
	}
}

// Count returns the number that a query gives.
func (s *Site) Count(query string, args ...any) (n int) {
	s.T.Helper()
	if err := s.DB.Pool.QueryRow(context.Background(), query, args...).Scan(&n); err != nil {
		s.T.Fatal(err)
	}
	return n
}

// IDOf returns the id of a row of the starting content.
func (s *Site) IDOf(table, slug string) (id int64) {
	s.T.Helper()
	if err := s.DB.Pool.QueryRow(context.Background(), "SELECT id FROM "+table+" WHERE slug = $1", slug).Scan(&id); err != nil {
		s.T.Fatal(err)
	}
	return id
}

// Counted returns a figure of the roll-ups, of people unless another reason is
// given.
func (s *Site) Counted(subject string, id int64, action string, reason ...string) int64 {
	s.T.Helper()
	return int64(s.Count(`SELECT coalesce(sum(count), 0) FROM daily_counts
		WHERE subject = $1::text::event_subject AND subject_id = $2 AND action = $3::text::event_action AND reason = $4::text::event_reason`,
		subject, id, action, append(reason, "human")[0]))
}

// Events returns how many events are stored.
func (s *Site) Events() int {
	s.T.Helper()
	return s.Count("SELECT count(*) FROM events")
}

// Quiet waits until the queue of jobs is empty.
func (s *Site) Quiet() {
	s.T.Helper()
	Eventually(s.T, "every job is done", func() bool {
		return s.Count("SELECT count(*) FROM river_job WHERE finalized_at IS NULL") == 0
	})
}

// Production is settings that a site in production starts with, on this machine.
func Production() []string {
	return []string{
		"APP_ENV=production", "HOST=127.0.0.1", "TRUSTED_PROXIES=none", "BASE_URL=https://site.example", "SMTP_URL=smtp://127.0.0.1:1",
		"MAIL_FROM=news@site.example", "POSTAL_ADDRESS=1 Main Street", "DATA_KEYS=a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
		"SUPPORT_EMAIL=help@site.example", "AFFILIATE_EMAIL=partners@site.example", "ADVERTISING_EMAIL=ads@site.example",
	}
}
