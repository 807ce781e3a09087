package letters

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/weburl"
)

// HTTP handles the public calls, for the pages of the letters that are out.
type HTTP struct{ Composer Composer }

// The parts of the archive.
const (
	defaultLimit = 20
	maxLimit     = 100
	maxOffset    = 100_000
)

// List handles GET /api/newsletters?limit=&offset=.
func (h HTTP) List(c *gin.Context) error {
	limit, err := httpx.QueryInt(c, "limit", defaultLimit, 1, maxLimit)
	if err != nil {
		return err
	}
	offset, err := httpx.QueryInt(c, "offset", 0, 0, maxOffset)
	if err != nil {
		return err
	}
	list, total, err := h.Composer.Store.Out(c.Request.Context(), limit, offset)
	if err != nil {
		return err
	}
	httpx.Tag(c, Tag)
	c.JSON(http.StatusOK, gin.H{"newsletters": list, "total": total})
	return nil
}

// Get handles GET /api/newsletters/:slug.
func (h HTTP) Get(c *gin.Context) error {
	slug := c.Param("slug")
	if !weburl.IsSlug(slug) {
		return ErrUnknown
	}
	httpx.Tag(c, Tag, "articles", "guides", "offers")
	page, err := h.Composer.page(c.Request.Context(), slug)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, page)
	return nil
}
