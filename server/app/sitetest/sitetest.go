// Package sitetest calls a running site as visitors, staff and readers of its
// emails do, and reads what it stored. Package apptest starts one.
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

// Site is a running site with its database, people and accounts.
type Site struct {
	T       testing.TB
	Address string // "http://127.0.0.1:port"
	Config  config.Config
	DB      *db.DB
	People  personal.Data
	Auth    *auth.Service
}

// Answer is a complete response.
type Answer struct {
	Status int
	Header http.Header
	Body   string
}

// Get requests a path without following redirects. Headers come in pairs.
func (s *Site) Get(path string, headers ...string) Answer {
	s.T.Helper()
	return s.Call(http.MethodGet, path, "", headers...)
}

// Call is like Get, with a method and a body.
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
		if headers[i] == "Host" { // Go ignores it among the headers
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

// Browser is the user agent of a person's browser.
const Browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

// Person returns the headers of the nth person; their user agents differ.
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

// Decode parses JSON.
func Decode[T any](t testing.TB, body string) (out T) {
	t.Helper()
	if err := json.Unmarshal([]byte(body), &out); err != nil {
		t.Fatalf("%v in %.200s", err, body)
	}
	return out
}

// patience is long because a machine under other load may stall for many
// seconds.
const patience = 2 * time.Minute

// Eventually waits until is returns true. It polls less often as time passes,
// because polling slows down what it waits for.
func Eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	for began := time.Now(); !is(); {
		waited := time.Since(began)
		if waited > patience {
			t.Fatalf("not within %s: %s", patience, what)
		}
		time.Sleep(min(max(5*time.Millisecond, waited/10), 250*time.Millisecond))
	}
}

// ClickOut opens an offer link. If it leads to the offer, ClickOut waits until
// the click-out is recorded, which may be after the redirect.
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

// Counted returns a count from the roll-ups, of people unless another reason is
// given.
func (s *Site) Counted(subject string, id int64, action string, reason ...string) int64 {
	s.T.Helper()
	return int64(s.Count(`SELECT coalesce(sum(count), 0) FROM daily_counts
		WHERE subject = $1::text::event_subject AND subject_id = $2 AND action = $3::text::event_action AND reason = $4::text::event_reason`,
		subject, id, action, append(reason, "human")[0]))
}

// Events returns the number of stored events.
func (s *Site) Events() int {
	s.T.Helper()
	return s.Count("SELECT count(*) FROM events")
}

// Quiet waits until the job queue is empty.
func (s *Site) Quiet() {
	s.T.Helper()
	Eventually(s.T, "every job is done", func() bool {
		return s.Count("SELECT count(*) FROM river_job WHERE finalized_at IS NULL") == 0
	})
}

// Production returns settings with which a production site starts on this
// machine.
func Production() []string {
	return []string{
		"APP_ENV=production", "HOST=127.0.0.1", "TRUSTED_PROXIES=none", "BASE_URL=https://site.example", "SMTP_URL=smtp://127.0.0.1:1",
		"MAIL_FROM=news@site.example", "POSTAL_ADDRESS=1 Main Street", "DATA_KEYS=a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
		"SUPPORT_EMAIL=help@site.example", "AFFILIATE_EMAIL=partners@site.example", "ADVERTISING_EMAIL=ads@site.example",
	}
}
