package guides

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/weburl"
)

// HTTP handles the public calls. Articles returns the cards of related
// articles.
type HTTP struct {
	Store    *Store
	Articles Lookup
}

// List handles GET /api/listicles?category=&q=&limit=&offset=.
func (h HTTP) List(c *gin.Context) error { return h.list(c, false) }

// Featured handles GET /api/listicles/featured.
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
	tags := []string{"guides"}
	for _, g := range cards {
		if tags = append(tags, g.offers...); len(g.offers) > 0 {
			break // the same for all offers
		}
	}
	httpx.Tag(c, tags...)
	httpx.List(c, cards, total)
	return nil
}

// Preview handles GET /api/preview/guides/:token.
func Preview(desk Desk) func(*gin.Context) error { return pieces.Preview(declaration(desk)) }

// Get handles GET /api/listicles/:id, where id is the slug or the number.
func (h HTTP) Get(c *gin.Context) error {
	id := c.Param("id")
	if !weburl.IsSlug(id) {
		return ErrNotFound
	}
	httpx.Tag(c, "guides", pieces.Tag("guide", id))
	g, err := h.Store.Get(c.Request.Context(), id, h.Articles)
	if err != nil {
		return pieces.RedirectMoved(c, "guide", id, "/api/listicles/", err)
	}
	httpx.Tag(c, append(g.tags(), "authors")...)
	c.JSON(http.StatusOK, g)
	return nil
}
