package site_test

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"thriftwell/server/app"
	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/auth"
	"thriftwell/server/personal"
	"thriftwell/server/platform/session"
)

const writer = "writer@example.com"

// inviteWriter invites the writer as an editor.
func inviteWriter(s *sitetest.Site) {
	s.T.Helper()
	if _, err := s.Auth.Grant(s.T.Context(), session.CommandLine(), writer, session.Editor); err != nil {
		s.T.Fatal(err)
	}
}

// cleared puts the site back to its start, without the users, invitations and
// emails of other subtests.
func cleared(s *sitetest.Site) {
	s.T.Helper()
	s.Quiet()
	for _, table := range []string{"users", "tokens", "invitations", "sign_ins", "audit_log", "suppressions"} {
		s.Exec("DELETE FROM " + table)
	}
	if err := errors.Join(auth.Development{}.Invite(s.T.Context(), s.Auth.Store), os.RemoveAll(personal.EmailFolder(s.Config))); err != nil {
		s.T.Fatal(err)
	}
}

func post(s *sitetest.Site, path string, form url.Values, jar string) sitetest.Answer {
	s.T.Helper()
	return s.Call("POST", path, form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Cookie", jar)
}

// askForLink requests a link and returns the browser's cookies.
func askForLink(s *sitetest.Site, email, jar string) (sitetest.Answer, string) {
	s.T.Helper()
	a := post(s, "/api/auth/mail", url.Values{"email": {email}, "returnTo": {"/admin/articles"}}, jar)
	return a, sitetest.Cookies(jar, a)
}

// emailedTokens returns the tokens of the links emailed to an address, newest
// first.
func emailedTokens(s *sitetest.Site, email string) (tokens []string) {
	s.T.Helper()
	s.Quiet()
	for _, m := range s.Emails(email) {
		if !strings.HasPrefix(m.Subject, "Sign in to") {
			continue // an alert
		}
		found := regexp.MustCompile(`https://localhost/api/auth/mail/link\?token=([\w-]{43})\b`).FindStringSubmatch(m.Text)
		if found == nil {
			s.T.Fatalf("no link in %s", m.Text)
		}
		tokens = append(tokens, found[1])
	}
	return tokens
}

func follow(s *sitetest.Site, token, jar string) sitetest.Answer {
	s.T.Helper()
	return post(s, "/api/auth/mail/link", url.Values{"token": {token}}, jar)
}

func TestSignInByEmail(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "ADMIN_EMAILS=boss@example.com,marketer@thriftwell.example", "TRUSTED_PROXIES=127.0.0.1").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"emailedLinkSignsStaffInOnce":                      emailedLinkSignsStaffInOnce,
		"emailedLinkWorksForFifteenMinutes":                emailedLinkWorksForFifteenMinutes,
		"emailedLinkWorksOnlyInTheBrowserThatRequestedIt":  emailedLinkWorksOnlyInTheBrowserThatRequestedIt,
		"linkOfTheCommandLineSignsStaffInOnceInAnyBrowser": linkOfTheCommandLineSignsStaffInOnceInAnyBrowser,
		"requestingALinkDoesNotRevealStaff":                requestingALinkDoesNotRevealStaff,
		"emailedLinkSignsInTheExistingUser":                emailedLinkSignsInTheExistingUser,
		"disabledUserGetsNoLinkAndNoSession":               disabledUserGetsNoLinkAndNoSession,
		"emailedLinksAreLimitedByAddressAndNetwork":        emailedLinksAreLimitedByAddressAndNetwork,
		"knownBrowserHasItsOwnLinkLimit":                   knownBrowserHasItsOwnLinkLimit,
		"invalidAddressIsReportedAtItsField":               invalidAddressIsReportedAtItsField,
		"signInByEmailCanBeTurnedOff":                      signInByEmailCanBeTurnedOff,
		"sessionsTokensAndLinksWorkOnEveryInstance":        sessionsTokensAndLinksWorkOnEveryInstance,
	}, cleared)
}

