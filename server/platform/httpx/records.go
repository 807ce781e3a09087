package httpx

import (
	"context"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// Limits of a staff list and of one act on many records.
const (
	DefaultRecords = 50
	MaxRecords     = 200
	MaxBatch       = 500
)

// Records answers the calls by which staff edit one kind of record T, sent as
// In and shown as View. Fields that In does not name are ignored, so nobody
// sets what only the program may.
type Records[T, In, View any] struct {
	Table editable.Table[T]
	// Values are the columns that a body sets, held to the rules; old is nil
	// for a new record.
	Values func(ctx context.Context, in In, old *T) (map[string]any, error)
	// Version is the version that a body was made from; nil when it says none.
	Version func(in In) *int
	// Where narrows a list by query parameters; may be nil.
	Where func(c *gin.Context) (map[string]any, error)
	// Show gives records as staff see them, in their order.
	Show func(ctx context.Context, records []T) ([]View, error)
}

// AsIs is a Show that shows records as they are kept.
func AsIs[T any](_ context.Context, records []T) ([]T, error) { return records, nil }

// List answers GET …?q=&active=&bin=&after=&limit=. X-Total-Count is of all
// that match; X-Next-Cursor is the after of the next part, if there is one.
func (r Records[T, In, View]) List(c *gin.Context) error {
	q, err := r.query(c)
	if err != nil {
		return err
	}
	list, err := r.Table.List(c.Request.Context(), q)
	if err != nil {
		return err
	}
	shown, err := r.Show(c.Request.Context(), list.Items)
	if err != nil {
		return err
	}
	if list.Next != "" {
		c.Header("X-Next-Cursor", list.Next)
	}
	List(c, shown, list.Total)
	return nil
}

func (r Records[T, In, View]) query(c *gin.Context) (q editable.Query, err error) {
	if q.Text, err = QueryText(c, "q"); err != nil {
		return q, err
	}
	if c.Query("active") != "" {
		active, err := QueryBool(c, "active")
		if err != nil {
			return q, err
		}
		q.Active = &active
	}
	if q.Binned, err = QueryBool(c, "bin"); err != nil {
		return q, err
	}
	if q.Limit, err = QueryInt(c, "limit", DefaultRecords, 1, MaxRecords); err != nil {
		return q, err
	}
	q.After = c.Query("after")
	if r.Where != nil {
		q.Where, err = r.Where(c)
	}
	return q, err
}

// answer sends one record as staff see it.
func (r Records[T, In, View]) answer(c *gin.Context, status int, record T) error {
	shown, err := r.Show(c.Request.Context(), []T{record})
	if err != nil {
		return err
	}
	c.JSON(status, shown[0])
	return nil
}

// Create answers POST.
func (r Records[T, In, View]) Create(c *gin.Context) error {
	var in In
	if err := ReadJSON(c, &in); err != nil {
		return err
	}
	ctx := c.Request.Context()
	values, err := r.Values(ctx, in, nil)
	if err != nil {
		return err
	}
	made, err := r.Table.Create(ctx, session.ActorOf(ctx), values)
	if err != nil {
		return err
	}
	return r.answer(c, http.StatusCreated, made[0])
}

// Update answers PUT …/:id. Only the fields that are sent change.
func (r Records[T, In, View]) Update(c *gin.Context) error {
	id, err := r.id(c)
	if err != nil {
		return err
	}
	var in In
	if err := ReadJSON(c, &in); err != nil {
		return err
	}
	ctx := c.Request.Context()
	old, err := r.Table.Get(ctx, id)
	if err != nil {
		return err
	}
	values, err := r.Values(ctx, in, &old)
	if err != nil {
		return err
	}
	record, err := r.Table.Update(ctx, session.ActorOf(ctx), id, r.Version(in), values)
	if err != nil {
		return err
	}
	return r.answer(c, http.StatusOK, record)
}

// Delete answers DELETE …/:id: the record goes into the bin.
func (r Records[T, In, View]) Delete(c *gin.Context) error { return r.act(c, editable.Delete) }

// Restore answers POST …/:id/restore: it comes out of the bin again.
func (r Records[T, In, View]) Restore(c *gin.Context) error { return r.act(c, editable.Restore) }

func (r Records[T, In, View]) act(c *gin.Context, act string) error {
	id, err := r.id(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	record, err := r.Table.One(ctx, session.ActorOf(ctx), act, id)
	if err != nil {
		return err
	}
	return r.answer(c, http.StatusOK, record)
}

// Batch answers POST …/batch with ids and an action: activate, deactivate,
// delete or restore. Records that it does not apply to are passed over; the
// answer holds the others.
func (r Records[T, In, View]) Batch(c *gin.Context) error {
	var in struct {
		IDs    []ID   `json:"ids"`
		Action string `json:"action"`
	}
	if err := ReadJSON(c, &in); err != nil {
		return err
	}
	if len(in.IDs) == 0 || len(in.IDs) > MaxBatch {
		return fault.Form([]fault.Field{{Field: "ids", Message: "Please select from 1 to " + strconv.Itoa(MaxBatch) + "."}})
	}
	ids := make([]int64, len(in.IDs))
	for i, id := range in.IDs {
		ids[i] = int64(id)
	}
	ctx := c.Request.Context()
	done, err := r.Table.Each(ctx, session.ActorOf(ctx), in.Action, ids...)
	if err != nil {
		return err
	}
	shown, err := r.Show(ctx, done)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, shown)
	return nil
}

// id reads the path's id; what is no number names no record.
func (r Records[T, In, View]) id(c *gin.Context) (int64, error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil {
		return 0, r.Table.Missing
	}
	return id, nil
}
