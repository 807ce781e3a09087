//go:build long

package site_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/campaigns"
)

// Killed with -9 at any moments, the program sends an email to everyone who stays,
// and repeats at most the emails that were in flight.
func TestKilledServerMissesNoOne(t *testing.T) {
	t.Parallel()
	const people, kills, connections = 10_000, 20, 8
	sink := newSink(t)
	p := sitetest.Build(t, "RENDER_WORKERS=1", "DATA_DIR="+t.TempDir(), "DATABASE_URL="+dbtest.New(t), "TRUSTED_PROXIES=127.0.0.1",
		"SMTP_URL="+sink.url(), "LETTER_RATE=1000", "LETTER_DOMAIN_RATE=0")
	defer func() { p.Kill() }()
	p.Start()
	var all sync.WaitGroup
	for sender := range connections {
		all.Go(func() {
			for n := sender; n < people; n += connections {
				body := sitetest.Jane("email", fmt.Sprintf("p%d@gmail.com", n))
				req, _ := http.NewRequest("POST", p.URL+"/api/subscribers", strings.NewReader(body))
				req.Header.Set("Content-Type", "application/json")
				req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", n>>16, n>>8&255, n&255))
				res, err := http.DefaultClient.Do(req)
				if err != nil || res.StatusCode != 201 {
					t.Errorf("signup %d: %v", n, err)
					return
				}
				res.Body.Close()
			}
		})
	}
	all.Wait()
	d, err := db.Open(context.Background(), p.Env[3][len("DATABASE_URL="):])
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	s := &sitetest.Site{T: t, Address: p.URL, DB: d}
	s.Exec("DELETE FROM river_job WHERE state IN ('available', 'retryable')") // the welcomes
	s.Quiet()
	sink.mu.Lock()
	clear(sink.mails)
	sink.total = 0
	sink.mu.Unlock()

	s.Exec("INSERT INTO letters (slug, subject, body, status) VALUES ('kills', 'Kills', 'Hello', 'sending')")
	l := int64(s.Count("SELECT id FROM letters"))
	report := func() campaigns.EmailReport {
		r, err := (&campaigns.Store{DB: d}).ReportEmail(t.Context(), l)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	total := func() int {
		sink.mu.Lock()
		defer sink.mu.Unlock()
		return sink.total
	}
	var gone []string // addresses of those who left
	for kill := range kills {
		sitetest.Eventually(t, "more emails are sent", func() bool { return total() > people*kill/(kills+1) })
		time.Sleep(rand.N(100 * time.Millisecond)) // the moment is the point
		address := fmt.Sprintf("p%d@gmail.com", people-1-kill)
		if sink.count(address) == 0 {
			if a := s.Post("/api/unsubscribe", fmt.Sprintf(`{"email":%q}`, address)); a.Status != 200 {
				t.Errorf("unsubscribe: %d %s", a.Status, a.Body)
			}
			gone = append(gone, address)
		}
		p.Kill()
		p.Start()
	}
	sitetest.Eventually(t, "the email is sent", func() bool { return s.Count("SELECT count(*) FROM letters WHERE status = 'sent'") == 1 })
	r, repeats, missed := report(), 0, 0
	for n := range people {
		address := fmt.Sprintf("p%d@gmail.com", n)
		mails := 0
		sink.mu.Lock()
		for _, m := range sink.mails[address] {
			if strings.Contains(m, "Subject: Kills") {
				mails++
			}
		}
		sink.mu.Unlock()
		if mails == 0 {
			missed++
		}
		repeats += max(0, mails-1)
	}
	t.Logf("%d left, %d got nothing, %d emails were sent twice, %+v", len(gone), missed, repeats, r)
	if missed != int(r.Skipped) || r.Skipped > int64(len(gone)) || repeats > kills*connections || r.Repeats < int64(repeats) || r.People != people || r.Sent+r.Skipped != people {
		t.Errorf("%d got nothing, %d left, %d emails were sent twice: %+v", missed, len(gone), repeats, r)
	}
}
