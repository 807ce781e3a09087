package topics

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/weburl"
)

// HTTP handles public requests.
type HTTP struct {
	Store   *Store
	Article Article
}

// Get handles GET /api/topics/:category. A category without a topic returns an
// empty one.
func (h HTTP) Get(c *gin.Context) error {
	category := c.Param("category")
	if !weburl.IsSlug(category) {
		return ErrNotFound
	}
	httpx.Tag(c, Tag, "articles")
	ctx := c.Request.Context()
	stored, err := h.Store.ofCategory(ctx, category)
	if err != nil {
		return err
	}
	t := Topic{Category: category, Introduction: stored.Introduction}
	if stored.FirstArticle != nil {
		if t.First, err = h.Article(ctx, *stored.FirstArticle, category); err != nil {
			return err
		}
	}
	c.JSON(http.StatusOK, t)
	return nil
}
