// Package linkcheck finds out where an address leads, as a polite robot: it
// obeys robots.txt.
package linkcheck

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"thriftwell/server/platform/weburl"
)

// Limits of one check.
const (
	maxRedirects = 10
	maxTime      = time.Minute
	// Timeout is for a Client, which makes several requests in a check.
	Timeout = 10 * time.Second
)

// Agent is the robot's name in robots.txt.
const Agent = "ThriftwellLinkCheck"

// Checker checks addresses.
type Checker struct {
	Client *http.Client // from weburl.NewClient
	About  string       // the site's address, to identify the robot
}

// States of a Result.
const (
	Good    = "good"
	Broken  = "broken"
	Refused = "refused" // the site blocks robots, so the result is unknown
)

// Result is the result of a check.
type Result struct {
	State       string
	Destination string // host and path that a good address leads to
	Problem     string // a sentence, unless it is good
}

// Check follows an address to its destination. It sends HEAD requests, or GET
// if that fails, and reads no body. Redirects by scripts are not detected.
func (c Checker) Check(ctx context.Context, address string) Result {
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	client := *c.Client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client.Jar, _ = cookiejar.New(nil) // some redirects depend on cookies
	v := visit{client: &client, about: c.About, rules: map[string]rules{}}
	for range maxRedirects + 1 {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || !utf8.ValidString(u.Host) || u.Scheme != "http" && u.Scheme != "https" || len(address) > weburl.MaxLength {
			return Result{State: Broken, Problem: "It leads to an invalid web address."}
		}
		u.User, u.Fragment = nil, ""
		next, result := v.step(ctx, u)
		if next == "" {
			return result
		}
		address = next
	}
	return Result{State: Broken, Problem: fmt.Sprintf("It redirects more than %d times.", maxRedirects)}
}

// visit is one check.
type visit struct {
	client *http.Client
	about  string
	rules  map[string]rules // of the hosts so far
}

// step requests one address and returns where it redirects to, or the result.
func (v *visit) step(ctx context.Context, u *url.URL) (next string, found Result) {
	allowed, err := v.allowed(ctx, u)
	if err != nil {
		return "", Result{State: Broken, Problem: sentence(u, err)}
	}
	if !allowed {
		return "", Result{State: Refused, Problem: "The robots.txt of " + u.Host + " blocks robots, so we didn't check it."}
	}
	answer, err := v.ask(ctx, http.MethodHead, u)
	if err != nil || answer.StatusCode >= http.StatusBadRequest {
		answer, err = v.ask(ctx, http.MethodGet, u)
	}
	if err != nil {
		return "", Result{State: Broken, Problem: sentence(u, err)}
	}
	switch status := answer.StatusCode; {
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusTooManyRequests:
		return "", Result{State: Refused, Problem: fmt.Sprintf("%s rejects robots (%d), so we didn't check it.", u.Host, status)}
	case status >= http.StatusBadRequest:
		return "", Result{State: Broken, Problem: fmt.Sprintf("%s returned %d %s.", u.Host, status, http.StatusText(status))}
	case status >= http.StatusMultipleChoices:
		to, err := answer.Location()
		if err != nil {
			return "", Result{State: Broken, Problem: fmt.Sprintf("%s returned %d without an address.", u.Host, status)}
		}
		return to.String(), Result{}
	}
	return "", Result{State: Good, Destination: destination(u)}
}

// ask makes one request and doesn't read the body.
func (v *visit) ask(ctx context.Context, method string, u *url.URL) (*http.Response, error) {
	r, err := v.request(ctx, method, u)
	if err != nil {
		return nil, err
	}
	answer, err := v.client.Do(r)
	if err != nil {
		return nil, err
	}
	return answer, answer.Body.Close()
}

// request returns a request that identifies the robot.
func (v *visit) request(ctx context.Context, method string, u *url.URL) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, method, u.String(), nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("User-Agent", fmt.Sprintf("Mozilla/5.0 (compatible; %s/1.0; +%s)", Agent, v.about))
	return r, nil
}

// destination returns the part of an address that identifies a place: without
// scheme, www and query.
func destination(u *url.URL) string {
	return strings.TrimPrefix(strings.ToLower(u.Host), "www.") + strings.TrimSuffix(u.EscapedPath(), "/")
}

// sentence explains why there was no response.
func sentence(u *url.URL, err error) string {
	var unknown *net.DNSError
	var certificate *tls.CertificateVerificationError
	var timeout net.Error
	var failing unavailable
	switch {
	case errors.As(err, &failing):
		return fmt.Sprintf("%s returned %d %s.", u.Host, failing, http.StatusText(int(failing)))
	case errors.Is(err, weburl.ErrNotPublic):
		return "It leads to " + u.Host + ", which isn't a public address."
	case errors.As(err, &unknown) && unknown.IsNotFound:
		return "We couldn't find the host " + u.Host + "."
	case errors.As(err, &certificate):
		return "The certificate of " + u.Host + " is not valid."
	case errors.As(err, &timeout) && timeout.Timeout():
		return u.Host + " didn't answer in time."
	}
	return u.Host + " is unreachable."
}
