package revisions

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
)

// Page sizes of the list of revisions.
const (
	defaultRevisions = 50
	maxRevisions     = 200
)

// restored is the body of a restore.
type restored struct {
	Status  string `json:"status"`
	Version *int   `json:"version"`
}

// restoreBody declares restored, with the statuses of the kind.
func restoreBody(fields []editable.Field) []editable.Field {
	status := fields[slices.IndexFunc(fields, func(f editable.Field) bool { return f.In() == "status" })]
	status.Doc = "The status to restore to. Draft by default, which hides it from the public."
	version := editable.Field{Name: "version", Rule: editable.Rule{Schema: editable.Schema{Of: 0}}, Doc: "The version to replace; returns 409 if it isn't the current one."}
	return []editable.Field{status, version}
}

// notice is what an answer says beside the record.
type notice struct {
	Notice string `json:"notice,omitempty"` // what was left out, such as a deleted picture
}

// kept is a working copy as sent.
type kept struct {
	Draft map[string]json.RawMessage `json:"draft"` // the form's values, and the record they were based on
}

// draft is the default status of a restored record.
const draft = "draft"

// desk handles the calls about the revisions of a kind.
type desk[T any] struct {
	Of[T]
	kind editable.Kind[T, T]
}

// Calls returns the calls about the revisions of a kind.
func (o Of[T]) Calls(kind editable.Kind[T, T]) []editable.Call {
	d, all := desk[T]{o, kind}, kind.Path+"/:id/revisions"
	return []editable.Call{
		{
			Method: http.MethodGet, Path: all, Roles: session.Readers(), Handle: d.showAll,
			Doc: editable.Doc{
				Name: "listRevisionsOf", Does: "Lists revisions, newest first: every save of the last 30 days, then the last of each day, and after a year the last of each month.",
				Query: []editable.Field{
					{Name: "before", Rule: editable.Number(1, 1<<53), Doc: "The last ID of the previous page."},
					{Name: "limit", Rule: editable.Number(1, maxRevisions)},
				},
				Gives: []any{Revision{}},
			},
		},
		{
			Method: http.MethodGet, Path: all + "/:revision", Roles: session.Readers(), Handle: d.show,
			Doc: editable.Doc{Name: "getRevisionOf", Does: "Returns a revision with the record as it was.", Gives: editable.All{Revision{}, struct {
				Record T `json:"record"`
			}{}}},
		},
		{
			Method: http.MethodPost, Path: all + "/:revision/restore", Roles: session.Editors(), Handle: d.restore,
			Doc: editable.Doc{
				Name: "restoreRevisionOf", Does: "Restores the record from a revision, keeping its current slug and correction.",
				Takes: restoreBody(kind.Fields), Optional: true, Gives: editable.All{*new(T), notice{}},
			},
		},
	}
}

// id returns the id of the record in the request's path, if it exists.
func (d desk[T]) id(c *gin.Context) (int64, error) {
	record, err := d.kind.Of(c)
	return d.kind.Key(record).ID, err
}

// showAll handles GET …/:id/revisions?before=&limit=.
func (d desk[T]) showAll(c *gin.Context) error {
	id, err := d.id(c)
	if err != nil {
		return err
	}
	before, err := httpx.QueryInt(c, "before", 0, 1, 1<<62)
	if err != nil {
		return err
	}
	limit, err := httpx.QueryInt(c, "limit", defaultRevisions, 1, maxRevisions)
	if err != nil {
		return err
	}
	found, err := d.list(c.Request.Context(), id, int64(before), limit)
	return httpx.JSON(c, found, err)
}

// revision returns the revision in the request's path and its record as it is
// now.
func (d desk[T]) revision(c *gin.Context) (now T, r Whole, err error) {
	if now, err = d.kind.Of(c); err != nil {
		return now, r, err
	}
	id, err := strconv.ParseInt(c.Param("revision"), 10, 64)
	if err != nil {
		return now, r, errMissing()
	}
	r, err = d.find(c.Request.Context(), d.kind.Key(now).ID, id)
	return now, r, err
}

