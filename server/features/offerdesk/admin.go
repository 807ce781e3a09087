package offerdesk

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/session"
)

// Kind is a kind of placement that the desk can write; see Of.
type Kind struct {
	traits
	show func(*gin.Context, int64) error
	get  func(context.Context, int64) (state, error)
	// read returns the values of a new offer, and revise the fields that would
	// change in an existing one.
	read   func(context.Context, state) (map[string]any, error)
	revise func(ctx context.Context, id int64, body state) (state, error)
	in     func(editable.Site) writer
}

// writer writes placements of a kind on a Site, which may be a transaction.
type writer interface {
	add(ctx context.Context, body state) (id int64, err error)
	edit(ctx context.Context, id int64, version *int, set state) error
	turn(ctx context.Context, act string, id int64) error
	create(ctx context.Context, rows ...map[string]any) (ids []int64, err error)
}

// writes implements writer with an editable.Kind.
type writes[T, View any] struct{ editable.Kind[T, View] }

func (w writes[T, View]) add(ctx context.Context, body state) (int64, error) {
	made, err := w.Add(ctx, session.ActorOf(ctx), body)
	return w.Key(made).ID, err
}

func (w writes[T, View]) edit(ctx context.Context, id int64, version *int, set state) error {
	_, err := w.Edit(ctx, session.ActorOf(ctx), id, version, set)
	return err
}

func (w writes[T, View]) turn(ctx context.Context, act string, id int64) error {
	_, err := w.Each(ctx, session.ActorOf(ctx), act, id)
	return err
}

func (w writes[T, View]) create(ctx context.Context, rows ...map[string]any) (ids []int64, err error) {
	made, err := w.Create(ctx, session.ActorOf(ctx), rows...)
	for _, m := range made {
		ids = append(ids, w.Key(m).ID)
	}
	return ids, err
}

// Of returns a kind of placement whose offers have their address in the given
// field.
func Of[T, View any](name string, k editable.Kind[T, View], address string) Kind {
	kind := Kind{traits: traits{kind: name, address: address, labels: map[string]string{}, ofPage: name == offer.Content}}
	for _, f := range k.Fields {
		kind.fields, kind.labels[f.In()] = append(kind.fields, f.In()), f.Label
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
		return stateOf(record)
	}
	kind.read = func(ctx context.Context, body state) (map[string]any, error) { return k.Read(ctx, body, nil) }
	kind.revise = func(ctx context.Context, id int64, body state) (set state, err error) {
		record, err := k.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		is, err := stateOf(record)
		if err != nil {
			return nil, err
		}
		values, err := k.Read(ctx, body, &record)
		set = state{}
		for _, f := range k.Fields {
			if value, read := values[f.Column]; read && !same(is[f.In()], value) {
				set[f.In()] = encoded(value)
			}
		}
		return set, err
	}
	kind.in = func(site editable.Site) writer {
		in := k
		in.Site = site
		return writes[T, View]{in}
	}
	return kind
}

// Admin handles staff's calls.
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

// to returns the writer of a kind of placement on a Site.
func (a Admin) to(site editable.Site) func(kind string) writer {
	return func(kind string) writer { return a.kind(kind).in(site) }
}

// List handles GET
// /api/admin/all-offers?q=&advertiser=&placement=&state=&idle=&sort=&after=&limit=.
// X-Next-Cursor is the after parameter of the next part, if there is one.
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

