package site_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/session"
)

func mustCookies(header string) []*http.Cookie {
	found, _ := http.ParseCookie(header)
	return found
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"signInReturnsToThePageAndReportsTheUser":    signInReturnsToThePageAndReportsTheUser,
		"sessionCookieIsHostOnlyAndMarkerIsReadable": sessionCookieIsHostOnlyAndMarkerIsReadable,
		"invalidSessionsAreSignedOut":                invalidSessionsAreSignedOut,
		"foreignStateStartsNoSession":                foreignStateStartsNoSession,
		"signInRedirectsOnlyToThisSite":              signInRedirectsOnlyToThisSite,
		"endedSessionCookieIsRejected":               endedSessionCookieIsRejected,
		"disabledUserCannotSignIn":                   disabledUserCannotSignIn,
		"signingInAgainRenewsTheSession":             signingInAgainRenewsTheSession,
		"sweepDeletesExpiredSessionsAndSignIns":      sweepDeletesExpiredSessionsAndSignIns,
		"invalidTokenIsRejectedDespiteAValidCookie":  invalidTokenIsRejectedDespiteAValidCookie,
		"adminsCreateListAndRevokeTokens":            adminsCreateListAndRevokeTokens,
		"secretsAreStoredAsHashes":                   secretsAreStoredAsHashes,
		"profileReportsNewsletterSubscription":       profileReportsNewsletterSubscription,
	}, cleared)
}

func signInReturnsToThePageAndReportsTheUser(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	state, jar := s.Begin("/articles?category=banking")
	picker := s.Get("/dev/sign-in?state=" + state)
	for _, role := range session.Roles() {
		if !strings.Contains(picker.Body, ", "+string(role)+" (") {
			t.Errorf("no account for %s", role)
		}
	}
	a := s.Finish(state, "admin", jar)
	if a.Status != 302 || a.Header.Get("Location") != "/articles?category=banking" {
		t.Fatalf("%d to %q", a.Status, a.Header.Get("Location"))
	}
	jar = sitetest.Cookies(jar, a)
	who := s.User("Cookie", jar)
	sitetest.Agrees(t, doc, "GET", "/api/auth/user", who)
	got := sitetest.Decode[map[string]any](t, who.Body)
	if got["role"] != "admin" || got["email"] != "admin@thriftwell.example" || got["firstName"] != "Ada" || got["provider"] != "dev" {
		t.Errorf("signed in as %v", got)
	}
}

func sessionCookieIsHostOnlyAndMarkerIsReadable(t *testing.T, s *sitetest.Site) {
	state, jar := s.Begin("/")
	seen := map[string]*http.Cookie{}
	for _, c := range (&http.Response{Header: s.Finish(state, "visitor", jar).Header}).Cookies() {
		seen[c.Name] = c
	}
	c := seen["__Host-session"]
	if c == nil || !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" {
		t.Errorf("session cookie: %v", c)
	}
	if m := seen["signed_in"]; m == nil || m.Value != "1" || m.HttpOnly || !m.Secure {
		t.Errorf("marker: %v", m)
	}
}

func TestLoopbackCookiesHaveNoHostPrefix(t *testing.T) {
	t.Parallel()
	local := apptest.Open(t, "BASE_URL=http://localhost:8080")
	if jar := local.SignIn("visitor"); !strings.Contains(jar, "session=") || strings.Contains(jar, "__Host-") {
		t.Errorf("on loopback: %s", jar)
	}
}

func invalidSessionsAreSignedOut(t *testing.T, s *sitetest.Site) {
	for _, cookie := range []string{"", "__Host-session=", "__Host-session=x", "session=" + session.NewSecret(), "signed_in=1"} {
		if a := s.User("Cookie", cookie); a.Status != 401 || a.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%q: %d", cookie, a.Status)
		}
	}
	stale := s.User("Cookie", "__Host-session=gone; signed_in=1")
	if jar := sitetest.Cookies("__Host-session=gone; signed_in=1", stale); jar != "" {
		t.Errorf("the browser keeps %q after the session ended", jar)
	}
}

