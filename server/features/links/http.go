package links

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// HTTP leads whoever opens a short address to its page.
type HTTP struct {
	Targets func() Targets
	Unknown gin.HandlerFunc // answers for a code that no link has
}

// Follow handles GET and HEAD /g/:code. It counts nothing: the page does once
// somebody sees it, which robots and previews of links do not.
func (h HTTP) Follow(c *gin.Context) error {
	target, known := h.Targets()[strings.ToLower(c.Param("code"))]
	if !known {
		h.Unknown(c)
		return nil
	}
	c.Header("Cache-Control", "no-store")
	c.Header("X-Robots-Tag", "noindex")
	c.Redirect(http.StatusFound, target)
	return nil
}
