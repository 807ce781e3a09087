package tracking

import (
	_ "embed"
	"net/http"
	"regexp"
	"strings"
	"sync"
)

//go:embed robots.txt
var robotsList string

// robots tells robots by their user agent. What it found out it remembers.
type robots struct {
	words    []string // patterns that are plain text
	patterns []*regexp.Regexp

	mu    sync.RWMutex
	known map[string]bool
}

// maxKnown bounds what robots remembers.
const maxKnown = 10_000

func newRobots() *robots {
	r := &robots{known: map[string]bool{}}
	for line := range strings.Lines(robotsList) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		pattern := regexp.MustCompile(line)
		if word, whole := pattern.LiteralPrefix(); whole {
			r.words = append(r.words, word)
		} else {
			r.patterns = append(r.patterns, pattern)
		}
	}
	return r
}

// is reports whether a user agent is a robot's. Browsers always name
// themselves, so none at all is a robot's too.
func (r *robots) is(agent string) bool {
	r.mu.RLock()
	robot, ok := r.known[agent]
	r.mu.RUnlock()
	if ok {
		return robot
	}
	robot = strings.TrimSpace(agent) == "" || r.listed(agent)
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.known) >= maxKnown {
		clear(r.known)
	}
	r.known[strings.Clone(agent)] = robot
	return robot
}

func (r *robots) listed(agent string) bool {
	for _, w := range r.words {
		if strings.Contains(agent, w) {
			return true
		}
	}
	for _, p := range r.patterns {
		if p.MatchString(agent) {
			return true
		}
	}
	return false
}

// reason tells who sent a request: a browser that fetches ahead of its user
// says so; a HEAD shows nobody anything.
func (r *robots) reason(req *http.Request) Reason {
	h := req.Header
	for _, field := range []string{"Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"} {
		if v := strings.ToLower(h.Get(field)); strings.Contains(v, "prefetch") || strings.Contains(v, "prerender") || strings.Contains(v, "preview") {
			return Prefetch
		}
	}
	if req.Method == http.MethodHead || r.is(h.Get("User-Agent")) {
		return Robot
	}
	return Human
}
