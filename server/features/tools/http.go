package tools

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/weburl"
)

// HTTP handles public requests.
type HTTP struct{ Store *Store }

// List handles GET /api/tools.
func (h HTTP) List(c *gin.Context) error {
	cards, err := h.Store.List(c.Request.Context())
	if err != nil {
		return err
	}
	httpx.Tag(c, tags()...)
	httpx.List(c, cards, int64(len(cards)))
	return nil
}

// Get handles GET /api/tools/:slug.
func (h HTTP) Get(c *gin.Context) error {
	slug := c.Param("slug")
	if !weburl.IsSlug(slug) {
		return ErrNotFound
	}
	httpx.Tag(c, tags()...)
	tool, err := h.Store.Get(c.Request.Context(), slug)
	if err != nil {
		return err
	}
	httpx.Tag(c, tool.tag())
	c.JSON(http.StatusOK, tool)
	return nil
}
