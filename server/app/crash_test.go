//go:build long

package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/mail"
)

// program is the site's program as a process of its own.
type program struct {
	t   *testing.T
	bin string
	env []string
	url string
	cmd *exec.Cmd
}

func (p *program) start() {
	p.t.Helper()
	p.cmd = exec.Command(p.bin, "serve")
	p.cmd.Dir, p.cmd.Env = "../..", append(os.Environ(), p.env...)
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if res, err := http.Get(p.url + "/healthz"); err == nil {
			res.Body.Close()
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatal("the program does not start")
		}
	}
}

func (p *program) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// Killed with -9 at any moment of a signup, the program leaves all of it, with
// its mail, or none.
func TestAKilledServerLeavesASignupWholeOrNotAtAll(t *testing.T) {
	const rounds, senders = 50, 4
	bin := filepath.Join(t.TempDir(), "server")
	if out, err := exec.Command("go", "build", "-o", bin, "thriftwell/server").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	free.Close()
	env := []string{"PORT=" + port, "RENDER_WORKERS=1", "DATA_DIR=" + t.TempDir(), "DATABASE_URL=" + dbtest.New(t), "TRUSTED_PROXIES=127.0.0.1"}
	p := &program{t: t, bin: bin, env: env, url: "http://127.0.0.1:" + port}
	defer p.kill()

	var mu sync.Mutex
	var answered []string // addresses whose signup was answered with 201
	for round := range rounds {
		p.start()
		var all sync.WaitGroup
		for sender := range senders {
			all.Go(func() {
				for n := 0; ; n++ {
					email := fmt.Sprintf("p%d-%d-%d@gmail.com", round, sender, n)
					req, _ := http.NewRequest("POST", p.url+"/api/subscribers", strings.NewReader(jane("email", email)))
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
		time.Sleep(rand.N(150 * time.Millisecond)) // the moment is the point
		p.kill()
		all.Wait()
	}

	c, err := config.Load(env)
	if err != nil {
		t.Fatal(err)
	}
	d, err := db.Open(context.Background(), c.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	s := &testSite{&App{config: c, db: d, log: slog.New(slog.DiscardHandler)}, t}
	if s.people, err = openPeople(t.Context(), c, d); err != nil {
		t.Fatal(err)
	}
	kept := s.count("SELECT count(*) FROM subscribers")
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
		if n := s.count(query); n != 0 {
			t.Errorf("%d %s", n, what)
		}
	}
	for _, email := range answered {
		if e, ledger := s.state(email); e == nil || len(ledger) != 1 {
			t.Fatalf("%s was answered and is lost", email)
		}
	}

	// The mails that were still to go out do so after the next start, none is lost.
	p.start()
	for deadline := time.Now().Add(3 * time.Minute); s.count("SELECT count(*) FROM river_job WHERE state IN ('available', 'retryable', 'scheduled')") > 0; time.Sleep(200 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("mails are not sent")
		}
	}
	mails, err := mail.Folder{Dir: mailFolder(c)}.List(1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	stuck := s.count("SELECT count(*) FROM river_job WHERE state = 'running'") // rescued after River's hour
	if len(mails)+stuck < kept {
		t.Errorf("%d mails for %d subscribers, %d under way", len(mails), kept, stuck)
	}
	t.Logf("%d mails, %d jobs wait for their rescue", len(mails), stuck)
}
