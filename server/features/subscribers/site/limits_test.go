package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func TestLimits(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "TRUSTED_PROXIES=127.0.0.1").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"forwardedForOfTheProxyIsUsed":       forwardedForOfTheProxyIsUsed,
		"signupsPerVisitorAreLimited":        signupsPerVisitorAreLimited,
		"oneNetworkCannotUseUpAnEmailDomain": oneNetworkCannotUseUpAnEmailDomain,
		"signupsPerMailboxAreLimited":        signupsPerMailboxAreLimited,
		"untimedFormsCountTwice":             untimedFormsCountTwice,
		"refusedFormsCountOnlyForTheVisitor": refusedFormsCountOnlyForTheVisitor,
	})
}

func forwardedForOfTheProxyIsUsed(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@proxy.example"), "X-Real-IP", "203.0.113.9")
	s.Send("/api/subscribers", sitetest.Jane("email", "kim@proxy.example"), "X-Real-IP", "203.0.113.9", "X-Forwarded-For", "198.51.100.7")
	for email, want := range map[string]string{"jane@proxy.example": "127.0.0.1", "kim@proxy.example": "198.51.100.7"} {
		_, ledger, err := s.People.Subscribers.Export(t.Context(), email)
		if err != nil || len(ledger) != 1 || ledger[0].Evidence.Address != want {
			t.Errorf("%s came from %+v, want %s (%v)", email, ledger, want, err)
		}
	}
}

func TestForwardedForOfOthersIsIgnored(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane(), "X-Forwarded-For", "198.51.100.7")
	_, ledger, err := s.People.Subscribers.Export(t.Context(), "jane@example.com")
	if err != nil || len(ledger) != 1 || ledger[0].Evidence.Address != "127.0.0.1" {
		t.Errorf("%+v, %v", ledger, err)
	}
}

func signupsPerVisitorAreLimited(t *testing.T, s *sitetest.Site) {
	from := func(address, email string) sitetest.Answer {
		return s.Call("POST", "/api/subscribers", sitetest.Jane("email", email), "X-Forwarded-For", address)
	}
	for i := range 20 {
		if a := from(fmt.Sprintf("2001:db8::%x", i+1), fmt.Sprintf("a%d@gmail.com", i)); a.Status != 201 {
			t.Fatalf("signup %d: %d %s", i, a.Status, a.Body)
		}
	}
	a := from("2001:db8::ffff", "last@gmail.com")
	if a.Status != 429 || a.Header.Get("Retry-After") == "" || !strings.Contains(a.Body, "Wait a few minutes") {
		t.Errorf("signup 21 from a /64: %d %s", a.Status, a.Body)
	}
}

func oneNetworkCannotUseUpAnEmailDomain(t *testing.T, s *sitetest.Site) {
	if testing.Short() {
		t.Skip("takes long")
	}
	n := 0
	from := func(address string) int {
		n++
		return s.Call("POST", "/api/subscribers", sitetest.Jane("email", fmt.Sprintf("b%d@catchall.example", n)), "X-Forwarded-For", address).Status
	}
	for i := range 60 {
		if got := from(fmt.Sprintf("198.51.100.%d", i)); got != 201 {
			t.Fatalf("signup %d: %d", i, got)
		}
	}
	if got := from("198.51.100.200"); got != 429 {
		t.Errorf("signup 61 from a network: %d", got)
	}
	for i := range 99 {
		if got := from(fmt.Sprintf("2001:db8:%x::1", i)); got != 201 {
			t.Fatalf("network %d: %d", i, got)
		}
	}
	if a, b := from("203.0.113.1"), from("203.0.113.1"); a != 429 || b != 429 {
		t.Errorf("network 101: %d, then %d", a, b)
	}
	if got := from("2001:db8:5::2"); got != 201 {
		t.Errorf("an earlier network: %d", got)
	}
}

func signupsPerMailboxAreLimited(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane.doe@gmail.com"))
	n := 0
	signUp := func(email string) sitetest.Answer {
		n++
		return s.Call("POST", "/api/subscribers", sitetest.Jane("email", email), "X-Forwarded-For", fmt.Sprintf("198.51.%d.1", n))
	}
	for i := range 4 {
		if a := signUp(fmt.Sprintf("j.anedoe+%d@googlemail.com", i)); a.Status != 201 {
			t.Fatalf("signup %d: %d", i, a.Status)
		}
	}
	for range 5 {
		signUp("un.known@reader.example")
	}
	known, unknown, dotless := signUp("janedoe@gmail.com"), signUp("un.known+x@reader.example"), signUp("unknown@reader.example")
	for _, a := range []sitetest.Answer{known, unknown} {
		if a.Status != 429 || a.Header.Get("Retry-After") == "" || a.Body != known.Body {
			t.Errorf("%d %v %s", a.Status, a.Header, a.Body)
		}
	}
	if dotless.Status != 201 {
		t.Errorf("another mailbox, different only by dots: %d", dotless.Status)
	}
}

func untimedFormsCountTwice(t *testing.T, s *sitetest.Site) {
	for path, body := range map[string]func(...any) string{"/api/subscribers": sitetest.Jane, "/api/contact": sitetest.Note} {
		most, taken := map[string]int{"/api/subscribers": 20, "/api/contact": 10}[path], 0
		for i := range most {
			if a := s.Call("POST", path, body("fillMs", nil, "email", fmt.Sprintf("p%d@reader.example", i))); a.Status == 201 {
				taken++
			}
		}
		if taken != most/2 {
			t.Errorf("%s: %d accepted", path, taken)
		}
	}
}

func refusedFormsCountOnlyForTheVisitor(t *testing.T, s *sitetest.Site) {
	visitors := 0
	for _, c := range []struct {
		path  string
		body  func(...any) string
		limit int
	}{{"/api/subscribers", sitetest.Jane, 20}, {"/api/contact", sitetest.Note, 10}} {
		visitors++
		bad := []string{"{", c.body("firstName", ""), c.body("fillMs", 20), c.body("website", "x")}
		for n := range c.limit {
			if a := s.Call("POST", c.path, bad[n%len(bad)]); a.Status != []int{400, 400, 429, 201}[n%len(bad)] {
				t.Errorf("%s, request %d: %d %s", c.path, n, a.Status, a.Body)
			}
		}
		for _, body := range append(bad, c.body()) {
			if a := s.Call("POST", c.path, body); a.Status != 429 || a.Header.Get("Retry-After") == "" {
				t.Errorf("%s over the visitor's limit with %s: %d", c.path, body, a.Status)
			}
		}
		if n := s.Count("SELECT count(*) FROM rate_counts"); n != visitors {
			t.Errorf("after %s: %d counters, want %d, the visitor's", c.path, n, visitors)
		}
	}
}