// Prevents login CSRF: an attacker must not sign a browser in to the attacker's
// account.
func foreignStateStartsNoSession(t *testing.T, s *sitetest.Site) {
	state, jar := s.Begin("/")
	_, other := s.Begin("/")
	first, firstJar := s.Begin("/")
	if a := s.Finish(first, "visitor", firstJar); a.Status != 302 {
		t.Fatalf("the right state: %d", a.Status)
	}
	for name, a := range map[string]sitetest.Answer{
		"empty":             s.Finish("", "visitor", jar),
		"made up":           s.Finish("fixed-by-somebody", "visitor", jar),
		"replayed":          s.Finish(first, "visitor", firstJar),
		"another browser's": s.Finish(state, "visitor", other),
		"taken by the last": s.Finish(state, "visitor", jar),
	} {
		if a.Status != 400 || strings.Contains(sitetest.Cookies("", a), "session") {
			t.Errorf("%s: %d with %q", name, a.Status, sitetest.Cookies("", a))
		}
	}
	state, _ = s.Begin("/")
	if a := s.Finish(state, "visitor", ""); a.Status != 400 || sitetest.Cookies("", a) != "" {
		t.Errorf("no cookie at all: %d", a.Status)
	}
	state, jar = s.Begin("/")
	if _, err := s.DB.Pool.Exec(t.Context(), "UPDATE sign_ins SET expires_at = now()"); err != nil {
		t.Fatal(err)
	}
	if a := s.Finish(state, "visitor", jar); a.Status != 400 {
		t.Errorf("after ten minutes: %d", a.Status)
	}
	state, jar = s.Begin("/")
	if a := s.Finish(state, "", jar); a.Status != 400 {
		t.Errorf("denied at the provider: %d", a.Status)
	}
	if a := s.Get("/api/auth/nowhere"); a.Status != 404 {
		t.Errorf("unknown provider: %d", a.Status)
	}
}

func signInRedirectsOnlyToThisSite(t *testing.T, s *sitetest.Site) {
	for _, to := range []string{"https://evil.example/", "//evil.example", `/\evil.example`, "/\t/evil.example", "javascript:alert(1)", "evil", "/api/auth/dev", "/%5Cevil.example", "/" + strings.Repeat("x", 3000)} {
		state, jar := s.Begin(to)
		if a := s.Finish(state, "visitor", jar); a.Header.Get("Location") != "/" {
			t.Errorf("%.40q leads to %q", to, a.Header.Get("Location"))
		}
	}
}

func endedSessionCookieIsRejected(t *testing.T, s *sitetest.Site) {
	admin := s.SignIn("admin")
	accounts := sitetest.Decode[[]struct {
		ID    int64
		Email string
	}](t, s.Get("/api/admin/users", "Cookie", admin).Body)
	if len(accounts) != 1 {
		t.Fatalf("%d users", len(accounts))
	}
	id := func(email string) string {
		for _, a := range sitetest.Decode[[]struct {
			ID    int64
			Email string
		}](t, s.Get("/api/admin/users", "Cookie", admin).Body) {
			if a.Email == email {
				return fmt.Sprint(a.ID)
			}
		}
		t.Fatalf("no user %s", email)
		return ""
	}
	for name, end := range map[string]func(cookie string){
		"logout": func(cookie string) { s.Call("POST", "/api/auth/logout", "", "Cookie", cookie) },
		"disabling": func(string) {
			s.Call("PUT", "/api/admin/users/"+id("editor@thriftwell.example"), `{"disabled":true}`, "Cookie", admin)
		},
		"role change": func(string) {
			s.Call("PUT", "/api/admin/users/"+id("editor@thriftwell.example"), `{"role":"marketer"}`, "Cookie", admin)
		},
		"command": func(string) {
			if _, err := s.Auth.Grant(t.Context(), session.CommandLine(), "editor@thriftwell.example", session.Admin); err != nil {
				t.Error(err)
			}
		},
		"idle limit":     func(string) { s.Exec("UPDATE sessions SET idle_until = now() WHERE role <> 'admin'") },
		"absolute limit": func(string) { s.Exec("UPDATE sessions SET expires_at = now() WHERE role <> 'admin'") },
	} {
		s.Exec("UPDATE users SET role = 'editor', disabled_at = NULL WHERE email = 'editor@thriftwell.example'")
		stolen := s.SignIn("editor")
		if a := s.User("Cookie", stolen); a.Status != 200 {
			t.Fatalf("before %s: %d", name, a.Status)
		}
		end(stolen)
		if a := s.User("Cookie", stolen); a.Status != 401 {
			t.Errorf("after %s: %d", name, a.Status)
		}
	}
}

