package authors

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/pieces"
)

// HTTP handles public requests.
type HTTP struct {
	Store    *Store
	Articles Written[pieces.ArticleCard]
	Guides   Written[pieces.GuideCard]
}

// Get handles GET /api/authors/:slug?limit=&offset=.
func (h HTTP) Get(c *gin.Context) error {
	httpx.Tag(c, Tag, "articles", "guides")
	limit, err := httpx.QueryInt(c, "limit", maxLimit, 1, maxLimit)
	if err != nil {
		return err
	}
	offset, err := httpx.QueryInt(c, "offset", 0, 0, maxOffset)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	a, err := h.Store.Get(ctx, c.Param("slug"))
	if moved := (pieces.Moved{}); errors.As(err, &moved) {
		to := url.URL{Path: "/api/authors/" + moved.To, RawQuery: c.Request.URL.RawQuery}
		c.Redirect(http.StatusMovedPermanently, to.String())
		return nil
	}
	if err != nil {
		return err
	}
	page := Page{Author: a}
	if page.Articles, page.ArticleCount, err = h.Articles(ctx, a.Name, limit, offset); err != nil {
		return err
	}
	if page.Guides, page.GuideCount, err = h.Guides(ctx, a.Name, limit, offset); err != nil {
		return err
	}
	if last := max(page.ArticleCount, page.GuideCount); offset > 0 && int64(offset) >= last {
		return ErrNotFound
	}
	c.JSON(http.StatusOK, page)
	return nil
}
