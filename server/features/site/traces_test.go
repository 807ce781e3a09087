package site_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

// traced is an audit log entry.
type traced struct{ Actor, Network, Action, Kind, SubjectID string }

func signInsAndDeniedRequestsAreAudited(t *testing.T, s *sitetest.Site) {
	const lines = "SELECT count(*) FROM audit_log"
	before := s.Count(lines)
	s.SignIn("visitor")
	editor, admin := s.As("editor"), s.As("admin")
	for range 30 {
		if a := editor.Do("GET", "/api/admin/users?q=ann@reader.example", nil); a.Status != 403 {
			t.Fatalf("%d", a.Status)
		}
	}
	id := fmt.Sprint(s.Count("SELECT id FROM users WHERE email = 'editor@thriftwell.example'"))
	log := sitetest.Must[[]traced](admin, "GET", fmt.Sprint("/api/admin/audit?limit=", s.Count(lines)-before), nil)
	network := log[0].Network
	for want, times := range map[traced]int{
		{"editor@thriftwell.example", network, "sign in", "user", id}:                    1,
		{"editor@thriftwell.example", network, "refuse", "call", "GET /api/admin/users"}: 20,
	} {
		found := 0
		for _, line := range log {
			if line == want {
				found++
			}
		}
		if found != times {
			t.Errorf("%v found %d times in %v", want, found, log)
		}
	}
	if slices.ContainsFunc(log, func(l traced) bool { return strings.HasPrefix(l.Actor, "visitor@") }) {
		t.Error("a reader's sign-in is in the log")
	}
	if !regexp.MustCompile(`^[0-9a-f]{12}$`).MatchString(network) {
		t.Errorf("%q is not a network hash", network)
	}
}

func failedSignInIsAudited(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	s.SignIn("marketer")
	s.Exec("UPDATE users SET disabled_at = now() WHERE email = 'marketer@thriftwell.example'")
	defer s.Exec("UPDATE users SET disabled_at = NULL")
	state, jar := s.Begin("/")
	if a := s.Finish(state, "marketer", jar); a.Status != 403 {
		t.Fatalf("%d", a.Status)
	}
	log := sitetest.Must[[]traced](admin, "GET", "/api/admin/audit?kind=user", nil)
	if log[0].Action != "refuse" || log[0].Actor != "marketer@thriftwell.example" {
		t.Errorf("%v", log)
	}
}

func TestRequestLogIdentifiesTheUser(t *testing.T) {
	t.Parallel()
	var log sitetest.Log
	s := apptest.OpenLogged(t, &log)
	editor := s.As("editor")
	id := s.Count("SELECT id FROM users WHERE email = 'editor@thriftwell.example'")
	editor.Do("GET", "/api/admin/link-problems?q=ann@reader.example", nil)
	s.Get("/api/admin/users?q=ann@reader.example")
	s.Get("/robots.txt?q=ann@reader.example")
	count := func(line string) int { return len(regexp.MustCompile(line).FindAllString(log.String(), -1)) }
	sitetest.Eventually(t, "the lines are there", func() bool {
		return count(fmt.Sprintf(`path=/api/admin/link-problems status=200 .*user=%d network=[0-9a-f]{12}\n`, id)) == 1 &&
			count(`path=/api/admin/users status=401 .*took=\S+ network=[0-9a-f]{12}\n`) == 1 && count(`path=/robots.txt .*took=\S+\n`) == 1
	})
	if count(`ann@|editor@|msg=request.*127\.0\.0\.1`) > 0 {
		t.Errorf("the log holds personal data: %s", log.String())
	}
}