func emailedLinkSignsStaffInOnce(t *testing.T, s *sitetest.Site) {
	inviteWriter(s)
	asked, jar := askForLink(s, " Writer@Example.com ", "")
	if asked.Status != 200 || !strings.Contains(asked.Body, "Check your email") {
		t.Fatalf("asking: %d %s", asked.Status, asked.Body)
	}
	token := emailedTokens(s, writer)[0]
	for range 2 { // a mail scanner follows the link first
		shown := s.Get("/api/auth/mail/link?token="+token, "Cookie", jar)
		if shown.Status != 200 || !strings.Contains(shown.Body, `value="`+token+`"`) || strings.Contains(sitetest.Cookies("", shown), "session") {
			t.Fatalf("the link: %d %s", shown.Status, shown.Body)
		}
	}
	in := follow(s, token, jar)
	sitetest.Agrees(t, sitetest.Contract(t), "POST", "/api/auth/mail/link", in)
	if in.Status != 303 || in.Header.Get("Location") != "/admin/articles" {
		t.Fatalf("%d to %q: %s", in.Status, in.Header.Get("Location"), in.Body)
	}
	who := sitetest.Decode[sitetest.M](t, s.User("Cookie", sitetest.Cookies(jar, in)).Body)
	if who["email"] != writer || who["role"] != "editor" || who["provider"] != "mail" {
		t.Errorf("signed in as %v", who)
	}
	for name, again := range map[string]sitetest.Answer{
		"pressed again": follow(s, token, jar), "opened again": s.Get("/api/auth/mail/link?token="+token, "Cookie", jar),
	} {
		if again.Status != 400 || strings.Contains(sitetest.Cookies("", again), "session") || !strings.Contains(again.Body, "already been used") || !strings.Contains(again.Body, `action="/api/auth/mail"`) {
			t.Errorf("%s: %d %s", name, again.Status, again.Body)
		}
	}
}

func emailedLinkWorksForFifteenMinutes(t *testing.T, s *sitetest.Site) {
	inviteWriter(s)
	_, jar := askForLink(s, writer, "")
	token := emailedTokens(s, writer)[0]
	if n := s.Count("SELECT count(*) FROM sign_ins WHERE expires_at BETWEEN now() + interval '14 minutes' AND now() + interval '15 minutes'"); n != 1 {
		t.Error("the link does not expire after 15 minutes")
	}
	s.Exec("UPDATE sign_ins SET expires_at = now()")
	if a := follow(s, token, jar); a.Status != 400 || strings.Contains(sitetest.Cookies("", a), "session") {
		t.Errorf("after it expired: %d", a.Status)
	}
}