func disabledUserCannotSignIn(t *testing.T, s *sitetest.Site) {
	s.SignIn("visitor")
	s.Exec("UPDATE users SET disabled_at = now()")
	state, jar := s.Begin("/")
	if a := s.Finish(state, "visitor", jar); a.Status != 403 || strings.Contains(sitetest.Cookies("", a), "session") {
		t.Errorf("%d with %q", a.Status, sitetest.Cookies("", a))
	}
}

func signingInAgainRenewsTheSession(t *testing.T, s *sitetest.Site) {
	old := s.SignIn("visitor")
	state, jar := s.Begin("/")
	renewed := s.Finish(state, "visitor", jar+"; "+old)
	if a := s.User("Cookie", sitetest.Cookies("", renewed)); a.Status != 200 {
		t.Errorf("new session: %d", a.Status)
	}
	if a := s.User("Cookie", old); a.Status != 401 {
		t.Errorf("old session: %d", a.Status)
	}
}

func sweepDeletesExpiredSessionsAndSignIns(t *testing.T, s *sitetest.Site) {
	for _, over := range []string{"idle_until", "expires_at"} {
		s.SignIn("visitor")
		s.Exec("UPDATE sessions SET " + over + " = now() - interval '1 second'")
	}
	s.Begin("/")
	s.Exec("UPDATE sign_ins SET expires_at = now() - interval '1 second'")
	s.Begin("/")
	s.SignIn("visitor")
	if err := s.Auth.Sweep(t.Context()); err != nil || s.Count("SELECT count(*) FROM sessions") != 1 || s.Count("SELECT count(*) FROM sign_ins") != 1 {
		t.Errorf("%d sessions and %d sign-ins remain: %v", s.Count("SELECT count(*) FROM sessions"), s.Count("SELECT count(*) FROM sign_ins"), err)
	}
}

func invalidTokenIsRejectedDespiteAValidCookie(t *testing.T, s *sitetest.Site) {
	cookie, good := s.SignIn("admin"), s.Token(session.Editor)
	if a := s.User("Authorization", "Bearer "+good); a.Status != 200 || !strings.Contains(a.Body, `"editor"`) {
		t.Errorf("token alone: %d %s", a.Status, a.Body)
	}
	for _, header := range []string{"", "Bearer", "Bearer ", "Bearer x", "Bearer tw_" + session.NewSecret(), "Basic " + good, good} {
		if a := s.User("Authorization", header, "Cookie", cookie); a.Status != 401 {
			t.Errorf("%q: %d", header, a.Status)
		}
		if a := s.Get("/api/articles", "Authorization", header, "Cookie", cookie); a.Status != 200 {
			t.Errorf("public call with %q: %d", header, a.Status)
		}
	}
	s.Exec("UPDATE tokens SET expires_at = now()")
	if a := s.User("Authorization", "Bearer "+good); a.Status != 401 {
		t.Errorf("expired: %d", a.Status)
	}
}

