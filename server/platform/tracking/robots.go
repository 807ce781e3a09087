package tracking

import (
	_ "embed"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed crawlers.txt
var robotsList string

// notRobots removes words that look like a robot's but aren't: Cubot phones,
// Google's apps and phones, CamScanner, consoles, old phones with Java, Firefox
// for Android.
var notRobots = strings.NewReplacer(
	" cubot", " ", " channel/google", " ", "google/google", " ", "googlewv", " ", "googleapp", " ", "google pixel", " ",
	"camscan", " ", "libhttp", " ", "java;", " ", "mozacfetch", " ",
)

// robots recognizes robots by user agent and caches the results of short ones.
type robots struct {
	patterns []*regexp.Regexp

	mu    sync.RWMutex
	cache map[string]bool // by user agent
}

const (
	maxCached = 10_000 // user agents
	maxAgent  = 512    // bytes of a user agent that are matched, twice a browser's
)

func newRobots() *robots {
	r := &robots{cache: map[string]bool{}}
	for line := range strings.Lines(robotsList) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		r.patterns = append(r.patterns, regexp.MustCompile(line))
	}
	return r
}

// isRobot reports whether a user agent is a robot's. An empty one is, because
// browsers always send one.
func (r *robots) isRobot(agent string) bool {
	if len(agent) > maxAgent {
		return r.matches(agent[:maxAgent])
	}
	r.mu.RLock()
	robot, ok := r.cache[agent]
	r.mu.RUnlock()
	if ok {
		return robot
	}
	robot = strings.TrimSpace(agent) == "" || r.matches(agent)
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.cache) >= maxCached {
		clear(r.cache)
	}
	r.cache[strings.Clone(agent)] = robot
	return robot
}

func (r *robots) matches(agent string) bool {
	agent = notRobots.Replace(strings.ToLower(agent))
	return slices.ContainsFunc(r.patterns, func(p *regexp.Regexp) bool { return p.MatchString(agent) })
}

// classify returns the reason for a request's sender. Browsers mark prefetches,
// and a HEAD request shows nothing to anyone.
func (r *robots) classify(req *http.Request) Reason {
	h := req.Header
	for _, field := range []string{"Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"} {
		if v := strings.ToLower(h.Get(field)); strings.Contains(v, "prefetch") || strings.Contains(v, "prerender") || strings.Contains(v, "preview") {
			return Prefetch
		}
	}
	if req.Method == http.MethodHead || r.isRobot(h.Get("User-Agent")) {
		return Robot
	}
	return Human
}

// navigation reports whether a request is for a page rather than a part of one.
// Older browsers don't say, and count as navigating.
func navigation(req *http.Request) bool {
	dest := req.Header.Get("Sec-Fetch-Dest")
	return dest == "" || dest == "document"
}
