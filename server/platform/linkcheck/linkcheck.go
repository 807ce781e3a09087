// Package linkcheck finds out where an address leads, as a polite robot: what a
// site's robots.txt keeps robots from is not asked for.
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
	// Timeout is for a Client, which asks several times in a check.
	Timeout = 10 * time.Second
)

// Agent is the name that robots.txt may know the robot by.
const Agent = "ThriftwellLinkCheck"

// Checker checks addresses.
type Checker struct {
	Client *http.Client // that of weburl.NewClient
	About  string       // the address of the site, for those who wonder who asks
}

// The states of a Result.
const (
	Good    = "good"
	Broken  = "broken"
	Refused = "refused" // the site keeps robots out, so nobody can tell
)

// Result is what a check found.
type Result struct {
	State       string
	Destination string // host and path that a good address leads to
	Problem     string // a sentence, unless it is good
}

// Check follows an address to where it leads. It asks by HEAD and, where that
// brings nothing, by GET, and reads no body. What only scripts do is not seen.
func (c Checker) Check(ctx context.Context, address string) Result {
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	client := *c.Client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client.Jar, _ = cookiejar.New(nil) // some redirects look whether a cookie was kept
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

// step asks for one address; it returns where that redirects to, or what was
// found.
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

// ask makes one request, and leaves the body unread.
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

// request says who asks.
func (v *visit) request(ctx context.Context, method string, u *url.URL) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, method, u.String(), nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("User-Agent", fmt.Sprintf("Mozilla/5.0 (compatible; %s/1.0; +%s)", Agent, v.about))
	return r, nil
}

// destination is what of an address tells one place from another: neither the
// scheme nor www nor a click's own parameters.
func destination(u *url.URL) string {
	return strings.TrimPrefix(strings.ToLower(u.Host), "www.") + strings.TrimSuffix(u.EscapedPath(), "/")
}

// sentence says why nothing was answered.
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
