package site_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/riverqueue/river"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/auth"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
)

func TestInvitations(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "ADMIN_EMAILS=owner@partner.example,marketer@thriftwell.example").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"withdrawingAnInvitationEndsItsTokens":               withdrawingAnInvitationEndsItsTokens,
		"invitationIsEmailed":                                invitationIsEmailed,
		"endedInvitationIsNotEmailed":                        endedInvitationIsNotEmailed,
		"invitationToASuppressedAddressIsNotMarkedAsEmailed": invitationToASuppressedAddressIsNotMarkedAsEmailed,
		"visitorRoleIsNotEmailed":                            visitorRoleIsNotEmailed,
		"invitationsAreRateLimited":                          invitationsAreRateLimited,
		"roleForAnExistingUserSendsNoInvitation":             roleForAnExistingUserSendsNoInvitation,
		"signingAUserOutEndsEverySession":                    signingAUserOutEndsEverySession,
		"adminEmailsInvitationCannotBeWithdrawn":             adminEmailsInvitationCannotBeWithdrawn,
		"makingAnAdminRequiresARecentSignIn":                 makingAnAdminRequiresARecentSignIn,
		"enablingAnAdminRequiresARecentSignIn":               enablingAnAdminRequiresARecentSignIn,
		"creatingAnAdminTokenRequiresARecentSignIn":          creatingAnAdminTokenRequiresARecentSignIn,
	}, cleared)
}

func withdrawingAnInvitationEndsItsTokens(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	admin := s.As("admin")
	const email = "new@partner.example"
	sitetest.Must[sitetest.M](admin, "POST", "/api/admin/users", sitetest.M{"email": email, "role": "editor"})
	secret := s.Token(session.Editor)
	s.Exec("UPDATE tokens SET user_id = NULL, email = $1", email) // as before tokens had owners
	a := admin.Do("GET", "/api/admin/invitations", nil)
	sitetest.Agrees(t, doc, "GET", "/api/admin/invitations", a)
	pending := sitetest.Decode[[]auth.Pending](t, a.Body)[0]
	if pending.Email != email || pending.Role != session.Editor {
		t.Fatalf("pending: %+v", pending)
	}
	path := fmt.Sprintf("/api/admin/invitations/%d", pending.ID)
	sitetest.Agrees(t, doc, "DELETE", "/api/admin/invitations/{id}", admin.Do("DELETE", path, nil))
	if a := s.User("Authorization", "Bearer "+secret); a.Status != 401 {
		t.Errorf("its token: %d", a.Status)
	}
	if n := s.Count("SELECT count(*) FROM invitations WHERE email = $1", email); n != 0 {
		t.Error("the invitation is still there")
	}
	for _, path := range []string{path, "/api/admin/invitations/x"} {
		if a := admin.Do("DELETE", path, nil); a.Status != 404 {
			t.Errorf("%s: %d", path, a.Status)
		}
	}
	if log := admin.Do("GET", "/api/admin/audit?kind=invitation", nil).Body; !strings.Contains(log, `"action":"delete"`) {
		t.Errorf("the log says %s", log)
	}
}

// invite gives an address a role, as the admin Ada Marsh.
func invite(admin sitetest.Member, email, role string) sitetest.Answer {
	return admin.Do("POST", "/api/admin/users", sitetest.M{"email": email, "role": role})
}

// reminder returns the path that sends an address's invitation again.
func reminder(s *sitetest.Site, email string) string {
	s.T.Helper()
	return fmt.Sprintf("/api/admin/invitations/%d/mail", s.Count("SELECT id FROM invitations WHERE email = $1", email))
}

func invitationIsEmailed(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	admin := s.As("admin")
	invite(admin, writer, "editor")
	s.Quiet()
	mails := s.Emails(writer)
	if len(mails) != 1 {
		t.Fatalf("%d emails", len(mails))
	}
	for _, words := range []string{
		"Ada Marsh (admin@thriftwell.example) invites you", "as an editor", "sign in with this address, " + writer,
		"https://localhost/api/auth/login?returnTo=%2Fadmin", "ignore it. Nothing happens",
	} {
		if !strings.Contains(strings.Join(strings.Fields(mails[0].Text), " "), words) {
			t.Errorf("%q is missing from %s", words, mails[0].Text)
		}
	}
	list := sitetest.Decode[[]auth.Pending](t, admin.Do("GET", "/api/admin/invitations", nil).Body)
	if list[0].MailedAt == nil {
		t.Errorf("the list says %+v", list[0])
	}
	again := admin.Do("POST", reminder(s, writer), nil)
	sitetest.Agrees(t, doc, "POST", "/api/admin/invitations/{id}/mail", again)
	s.Quiet()
	if n := len(s.Emails(writer)); again.Status != 200 || n != 2 {
		t.Errorf("sent again: %d, %d emails", again.Status, n)
	}
	if log := admin.Do("GET", "/api/admin/audit?kind=invitation", nil).Body; !strings.Contains(log, `"action":"mail"`) {
		t.Errorf("the log says %s", log)
	}
}

