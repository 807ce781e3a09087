package tracking

import (
	_ "embed"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

//go:embed testdata/user-agents.tsv
var userAgents string

func TestRequestsAreClassified(t *testing.T) {
	t.Parallel()
	r := newRobots()
	for _, line := range strings.Split(strings.TrimSpace(userAgents), "\n")[1:] {
		who, agent, _ := strings.Cut(line, "\t")
		want := map[string]Reason{"bot": Robot, "person": Human}[who]
		for range 2 { // the second time from the cache
			if got := r.classify(request(agent)); got != want {
				t.Errorf("%q is %s, want %s", agent, got, want)
			}
		}
	}
	head := request(browser)
	head.Method = http.MethodHead
	if got := r.classify(head); got != Robot {
		t.Errorf("HEAD is %s", got)
	}
	for field, value := range map[string]string{"Sec-Purpose": "prefetch;prerender", "Purpose": "prefetch", "X-Moz": "prefetch", "X-Purpose": "preview"} {
		ahead := request(browser)
		ahead.Header.Set(field, value)
		if got := r.classify(ahead); got != Prefetch {
			t.Errorf("%s: %s is %s", field, value, got)
		}
	}
}

func TestTheCacheOfUserAgentsIsBounded(t *testing.T) {
	t.Parallel()
	r := newRobots()
	for i := range maxCached + 100 {
		r.classify(request(fmt.Sprint(browser, i)))
	}
	if n := len(r.cache); n > 10_000 || n == 0 {
		t.Errorf("%d user agents are cached", n)
	}
}

func TestLongUserAgentsAreMatchedByPrefixAndNotCached(t *testing.T) {
	t.Parallel()
	r := newRobots()
	for agent, want := range map[string]Reason{
		"Googlebot/2.1 " + strings.Repeat("x", 60_000):            Robot,
		browser + strings.Repeat(" x", 30_000) + " Googlebot/2.1": Human,
	} {
		if got := r.classify(request(agent)); got != want {
			t.Errorf("%.20s… of %d bytes is %s", agent, len(agent), got)
		}
	}
	if len(r.cache) != 0 {
		t.Errorf("%d long user agents are cached", len(r.cache))
	}
}
