package app

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
)

// ownPostgres starts a site with its own bundled Postgres.
func ownPostgres(t *testing.T, settings ...string) *testSite {
	t.Helper()
	return openSite(t, append([]string{"DATABASE_URL=", "DATA_DIR=" + dbtest.DataDir(t)}, settings...)...)
}

// postmaster returns the process ID of the bundled Postgres.
func (s *testSite) postmaster() int {
	s.T.Helper()
	pid, err := s.postmasterOrNone()
	if err != nil {
		s.T.Fatal(err)
	}
	return pid
}

// postmasterOrNone is like postmaster, but may fail: while Postgres starts, its
// PID file is missing, stale or half-written.
func (s *testSite) postmasterOrNone() (int, error) {
	file, err := os.ReadFile(filepath.Join(s.Config.DataDir, "postgres", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(file), "\n")
	return strconv.Atoi(first)
}

func (s *testSite) killPostgres() {
	s.T.Helper()
	if err := syscall.Kill(s.postmaster(), syscall.SIGKILL); err != nil {
		s.T.Fatal(err)
	}
}

// busy reports whether a is the API's answer while the database is down.
func busy(a sitetest.Answer) bool {
	return a.Status == 503 && a.Header.Get("Content-Type") == "application/problem+json" && a.Header.Get("Retry-After") != "" && strings.Contains(a.Body, "ry again")
}

func TestWithoutPostgresCachedPagesAreServedAndTheRestIs503(t *testing.T) {
	t.Parallel()
	long(t)
	s := ownPostgres(t)
	s.warm(hotPage)
	s.warm("/")
	data := filepath.Join(s.Config.DataDir, "postgres")
	if err := os.Rename(data, data+".away"); err != nil { // prevents a restart
		t.Fatal(err)
	}
	pid, err := os.ReadFile(filepath.Join(data+".away", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	postmaster, _ := strconv.Atoi(strings.SplitN(string(pid), "\n", 2)[0])
	if err := syscall.Kill(postmaster, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	sitetest.Eventually(t, "/readyz says no", func() bool { return busy(s.Get("/readyz")) || s.Get("/readyz").Status == 503 })

	s.expectHit(hotPage)
	for _, call := range []string{"/api/articles", "/api/articles/compare-car-insurance-quotes", "/api/listicles", "/api/listicles/1", "/api/offers", "/api/daily-offers", "/sitemap.xml"} {
		if a := s.Get(call); !busy(a) {
			t.Errorf("%s: %d %v %.200s", call, a.Status, a.Header, a.Body)
		}
	}
	for path, body := range map[string]string{
		"/api/subscribers": sitetest.Jane(),
		"/api/contact":     sitetest.Note(),
		"/api/unsubscribe": `{"email":"ann@reader.example"}`,
	} {
		if a := s.Post(path, body); !busy(a) {
			t.Errorf("%s: %d %v %.200s", path, a.Status, a.Header, a.Body)
		}
	}
	if a := s.Post("/api/offer-interactions", `{"offerId":1,"action":"view"}`); a.Status >= 500 {
		t.Errorf("an event: %d %.200s", a.Status, a.Body)
	}
	if a := s.Get("/guides/1"); a.Status != 301 {
		t.Errorf("a guide's number: %d %v", a.Status, a.Header)
	}
	if a := s.Get("/guides"); a.Status != 503 || a.Header.Get("Retry-After") == "" || a.Header.Get("Cache-Control") != "no-store" || !strings.Contains(a.Body, ends) {
		t.Errorf("a page that isn't cached: %d %v %.200s", a.Status, a.Header, a.Body)
	}
	s.bus.InvalidateAll()
	for _, path := range []string{hotPage, "/"} {
		if a := s.Get(path); a.Status != 200 || !whole(a) || !strings.Contains(a.Header.Get("Cache-Status"), "stale-if-error") {
			t.Errorf("%s, invalidated: %d %v", path, a.Status, a.Header)
		}
	}
	if a := s.Get("/healthz"); a.Status != 200 {
		t.Errorf("/healthz: %d", a.Status)
	}

	if err := os.Rename(data+".away", data); err != nil {
		t.Fatal(err)
	}
	sitetest.Eventually(t, "it is ready again", func() bool { return s.Get("/readyz").Status == 200 })
	sitetest.Eventually(t, "pages are fresh again", func() bool {
		s.Get(hotPage)
		return strings.Contains(s.Get(hotPage).Header.Get("Cache-Status"), "; hit; ttl=2") // of 300 s
	})
}

func TestOnAFullDiskTheSiteIsUnreadyAndClickOutsWork(t *testing.T) {
	long(t)
	t.Parallel()
	disk := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", disk).CombinedOutput(); err != nil {
		dbtest.Skip(t, "needs the right to mount a small disk: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", disk).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	s := openSite(t, "DATA_DIR="+disk)
	sitetest.Eventually(t, "there is a ballast", func() bool {
		info, err := os.Stat(filepath.Join(disk, "spool.ballast"))
		return err == nil && info.Size() == 16<<20
	})
	link := fmt.Sprintf("/links/?aid=offer&subid=%d&url=https://new.example.com/", s.IDOf("carousel_offers", "tidewick-starter-plan"))
	s.Exec("UPDATE carousel_offers SET target_url = 'https://new.example.com/'")
	s.bus.Invalidate("offers")
	filler := fillDisk(t, disk)
	s.Exec("ALTER TABLE events RENAME TO elsewhere") // as Postgres has no space either
	const clicks = 20
	for n := range clicks {
		if a := s.Get(link, sitetest.Person(n)...); a.Status != 302 {
			t.Fatalf("click-out: %d", a.Status)
		}
	}
	sitetest.Eventually(t, "it is told that the disk is full", func() bool {
		a := s.Get("/readyz")
		return a.Status == 503 && strings.Contains(a.Body, "The disk is full.")
	})
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	s.Exec("ALTER TABLE elsewhere RENAME TO events")
	sitetest.Eventually(t, "every click-out is counted", func() bool { return s.Events() == clicks })
	sitetest.Eventually(t, "it is ready again", func() bool { return s.Get("/readyz").Status == 200 })
}

// fillDisk fills the disk with one file and returns its path.
func fillDisk(t *testing.T, disk string) string {
	t.Helper()
	f, err := os.Create(filepath.Join(disk, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	return f.Name()
}

// After a failover, connections may still lead to the former primary.
func TestWritesRecoverAfterAFailover(t *testing.T) {
	t.Parallel()
	s := openIdle(t, "../..", sitetest.Warnings(t))
	control, err := s.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer control.Close(context.WithoutCancel(t.Context()))
	set := func(change string) {
		name := pgx.Identifier{control.Config().Database}.Sanitize()
		if _, err := control.Exec(t.Context(), "ALTER DATABASE "+name+" "+change); err != nil {
			t.Fatal(err)
		}
	}
	demoted := func() (pids []uint32) { // all connections of the pool
		set("SET default_transaction_read_only = on")
		s.DB.Pool.Reset()
		for range 3 {
			conn, err := s.DB.Pool.Acquire(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Release()
			pids = append(pids, conn.Conn().PgConn().PID())
		}
		set("RESET default_transaction_read_only")
		return pids
	}
	former := demoted()
	send := func(path, body string) *httptest.ResponseRecorder {
		return s.answer("POST", path, body, sitetest.Person(1)...)
	}
	if a := send("/api/contact", sitetest.Note()); a.Code != 503 || a.Header().Get("Retry-After") == "" {
		t.Errorf("a message while the server is read-only: %d %v %s", a.Code, a.Header(), a.Body)
	}
	if a := send("/api/contact", sitetest.Note()); a.Code != 201 {
		t.Errorf("the next message: %d %s", a.Code, a.Body)
	}
	if n := s.Count("SELECT count(*) FROM contact_messages"); n != 1 {
		t.Errorf("%d messages are stored", n)
	}
	sitetest.Eventually(t, "its connections are left", func() bool {
		return s.Count("SELECT count(*) FROM pg_stat_activity WHERE pid = ANY ($1)", former) == 0
	})

	demoted()
	// It is in the spool, unless another write failed first and the connections
	// were dropped.
	if a := send("/api/offer-interactions", `{"offerId":1,"action":"view"}`); a.Code != 202 && a.Code != 200 {
		t.Errorf("an event: %d %s", a.Code, a.Body)
	}
	ctx, stop := context.WithCancel(t.Context())
	var counting sync.WaitGroup
	counting.Go(func() { s.tracking.Run(ctx) })
	defer counting.Wait()
	defer stop()
	sitetest.Eventually(t, "the event is counted", func() bool { return s.Counted("offer", 1, "view") == 1 })
}
