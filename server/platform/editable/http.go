package editable

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
)

// Limits of a list and of a batch.
const (
	DefaultRecords = 50
	MaxRecords     = 200
	MaxBatch       = 500
)

// Call declares one of a Kind's calls, for staff with one of the roles.
type Call struct {
	Method string
	Path   string
	Roles  []session.Role
	Handle func(*gin.Context) error
	// Limits of the call, if the defaults don't fit.
	Body     int64         // bytes
	Deadline time.Duration // for the response
	Doc      Doc
}

// Calls implements Records. Every Kind has calls to list, create, update,
// delete and restore records, and to act on a batch of them; a Kind with a
// Brief also has one to read a record.
func (k Kind[T, View]) Calls() []Call {
	one, readers, editors := k.Path+"/:"+k.param(), session.Readers(), k.Editors
	if editors == nil {
		editors = session.Editors()
	}
	record, list := *new(View), k.Shape().Card
	create := Call{
		Method: http.MethodPost, Path: k.Path, Roles: editors, Handle: k.create, Body: k.MaxBody,
		Doc: Doc{Name: "create", Does: "Adds a record.", Takes: Input{}, Status: http.StatusCreated, Gives: record},
	}
	if k.New != nil {
		create = *k.New
	}
	calls := []Call{
		{
			Method: http.MethodGet, Path: k.Path, Roles: readers, Handle: k.list,
			Doc: Doc{Name: "list", Does: strings.ToUpper(k.Name[:1]) + k.Name[1:] + "s in order, a page at a time.", Query: k.params(), Gives: Part{list}},
		},
		create,
		{
			Method: http.MethodPut, Path: one, Roles: editors, Handle: k.update, Body: k.MaxBody,
			Doc: Doc{Name: "update", Does: "Updates only the fields in the body.", Takes: Input{}, Gives: record},
		},
		{
			Method: http.MethodDelete, Path: one, Roles: editors, Handle: k.act(Delete),
			Doc: Doc{Name: "delete", Does: fmt.Sprintf("Moves a record to the trash for %d days.", BinDays), Gives: record},
		},
		{
			Method: http.MethodPost, Path: one + "/restore", Roles: editors, Handle: k.act(Restore),
			Doc: Doc{Name: "restore", Does: "Restores a record from the trash.", Gives: record},
		},
		{
			Method: http.MethodPost, Path: k.Path + "/batch", Roles: editors, Handle: k.batch,
			Doc: Doc{Name: "batch", Does: "Applies an action to many records, skipping those it doesn't apply to.", Takes: k.batchBody(), Gives: []any{list}},
		},
	}
	if k.Brief != nil {
		calls = append(calls, Call{
			Method: http.MethodGet, Path: one, Roles: readers, Handle: k.one, Doc: Doc{Name: "get", Does: "Returns a record in full.", Gives: record},
		})
	}
	return append(calls, k.More...)
}

// list handles GET …?q=&active=&bin=&sort=&after=&limit=. X-Total-Count is the
// number of matches; X-Next-Cursor is the after of the next page, if any.
func (k Kind[T, View]) list(c *gin.Context) error {
	q, err := k.query(c)
	if err != nil {
		return err
	}
	list, err := k.List(c.Request.Context(), q)
	if err != nil {
		return err
	}
	shown, err := k.listed(c.Request.Context(), list.Items)
	if err != nil {
		return err
	}
	if list.Next != "" {
		c.Header("X-Next-Cursor", list.Next)
	}
	httpx.List(c, shown, list.Total)
	return nil
}

// show returns records as staff see them.
func (k Kind[T, View]) show(ctx context.Context, records []T) ([]View, error) {
	if as, ok := any(records).([]View); ok && k.Show == nil {
		return as, nil
	}
	return k.Show(ctx, records)
}

// listed returns records as shown in a list.
func (k Kind[T, View]) listed(ctx context.Context, records []T) (any, error) {
	shown, err := k.show(ctx, records)
	if err != nil || k.Brief == nil {
		return shown, err
	}
	brief := make([]any, len(shown))
	for i, view := range shown {
		brief[i] = k.Brief.Show(view)
	}
	return brief, nil
}

// Of returns the record whose id is in the path of a call.
func (k Kind[T, View]) Of(c *gin.Context) (record T, err error) {
	id, err := k.id(c)
	if err != nil {
		return record, err
	}
	return k.Get(c.Request.Context(), id)
}

// one handles GET …/:id.
func (k Kind[T, View]) one(c *gin.Context) error {
	record, err := k.Of(c)
	if err != nil {
		return err
	}
	return k.Answer(c, http.StatusOK, record)
}

