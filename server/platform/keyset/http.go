// Package keyset reads and answers what part of a long list a client asks for.
package keyset

import (
	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
)

// Part is a part of a list that is ordered by id, newest first.
type Part struct {
	Before uuid.UUID // the last id of the part before; uuid.Nil for the first part
	Limit  int
}

// Max is the most records of a part.
const Max = 200

// Query returns the part that the parameters after and limit ask for: the
// first 50 records if both are absent.
func Query(c *gin.Context) (p Part, err error) {
	if after := c.Query("after"); after != "" {
		if p.Before, err = uuid.Parse(after); err != nil {
			return p, fault.New(fault.Invalid, "We couldn't continue this list. Reload the page.")
		}
	}
	p.Limit, err = httpx.QueryInt(c, "limit", 50, 1, Max)
	return p, err
}

// SetNext says in X-Next-Cursor where the next part begins. It says
// nothing of uuid.Nil, which stands for no next part.
func SetNext(c *gin.Context, next uuid.UUID) {
	if next != uuid.Nil {
		c.Header("X-Next-Cursor", next.String())
	}
}
