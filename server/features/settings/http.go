package settings

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/catalog"
	"thriftwell/server/platform/httpx"
)

// HTTP handles public requests.
type HTTP struct {
	Catalog       *catalog.Of[Values]
	PostalAddress string
}

// Get handles GET /api/site.
func (h HTTP) Get(c *gin.Context) error {
	httpx.Tag(c, Tag)
	c.JSON(http.StatusOK, h.Catalog.Get().Site(h.PostalAddress))
	return nil
}
