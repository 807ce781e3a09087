package app

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"thriftwell/server/platform/session"
)

// cookies gives the Cookie header that a browser would send after an answer,
// on top of what it had.
func cookies(had string, a answer) string {
	jar := map[string]string{}
	for _, c := range mustCookies(had) {
		jar[c.Name] = c.Value
	}
	for _, c := range (&http.Response{Header: a.Header}).Cookies() {
		jar[c.Name] = c.Value
		if c.MaxAge < 0 {
			delete(jar, c.Name)
		}
	}
	var out []string
	for name, value := range jar {
		out = append(out, name+"="+value)
	}
	return strings.Join(out, "; ")
}

func mustCookies(header string) []*http.Cookie {
	found, _ := http.ParseCookie(header)
	return found
}

// begin starts a sign-in and gives its state and the browser's cookies.
func (s *testSite) begin(returnTo string) (state, jar string) {
	s.t.Helper()
	a := s.get("/api/auth/dev?returnTo=" + url.QueryEscape(returnTo))
	to, err := url.Parse(a.Header.Get("Location"))
	if a.Status != 302 || err != nil {
		s.t.Fatalf("begin: %d %s", a.Status, a.Body)
	}
	return to.Query().Get("state"), cookies("", a)
}

func (s *testSite) finish(state, code, jar string) answer {
	s.t.Helper()
	return s.get("/api/auth/dev/callback?"+url.Values{"state": {state}, "code": {code}}.Encode(), "Cookie", jar)
}

// signIn gives the cookies of somebody who signed in as one of the
// development accounts.
func (s *testSite) signIn(account string) string {
	s.t.Helper()
	state, jar := s.begin("/")
	a := s.finish(state, account, jar)
	if a.Status != 302 {
		s.t.Fatalf("sign in as %s: %d %s", account, a.Status, a.Body)
	}
	return cookies(jar, a)
}

func (s *testSite) user(headers ...string) answer { return s.get("/api/auth/user", headers...) }

// token makes a bearer token of a role.
func (s *testSite) token(role session.Role) string {
	s.t.Helper()
	_, secret, err := s.auth.CreateToken(context.Background(), session.CommandLine(), string(role)+"@tokens.example", role, 1)
	if err != nil {
		s.t.Fatal(err)
	}
	return secret
}

func TestSigningInLeadsBackAndTellsWhoOneIs(t *testing.T) {
	s, doc := openSite(t), contract(t)
	state, jar := s.begin("/articles?category=banking")
	picker := s.get("/dev/sign-in?state=" + state)
	for _, role := range session.Roles() {
		if !strings.Contains(picker.Body, ", "+string(role)+" (") {
			t.Errorf("no account for %s", role)
		}
	}
	a := s.finish(state, "admin", jar)
	if a.Status != 302 || a.Header.Get("Location") != "/articles?category=banking" {
		t.Fatalf("%d to %q", a.Status, a.Header.Get("Location"))
	}
	jar = cookies(jar, a)
	who := s.user("Cookie", jar)
	agrees(t, doc, "GET", "/", "/api/auth/user", who)
	got := decode[map[string]any](t, who.Body)
	if got["role"] != "admin" || got["email"] != "admin@thriftwell.example" || got["firstName"] != "Ada" || got["provider"] != "dev" {
		t.Errorf("signed in as %v", got)
	}
}

