package offers

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
)

// HTTP is what the public may call.
type HTTP struct {
	Store *Store
}

// List answers GET /api/offers?active=true. The public sees active offers
// only, whatever it asks for.
func (h HTTP) List(c *gin.Context) error {
	if _, err := httpx.QueryBool(c, "active"); err != nil {
		return err
	}
	httpx.Tag(c, "offers")
	offers, err := h.Store.Active(c.Request.Context())
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, offers)
	return nil
}

// Static answers GET /api/hot-offers.
func (h HTTP) Static(c *gin.Context) error {
	httpx.Tag(c, "offers")
	offers, err := h.Store.Static(c.Request.Context())
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, offers)
	return nil
}
