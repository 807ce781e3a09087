package links

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// HTTP redirects short addresses to their pages.
type HTTP struct {
	Targets func() Targets
	Unknown gin.HandlerFunc // responds to an unknown code
}

// Follow handles GET and HEAD /g/:code. It counts nothing: the page counts the
// visit once a person sees it, which excludes robots and link previews.
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
