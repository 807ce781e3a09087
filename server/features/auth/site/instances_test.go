package site_test

import (
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/session"
)

// Signing in or out on one instance takes effect on all others at the next
// request.
func sessionsTokensAndLinksWorkOnEveryInstance(t *testing.T, s *sitetest.Site) {
	inviteWriter(s)
	other := apptest.Open(t, "DATABASE_URL="+s.Config.DatabaseURL, "DATA_DIR="+s.Config.DataDir)

	state, jar := s.Begin("/")
	in := other.Finish(state, "editor", jar) // the load balancer sends each request to another instance
	editor := sitetest.Member{Site: s, Cookie: sitetest.Cookies(jar, in)}
	if a := editor.Do("GET", "/api/admin/articles", nil); in.Status != 302 || a.Status != 200 {
		t.Fatalf("signed in on the other instance: %d, then on this one: %d", in.Status, a.Status)
	}
	if a := other.Post("/api/auth/logout", "", "Cookie", editor.Cookie); a.Status >= 400 {
		t.Fatal(a.Status, a.Body)
	}
	if a := editor.Do("GET", "/api/admin/articles", nil); a.Status != 401 {
		t.Errorf("signed out on the other instance: %d", a.Status)
	}

	bearer := []string{"Authorization", "Bearer " + s.Token(session.Editor)}
	if a := other.Get("/api/admin/articles", bearer...); a.Status != 200 {
		t.Errorf("a token created on the other instance: %d", a.Status)
	}
	s.Exec("UPDATE tokens SET revoked_at = now()")
	if a := other.Get("/api/admin/articles", bearer...); a.Status != 401 {
		t.Errorf("a token revoked on the other instance: %d", a.Status)
	}

	_, jar = askForLink(s, writer, "")
	token := emailedTokens(s, writer)[0]
	first, again := follow(other, token, jar), follow(s, token, jar)
	if first.Status != 303 || again.Status == 303 {
		t.Errorf("an emailed link: %d on one instance, then %d on the other", first.Status, again.Status)
	}
}
