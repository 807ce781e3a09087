package site_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/auth"
	"thriftwell/server/platform/session"
)

// tokenOf has a staff member create a token and returns its header.
func tokenOf(p sitetest.Member, role session.Role) []string {
	p.T.Helper()
	made := sitetest.Must[struct{ Secret string }](p, "POST", "/api/admin/tokens", sitetest.M{"name": "nightly export", "role": role})
	return []string{"Authorization", "Bearer " + made.Secret}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "ADMIN_EMAILS=visitor@thriftwell.example").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"tokenHasItsOwnersCurrentRole":    tokenHasItsOwnersCurrentRole,
		"tokenCannotCreateTokens":         tokenCannotCreateTokens,
		"disablingAnAdminEndsTheirTokens": disablingAnAdminEndsTheirTokens,
		"commandCreatesATokenForAUser":    commandCreatesATokenForAUser,
	}, cleared)
}

func tokenHasItsOwnersCurrentRole(t *testing.T, s *sitetest.Site) {
	admin, boss := s.As("admin"), s.As("visitor")
	owner := s.Count("SELECT id FROM users WHERE email = 'admin@thriftwell.example'")
	bearer := tokenOf(admin, session.Admin)
	status := func(path string) int { return s.Get(path, bearer...).Status }
	for _, c := range []struct {
		change            string
		articles, readers int
	}{
		{"UPDATE users SET role = 'admin' WHERE id = $1", 200, 200},
		{"UPDATE users SET role = 'editor' WHERE id = $1", 200, 403},
		{"UPDATE users SET role = 'visitor' WHERE id = $1", 403, 403},
		{"UPDATE users SET disabled_at = now(), role = 'admin' WHERE id = $1", 401, 401},
		{"UPDATE users SET disabled_at = NULL WHERE id = $1", 200, 200},
		{"DELETE FROM users WHERE id = $1", 401, 401},
	} {
		s.Exec(c.change, owner)
		if articles, readers := status("/api/admin/articles"), status("/api/admin/subscribers"); articles != c.articles || readers != c.readers {
			t.Errorf("%s: articles %d, subscribers %d", c.change, articles, readers)
		}
	}
	bearer = tokenOf(boss, session.Admin)
	if got := status("/api/admin/subscribers"); got != 200 {
		t.Errorf("of an address in ADMIN_EMAILS: %d", got)
	}
	out := apptest.Open(t, "DATABASE_URL="+s.Config.DatabaseURL, "DATA_DIR="+s.Config.DataDir)
	if a := out.Get("/api/admin/subscribers", bearer...); a.Status != 403 {
		t.Errorf("removed from ADMIN_EMAILS: %d", a.Status)
	}
}

// A token created by a leaked token would outlive the leaked one's revocation.
func tokenCannotCreateTokens(t *testing.T, s *sitetest.Site) {
	bearer := tokenOf(s.As("admin"), session.Admin)
	a := s.Call("POST", "/api/admin/tokens", `{"name":"by a token","role":"editor","days":366}`, bearer...)
	if a.Status != 403 || !strings.Contains(a.Body, "Sign in to create a token. A token can't create others.") {
		t.Errorf("by a token: %d %s", a.Status, a.Body)
	}
	if n := s.Count("SELECT count(*) FROM tokens"); n != 1 {
		t.Errorf("%d tokens", n)
	}
}

// A disabled admin must not get back in with a token, whatever its name.
func disablingAnAdminEndsTheirTokens(t *testing.T, s *sitetest.Site) {
	rogue, boss := s.As("admin"), s.As("visitor")
	tokens := [][]string{tokenOf(rogue, session.Admin), tokenOf(rogue, session.Editor)}
	id := s.Count("SELECT id FROM users WHERE email = 'admin@thriftwell.example'")
	sitetest.Must[sitetest.M](boss, "PUT", fmt.Sprintf("/api/admin/users/%d", id), sitetest.M{"disabled": true})
	sitetest.Must[sitetest.M](boss, "PUT", fmt.Sprintf("/api/admin/users/%d", id), sitetest.M{"disabled": false})
	for i, header := range tokens {
		if a := s.User(header...); a.Status != 401 {
			t.Errorf("token %d: %d %s", i+1, a.Status, a.Body)
		}
	}
}

