package guides

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
)

// HTTP is what the public may call. Articles looks up the article cards that a
// guide points to.
type HTTP struct {
	Store    *Store
	Articles func(ctx context.Context, slugs []string) (cards any, err error)
}

// List answers GET /api/listicles?category=&q=&limit=&offset=.
func (h HTTP) List(c *gin.Context) error { return h.list(c, false) }

// Featured answers GET /api/listicles/featured.
func (h HTTP) Featured(c *gin.Context) error { return h.list(c, true) }

func (h HTTP) list(c *gin.Context, featured bool) error {
	f := Filter{Featured: featured}
	var err error
	if f.Category, err = httpx.QueryText(c, "category"); err != nil {
		return err
	}
	if f.Text, err = httpx.QueryText(c, "q"); err != nil {
		return err
	}
	if f.Limit, err = httpx.QueryInt(c, "limit", MaxLimit, 1, MaxLimit); err != nil {
		return err
	}
	if f.Offset, err = httpx.QueryInt(c, "offset", 0, 0, MaxOffset); err != nil {
		return err
	}
	cards, total, err := h.Store.List(c.Request.Context(), f)
	if err != nil {
		return err
	}
	httpx.Tag(c, "guides")
	httpx.List(c, cards, total)
	return nil
}

// Get answers GET /api/listicles/:id; the id is the slug or the number.
func (h HTTP) Get(c *gin.Context) error {
	httpx.Tag(c, "guides", "articles")
	g, related, err := h.Store.Get(c.Request.Context(), c.Param("id"))
	if err != nil {
		return err
	}
	if g.RelatedArticles, err = h.Articles(c.Request.Context(), related); err != nil {
		return err
	}
	c.JSON(http.StatusOK, g)
	return nil
}
