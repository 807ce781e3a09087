//go:build long

package site_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/personal"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/mail"
)

// Killed at any moment, the program must have stored a signup completely, with
// its email job, or not at all.
func TestSignupsAreAtomicWhenTheServerIsKilled(t *testing.T) {
	t.Parallel()
	const rounds, senders = 50, 4
	p := sitetest.Build(t, "RENDER_WORKERS=1", "DATA_DIR="+t.TempDir(), "DATABASE_URL="+dbtest.New(t), "TRUSTED_PROXIES=127.0.0.1")
	defer p.Kill()

	var mu sync.Mutex
	var answered []string // addresses whose signup got a 201
	for round := range rounds {
		p.Start()
		var all sync.WaitGroup
		for sender := range senders {
			all.Go(func() {
				for n := 0; ; n++ {
					email := fmt.Sprintf("p%d-%d-%d@gmail.com", round, sender, n)
					req, _ := http.NewRequest("POST", p.URL+"/api/subscribers", strings.NewReader(sitetest.Jane("email", email)))
					req.Header.Set("Content-Type", "application/json")
					req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", round, sender, n%250))
					res, err := http.DefaultClient.Do(req)
					if err != nil {
						return // killed
					}
					_, _ = io.Copy(io.Discard, res.Body)
					res.Body.Close()
					if res.StatusCode != 201 {
						t.Errorf("signup: %d", res.StatusCode)
						return
					}
					mu.Lock()
					answered = append(answered, email)
					mu.Unlock()
				}
			})
		}
		sitetest.Eventually(t, "one is answered", func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(answered) > round
		})
		time.Sleep(rand.N(150 * time.Millisecond)) // random on purpose
		p.Kill()
		all.Wait()
	}

	c, err := config.Load(p.Env)
	if err != nil {
		t.Fatal(err)
	}
	d, err := db.Open(context.Background(), c.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	s := &sitetest.Site{T: t, Config: c, DB: d}
	if s.People, err = personal.Open(t.Context(), c, d); err != nil {
		t.Fatal(err)
	}
	kept := s.Count("SELECT count(*) FROM subscribers")
	t.Logf("%d signups answered, %d kept", len(answered), kept)
	if len(answered) < rounds || kept < len(answered) {
		t.Errorf("%d answered, %d kept", len(answered), kept)
	}
	for what, query := range map[string]string{
		"subscribers without their consent": "SELECT count(*) FROM subscribers s WHERE (SELECT count(*) FROM consents c WHERE c.subscriber_id = s.id) <> 1",
		"subscribers without their mail":    "SELECT count(*) FROM subscribers s WHERE NOT EXISTS (SELECT FROM river_job j WHERE j.args->>'subscriberId' = s.id::text)",
		"consents of nobody":                "SELECT count(*) FROM consents c WHERE NOT EXISTS (SELECT FROM subscribers s WHERE s.id = c.subscriber_id)",
		"mails to nobody":                   "SELECT count(*) FROM river_job j WHERE NOT EXISTS (SELECT FROM subscribers s WHERE s.id::text = j.args->>'subscriberId')",
	} {
		if n := s.Count(query); n != 0 {
			t.Errorf("%d %s", n, what)
		}
	}
	for _, email := range answered {
		if e, ledger := state(s, email); e == nil || len(ledger) != 1 {
			t.Fatalf("%s got a 201 but was lost", email)
		}
	}

	// After a restart, all pending emails must be sent.
	p.Start()
	stuck := -1 // jobs of killed servers, recovered after some minutes
	for deadline := time.Now().Add(10 * time.Minute); stuck < 0; time.Sleep(200 * time.Millisecond) {
		stuck = s.Count("SELECT CASE WHEN bool_or(state <> 'running') THEN -1 ELSE count(*) END FROM river_job WHERE finalized_at IS NULL")
		if time.Now().After(deadline) {
			t.Fatal("emails are not sent")
		}
	}
	mails, err := mail.Folder{Dir: personal.EmailFolder(c)}.List(1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	if len(mails)+stuck < kept {
		t.Errorf("%d emails for %d subscribers, %d jobs stuck", len(mails), kept, stuck)
	}
	t.Logf("%d emails, %d jobs waiting for recovery", len(mails), stuck)
}
