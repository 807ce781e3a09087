package httpx

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
)

// SecureHeaders sets the headers that every answer carries. styleHash is the
// CSP source of the page's inlined style; scripts come from the site alone.
// hsts is on where the site is served by https.
func SecureHeaders(styleHash string, hsts bool) gin.HandlerFunc {
	style := "'self'"
	if styleHash != "" {
		style += " '" + styleHash + "'"
	}
	policy := strings.Join([]string{
		"default-src 'self'", "script-src 'self'", "style-src " + style, "img-src 'self' data:", "font-src 'self'",
		"connect-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
	}, "; ")
	// The slices are shared by all answers: nothing may write into them.
	fixed := map[string][]string{
		"Content-Security-Policy":    {policy},
		"X-Content-Type-Options":     {"nosniff"},
		"Referrer-Policy":            {"strict-origin"},
		"Cross-Origin-Opener-Policy": {"same-origin"},
		"Permissions-Policy":         {"camera=(), microphone=(), geolocation=(), browsing-topics=()"},
	}
	if hsts {
		fixed["Strict-Transport-Security"] = []string{"max-age=31536000; includeSubDomains"}
	}
	return func(c *gin.Context) {
		h := c.Writer.Header()
		for name, value := range fixed {
			h[name] = value
		}
	}
}

// SameOrigin refuses writes that a browser sends from another site
// (http.CrossOriginProtection) with 403. Its deny handler is ours, so that the
// answer is problem+json.
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

// Tag names the page-cache tags of an API answer: a write to what a tag stands
// for makes every page that used the answer stale.
func Tag(c *gin.Context, tags ...string) {
	c.Header("Cache-Tag", strings.Join(tags, ", "))
}

// List answers a list with the count of all that match, of which it is a part.
func List(c *gin.Context, items any, total int64) {
	c.Header("X-Total-Count", strconv.FormatInt(total, 10))
	c.JSON(http.StatusOK, items)
}