// show handles GET …/:id/revisions/:revision.
func (d desk[T]) show(c *gin.Context) error {
	_, r, err := d.revision(c)
	return httpx.JSON(c, r, err)
}

// restore handles POST …/:id/revisions/:revision/restore. The record gets the
// revision's content, but keeps its current slug, and becomes a draft unless
// the body says otherwise. A correction that it has now is kept, because
// readers were told about it. The answer has a notice about what couldn't be
// restored.
func (d desk[T]) restore(c *gin.Context) error {
	in := restored{Status: draft}
	if err := httpx.OptionalJSON(c, &in); err != nil {
		return err
	}
	now, r, err := d.revision(c)
	if err != nil {
		return err
	}
	body, notice, err := d.restorable(now, r)
	if err != nil {
		return err
	}
	if body["status"], err = json.Marshal(in.Status); err != nil {
		return err
	}
	ctx := c.Request.Context()
	after, err := d.kind.Edit(ctx, session.ActorOf(ctx), d.kind.Key(now).ID, in.Version, body)
	if err != nil {
		return err
	}
	if notice == "" {
		c.JSON(http.StatusOK, after)
		return nil
	}
	fields, err := fieldsOf(after)
	if err == nil {
		fields["notice"], err = json.Marshal(notice)
	}
	return httpx.JSON(c, fields, err)
}

// CopyCalls returns the calls for an editor's working copy of a record, which
// readers don't see. Body is its maximum size in bytes.
func (o Of[T]) CopyCalls(kind editable.Kind[T, T], body int64) []editable.Call {
	d, path := desk[T]{o, kind}, kind.Path+"/:id/working-copy"
	return []editable.Call{
		{
			Method: http.MethodGet, Path: path, Roles: session.Editors(), Handle: d.showCopy,
			Doc: editable.Doc{Name: "getWorkingCopyOf", Does: "Returns your unsaved changes, from any device.", Gives: WorkingCopy{}},
		},
		{
			Method: http.MethodPut, Path: path, Roles: session.Editors(), Handle: d.putCopy, Body: body,
			Doc: editable.Doc{Name: "keepWorkingCopyOf", Does: "Stores your unsaved changes. Readers don't see them.", Takes: kept{}, Gives: editable.Status{}},
		},
		{
			Method: http.MethodDelete, Path: path, Roles: session.Editors(), Handle: d.deleteCopy,
			Doc: editable.Doc{Name: "deleteWorkingCopyOf", Does: "Discards your unsaved changes, as saving does.", Gives: editable.Status{}},
		},
	}
}

// showCopy handles GET …/:id/working-copy.
func (d desk[T]) showCopy(c *gin.Context) error {
	id, err := d.id(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	found, err := d.workingCopy(ctx, id, session.ActorOf(ctx).Email)
	return httpx.JSON(c, found, err)
}

// putCopy handles PUT …/:id/working-copy.
func (d desk[T]) putCopy(c *gin.Context) error {
	id, err := d.id(c)
	if err != nil {
		return err
	}
	var in kept
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return err
	}
	if in.Draft == nil {
		return fault.Form([]fault.Field{{Field: "draft", Message: "Send the unsaved changes."}})
	}
	ctx := c.Request.Context()
	return httpx.JSON(c, editable.Status{Status: "saved"}, d.keepCopy(ctx, id, session.ActorOf(ctx).Email, in.Draft))
}

// deleteCopy handles DELETE …/:id/working-copy.
func (d desk[T]) deleteCopy(c *gin.Context) error {
	id, err := d.id(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	return httpx.JSON(c, editable.Status{Status: "deleted"}, dropCopy(d.DB.WithContext(ctx), d.Name, id, session.ActorOf(ctx).Email))
}
