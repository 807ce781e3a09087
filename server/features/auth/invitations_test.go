package auth_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/auth"
	"thriftwell/server/platform/session"
)

func TestAnInvitationIsWithdrawnWithItsTokens(t *testing.T) {
	t.Parallel()
	s, doc := apptest.Open(t), sitetest.Contract(t)
	admin := s.As("admin")
	const email = "new@partner.example"
	sitetest.Must[sitetest.M](admin, "POST", "/api/admin/users", sitetest.M{"email": email, "role": "editor"})
	_, secret, err := s.Auth.CreateToken(t.Context(), session.CommandLine(), email, session.Editor, 1)
	if err != nil {
		t.Fatal(err)
	}
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

func TestASignOutEndsEverySession(t *testing.T) {
	t.Parallel()
	s, doc := apptest.Open(t), sitetest.Contract(t)
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
		t.Errorf("nobody: %d", a.Status)
	}
	if log := admin.Do("GET", "/api/admin/audit?kind=user", nil).Body; !strings.Contains(log, `"action":"sign out"`) {
		t.Errorf("the log says %s", log)
	}
}

func TestAnAddressOfADMIN_EMAILSStaysInvited(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "ADMIN_EMAILS=owner@partner.example")
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

func TestMakingAnAdminTakesAFreshSignIn(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
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

func TestATokenOfAnAdminTakesAFreshSignIn(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	admin := s.As("admin")
	token := func(role string, headers ...string) int {
		return s.Call("POST", "/api/admin/tokens", `{"email":"a@partner.example","role":"`+role+`"}`, headers...).Status
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
