package audit

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	auditlog "thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
)

// Admin handles admins' requests. Kinds lists every kind of thing that is
// logged. Records holds the kinds that can be reverted.
type Admin struct {
	Store   *Store
	Kinds   []string
	Records map[string]Reverter
}

// ListKinds handles GET /api/admin/audit/kinds.
func (a Admin) ListKinds(c *gin.Context) error {
	c.JSON(http.StatusOK, slices.Sorted(slices.Values(a.Kinds)))
	return nil
}

// List handles GET /api/admin/audit?kind=&id=&actor=&before=&limit=.
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
	if q.Limit, err = httpx.QueryInt(c, "limit", DefaultLimit, 1, MaxLimit); err != nil {
		return err
	}
	entries, err := a.Store.List(c.Request.Context(), q)
	if err != nil {
		return err
	}
	for i, e := range entries {
		entries[i].CanRestore = a.canRestore(e)
	}
	c.JSON(http.StatusOK, entries)
	return nil
}

// canRestore reports whether the entry has a version to restore. A deletion has
// none: deleted records are restored from the trash.
func (a Admin) canRestore(e Entry) bool {
	return e.After != nil && e.Action != auditlog.Delete && a.Records[e.Kind] != nil
}

// Restore handles POST /api/admin/audit/:id/restore. It sets the record back to
// its state after the entry.
func (a Admin) Restore(c *gin.Context) error {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil {
		return errNoVersion
	}
	ctx := c.Request.Context()
	e, err := a.Store.entry(ctx, id)
	if err != nil {
		return err
	}
	subject, err := strconv.ParseInt(e.SubjectID, 10, 64)
	if err != nil || !a.canRestore(e) {
		return errNoVersion
	}
	err = a.Records[e.Kind].Revert(ctx, session.ActorOf(ctx), subject, *e.After)
	if f := new(fault.Error); errors.As(err, &f) && f.Code == fault.NotFound {
		return errDeleted
	}
	if err != nil {
		return err
	}
	e.CanRestore = true
	c.JSON(http.StatusOK, e)
	return nil
}