func TestSessionCookiesAreForThisHostAloneAndTheMarkerIsReadable(t *testing.T) {
	s := openSite(t)
	state, jar := s.begin("/")
	seen := map[string]*http.Cookie{}
	for _, c := range (&http.Response{Header: s.finish(state, "visitor", jar).Header}).Cookies() {
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

func TestOnLoopbackCookiesHaveTheirPlainNames(t *testing.T) {
	local := openSite(t, "BASE_URL=http://localhost:8080")
	if jar := local.signIn("visitor"); !strings.Contains(jar, "session=") || strings.Contains(jar, "__Host-") {
		t.Errorf("on loopback: %s", jar)
	}
}

func TestNobodyIsSignedInWithoutASession(t *testing.T) {
	s := openSite(t)
	for _, cookie := range []string{"", "__Host-session=", "__Host-session=x", "session=" + session.NewSecret(), "signed_in=1"} {
		if a := s.user("Cookie", cookie); a.Status != 401 || a.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%q: %d", cookie, a.Status)
		}
	}
	stale := s.user("Cookie", "__Host-session=gone; signed_in=1")
	if jar := cookies("__Host-session=gone; signed_in=1", stale); jar != "" {
		t.Errorf("the browser keeps %q of a session that is over", jar)
	}
}

// Login CSRF: nobody is signed in to an account that they did not choose.
func TestAStateOfAnotherGivesNoSession(t *testing.T) {
	s := openSite(t)
	state, jar := s.begin("/")
	_, other := s.begin("/")
	first, firstJar := s.begin("/")
	if a := s.finish(first, "visitor", firstJar); a.Status != 302 {
		t.Fatalf("the right one: %d", a.Status)
	}
	for name, a := range map[string]answer{
		"empty":             s.finish("", "visitor", jar),
		"made up":           s.finish("fixed-by-somebody", "visitor", jar),
		"replayed":          s.finish(first, "visitor", firstJar),
		"another browser's": s.finish(state, "visitor", other),
		"taken by the last": s.finish(state, "visitor", jar),
	} {
		if a.Status != 400 || strings.Contains(cookies("", a), "session") {
			t.Errorf("%s: %d with %q", name, a.Status, cookies("", a))
		}
	}
	state, _ = s.begin("/")
	if a := s.finish(state, "visitor", ""); a.Status != 400 || cookies("", a) != "" {
		t.Errorf("no cookie at all: %d", a.Status)
	}
	state, jar = s.begin("/")
	if _, err := s.db.Pool.Exec(t.Context(), "UPDATE sign_ins SET expires_at = now()"); err != nil {
		t.Fatal(err)
	}
	if a := s.finish(state, "visitor", jar); a.Status != 400 {
		t.Errorf("after ten minutes: %d", a.Status)
	}
	state, jar = s.begin("/")
	if a := s.finish(state, "", jar); a.Status != 400 {
		t.Errorf("refused at the provider: %d", a.Status)
	}
	if a := s.get("/api/auth/nowhere"); a.Status != 404 {
		t.Errorf("unknown provider: %d", a.Status)
	}
}

func TestOneReturnsToThisSiteOnly(t *testing.T) {
	s := openSite(t)
	for _, to := range []string{"https://evil.example/", "//evil.example", `/\evil.example`, "/\t/evil.example", "javascript:alert(1)", "evil", "/api/auth/dev", "/%5Cevil.example", "/" + strings.Repeat("x", 3000)} {
		state, jar := s.begin(to)
		if a := s.finish(state, "visitor", jar); a.Header.Get("Location") != "/" {
			t.Errorf("%.40q leads to %q", to, a.Header.Get("Location"))
		}
	}
}

func TestAStolenCookieIsWorthNothingAfterwards(t *testing.T) {
	s := openSite(t)
	admin := s.signIn("admin")
	accounts := decode[[]struct {
		ID    int64
		Email string
	}](t, s.get("/api/admin/users", "Cookie", admin).Body)
	if len(accounts) != 1 {
		t.Fatalf("%d users", len(accounts))
	}
	id := func(email string) string {
		for _, a := range decode[[]struct {
			ID    int64
			Email string
		}](t, s.get("/api/admin/users", "Cookie", admin).Body) {
			if a.Email == email {
				return itoa(a.ID)
			}
		}
		t.Fatalf("no user %s", email)
		return ""
	}
	for name, end := range map[string]func(cookie string){
		"logout": func(cookie string) { s.call("POST", "/api/auth/logout", "", "Cookie", cookie) },
		"disabling": func(string) {
			s.call("PUT", "/api/admin/users/"+id("editor@thriftwell.example"), `{"disabled":true}`, "Cookie", admin)
		},
		"role change": func(string) {
			s.call("PUT", "/api/admin/users/"+id("editor@thriftwell.example"), `{"role":"marketer"}`, "Cookie", admin)
		},
		"command": func(string) {
			if _, err := s.auth.Grant(t.Context(), session.CommandLine(), "editor@thriftwell.example", session.Admin); err != nil {
				t.Error(err)
			}
		},
		"idle limit":     func(string) { s.exec("UPDATE sessions SET idle_until = now() WHERE role <> 'admin'") },
		"absolute limit": func(string) { s.exec("UPDATE sessions SET expires_at = now() WHERE role <> 'admin'") },
	} {
		s.exec("UPDATE users SET role = 'editor', disabled_at = NULL WHERE email = 'editor@thriftwell.example'")
		stolen := s.signIn("editor")
		if a := s.user("Cookie", stolen); a.Status != 200 {
			t.Fatalf("before %s: %d", name, a.Status)
		}
		end(stolen)
		if a := s.user("Cookie", stolen); a.Status != 401 {
			t.Errorf("after %s: %d", name, a.Status)
		}
	}
}

func TestADisabledUserCannotSignIn(t *testing.T) {
	s := openSite(t)
	s.signIn("visitor")
	s.exec("UPDATE users SET disabled_at = now()")
	state, jar := s.begin("/")
	if a := s.finish(state, "visitor", jar); a.Status != 403 || strings.Contains(cookies("", a), "session") {
		t.Errorf("%d with %q", a.Status, cookies("", a))
	}
}

func TestSigningInAgainRenewsTheSession(t *testing.T) {
	s := openSite(t)
	old := s.signIn("visitor")
	state, jar := s.begin("/")
	renewed := s.finish(state, "visitor", jar+"; "+old)
	if a := s.user("Cookie", cookies("", renewed)); a.Status != 200 {
		t.Errorf("new session: %d", a.Status)
	}
	if a := s.user("Cookie", old); a.Status != 401 {
		t.Errorf("old session: %d", a.Status)
	}
}

func TestAWrongTokenIsNotHelpedByAGoodCookie(t *testing.T) {
	s := openSite(t)
	cookie, good := s.signIn("admin"), s.token(session.Editor)
	if a := s.user("Authorization", "Bearer "+good); a.Status != 200 || !strings.Contains(a.Body, `"editor"`) {
		t.Errorf("token alone: %d %s", a.Status, a.Body)
	}
	for _, header := range []string{"", "Bearer", "Bearer ", "Bearer x", "Bearer tw_" + session.NewSecret(), "Basic " + good, good} {
		if a := s.user("Authorization", header, "Cookie", cookie); a.Status != 401 {
			t.Errorf("%q: %d", header, a.Status)
		}
		if a := s.get("/api/articles", "Authorization", header, "Cookie", cookie); a.Status != 200 {
			t.Errorf("public call with %q: %d", header, a.Status)
		}
	}
	s.exec("UPDATE tokens SET expires_at = now()")
	if a := s.user("Authorization", "Bearer "+good); a.Status != 401 {
		t.Errorf("expired: %d", a.Status)
	}
}

func TestTokensAreMadeListedAndRevokedByAdmins(t *testing.T) {
	s, doc := openSite(t), contract(t)
	admin := s.signIn("admin")
	made := s.call("POST", "/api/admin/tokens", `{"email":"Robot@Example.com","role":"marketer"}`, "Cookie", admin)
	agrees(t, doc, "POST", "/", "/api/admin/tokens", made)
	token := decode[struct {
		ID            int64
		Secret, Email string
	}](t, made.Body)
	if made.Status != 201 || token.Email != "robot@example.com" {
		t.Fatalf("%d %s", made.Status, made.Body)
	}
	if a := s.user("Authorization", "Bearer "+token.Secret); a.Status != 200 {
		t.Errorf("before revoking: %d", a.Status)
	}
	list := s.get("/api/admin/tokens", "Cookie", admin)
	agrees(t, doc, "GET", "/", "/api/admin/tokens", list)
	if strings.Contains(list.Body, token.Secret) || strings.Contains(list.Body, `"lastUsedAt":null`) {
		t.Errorf("list: %s", list.Body)
	}
	path := "/api/admin/tokens/" + itoa(token.ID)
	for _, want := range []int{200, 404} {
		if a := s.call("DELETE", path, "", "Cookie", admin); a.Status != want {
			t.Errorf("revoke: %d, want %d", a.Status, want)
		}
	}
	if a := s.user("Authorization", "Bearer "+token.Secret); a.Status != 401 {
		t.Errorf("after revoking: %d", a.Status)
	}
	for _, body := range []string{`{"email":"x","role":"admin"}`, `{"email":"a@b.example","role":"king"}`, `{"email":"a@b.example","role":"admin","days":0}`, `[]`, ``} {
		if a := s.call("POST", "/api/admin/tokens", body, "Cookie", admin); a.Status != 400 {
			t.Errorf("%s: %d", body, a.Status)
		}
	}
}

func TestSecretsAreKeptAsHashesOnly(t *testing.T) {
	s := openSite(t)
	cookie, token := s.signIn("visitor"), s.token(session.Visitor)
	id := mustCookies(cookie)[0].Value
	for _, c := range mustCookies(cookie) {
		if c.Name == "__Host-session" {
			id = c.Value
		}
	}
	var dump string
	err := s.db.Pool.QueryRow(t.Context(), `SELECT concat((SELECT jsonb_agg(s) FROM sessions s), (SELECT jsonb_agg(t) FROM tokens t), (SELECT jsonb_agg(a) FROM audit_log a))`).Scan(&dump)
	if err != nil || strings.Contains(dump, id) || strings.Contains(dump, token) || len(dump) < 200 {
		t.Errorf("%v in %s", err, dump)
	}
}

func (s *testSite) exec(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.db.Pool.Exec(context.Background(), sql, args...); err != nil {
		s.t.Fatal(err)
	}
}

func TestTheProfileTellsWhetherOnesAddressGetsTheLetter(t *testing.T) {
	s, doc := openSite(t), contract(t)
	jar := s.signIn("visitor")
	state := func() string {
		a := s.get("/api/auth/newsletter", "Cookie", jar)
		agrees(t, doc, "GET", "/", "/api/auth/newsletter", a)
		return decode[map[string]string](t, a.Body)["state"]
	}
	if got := state(); got != "unknown" {
		t.Errorf("before the signup: %s", got)
	}
	if a := s.post("/api/subscribers", `{"email": "Visitor@thriftwell.example", "emailConsent": true, "firstName": "Vic", "lastName": "Turner",
		"address": "1 Main Street", "dateOfBirth": "1990-04-23", "gender": "other", "fillMs": 60000}`); a.Status != 201 {
		t.Fatalf("signup: %d %s", a.Status, a.Body)
	}
	if got := state(); got != "active" {
		t.Errorf("after the signup: %s", got)
	}
}

// The pages that sign-in shows by itself wear the site's style, which knows
// only the classes that the front end uses.
func TestTheSignInPagesAreDressed(t *testing.T) {
	s := openSite(t)
	page := s.get("/dev/sign-in?state=x").Body
	_, body, _ := strings.Cut(page, "</style>")
	for _, attribute := range regexp.MustCompile(`class="([^"]+)"`).FindAllStringSubmatch(body, -1) {
		for _, class := range strings.Fields(attribute[1]) {
			if !strings.Contains(s.dist.manifest.Style, "."+class) {
				t.Errorf("the site's style does not know %s", class)
			}
		}
	}
	if !strings.Contains(page, s.dist.manifest.Style) {
		t.Error("the style is not the one that the policy allows")
	}
}
