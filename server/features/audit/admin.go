package audit

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
)

// Admin is what admins may call.
type Admin struct{ Store *Store }

// List answers GET /api/admin/audit?kind=&id=&actor=&before=&limit=.
func (a Admin) List(c *gin.Context) error {
	var q Query
	for name, to := range map[string]*string{"kind": &q.Kind, "id": &q.SubjectID, "actor": &q.Actor} {
		text, err := httpx.QueryText(c, name)
		if err != nil {
			return err
		}
		*to = text
	}
	before, err := httpx.QueryInt(c, "before", 0, 0, 1<<53)
	if err != nil {
		return err
	}
	q.Before = int64(before)
	if q.Limit, err = httpx.QueryInt(c, "limit", httpx.DefaultRecords, 1, MaxLimit); err != nil {
		return err
	}
	entries, err := a.Store.List(c.Request.Context(), q)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, entries)
	return nil
}
