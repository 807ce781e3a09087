package content

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
)

// HTTP is what the public may call.
type HTTP struct {
	Store *Store
}

// Page answers GET /api/content/pages/:slug with an active page.
func (h HTTP) Page(c *gin.Context) error {
	httpx.Tag(c, "content")
	p, err := h.Store.Page(c.Request.Context(), c.Param("slug"))
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, p)
	return nil
}

// Offers answers GET /api/content/:slug/offers with the active offers of an
// active page.
func (h HTTP) Offers(c *gin.Context) error {
	httpx.Tag(c, "content")
	p, err := h.Store.Page(c.Request.Context(), c.Param("slug"))
	if err != nil {
		return err
	}
	offers, err := h.Store.Offers(c.Request.Context(), p.ID)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, offers)
	return nil
}
