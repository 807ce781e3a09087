package previews

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
)

// Make handles POST /api/admin/previews. It returns a link to the preview of a
// saved record.
func (h HTTP) Make(c *gin.Context) error {
	var sent struct {
		Kind string   `json:"kind"`
		ID   httpx.ID `json:"id"`
	}
	if err := httpx.ReadStrictJSON(c, &sent); err != nil {
		return err
	}
	kind, known := h.Kinds[sent.Kind]
	if !known {
		return errNotFound
	}
	if _, err := kind.Offers(c.Request.Context(), int64(sent.ID)); err != nil {
		return err
	}
	c.JSON(http.StatusCreated, h.Links.to(sent.Kind, int64(sent.ID)))
	return nil
}
