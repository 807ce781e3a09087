package linkcheck

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/temoto/robotstxt"
)

// Limits of a robots.txt (RFC 9309).
const (
	maxRobotsBytes     = 500 << 10
	maxRobotsRedirects = 5
	// The parser stores each rule of a group for each of its user agents, and makes a regular expression of a
	// rule with a *.
	maxRobotsRules = 1_000_000
	maxWildcards   = 100
)

// rules are those of one host.
type rules struct {
	robots *robotstxt.RobotsData
	err    error
}

// allowed reports whether robots.txt allows an address. A host without
// robots.txt allows everything; one that fails to return it allows nothing.
func (v *visit) allowed(ctx context.Context, u *url.URL) (bool, error) {
	host := u.Scheme + "://" + u.Host
	known, ok := v.rules[host]
	if !ok {
		known.robots, known.err = v.readRules(ctx, &url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/robots.txt"})
		v.rules[host] = known
	}
	if known.err != nil {
		return false, known.err
	}
	return known.robots.TestAgent(u.RequestURI(), Agent), nil
}

func (v *visit) readRules(ctx context.Context, u *url.URL) (*robotstxt.RobotsData, error) {
	client := *v.client
	client.CheckRedirect = func(_ *http.Request, via []*http.Request) error {
		if len(via) > maxRobotsRedirects {
			return http.ErrUseLastResponse
		}
		return nil
	}
	r, err := v.request(ctx, http.MethodGet, u)
	if err != nil {
		return nil, err
	}
	answer, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxRobotsBytes))
	if err != nil {
		return nil, err
	}
	switch status := answer.StatusCode; {
	case status >= http.StatusInternalServerError:
		return nil, unavailable(status)
	case status != http.StatusOK:
		text = nil
	}
	return rulesIn(text)
}

// rulesIn parses a robots.txt. One that could be too expensive to parse forbids
// everything.
func rulesIn(text []byte) (*robotstxt.RobotsData, error) {
	if tooMuch(text) {
		return robotstxt.FromString("User-agent: *\nDisallow: /")
	}
	said, err := robotstxt.FromBytes(text)
	if err != nil { // for example, it is an HTML page
		return robotstxt.FromBytes(nil)
	}
	return said, nil
}

// tooMuch reports whether rules could be more expensive to parse than any
// legitimate ones.
func tooMuch(text []byte) bool {
	lines := bytes.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	for _, line := range lines {
		if bytes.Count(line, []byte("*")) > maxWildcards {
			return true
		}
	}
	return bytes.Count(bytes.ToLower(text), []byte("user"))*bytes.Count(text, []byte(":")) > maxRobotsRules
}

// unavailable is the status of a host that fails to return its robots.txt.
type unavailable int

// Error implements error.
func (u unavailable) Error() string { return fmt.Sprintf("robots.txt returned %d", int(u)) }