func emailedLinkWorksOnlyInTheBrowserThatRequestedIt(t *testing.T, s *sitetest.Site) {
	inviteWriter(s)
	_, jar := askForLink(s, writer, "")
	token := emailedTokens(s, writer)[0]
	_, others := askForLink(s, "nobody@example.com", "")
	for name, cookies := range map[string]string{"no cookie": "", "of another": others} {
		for _, a := range []sitetest.Answer{s.Get("/api/auth/mail/link?token="+token, "Cookie", cookies), follow(s, token, cookies)} {
			if a.Status != 400 || !strings.Contains(a.Body, "only in the browser where you asked") || !strings.Contains(a.Body, `action="/api/auth/mail"`) {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
	}
	if _, again := askForLink(s, writer, jar); again != jar {
		t.Error("a second request disabled the first link")
	}
	if a := follow(s, token, jar); a.Status != 303 {
		t.Errorf("in the browser that asked: %d %s", a.Status, a.Body)
	}
	if a := s.Call("POST", "/api/auth/mail/link", "token="+token, "Content-Type", "application/x-www-form-urlencoded", "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"); a.Status != 403 {
		t.Errorf("cross-site: %d", a.Status)
	}
}

func linkOfTheCommandLineSignsStaffInOnceInAnyBrowser(t *testing.T, s *sitetest.Site) {
	inviteWriter(s)
	links := app.NewByEmail(s.Config, s.Auth, s.People)
	if link, err := links.Link(t.Context(), "stranger@example.com"); err == nil || link != "" {
		t.Errorf("for a stranger: %q, %v", link, err)
	}
	link, err := links.Link(t.Context(), writer)
	if err != nil {
		t.Fatal(err)
	}
	_, token, _ := strings.Cut(link, "https://localhost/api/auth/mail/link?token=")
	if a := s.Get("/api/auth/mail/link?token=" + token); a.Status != 200 || !strings.Contains(a.Body, `value="`+token+`"`) {
		t.Fatalf("%s: %d %s", link, a.Status, a.Body)
	}
	if a := follow(s, token, ""); a.Status != 303 || a.Header.Get("Location") != "/admin" || !strings.Contains(sitetest.Cookies("", a), "session") {
		t.Errorf("%d to %q: %s", a.Status, a.Header.Get("Location"), a.Body)
	}
	if a := follow(s, token, ""); a.Status != 400 {
		t.Errorf("pressed again: %d", a.Status)
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'link' AND via = 'command' AND subject_id = $1", writer); n != 1 {
		t.Errorf("%d lines in the audit log", n)
	}
}

func requestingALinkDoesNotRevealStaff(t *testing.T, s *sitetest.Site) {
	inviteWriter(s)
	s.SignIn("visitor")
	known, _ := askForLink(s, writer, "")
	boss, _ := askForLink(s, "boss@example.com", "")
	for _, email := range []string{"stranger@example.com", "visitor@thriftwell.example"} {
		if a, _ := askForLink(s, email, ""); a.Status != known.Status || a.Body != known.Body || a.Body != boss.Body {
			t.Errorf("%s gets another response: %d %s", email, a.Status, a.Body)
		}
		if len(emailedTokens(s, email)) != 0 {
			t.Errorf("%s was sent a link", email)
		}
	}
	if len(emailedTokens(s, writer)) != 1 || len(emailedTokens(s, "boss@example.com")) != 1 {
		t.Error("staff were sent no link")
	}
	for _, table := range []string{"sign_ins", "river_job", "rate_counts"} {
		if n := s.Count("SELECT count(*) FROM "+table+" t WHERE strpos(t::text, 'example.com') > 0 OR strpos(t::text, $1) > 0", emailedTokens(s, writer)[0]); n != 0 {
			t.Errorf("%s holds an address or a token", table)
		}
	}
}

func emailedLinkSignsInTheExistingUser(t *testing.T, s *sitetest.Site) {
	s.SignIn("editor")
	s.Exec("UPDATE users SET signed_in_at = now() - interval '1 day'")
	_, jar := askForLink(s, "editor@thriftwell.example", "")
	a := follow(s, emailedTokens(s, "editor@thriftwell.example")[0], jar)
	who := sitetest.Decode[sitetest.M](t, s.User("Cookie", sitetest.Cookies(jar, a)).Body)
	if who["firstName"] != "Edwin" || who["role"] != "editor" {
		t.Errorf("signed in as %v", who)
	}
	if n := s.Count("SELECT count(*) FROM users WHERE signed_in_at > now() - interval '1 minute'"); n != 1 || s.Count("SELECT count(*) FROM users") != 1 {
		t.Error("the last sign-in was not stored, or a second user was created")
	}
}

func disabledUserGetsNoLinkAndNoSession(t *testing.T, s *sitetest.Site) {
	s.SignIn("marketer")
	_, jar := askForLink(s, "marketer@thriftwell.example", "")
	token := emailedTokens(s, "marketer@thriftwell.example")[0]
	s.Exec("UPDATE users SET disabled_at = now()")
	if a := follow(s, token, jar); a.Status != 403 || strings.Contains(sitetest.Cookies("", a), "session") {
		t.Errorf("disabled after the email: %d", a.Status)
	}
	askForLink(s, "marketer@thriftwell.example", "")
	if n := len(emailedTokens(s, "marketer@thriftwell.example")); n != 1 {
		t.Errorf("disabled before: %d links", n)
	}
}

func emailedLinksAreLimitedByAddressAndNetwork(t *testing.T, s *sitetest.Site) {
	inviteWriter(s)
	usual, _ := askForLink(s, "other@example.com", "")
	asked := func(email, from string) (status int, mailed bool) {
		before := s.Count("SELECT count(*) FROM sign_ins")
		a := s.Call("POST", "/api/auth/mail", "email="+email, "Content-Type", "application/x-www-form-urlencoded", "X-Forwarded-For", from)
		if a.Status == 200 && (a.Body != usual.Body || !strings.Contains(sitetest.Cookies("", a), "sign_in_mail")) {
			t.Errorf("%s, from %s: unexpected response", email, from)
		}
		return a.Status, s.Count("SELECT count(*) FROM sign_ins") > before
	}
	for _, email := range []string{writer, "stranger@example.com"} {
		for n := range 6 {
			if status, mailed := asked(email, fmt.Sprintf("2001:db8:1:%d::1", n)); status != 200 || mailed != (n < 5) {
				t.Errorf("request %d for %s from one network: %d, %v", n+1, email, status, mailed)
			}
		}
		for n := range 12 { // one network's limit must not affect others
			if status, mailed := asked(email, fmt.Sprintf("192.0.%d.1", n)); status != 200 || mailed != (n < 5) {
				t.Errorf("network %d requesting %s: %d, %v", n+2, email, status, mailed)
			}
		}
		if _, mailed := asked(email, "192.0.3.2"); !mailed {
			t.Errorf("a network that asked for %s before was sent no link", email)
		}
	}
	for n := range 21 {
		if status, _ := asked("a"+string(rune('a'+n))+"@example.com", "203.0.113.9"); (status == 429) != (n == 20) {
			t.Errorf("request %d from one network: %d", n+1, status)
		}
	}
}

// Strangers can use up only their own limit, so the owner is never locked out.
func knownBrowserHasItsOwnLinkLimit(t *testing.T, s *sitetest.Site) {
	inviteWriter(s)
	asked := func(email, jar, from string) (status int, mailed bool) {
		before := s.Count("SELECT count(*) FROM sign_ins")
		a := s.Call("POST", "/api/auth/mail", "email="+email, "Content-Type", "application/x-www-form-urlencoded", "X-Forwarded-For", from, "Cookie", jar)
		return a.Status, s.Count("SELECT count(*) FROM sign_ins") > before
	}
	_, jar := askForLink(s, writer, "")
	jar = sitetest.Cookies(jar, follow(s, emailedTokens(s, writer)[0], jar))
	if !strings.Contains(jar, "__Host-sign_in_device=") {
		t.Fatalf("browser cookies: %s", jar)
	}
	if visitor := s.SignIn("visitor"); strings.Contains(visitor, "sign_in_device") {
		t.Errorf("reader's cookies: %s", visitor)
	}
	for n := range 30 { // many on the owner's own network
		asked(writer, "", fmt.Sprintf("192.0.%d.1", n))
		asked(fmt.Sprintf("x%d@example.com", n), "", "198.51.100.7")
	}
	if _, mailed := asked(writer, "", "203.0.113.1"); mailed {
		t.Fatal("strangers are not limited")
	}
	for n := range 6 {
		if status, mailed := asked(writer, jar, "198.51.100.7"); mailed != (n < 5) || (status == 429) != (n == 5) {
			t.Errorf("request %d from the owner's browser: %d, %v", n+1, status, mailed)
		}
	}
	_, other := askForLink(s, "editor@thriftwell.example", s.SignIn("editor"))
	for name, cookies := range map[string]string{"of another address": other, "made up": "__Host-sign_in_device=a.b", "cut": "__Host-sign_in_device=."} {
		if _, mailed := asked(writer, cookies, "203.0.113.2"); mailed {
			t.Errorf("a device cookie %s was accepted", name)
		}
	}
}

func invalidAddressIsReportedAtItsField(t *testing.T, s *sitetest.Site) {
	a, _ := askForLink(s, `"><b>writer`, "")
	if a.Status != 400 || !strings.Contains(a.Body, `aria-invalid="true"`) || !strings.Contains(a.Body, `id="email-wrong"`) || strings.Contains(a.Body, "<b>") || !strings.Contains(a.Body, `value="/admin/articles"`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

func signInByEmailCanBeTurnedOff(t *testing.T, s *sitetest.Site) {
	inviteWriter(s)
	_, jar := askForLink(s, writer, "")
	jar = sitetest.Cookies(jar, follow(s, emailedTokens(s, writer)[0], jar))
	off := apptest.Open(t, "DATABASE_URL="+s.Config.DatabaseURL, "DATA_DIR="+s.Config.DataDir, "MAIL_SIGN_IN=false")
	if a, _ := askForLink(off, writer, ""); a.Status != 404 && a.Status != 405 {
		t.Errorf("asking: %d", a.Status)
	}
	if a := off.User("Cookie", jar); a.Status != 401 {
		t.Errorf("an earlier session: %d", a.Status)
	}
}
