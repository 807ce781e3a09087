package offerdesk

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
)

// Kind is a kind of offer as the desk changes it; see Of.
type Kind struct {
	traits
	show func(*gin.Context, int64) error
	get  func(context.Context, int64) (state, error)
	edit func(ctx context.Context, by session.Actor, id int64, version *int, set state) error
	read func(context.Context, state) error // whether Add would take it
	add  func(ctx context.Context, by session.Actor, body state) (id int64, err error)
}

// Of returns a kind that reports call name, and whose offers have their address
// in a field.
func Of[T, View any](name string, k editable.Kind[T, View], address string) Kind {
	kind := Kind{traits: traits{kind: name, address: address, ofPage: name == content}}
	for _, f := range k.Fields {
		kind.fields = append(kind.fields, f.In())
	}
	kind.show = func(c *gin.Context, id int64) error {
		record, err := k.Get(c.Request.Context(), id)
		if err != nil {
			return err
		}
		return k.Answer(c, http.StatusOK, record)
	}
	kind.get = func(ctx context.Context, id int64) (is state, err error) {
		record, err := k.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(record)
		if err == nil {
			err = json.Unmarshal(text, &is)
		}
		return is, err
	}
	kind.edit = func(ctx context.Context, by session.Actor, id int64, version *int, set state) error {
		_, err := k.Edit(ctx, by, id, version, set)
		return err
	}
	kind.read = func(ctx context.Context, body state) error {
		_, err := k.Read(ctx, body, nil)
		return err
	}
	kind.add = func(ctx context.Context, by session.Actor, body state) (int64, error) {
		made, err := k.Add(ctx, by, body)
		return k.Key(made).ID, err
	}
	return kind
}

// Admin handles the calls of staff.
type Admin struct {
	Store Store
	Kinds []Kind
}

func (a Admin) kind(name string) Kind {
	for _, k := range a.Kinds {
		if k.kind == name {
			return k
		}
	}
	return Kind{}
}

// List handles GET
// /api/admin/all-offers?q=&advertiser=&placement=&state=&idle=&sort=&after=&limit=.
// X-Next-Cursor is the after of the next part, if there is one.
func (a Admin) List(c *gin.Context) error {
	q, err := queryOf(c)
	if err != nil {
		return err
	}
	list, total, next, err := a.Store.List(c.Request.Context(), q)
	if err != nil {
		return err
	}
	if next != "" {
		c.Header("X-Next-Cursor", next)
	}
	httpx.List(c, list, total)
	return nil
}

// Summary handles GET /api/admin/all-offers/summary, with the filters of List but
// for state.
func (a Admin) Summary(c *gin.Context) error {
	q, err := queryOf(c)
	if err != nil {
		return err
	}
	sum, err := a.Store.Summary(c.Request.Context(), q)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, sum)
	return nil
}

func queryOf(c *gin.Context) (q Query, err error) {
	if q.Text, err = httpx.QueryText(c, "q"); err != nil {
		return q, err
	}
	if text := c.Query("advertiser"); text != "" {
		if q.Advertiser, err = strconv.ParseInt(text, 10, 64); err != nil || q.Advertiser < 1 {
			return q, errAdvertiser
		}
	}
	if text := c.Query("placement"); text != "" {
		known := false
		if q.Placement, known = placementOf(text); !known {
			return q, errPlacement
		}
	}
	if q.State = c.Query("state"); q.State != "" && !slices.Contains(states(), q.State) {
		return q, errState
	}
	if q.Idle, err = httpx.QueryBool(c, "idle"); err != nil {
		return q, err
	}
	q.Order, q.After = c.Query("sort"), c.Query("after")
	q.Limit, err = httpx.QueryInt(c, "limit", editable.DefaultRecords, 1, editable.MaxRecords)
	return q, err
}

// Show handles GET /api/admin/all-offers/:id with the offer as its own kind has
// it.
func (a Admin) Show(c *gin.Context) error {
	at, known := keyOf(c.Param("id"))
	if !known {
		return ErrMissing
	}
	return a.kind(at.kind).show(c, at.id)
}

// copies are where an offer is copied to.
type copies struct {
	Placements []string `json:"placements"` // such as carousel and content-12
	IsActive   bool     `json:"isActive"`
}

// Copy handles POST /api/admin/all-offers/:id/copies: a copy in each placement.
// None is made before all are known to be right.
func (a Admin) Copy(c *gin.Context) error {
	from, known := keyOf(c.Param("id"))
	if !known {
		return ErrMissing
	}
	var in copies
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return err
	}
	if len(in.Placements) == 0 || len(in.Placements) > editable.MaxRecords {
		return errPlacements
	}
	ctx := c.Request.Context()
	is, err := a.kind(from.kind).get(ctx, from.id)
	if err != nil {
		return err
	}
	bodies := make([]state, len(in.Placements))
	kinds := make([]Kind, len(in.Placements))
	for i, text := range in.Placements {
		at, known := placementOf(text)
		if !known || (at.Kind == content) != (at.PageID != 0) {
			return errPlacements
		}
		if at.PageID != 0 {
			there, err := a.Store.hasPage(ctx, at.PageID)
			if err != nil {
				return err
			}
			if !there {
				return errPageGone
			}
		}
		kinds[i] = a.kind(at.Kind)
		bodies[i] = is.copyTo(a.kind(from.kind).traits, kinds[i].traits, at, in.IsActive)
		if err := kinds[i].read(ctx, bodies[i]); err != nil {
			return err
		}
	}
	made := make([]key, len(kinds))
	for i, k := range kinds {
		id, err := k.add(ctx, session.ActorOf(ctx), bodies[i])
		if err != nil {
			return err
		}
		made[i] = key{k.kind, id}
	}
	return a.answer(c, http.StatusCreated, made)
}

// answer sends offers by their keys.
func (a Admin) answer(c *gin.Context, status int, keys []key) error {
	list, err := a.Store.These(c.Request.Context(), keys)
	if err != nil {
		return err
	}
	c.JSON(status, list)
	return nil
}

// Bulk handles POST /api/admin/all-offers/batch: each offer takes all of the
// change, or none of it. Where none takes it, the answer says why the first
// doesn't.
func (a Admin) Bulk(c *gin.Context) error {
	var in Bulk
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return err
	}
	if err := in.check(); err != nil {
		return err
	}
	ctx := c.Request.Context()
	out, done := Changed{Refused: []Refused{}}, []key{}
	var first error
	for _, o := range in.Offers {
		var err error = ErrMissing
		if at, known := keyOf(o.ID); known {
			err = a.kind(at.kind).edit(ctx, session.ActorOf(ctx), at.id, o.Version, in.Set)
			if err == nil {
				done = append(done, at)
				continue
			}
		}
		refused := new(fault.Error)
		if !errors.As(err, &refused) {
			return err
		}
		if first == nil {
			first = err
		}
		out.Refused = append(out.Refused, Refused{o.ID, refused.Detail})
	}
	if len(done) == 0 {
		return first
	}
	var err error
	if out.Offers, err = a.Store.These(ctx, done); err != nil {
		return err
	}
	c.JSON(http.StatusOK, out)
	return nil
}