func endedInvitationIsNotEmailed(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	invite(admin, writer, "editor")
	path, id := reminder(s, writer), s.Count("SELECT id FROM invitations WHERE email = $1", writer)
	s.Quiet()
	admin.Do("DELETE", strings.TrimSuffix(path, "/mail"), nil)
	late := &auth.Postman{Store: s.Auth.Store} // a nil Mailer sends nothing
	if err := late.InvitationEmail(t.Context(), &river.Job[auth.InvitationEmail]{Args: auth.InvitationEmail{Invitation: int64(id)}}); err != nil {
		t.Error(err)
	}
	for _, gone := range []string{path, "/api/admin/invitations/x/mail"} {
		if a := admin.Do("POST", gone, nil); a.Status != 404 {
			t.Errorf("%s: %d %s", gone, a.Status, a.Body)
		}
	}
	askForLink(s, writer, "")
	s.Quiet()
	if n := len(s.Emails(writer)); n != 1 {
		t.Errorf("%d emails: a sign-in link was sent for a withdrawn invitation", n)
	}
}

func invitationToASuppressedAddressIsNotMarkedAsEmailed(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	if err := s.People.Suppress(t.Context(), writer, mail.Complaint); err != nil {
		t.Fatal(err)
	}
	invite(admin, writer, "editor")
	s.Quiet()
	list := sitetest.Decode[[]auth.Pending](t, admin.Do("GET", "/api/admin/invitations", nil).Body)
	if n := len(s.Emails(writer)); n != 0 || list[0].MailedAt != nil {
		t.Errorf("%d emails, listed as %+v", n, list[0])
	}
}

func visitorRoleIsNotEmailed(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	invite(admin, writer, "visitor")
	if a := admin.Do("POST", reminder(s, writer), nil); a.Status != 409 {
		t.Errorf("sent again: %d", a.Status)
	}
	s.Quiet()
	if n := len(s.Emails(writer)); n != 0 {
		t.Errorf("%d emails", n)
	}
}

func invitationsAreRateLimited(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	for i := range 5 {
		if a := invite(admin, writer, "editor"); a.Status != 200 {
			t.Fatalf("%d: %d %s", i, a.Status, a.Body)
		}
	}
	again := reminder(s, writer)
	for _, a := range []sitetest.Answer{admin.Do("POST", again, nil), invite(admin, " Writer@Example.com", "editor")} {
		if a.Status != 429 || a.Header.Get("Retry-After") == "" {
			t.Errorf("the sixth: %d %s", a.Status, a.Body)
		}
	}
	if a := invite(admin, "another@example.com", "editor"); a.Status != 200 {
		t.Errorf("another address: %d", a.Status)
	}
	s.Quiet()
	if n := len(s.Emails(writer)); n != 5 {
		t.Errorf("%d emails", n)
	}
}

func roleForAnExistingUserSendsNoInvitation(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	s.SignIn("visitor")
	for i := range 6 {
		if a := invite(admin, "visitor@thriftwell.example", "editor"); a.Status != 200 {
			t.Fatalf("%d: %d %s", i, a.Status, a.Body)
		}
	}
}

func signingAUserOutEndsEverySession(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	admin, here, there := s.As("admin"), s.SignIn("editor"), s.SignIn("editor")
	id := s.Count("SELECT id FROM users WHERE email = 'editor@thriftwell.example'")
	path := fmt.Sprintf("/api/admin/users/%d/sign-out", id)
	sitetest.Agrees(t, doc, "POST", "/api/admin/users/{id}/sign-out", admin.Do("POST", path, nil))
	for _, cookie := range []string{here, there} {
		if a := s.User("Cookie", cookie); a.Status != 401 {
			t.Errorf("still signed in: %d", a.Status)
		}
	}
	if a := s.User("Cookie", s.SignIn("editor")); a.Status != 200 {
		t.Errorf("signed in again: %d", a.Status)
	}
	if a := admin.Do("POST", "/api/admin/users/999999/sign-out", nil); a.Status != 404 {
		t.Errorf("unknown user: %d", a.Status)
	}
	if log := admin.Do("GET", "/api/admin/audit?kind=user", nil).Body; !strings.Contains(log, `"action":"sign out"`) {
		t.Errorf("the log says %s", log)
	}
}

