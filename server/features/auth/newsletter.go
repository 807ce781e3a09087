package auth

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/session"
)

// Newsletter answers GET /api/auth/newsletter: whether the caller's address
// gets the letter. An address that the provider has not verified may be
// somebody else's, so nothing is told of it.
func (h HTTP) Newsletter(c *gin.Context) error {
	ctx := c.Request.Context()
	state, actor := "unknown", session.ActorOf(ctx)
	if actor.UserID != 0 {
		u, err := h.Service.Store.account(ctx, actor.UserID)
		if err != nil {
			return err
		}
		if u.EmailVerified {
			if state, err = h.NewsletterState(ctx, u.Email); err != nil {
				return err
			}
		}
	}
	c.JSON(http.StatusOK, gin.H{"state": state})
	return nil
}
