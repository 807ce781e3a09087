package previews

import (
	"context"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
)

// HTTP handles requests from people with a preview link. Kinds maps the names
// in URLs to kinds.
type HTTP struct {
	Links Links
	Kinds map[string]Kind
}

// Offers handles GET /api/preview/offers/:kind/:token.
func (h HTTP) Offers(c *gin.Context) error {
	return h.answer(c, h.Kinds[c.Param("kind")].Offers)
}

// Page handles GET /api/preview/offers/:kind/:token/page.
func (h HTTP) Page(c *gin.Context) error {
	return h.answer(c, h.Kinds[c.Param("kind")].Page)
}

func (h HTTP) answer(c *gin.Context, read func(context.Context, int64) (any, error)) error {
	c.Header("X-Robots-Tag", "noindex")
	id, err := h.Links.open(c.Param("kind"), c.Param("token"))
	if err != nil {
		return err
	}
	if read == nil {
		return errNotFound
	}
	shown, err := read(c.Request.Context(), id)
	return httpx.JSON(c, shown, err)
}
