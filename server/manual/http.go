package manual

import (
	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
)

// List handles GET /api/admin/help.
func List(c *gin.Context) error {
	pages, err := Pages()
	return httpx.JSON(c, pages, err)
}