func adminEmailsInvitationCannotBeWithdrawn(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	sitetest.Must[sitetest.M](admin, "POST", "/api/admin/users", sitetest.M{"email": "owner@partner.example", "role": "admin"})
	id := s.Count("SELECT id FROM invitations WHERE email = 'owner@partner.example'")
	if a := admin.Do("DELETE", fmt.Sprintf("/api/admin/invitations/%d", id), nil); a.Status != 409 || !strings.Contains(a.Body, "ADMIN_EMAILS") {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if n := s.Count("SELECT count(*) FROM invitations WHERE id = $1", id); n != 1 {
		t.Error("the invitation is gone")
	}
}

func makingAnAdminRequiresARecentSignIn(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	s.SignIn("editor")
	editor := fmt.Sprintf("/api/admin/users/%d", s.Count("SELECT id FROM users WHERE email = 'editor@thriftwell.example'"))
	grant := func(role string, headers ...string) int {
		return s.Call("POST", "/api/admin/users", `{"email":"a@partner.example","role":"`+role+`"}`, headers...).Status
	}
	edit := func(body string, headers ...string) int { return s.Call("PUT", editor, body, headers...).Status }
	s.Exec("UPDATE sessions SET created_at = created_at - interval '16 minutes'")
	old := []string{"Cookie", admin.Cookie}
	if a, b := grant("admin", old...), edit(`{"role":"admin"}`, old...); a != 403 || b != 403 {
		t.Errorf("16 minutes later: %d, %d", a, b)
	}
	token := []string{"Authorization", "Bearer " + s.Token(session.Admin)}
	if a, b := grant("admin", token...), edit(`{"role":"admin"}`, token...); a != 403 || b != 403 {
		t.Errorf("by a token: %d, %d", a, b)
	}
	if a, b := grant("editor", old...), edit(`{"role":"marketer"}`, old...); a != 200 || b != 200 {
		t.Errorf("other roles: %d, %d", a, b)
	}
	fresh := []string{"Cookie", s.SignIn("admin")}
	if a, b := grant("admin", fresh...), edit(`{"role":"admin"}`, fresh...); a != 200 || b != 200 {
		t.Errorf("signed in again: %d, %d", a, b)
	}
}

func enablingAnAdminRequiresARecentSignIn(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	enable := func(who string, body string, headers ...string) int {
		t.Helper()
		s.Exec("UPDATE users SET disabled_at = now() WHERE email = $1", who+"@thriftwell.example")
		id := s.Count("SELECT id FROM users WHERE email = $1", who+"@thriftwell.example")
		return s.Call("PUT", fmt.Sprintf("/api/admin/users/%d", id), body, headers...).Status
	}
	for _, who := range []string{"editor", "marketer", "visitor"} {
		s.SignIn(who)
	}
	s.Exec("UPDATE users SET role = 'admin' WHERE email = 'editor@thriftwell.example'")
	s.Exec("UPDATE sessions SET created_at = created_at - interval '16 minutes'")
	old, token := []string{"Cookie", admin.Cookie}, []string{"Authorization", "Bearer " + s.Token(session.Admin)}
	for _, by := range [][]string{old, token} {
		for who, want := range map[string]int{"editor": 403, "marketer": 403, "visitor": 200} {
			if got := enable(who, `{"disabled":false}`, by...); got != want {
				t.Errorf("%s, by %s: %d", who, by[0], got)
			}
		}
		if got := enable("editor", `{"disabled":false,"role":"editor"}`, by...); got != 200 {
			t.Errorf("as an editor, by %s: %d", by[0], got)
		}
		s.Exec("UPDATE users SET role = 'admin' WHERE email = 'editor@thriftwell.example'")
	}
	if got := enable("editor", `{"disabled":false}`, "Cookie", s.SignIn("admin")); got != 200 {
		t.Errorf("signed in again: %d", got)
	}
}

func creatingAnAdminTokenRequiresARecentSignIn(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	token := func(role string, headers ...string) int {
		return s.Call("POST", "/api/admin/tokens", `{"role":"`+role+`"}`, headers...).Status
	}
	if got := token("admin", "Cookie", admin.Cookie); got != 201 {
		t.Errorf("fresh: %d", got)
	}
	s.Exec("UPDATE sessions SET created_at = created_at - interval '16 minutes'")
	if got := token("admin", "Cookie", admin.Cookie); got != 403 {
		t.Errorf("16 minutes later: %d", got)
	}
	if got := token("editor", "Cookie", admin.Cookie); got != 201 {
		t.Errorf("of an editor: %d", got)
	}
	if got := token("admin", "Authorization", "Bearer "+s.Token(session.Admin)); got != 403 {
		t.Errorf("by a token, which nobody signs in with: %d", got)
	}
	if got := token("admin", "Cookie", s.SignIn("admin")); got != 201 {
		t.Errorf("signed in again: %d", got)
	}
}
