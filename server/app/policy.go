package app

import (
	"bytes"
	"strings"

	"github.com/gin-gonic/gin"

	"thriftwell/server/features/cspreport"
	"thriftwell/server/platform/httpx"
)

// policyOf is the content policy of a page: each holds as much of the style as
// its first paint needs, and the policy lets that in.
func policyOf(target string, page []byte) string {
	head, _, _ := bytes.Cut(page, []byte("</head>"))
	var styles [][]byte
	for {
		_, rest, found := bytes.Cut(head, []byte("<style"))
		_, rest, _ = bytes.Cut(rest, []byte(">"))
		style, after, whole := bytes.Cut(rest, []byte("</style>"))
		if !found || !whole {
			break
		}
		styles, head = append(styles, style), after
	}
	policy := httpx.Policy(cspreport.Path, styles...)
	if strings.HasPrefix(target, "/preview/") {
		policy = framed(policy)
	}
	return policy
}

// preview keeps the page of a preview out of search engines, and lets the admin
// show it in a frame.
func (a *App) preview(c *gin.Context) error {
	h := c.Writer.Header()
	h.Set("X-Robots-Tag", "noindex")
	h.Set(httpx.PolicyHeader, framed(h.Get(httpx.PolicyHeader)))
	return nil
}

// framed is a policy that lets pages of the site show the answer in a frame.
func framed(policy string) string {
	return strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors 'self'", 1)
}