// Summary handles GET /api/admin/all-offers/summary. It takes the filters of
// List except state.
func (a Admin) Summary(c *gin.Context) error {
	q, err := queryOf(c)
	if err != nil {
		return err
	}
	sum, err := a.Store.Summary(c.Request.Context(), q)
	return httpx.JSON(c, sum, err)
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

// at returns the placement in the path, and its offer.
func (a Admin) at(c *gin.Context) (at key, id int64, err error) {
	at, known := keyOf(c.Param("id"))
	if !known {
		return at, 0, ErrMissing
	}
	id, err = a.Store.offerAt(c.Request.Context(), at)
	return at, id, err
}

// Show handles GET /api/admin/all-offers/:id. It returns the offer as an offer
// of that kind of placement.
func (a Admin) Show(c *gin.Context) error {
	at, _, err := a.at(c)
	if err != nil {
		return err
	}
	return a.kind(at.kind).show(c, at.id)
}

// places are the placements to add an offer to.
type places struct {
	Placements []string `json:"placements"` // such as carousel and content-12
	IsActive   bool     `json:"isActive"`
}

// placesOf parses the body of a call that places an offer.
func (a Admin) placesOf(c *gin.Context) (at []Placement, active bool, err error) {
	var in places
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return nil, false, err
	}
	if len(in.Placements) == 0 || len(in.Placements) > editable.MaxRecords {
		return nil, false, errPlacements
	}
	for _, text := range in.Placements {
		p, known := placementOf(text)
		if !known || (p.Kind == offer.Content) != (p.PageID != 0) {
			return nil, false, errNoPlace
		}
		if slices.Contains(at, p) {
			continue
		}
		if p.PageID != 0 {
			there, err := a.Store.hasPage(c.Request.Context(), p.PageID)
			if err != nil {
				return nil, false, err
			}
			if !there {
				return nil, false, errNoPage
			}
		}
		at = append(at, p)
	}
	return at, in.IsActive, nil
}

// Place handles POST /api/admin/all-offers/:id/placements. It adds all
// placements or none.
func (a Admin) Place(c *gin.Context) error {
	_, id, err := a.at(c)
	if err != nil {
		return err
	}
	at, active, err := a.placesOf(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	err = a.Store.together(ctx, func(in Store) error { return in.place(ctx, a.to(in.site()), id, at, active) })
	if err != nil {
		return err
	}
	return a.answer(c, http.StatusCreated, id)
}

// Copy handles POST /api/admin/all-offers/:id/copies. It makes a new offer like
// this one, with one or more placements.
func (a Admin) Copy(c *gin.Context) error {
	from, id, err := a.at(c)
	if err != nil {
		return err
	}
	at, active, err := a.placesOf(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	is, err := a.kind(from.kind).get(ctx, from.id)
	if err != nil {
		return err
	}
	first := a.kind(at[0].Kind)
	body := is.copyTo(a.kind(from.kind).traits, first.traits, at[0], active)
	if _, err := first.read(ctx, body); err != nil {
		return err
	}
	err = a.Store.together(ctx, func(in Store) error {
		if err := in.lockPositions(ctx, at); err != nil {
			return err
		}
		to := a.to(in.site())
		number, err := to(first.kind).add(ctx, body)
		if err != nil {
			return err
		}
		if id, err = in.offerAt(ctx, key{first.kind, number}); err != nil {
			return err
		}
		return in.place(ctx, to, id, at[1:], active)
	})
	if err != nil {
		return err
	}
	return a.answer(c, http.StatusCreated, id)
}

// answer responds with offers.
func (a Admin) answer(c *gin.Context, status int, ids ...int64) error {
	list, err := a.Store.These(c.Request.Context(), ids)
	if err != nil {
		return err
	}
	c.JSON(status, list)
	return nil
}

// Bulk handles POST /api/admin/all-offers/batch. Each offer takes the whole
// change or none of it. If none takes it, the error says why the first one
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
	out, done := Changed{Refused: []Refused{}}, []int64{}
	var first error
	for _, o := range in.Offers {
		id, err := a.change(ctx, o.ID, o.Version, in.Set)
		if err == nil {
			done = append(done, id)
			continue
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

// change sets fields of a placement's offer. Status is set at all its
// placements.
func (a Admin) change(ctx context.Context, at string, version *int, set state) (id int64, err error) {
	from, known := keyOf(at)
	if !known {
		return 0, ErrMissing
	}
	if id, err = a.Store.offerAt(ctx, from); err != nil {
		return 0, err
	}
	return id, a.Store.together(ctx, func(in Store) error {
		to := a.to(in.site())
		if err := to(from.kind).edit(ctx, from.id, version, set); err != nil {
			return err
		}
		act, turned := map[string]string{"true": editable.Activate, "false": editable.Deactivate}[string(set["isActive"])]
		if !turned {
			return nil
		}
		placed, err := offer.Placements(in.DB.WithContext(ctx), in.Location, []int64{id})
		for _, p := range placed[id] {
			if other, _ := keyOf(p.ID); err == nil && other != from {
				err = to(other.kind).turn(ctx, act, other.id)
			}
		}
		return err
	})
}
