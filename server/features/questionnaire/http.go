package questionnaire

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
)

// HTTP is what the public may call.
type HTTP struct {
	Store *Store
}

// Questions answers GET /api/coreg/:slug/questions.
func (h HTTP) Questions(c *gin.Context) error {
	httpx.Tag(c, "content")
	questions, err := h.Store.Questions(c.Request.Context(), c.Param("slug"))
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, questions)
	return nil
}
