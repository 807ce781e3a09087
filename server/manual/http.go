package manual

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

// List handles GET /api/admin/help.
func List(c *gin.Context) error {
	pages, err := Pages()
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, pages)
	return nil
}
