package tracking

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestWhoAsksDecidesTheReason(t *testing.T) {
	t.Parallel()
	r := newRobots()
	for agent, want := range map[string]Reason{
		browser: Human,
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1": Human,
		"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)":                                                                Robot,
		"Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)":                                                                 Robot,
		"curl/8.5.0": Robot, "": Robot, " ": Robot,
	} {
		for range 2 { // the second time from memory
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

func TestSoManyUserAgentsAreRememberedAndNoMore(t *testing.T) {
	t.Parallel()
	r := newRobots()
	for i := range maxCached + 100 {
		r.classify(request(fmt.Sprint(browser, i)))
	}
	if n := len(r.cache); n > 10_000 || n == 0 {
		t.Errorf("%d are remembered", n)
	}
}

func TestALongUserAgentIsJudgedByItsStartAndNotRemembered(t *testing.T) {
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
		t.Errorf("%d long ones are remembered", len(r.cache))
	}
}
