package app

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"thriftwell/db/dbtest"
)

// ownPostgres starts a site with a bundled Postgres of its own.
func ownPostgres(t *testing.T, settings ...string) *testSite {
	t.Helper()
	return openSite(t, append([]string{"DATABASE_URL=", "DATA_DIR=" + dbtest.DataDir(t)}, settings...)...)
}

// postmaster is the process number of the bundled Postgres.
func (s *testSite) postmaster() int {
	s.t.Helper()
	file, err := os.ReadFile(filepath.Join(s.config.DataDir, "postgres", "postmaster.pid"))
	if err != nil {
		s.t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(file), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		s.t.Fatal(err)
	}
	return pid
}

func (s *testSite) killPostgres() {
	s.t.Helper()
	if err := syscall.Kill(s.postmaster(), syscall.SIGKILL); err != nil {
		s.t.Fatal(err)
	}
}

// busy tells the API's answer for when the database is away.
func (a answer) busy() bool {
	return a.Status == 503 && a.Header.Get("Content-Type") == "application/problem+json" && a.Header.Get("Retry-After") != "" && strings.Contains(a.Body, "try again")
}

func TestPostgresIsStartedAgainAndCachedPagesKeepComing(t *testing.T) {
	s := ownPostgres(t)
	s.warm(hotPage)
	hot := s.load(2, always(hotPage), isWhole)
	api := s.load(2, always("/api/articles?limit=1"), func(a answer) bool { return a.Status == 200 || a.busy() })
	cold := s.load(1, anew(), func(a answer) bool {
		return isWhole(a) || a.refused() || a.Status == 503 && a.whole() && a.Header.Get("Retry-After") != ""
	})
	path := anew()
	for range 3 {
		dead := s.postmaster()
		s.killPostgres()
		began := time.Now()
		eventually(t, 30*time.Second, "Postgres runs again", func() bool {
			_, err := os.Stat(filepath.Join(s.config.DataDir, "postgres", "postmaster.pid"))
			return err == nil && s.postmaster() != dead
		})
		eventually(t, 20*time.Second, "pages are rendered again", func() bool { return isWhole(s.get(path())) })
		t.Logf("healed after %s", time.Since(began))
	}
	if a, b, c := hot(), api(), cold(); a < 20 || b < 20 || c < 2 {
		t.Errorf("only %d cached pages, %d calls and %d other pages were asked for", a, b, c)
	}
}

func TestWithoutPostgresWhatIsInMemoryComesAndTheRestIsAskedToWait(t *testing.T) {
	s := ownPostgres(t)
	s.warm(hotPage)
	s.warm("/")
	data := filepath.Join(s.config.DataDir, "postgres")
	if err := os.Rename(data, data+".away"); err != nil { // it cannot be started again, then
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
	eventually(t, 10*time.Second, "/readyz says no", func() bool { return s.get("/readyz").busy() || s.get("/readyz").Status == 503 })

	s.expectHit(hotPage)
	for _, call := range []string{"/api/articles", "/api/articles/compare-car-insurance-quotes", "/api/listicles", "/api/listicles/1", "/api/offers", "/api/daily-offers", "/guides/1", "/sitemap.xml"} {
		if a := s.get(call); !a.busy() {
			t.Errorf("%s: %d %v %.200s", call, a.Status, a.Header, a.Body)
		}
	}
	for path, body := range map[string]string{
		"/api/subscribers": jane(),
		"/api/contact":     note(),
		"/api/unsubscribe": `{"email":"ann@reader.example"}`,
	} {
		if a := s.post(path, body); !a.busy() {
			t.Errorf("%s: %d %v %.200s", path, a.Status, a.Header, a.Body)
		}
	}
	if a := s.post("/api/offer-interactions", `{"offerId":1,"action":"view"}`); a.Status >= 500 {
		t.Errorf("an event: %d %.200s", a.Status, a.Body)
	}
	if a := s.get("/guides"); a.Status != 503 || a.Header.Get("Retry-After") == "" || a.Header.Get("Cache-Control") != "no-store" || !strings.Contains(a.Body, ends) {
		t.Errorf("a page that is not in memory: %d %v %.200s", a.Status, a.Header, a.Body)
	}
	s.cache.InvalidateAll()
	for _, path := range []string{hotPage, "/"} {
		if a := s.get(path); a.Status != 200 || !a.whole() || !strings.Contains(a.Header.Get("Cache-Status"), "stale-if-error") {
			t.Errorf("%s, invalidated: %d %v", path, a.Status, a.Header)
		}
	}
	if a := s.get("/healthz"); a.Status != 200 {
		t.Errorf("/healthz: %d", a.Status)
	}

	if err := os.Rename(data+".away", data); err != nil {
		t.Fatal(err)
	}
	eventually(t, 30*time.Second, "it is ready again", func() bool { return s.get("/readyz").Status == 200 })
	eventually(t, 10*time.Second, "pages are fresh again", func() bool {
		s.get(hotPage)
		return strings.Contains(s.get(hotPage).Header.Get("Cache-Status"), "; hit; ttl=2") // of 300 s
	})
}
