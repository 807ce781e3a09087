// Package keyset pages through long lists by id.
package keyset

import (
	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
)

// Part is a part of a list ordered by id, newest first.
type Part struct {
	Before uuid.UUID // the last id of the previous part; uuid.Nil for the first
	Limit  int
}

// Max is the maximum number of records in a part.
const Max = 200

// Query returns the part given by the parameters after and limit. The default
// is the first 50 records.
func Query(c *gin.Context) (p Part, err error) {
	if after := c.Query("after"); after != "" {
		if p.Before, err = uuid.Parse(after); err != nil {
			return p, fault.New(fault.Invalid, "We couldn't continue this list. Reload the page.")
		}
	}
	p.Limit, err = httpx.QueryInt(c, "limit", 50, 1, Max)
	return p, err
}

// SetNext sets X-Next-Cursor to the start of the next part, unless that is
// uuid.Nil.
func SetNext(c *gin.Context, next uuid.UUID) {
	if next != uuid.Nil {
		c.Header("X-Next-Cursor", next.String())
	}
}
