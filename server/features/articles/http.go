package articles

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
)

// HTTP is what the public may call.
type HTTP struct{ Store *Store }

// List answers GET /api/articles?featured=&category=&q=&limit=&offset=.
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

// Get answers GET /api/articles/:slug.
func (h HTTP) Get(c *gin.Context) error {
	httpx.Tag(c, "articles")
	a, err := h.Store.Get(c.Request.Context(), c.Param("slug"))
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, a)
	return nil
}
