package search

import (
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
)

// What editors see of the searches in vain.
const (
	fewest = 3 // people who made one
	shown  = 10
)

// Keep is how long searches in vain are kept.
const Keep = 90 * 24 * time.Hour

// Unanswered handles GET /api/admin/searches.
func (h HTTP) Unanswered(c *gin.Context) error {
	list, total, err := h.Store.misses(c.Request.Context(), fewest, shown)
	if err != nil {
		return err
	}
	httpx.List(c, list, total)
	return nil
}
