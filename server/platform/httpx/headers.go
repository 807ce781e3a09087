package httpx

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
)

// unused lists browser features that no page needs.
const unused = "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()"

// PolicyHeader is the name of the content policy's header.
const PolicyHeader = "Content-Security-Policy"

// Policy returns the content policy of an answer. Everything must come from the
// site, and what no page needs is forbidden. Browsers report violations to the
// path reports.
func Policy(reports string) string {
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
		"connect-src 'self'", "manifest-src 'self'", "frame-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
		"report-uri " + reports, "report-to csp",
	}, "; ")
}

// SecureHeaders sets the security headers of every answer, with the policy
// unless the answer sets its own. Browsers report violations to the path
// reports. Set hsts if the site is served over https.
func SecureHeaders(policy, reports string, hsts bool) gin.HandlerFunc {
	type field struct {
		name   string
		values []string // shared by all answers, so it must not be written to
	}
	fixed := []field{
		{PolicyHeader, []string{policy}},
		{"Reporting-Endpoints", []string{`csp="` + reports + `"`}},
		{"X-Content-Type-Options", []string{"nosniff"}},
		{"Referrer-Policy", []string{"strict-origin"}},
		{"Cross-Origin-Opener-Policy", []string{"same-origin"}},
		{resourcePolicy, []string{"same-origin"}},
		{"Permissions-Policy", []string{unused}},
	}
	if hsts {
		fixed = append(fixed, field{"Strict-Transport-Security", []string{"max-age=31536000; includeSubDomains"}})
	}
	return func(c *gin.Context) {
		h := c.Writer.Header()
		for _, f := range fixed {
			h[f.name] = f.values
		}
	}
}

const resourcePolicy = "Cross-Origin-Resource-Policy"

// Shown lets other sites and emails show an answer, such as a picture.
func Shown(c *gin.Context) { c.Writer.Header()[resourcePolicy] = []string{"cross-origin"} }

// SameOrigin rejects writes that a browser sends from another site
// (http.CrossOriginProtection) with a 403 in problem+json.
func SameOrigin(baseURL string) (gin.HandlerFunc, error) {
	guard := http.NewCrossOriginProtection()
	if err := guard.AddTrustedOrigin(baseURL); err != nil {
		return nil, err
	}
	return func(c *gin.Context) {
		if err := guard.Check(c.Request); err != nil {
			Fail(c, fault.New(fault.Forbidden, "This request came from another site.").Because(err))
		}
	}, nil
}

// Tag sets the page-cache tags of an API answer. Invalidating a tag makes every
// page that used the answer stale.
func Tag(c *gin.Context, tags ...string) {
	c.Header("Cache-Tag", strings.Join(tags, ", "))
}

// List sends a page of a list, with the total number of matches.
func List(c *gin.Context, items any, total int64) {
	c.Header("X-Total-Count", strconv.FormatInt(total, 10))
	c.JSON(http.StatusOK, items)
}

// OptOutCookie stores the choice made at /privacy-choices. Pages read it in the
// browser; ui/shared/opt-out.ts repeats its name and value.
const (
	OptOutCookie = "privacy"
	OptOutValue  = "opt-out"
)

// OptedOut reports whether a visitor's data must not be passed on, by the
// browser's signal (Global Privacy Control) or by the visitor's choice here.
func OptedOut(r *http.Request) bool {
	if r.Header.Get("Sec-GPC") == "1" {
		return true
	}
	choice, err := r.Cookie(OptOutCookie)
	return err == nil && choice.Value == OptOutValue
}