func (k Kind[T, View]) query(c *gin.Context) (q Query, err error) {
	if q.Text, err = httpx.QueryText(c, "q"); err != nil {
		return q, err
	}
	if c.Query("active") != "" {
		active, err := httpx.QueryBool(c, "active")
		if err != nil {
			return q, err
		}
		q.Active = &active
	}
	if q.Binned, err = httpx.QueryBool(c, "bin"); err != nil {
		return q, err
	}
	if q.Limit, err = httpx.QueryInt(c, "limit", DefaultRecords, 1, MaxRecords); err != nil {
		return q, err
	}
	q.Order, q.After = c.Query("sort"), c.Query("after")
	if k.Where != nil {
		q.Where, err = k.Where(c.Request.Context(), c.Request.URL.Query())
	}
	return q, err
}

// Answer sends a record as staff see it.
func (k Kind[T, View]) Answer(c *gin.Context, status int, record T) error {
	shown, err := k.show(c.Request.Context(), []T{record})
	if err != nil {
		return err
	}
	c.JSON(status, shown[0])
	return nil
}

// create handles POST.
func (k Kind[T, View]) create(c *gin.Context) error {
	var body map[string]json.RawMessage
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	ctx := c.Request.Context()
	made, err := k.Add(ctx, session.ActorOf(ctx), body)
	if err != nil {
		return err
	}
	return k.Answer(c, http.StatusCreated, made)
}

// update handles PUT …/:id. It changes only the fields in the body.
func (k Kind[T, View]) update(c *gin.Context) error {
	id, err := k.id(c)
	if err != nil {
		return err
	}
	var body map[string]json.RawMessage
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	var from *int
	if sent, ok := body[version]; ok && json.Unmarshal(sent, &from) != nil {
		return fault.Form([]fault.Field{{Field: version, Message: "Enter a whole number."}})
	}
	ctx := c.Request.Context()
	record, err := k.Edit(ctx, session.ActorOf(ctx), id, from, body)
	if err != nil {
		return err
	}
	return k.Answer(c, http.StatusOK, record)
}

// Revert implements Records. Fields that the log doesn't have keep their value.
func (k Kind[T, View]) Revert(ctx context.Context, by session.Actor, id int64, was json.RawMessage) error {
	var state map[string]json.RawMessage
	if err := json.Unmarshal(was, &state); err != nil {
		return err
	}
	body := map[string]json.RawMessage{}
	for _, f := range k.Fields {
		if value, logged := state[f.In()]; logged && !f.Fixed {
			body[f.In()] = value
		}
	}
	_, err := k.Edit(ctx, by, id, nil, body)
	return err
}

// act returns the handler of DELETE …/:id, which moves a record to the trash,
// or of POST …/:id/restore, which restores it.
func (k Kind[T, View]) act(act string) func(*gin.Context) error {
	return func(c *gin.Context) error {
		id, err := k.id(c)
		if err != nil {
			return err
		}
		ctx := c.Request.Context()
		done, refused, err := k.each(ctx, session.ActorOf(ctx), act, []int64{id})
		switch {
		case err != nil:
			return err
		case refused != nil:
			return refused
		case len(done) == 0:
			return k.Missing
		}
		return k.Answer(c, http.StatusOK, done[0])
	}
}

// batch handles POST …/batch with ids and an action: activate, deactivate,
// delete, restore or one of Acts. It skips records that the action doesn't
// apply to or that Derive refuses, and returns the others; if all are refused, it
// says why.
func (k Kind[T, View]) batch(c *gin.Context) error {
	var in struct {
		IDs    []httpx.ID `json:"ids"`
		Action string     `json:"action"`
	}
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return err
	}
	if len(in.IDs) == 0 || len(in.IDs) > MaxBatch {
		return fault.Form([]fault.Field{{Field: "ids", Message: "Select from 1 to " + strconv.Itoa(MaxBatch) + "."}})
	}
	ids := make([]int64, len(in.IDs))
	for i, id := range in.IDs {
		ids[i] = int64(id)
	}
	ctx := c.Request.Context()
	done, refused, err := k.each(ctx, session.ActorOf(ctx), in.Action, ids)
	if err == nil && len(done) == 0 {
		err = refused
	}
	if err != nil {
		return err
	}
	shown, err := k.listed(ctx, done)
	return httpx.JSON(c, shown, err)
}

func (k Kind[T, View]) param() string {
	if k.Param != "" {
		return k.Param
	}
	return "id"
}

// id returns the id in the path, or Missing if it isn't a number.
func (k Kind[T, View]) id(c *gin.Context) (int64, error) {
	id, err := strconv.ParseInt(c.Param(k.param()), 10, 64)
	if err != nil {
		return 0, k.Missing
	}
	return id, nil
}
