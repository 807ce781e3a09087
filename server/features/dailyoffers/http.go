package dailyoffers

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
)

// HTTP is what the public may call.
type HTTP struct {
	Store *Store
}

// List answers GET /api/daily-offers?page=&limit=.
func (h HTTP) List(c *gin.Context) error {
	page, err := httpx.QueryInt(c, "page", 1, 1, MaxPage)
	if err != nil {
		return err
	}
	limit, err := httpx.QueryInt(c, "limit", PageSize, 1, MaxLimit)
	if err != nil {
		return err
	}
	httpx.Tag(c, "dailyoffers")
	list, err := h.Store.Page(c.Request.Context(), page, limit)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, list)
	return nil
}