func commandCreatesATokenForAUser(t *testing.T, s *sitetest.Site) {
	create := func(email string, role session.Role) (string, error) {
		_, secret, err := s.Auth.CreateToken(t.Context(), session.CommandLine(), auth.NewToken{Email: email, Role: role, Days: 1})
		return secret, err
	}
	secret, err := create("Editor@thriftwell.example", session.Editor) // invited, but not signed in yet
	if err != nil {
		t.Fatal(err)
	}
	list := s.As("admin").Do("GET", "/api/admin/users?q=editor@", nil)
	sitetest.Agrees(t, sitetest.Contract(t), "GET", "/api/admin/users", list)
	if !strings.Contains(list.Body, `"role":"editor"`) || !strings.Contains(list.Body, `"signedInAt":null`) {
		t.Errorf("its owner: %s", list.Body)
	}
	s.SignIn("editor")
	if n := s.Count("SELECT count(*) FROM users WHERE email = 'editor@thriftwell.example'"); n != 1 {
		t.Errorf("%d accounts for one address", n)
	}
	if a := s.User("Authorization", "Bearer "+secret); a.Status != 200 || !strings.Contains(a.Body, `"editor@thriftwell.example"`) {
		t.Errorf("the token after its owner signed in: %d %s", a.Status, a.Body)
	}
	if _, err := create("editor@thriftwell.example", session.Admin); err == nil {
		t.Error("a token may do more than its owner")
	}
	s.Exec("UPDATE users SET disabled_at = now() WHERE email = 'editor@thriftwell.example'")
	if _, err := create("editor@thriftwell.example", session.Visitor); err == nil {
		t.Error("a disabled user got a token")
	}
}

func TestMigrationAssignsTokenOwners(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	admin := s.As("admin")
	matched, copied, unknown := tokenOf(admin, session.Editor), tokenOf(admin, session.Admin), tokenOf(admin, session.Admin)
	s.Exec("UPDATE audit_log SET via = 'token' WHERE kind = 'token' AND subject_id = '2'")
	s.Exec("UPDATE audit_log SET actor = 'nobody@example.com' WHERE kind = 'token' AND subject_id = '3'")
	s.Exec("UPDATE tokens SET email = 'nightly-export@example.com'")
	s.Exec("ALTER TABLE tokens DROP COLUMN user_id, DROP COLUMN name") // the earlier schema
	migration, err := os.ReadFile("../../../../db/migrations/from202/00210_token_owners.sql")
	if err != nil {
		t.Fatal(err)
	}
	s.Exec(string(migration))
	list := sitetest.Must[[]session.Token](admin, "GET", "/api/admin/tokens", nil) // newest first
	if own := list[2]; own.UserID == nil || own.Email != "admin@thriftwell.example" || own.Name != "nightly-export" {
		t.Errorf("with an audit log entry: %+v", own)
	}
	if list[0].UserID != nil || list[1].UserID != nil || list[0].Email != "nightly-export@example.com" {
		t.Errorf("others: %+v", list[:2])
	}
	if err := s.Auth.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, token := range sitetest.Must[[]session.Token](admin, "GET", "/api/admin/tokens", nil) {
		left := time.Until(token.ExpiresAt)
		if soon := left < 30*24*time.Hour && left > 29*24*time.Hour; soon != (token.UserID == nil) {
			t.Errorf("token %d expires in %v", token.ID, left)
		}
	}
	for _, header := range [][]string{matched, copied, unknown} {
		if a := s.User(header...); a.Status != 200 {
			t.Errorf("it works until then: %d %s", a.Status, a.Body)
		}
	}
	if a := s.Call("POST", "/api/admin/tokens", `{"role":"editor"}`, unknown...); a.Status != 403 {
		t.Errorf("a token without an owner created another: %d %s", a.Status, a.Body)
	}
}
