package search

import (
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
)

// Limits of the list of unanswered searches.
const (
	fewest = 3 // minimum number of people who made a search
	shown  = 10
)

// Keep is how long unanswered searches are kept.
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
