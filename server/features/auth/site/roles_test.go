package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/auth"
	"thriftwell/server/platform/session"
)

func TestRoles(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "ADMIN_EMAILS=marketer@thriftwell.example").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"grantAppliesToExistingAndFutureUsers":   grantAppliesToExistingAndFutureUsers,
		"adminsChangeOthersButNotThemselves":     adminsChangeOthersButNotThemselves,
		"demotionEndsTokens":                     demotionEndsTokens,
		"sessionEndsWithItsProviderOrAdminEmail": sessionEndsWithItsProviderOrAdminEmail,
		"signInsFromOneNetworkAreRateLimited":    signInsFromOneNetworkAreRateLimited,
	}, cleared)
}

func grantAppliesToExistingAndFutureUsers(t *testing.T, s *sitetest.Site) {
	role := func(email, role string) error {
		_, err := s.Auth.Grant(t.Context(), session.CommandLine(), email, session.Role(role))
		return err
	}
	if err := role("visitor@thriftwell.example", "editor"); err != nil {
		t.Fatal(err)
	}
	before := s.SignIn("visitor")
	if a := s.User("Cookie", before); !strings.Contains(a.Body, `"editor"`) {
		t.Errorf("invited as an editor: %s", a.Body)
	}
	if err := role("visitor@thriftwell.example", "marketer"); err != nil {
		t.Fatal(err)
	}
	if a := s.User("Cookie", before); a.Status != 401 {
		t.Errorf("a session from before the role changed: %d", a.Status)
	}
	if a := s.User("Cookie", s.SignIn("visitor")); !strings.Contains(a.Body, `"marketer"`) {
		t.Errorf("now: %s", a.Body)
	}
	if role("visitor@thriftwell.example", "king") == nil || role("x", "admin") == nil {
		t.Error("an invalid grant was accepted")
	}
}

func adminsChangeOthersButNotThemselves(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	s.SignIn("marketer")
	s.SignIn("visitor")
	id := map[string]int64{}
	for _, u := range sitetest.Must[[]struct {
		ID    int64
		Email string
	}](admin, "GET", "/api/admin/users", nil) {
		id[strings.TrimSuffix(u.Email, "@thriftwell.example")] = u.ID
	}
	put := func(who string, body sitetest.M) int {
		return admin.Do("PUT", "/api/admin/users/"+fmt.Sprint(id[who]), body).Status
	}
	for _, c := range []struct {
		who  string
		body sitetest.M
		want int
	}{
		{"admin", sitetest.M{"role": "visitor"}, 409}, {"admin", sitetest.M{"disabled": true}, 409}, {"marketer", sitetest.M{"role": "visitor"}, 409},
		{"visitor", sitetest.M{"role": "king"}, 400}, {"visitor", sitetest.M{"role": "editor"}, 200}, {"visitor", sitetest.M{"disabled": true}, 200}, {"visitor", sitetest.M{}, 200}, {"nobody", sitetest.M{"role": "editor"}, 404},
	} {
		if got := put(c.who, c.body); got != c.want {
			t.Errorf("%s %v: %d", c.who, c.body, got)
		}
	}
	if found := sitetest.Must[[]user](admin, "GET", "/api/admin/users?q=VISIT", nil); len(found) != 1 || found[0].Email != "visitor@thriftwell.example" {
		t.Errorf("search: %+v", found)
	}
}

// A user who loses their role also loses their tokens.
func demotionEndsTokens(t *testing.T, s *sitetest.Site) {
	s.SignIn("editor")
	_, secret, err := s.Auth.CreateToken(t.Context(), session.CommandLine(), auth.NewToken{Email: "editor@thriftwell.example", Role: session.Editor, Days: 1})
	if err != nil {
		t.Fatal(err)
	}
	if a := s.User("Authorization", "Bearer "+secret); a.Status != 200 {
		t.Fatalf("before: %d", a.Status)
	}
	if _, err := s.Auth.Grant(t.Context(), session.CommandLine(), "editor@thriftwell.example", session.Visitor); err != nil {
		t.Fatal(err)
	}
	if a := s.User("Authorization", "Bearer "+secret); a.Status != 401 {
		t.Errorf("after: %d", a.Status)
	}
}

// A session ends when its provider is removed, or when ADMIN_EMAILS no longer
// lists the address that made the user an admin.
func sessionEndsWithItsProviderOrAdminEmail(t *testing.T, s *sitetest.Site) {
	cookie := s.SignIn("visitor")
	if err := s.Auth.Sessions.EndOthers(t.Context(), []string{"google"}); err != nil {
		t.Fatal(err)
	}
	if a := s.User("Cookie", cookie); a.Status != 401 {
		t.Errorf("without its provider: %d", a.Status)
	}
	const admin = "ADMIN_EMAILS=visitor@thriftwell.example"
	with := apptest.Open(t, "DATABASE_URL="+s.Config.DatabaseURL, "DATA_DIR="+s.Config.DataDir, admin)
	cookie = with.SignIn("visitor")
	if a := with.User("Cookie", cookie); !strings.Contains(a.Body, `"admin"`) {
		t.Errorf("listed in ADMIN_EMAILS: %s", a.Body)
	}
	if a := s.User("Cookie", cookie); a.Status != 401 {
		t.Errorf("removed from ADMIN_EMAILS: %d", a.Status)
	}
}

func signInsFromOneNetworkAreRateLimited(t *testing.T, s *sitetest.Site) {
	for n := range 100 {
		a := s.Get("/api/auth/dev")
		if a.Status == 429 {
			if n < 20 || a.Header.Get("Retry-After") == "" {
				t.Errorf("after %d: %v", n, a.Header)
			}
			return
		}
	}
	t.Error("a hundred sign-ins were started")
}