func adminsCreateListAndRevokeTokens(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	admin := s.SignIn("admin")
	made := s.Call("POST", "/api/admin/tokens", `{"name":" nightly export ","role":"marketer"}`, "Cookie", admin)
	sitetest.Agrees(t, doc, "POST", "/api/admin/tokens", made)
	token := sitetest.Decode[struct {
		ID                  int64
		Secret, Email, Name string
	}](t, made.Body)
	if made.Status != 201 || token.Email != "admin@thriftwell.example" || token.Name != "nightly export" {
		t.Fatalf("%d %s", made.Status, made.Body)
	}
	if a := s.User("Authorization", "Bearer "+token.Secret); a.Status != 200 {
		t.Errorf("before revoking: %d", a.Status)
	}
	list := s.Get("/api/admin/tokens", "Cookie", admin)
	sitetest.Agrees(t, doc, "GET", "/api/admin/tokens", list)
	if strings.Contains(list.Body, token.Secret) || strings.Contains(list.Body, `"lastUsedAt":null`) {
		t.Errorf("list: %s", list.Body)
	}
	path := "/api/admin/tokens/" + fmt.Sprint(token.ID)
	for _, want := range []int{200, 404} {
		if a := s.Call("DELETE", path, "", "Cookie", admin); a.Status != want {
			t.Errorf("revoke: %d, want %d", a.Status, want)
		}
	}
	if a := s.User("Authorization", "Bearer "+token.Secret); a.Status != 401 {
		t.Errorf("after revoking: %d", a.Status)
	}
	for _, body := range []string{`{"email":"a@b.example","role":"admin"}`, `{"name":"a@b.example","role":"admin"}`, `{"role":"king"}`, `{"role":"admin","days":0}`, `[]`, ``} {
		if a := s.Call("POST", "/api/admin/tokens", body, "Cookie", admin); a.Status != 400 {
			t.Errorf("%s: %d", body, a.Status)
		}
	}
	if a := s.Call("POST", "/api/admin/tokens", `{"name":"x@","role":"king","days":0}`, "Cookie", admin); strings.Count(a.Body, `"field"`) != 3 {
		t.Errorf("not every error was reported: %s", a.Body)
	}
}

func secretsAreStoredAsHashes(t *testing.T, s *sitetest.Site) {
	cookie, token := s.SignIn("visitor"), s.Token(session.Visitor)
	id := mustCookies(cookie)[0].Value
	for _, c := range mustCookies(cookie) {
		if c.Name == "__Host-session" {
			id = c.Value
		}
	}
	var dump string
	err := s.DB.Pool.QueryRow(t.Context(), `SELECT concat((SELECT jsonb_agg(s) FROM sessions s), (SELECT jsonb_agg(t) FROM tokens t), (SELECT jsonb_agg(a) FROM audit_log a))`).Scan(&dump)
	if err != nil || len(dump) < 200 {
		t.Fatalf("%v in %s", err, dump)
	}
	for _, secret := range []string{id, token} {
		if strings.Contains(dump, secret) || strings.Contains(dump, fmt.Sprintf("%x", secret)) { // as Postgres shows bytea
			t.Errorf("%s is in %s", secret, dump)
		}
	}
}

func profileReportsNewsletterSubscription(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	jar := s.SignIn("visitor")
	state := func() string {
		a := s.Get("/api/auth/newsletter", "Cookie", jar)
		sitetest.Agrees(t, doc, "GET", "/api/auth/newsletter", a)
		return sitetest.Decode[map[string]string](t, a.Body)["state"]
	}
	if got := state(); got != "unknown" {
		t.Errorf("before the signup: %s", got)
	}
	if a := s.Post("/api/subscribers", `{"email": "Visitor@thriftwell.example", "emailConsent": true, "firstName": "Vic", "lastName": "Turner",
		"address": "1 Main Street", "dateOfBirth": "1990-04-23", "gender": "other", "fillMs": 60000}`); a.Status != 201 {
		t.Fatalf("signup: %d %s", a.Status, a.Body)
	}
	if got := state(); got != "active" {
		t.Errorf("after the signup: %s", got)
	}
}
