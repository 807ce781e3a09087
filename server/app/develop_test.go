package app

import (
	"bufio"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/personal"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/session"
)

// developmentOnly returns the addresses that the public must never reach: an
// account without a password, and everyone's email.
func developmentOnly() []string {
	return []string{"/dev/gallery", "/dev/mail", "/dev/mail/x/html", "/dev/sign-in", "/api/auth/dev", "/api/auth/dev/callback?code=admin", "/api/auth/login"}
}

func TestDevelopmentToolsAreOffWithAPublicBaseURL(t *testing.T) {
	t.Parallel()
	s := openSite(t, "BASE_URL=https://www.shop.example", "MAIL_SIGN_IN=false") // APP_ENV was forgotten
	for _, path := range append(developmentOnly(), "/dev/reload", "/metrics") {
		if a := s.Get(path); a.Status != 404 {
			t.Fatalf("%s: %d", path, a.Status)
		}
	}
	if a := s.Get("/api/auth/providers"); a.Body != "[]" {
		t.Errorf("sign-in providers: %s", a.Body)
	}
}

func TestDevelopmentToolsAreHiddenBehindAProxy(t *testing.T) {
	long(t)
	t.Parallel()
	s := openSite(t, "BASE_URL=http://localhost:8080", "MAIL_SIGN_IN=false")
	state, jar := s.Begin("/")
	for _, header := range [][]string{
		{"Host", "www.shop.example"}, {"Host", "203.0.113.9:8080"}, {"Host", "localhost.shop.example"}, {"X-Forwarded-For", "203.0.113.9"},
		{"X-Forwarded-Host", "www.shop.example"}, {"X-Forwarded-Proto", "https"}, {"X-Real-IP", "203.0.113.9"}, {"Forwarded", "for=203.0.113.9"}, {"Via", "1.1 proxy"},
	} {
		for _, path := range append(developmentOnly(), "/dev/reload", "/metrics") {
			if a := s.Get(path, header...); a.Status != 404 {
				t.Fatalf("%s with %q: %d", path, header, a.Status)
			}
		}
		if a := s.Get("/api/auth/dev/callback?state="+state+"&code=admin", append([]string{"Cookie", jar}, header...)...); a.Status != 404 {
			t.Errorf("sign-in started locally was completed with %q: %d", header, a.Status)
		}
		if a := s.Get("/api/auth/providers", header...); a.Body != "[]" {
			t.Errorf("sign-in providers with %q: %s", header, a.Body)
		}
		if a := s.Get("/guides", header...); a.Status != 200 {
			t.Errorf("a page with %q: %d", header, a.Status)
		}
	}
	for _, host := range []string{"localhost", "localhost:8080", "127.0.0.1", "[::1]:8080"} {
		if a := s.Get("/dev/mail", "Host", host); a.Status != 200 {
			t.Errorf("%s: %d", host, a.Status)
		}
	}
}

func TestOpenPagesShowBuildErrors(t *testing.T) {
	t.Parallel()
	long(t)
	root := sitetest.FaultyRoot(t)
	s := openSiteIn(t, root, "BASE_URL=http://localhost:8080")
	res, err := http.Get(s.URL() + "/dev/reload")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	next := func() string {
		t.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data:"); ok {
				return data
			}
		}
		t.Fatalf("the stream ended: %v", lines.Err())
		return ""
	}
	file := filepath.Join(root, ".build", "errors.txt")
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("page.tsx:\n  no"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := next(); got != `{"error":"page.tsx:\n  no"}` {
		t.Errorf("got %s", got)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if got := next(); got != `{"error":""}` {
		t.Errorf("after the build succeeds: %s", got)
	}
}

// openDatabase opens a migrated, empty database.
func openDatabase(t *testing.T) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// signInLog returns what opening the sign-in service logs.
func signInLog(t *testing.T, d *db.DB, settings ...string) string {
	t.Helper()
	c, err := config.Load(append([]string{"DATA_DIR=" + t.TempDir()}, settings...))
	if err != nil {
		t.Fatal(err)
	}
	people, err := personal.Open(t.Context(), c, d)
	if err != nil {
		t.Fatal(err)
	}
	var log sitetest.Log
	if _, _, err := openSignIn(t.Context(), c, slog.New(slog.NewTextHandler(&log, nil)), d, people); err != nil {
		t.Fatal(err)
	}
	return log.String()
}

func TestStartLogsHowTheFirstAdminSignsIn(t *testing.T) {
	t.Parallel()
	provider := []string{"DEV_SIGN_IN=false", "GOOGLE_CLIENT_ID=x", "GOOGLE_CLIENT_SECRET=x"}
	for _, c := range []struct {
		settings []string
		want     string
	}{
		{[]string{"DEV_SIGN_IN=false", "MAIL_SIGN_IN=false"}, "bin/server token create --email E --role admin"},
		{[]string{"DEV_SIGN_IN=false"}, "set ADMIN_EMAILS or run bin/server role"},
		{provider, "set ADMIN_EMAILS or run bin/server role"},
		{append(provider, "ADMIN_EMAILS=jane@example.com"), ""},
		{nil, ""},
	} {
		log := signInLog(t, openDatabase(t), c.settings...)
		if c.want != "" && !strings.Contains(log, c.want) || c.want == "" && strings.Contains(log, "admin") {
			t.Errorf("with %v: %s", c.settings, log)
		}
	}
}

func TestStartIsSilentIfAnAdminIsInvited(t *testing.T) {
	t.Parallel()
	d := openDatabase(t)
	if _, err := NewAuth(config.Config{}, d, nil).Grant(t.Context(), session.CommandLine(), "jane@example.com", session.Admin); err != nil {
		t.Fatal(err)
	}
	if log := signInLog(t, d, "DEV_SIGN_IN=false"); strings.Contains(log, "admin") {
		t.Error(log)
	}
}
