package articles

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/weburl"
)

// HTTP handles the public calls.
type HTTP struct{ Store *Store }

// List handles GET /api/articles?featured=&category=&q=&limit=&offset=.
func (h HTTP) List(c *gin.Context) error {
	f, err := readFilter(c)
	if err != nil {
		return err
	}
	cards, total, err := h.Store.List(c.Request.Context(), f)
	if err != nil {
		return err
	}
	httpx.Tag(c, "articles")
	httpx.List(c, cards, total)
	return nil
}

func readFilter(c *gin.Context) (f Filter, err error) {
	if f.Featured, err = httpx.QueryBool(c, "featured"); err != nil {
		return f, err
	}
	if f.Category, err = httpx.QueryText(c, "category"); err != nil {
		return f, err
	}
	if f.Text, err = httpx.QueryText(c, "q"); err != nil {
		return f, err
	}
	if f.Limit, err = httpx.QueryInt(c, "limit", MaxLimit, 1, MaxLimit); err != nil {
		return f, err
	}
	f.Offset, err = httpx.QueryInt(c, "offset", 0, 0, MaxOffset)
	return f, err
}

// Preview handles GET /api/preview/articles/:token.
func Preview(site pieces.Site) func(*gin.Context) error { return pieces.Preview(declaration(site)) }

// Get handles GET /api/articles/:slug.
func (h HTTP) Get(c *gin.Context) error {
	slug := c.Param("slug")
	if !weburl.IsSlug(slug) {
		return ErrNotFound
	}
	httpx.Tag(c, pieces.Tag("article", slug))
	a, err := h.Store.Get(c.Request.Context(), slug)
	if err != nil {
		return pieces.RedirectMoved(c, "article", slug, "/api/articles/", err)
	}
	httpx.Tag(c, append(a.tags(), "authors")...)
	c.JSON(http.StatusOK, a)
	return nil
}
