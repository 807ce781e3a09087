package offerdesk

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"thriftwell/db"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/offer"
)

// Store reads offers. Location is the site's timezone.
type Store struct {
	DB       *gorm.DB
	Bus      *notify.Bus
	Location *time.Location
	Figures  *Figures
}

// NewFigures returns the figures in db. The query is the report by offer: its key,
// its figures, and whether it earned something in another currency.
func NewFigures(db *gorm.DB, query func(context.Context) (clause.Expr, error)) *Figures {
	return &Figures{sum: func(ctx context.Context) (found []sums, err error) {
		byKey, err := query(ctx)
		if err != nil {
			return nil, err
		}
		return found, db.WithContext(ctx).Raw(`
			SELECT offer_id, sum(views)::bigint AS views, sum(clicks)::bigint AS clicks, sum(clickouts)::bigint AS clickouts, sum(conversions)::bigint AS conversions,
				sum(earned)::bigint AS earned, bool_or(abroad) AS abroad
			FROM (?) f JOIN (SELECT offer_id, subject || ':' || number AS key FROM placements
				UNION ALL SELECT offer_id, subject || ':' || id FROM gone_offers WHERE offer_id IS NOT NULL) p USING (key)
			GROUP BY offer_id`, byKey).Scan(&found).Error
	}}
}

// ends is in SQL when an offer ends: at the end of its last day to claim, where that
// comes first.
func (s Store) ends() string {
	return fmt.Sprintf("least(o.ends_at, ((o.deadline AT TIME ZONE '%s')::date + 1)::timestamp AT TIME ZONE '%[1]s' - interval '1 second')", s.Location)
}

// condition is a state as an SQL condition.
func (s Store) condition(state string) string {
	switch state {
	case Ending:
		return s.condition(Shown) + " AND " + s.ends() + " BETWEEN now() AND now() + interval '7 days'"
	case Broken:
		return "o.placed <> 'off' AND (o.hold = 'brokenLink' OR o.link_state = 'broken')"
	}
	return s.state() + " = '" + state + "'"
}

// state is in SQL the state that an offer has in the list.
func (s Store) state() string {
	return `(CASE WHEN o.placed = 'off' THEN 'off' WHEN o.hold IN ('dailyCap', 'totalCap') THEN 'capped' WHEN o.hold = 'brokenLink' THEN 'broken'
		WHEN o.hold IS NOT NULL THEN o.hold WHEN ` + offer.Past(s.Location) + ` THEN 'ended' ELSE o.placed END)`
}

// orders are those of the list.
func (s Store) orders() map[string]editable.Order {
	orders := map[string]editable.Order{
		"title":      {By: "lower(o.title)", Type: "text"},
		"advertiser": {By: "lower(coalesce(a.name, ''))", Type: "text"},
		"placement":  {By: "coalesce(first.name, '')", Type: "text"},
		"payout":     {By: "coalesce(o.payout_amount, 0)", Type: "bigint"},
		"endsAt":     {By: "coalesce(" + s.ends() + ", 'infinity')", Type: "timestamptz"},
		"updatedAt":  {By: "o.updated_at", Type: "timestamptz"},
	}
	for _, figure := range figures() {
		orders[figure] = editable.Order{By: "coalesce(f.figure, 0)", Type: "float8"}
	}
	return orders
}

// selection is the offers that a query selects, in whatever state if its State is
// empty.
func (s Store) selection(ctx context.Context, q Query) (*gorm.DB, error) {
	db := s.DB.WithContext(ctx).Table("offers o").Where("o.placed IS NOT NULL")
	if q.Idle {
		earned, err := s.Figures.earned(ctx)
		if err != nil {
			return nil, err
		}
		db = db.Where("o.id <> ALL(CAST(? AS bigint[]))", earned)
	}
	if q.Text != "" {
		db = db.Where("("+editable.Holds("o.search")+" OR o.advertiser_id = ANY(ARRAY(SELECT id FROM advertisers WHERE "+editable.Holds("lower(name)")+")))", q.Text, q.Text)
	}
	if q.Advertiser != 0 {
		db = db.Where("o.advertiser_id = ?", q.Advertiser)
	}
	switch p := q.Placement; {
	case p.PageID != 0:
		db = db.Where("o.id IN (SELECT offer_id FROM placements p WHERE page_id = ? AND deleted_at IS NULL AND "+onPage+")", p.PageID)
	case p.Kind != "":
		db = db.Where("o.id IN (SELECT offer_id FROM placements p WHERE kind = ? AND deleted_at IS NULL AND "+onPage+")", p.Kind)
	}
	if q.State != "" {
		db = db.Where(s.condition(q.State))
	}
	return db.Session(&gorm.Session{}), nil
}

// ordered joins what an order is by.
func (s Store) ordered(ctx context.Context, db *gorm.DB, order string) (*gorm.DB, error) {
	switch order {
	case "advertiser":
		return db.Joins("LEFT JOIN advertisers a ON a.id = o.advertiser_id"), nil
	case "placement":
		return db.Joins(`LEFT JOIN (SELECT DISTINCT ON (p.offer_id) p.offer_id, lower(coalesce(c.title, p.kind)) AS name FROM placements p LEFT JOIN content_pages c ON c.id = p.page_id
			WHERE p.deleted_at IS NULL AND c.deleted_at IS NULL ORDER BY p.offer_id, p.kind, p.number) first ON first.offer_id = o.id`), nil
	case "views", "clicks", "conversions", "revenue", "epc":
		ids, values, err := s.Figures.by(ctx, order)
		return db.Joins("LEFT JOIN unnest(CAST(? AS bigint[]), CAST(? AS float8[])) AS f (id, figure) ON f.id = o.id", ids, values), err
	}
	return db, nil
}

// spot is the place of an offer in the order of the list.
type spot struct {
	ID    int64
	Place string
}

// spotOf reads the After of a query.
func spotOf(after string) (s spot, err error) {
	encoded, at, _ := strings.Cut(after, ".")
	place, failed := base64.RawURLEncoding.DecodeString(encoded)
	id, wrong := strconv.ParseInt(at, 10, 64)
	if failed != nil || wrong != nil {
		err = editable.ErrCursor
	}
	return spot{id, string(place)}, err
}

func (s spot) after() string {
	return fmt.Sprintf("%s.%d", base64.RawURLEncoding.EncodeToString([]byte(s.Place)), s.ID)
}

// inOrder returns a part of the selected offers in an order, with one more.
func (s Store) inOrder(ctx context.Context, selected *gorm.DB, name string, down bool, q Query) (found []spot, err error) {
	order, known := s.orders()[name]
	if !known {
		return nil, editable.ErrOrder
	}
	if name == "title" && q.Text != "" {
		order.By += " || ''" // else Postgres looks through all titles in order, not for the few that match
	}
	way, beyond := "", ">"
	if down {
		way, beyond = " DESC", "<"
	}
	page := selected.Select("o.id, (" + order.By + ")::text AS place").Order(fmt.Sprintf("%s%[2]s, o.id%[2]s", order.By, way)).Limit(q.Limit + 1)
	if page, err = s.ordered(ctx, page, name); err != nil {
		return nil, err
	}
	if q.After != "" {
		last, err := spotOf(q.After)
		if err != nil {
			return nil, err
		}
		page = page.Where(fmt.Sprintf("(%s, o.id) %s (?::text::%s, ?)", order.By, beyond, order.Type), last.Place, last.ID)
	}
	err = page.Scan(&found).Error
	if failed := new(pgconn.PgError); q.After != "" && errors.As(err, &failed) && strings.HasPrefix(failed.Code, "22") { // data exception
		err = editable.ErrCursor
	}
	return found, err
}

// List returns a part of the offers that a query selects, of which it first finds
// the ids, for the columns of thousands would cost more than their order. It also
// returns how many there are in all, and the After of the next part, "" if there is
// none.
func (s Store) List(ctx context.Context, q Query) (list []Offer, total int64, next string, err error) {
	name, down := strings.CutPrefix(q.Order, "-")
	if name == "" {
		name = "title"
	}
	selected, err := s.selection(ctx, q)
	if err != nil {
		return nil, 0, "", err
	}
	found, err := s.inOrder(ctx, selected, name, down, q)
	if err != nil {
		return nil, 0, "", err
	}
	if len(found) > q.Limit {
		found = found[:q.Limit]
		next = found[q.Limit-1].after()
	}
	ids := make([]int64, len(found))
	for i, f := range found {
		ids[i] = f.ID
	}
	if list, err = s.These(ctx, ids); err != nil {
		return nil, 0, "", err
	}
	if next == "" && q.After == "" {
		return list, int64(len(list)), "", nil // that is all, so there is nothing to count
	}
	err = selected.Count(&total).Error
	return list, total, next, err
}

// These returns offers in the order of their ids.
func (s Store) These(ctx context.Context, ids []int64) ([]Offer, error) {
	var found []Offer
	err := s.DB.WithContext(ctx).Table("offers o").Joins("LEFT JOIN advertisers a ON a.id = o.advertiser_id").
		Select("o.id AS offer_id, o.title, o.address, o.image_url, o.advertiser_id, a.name AS advertiser, "+s.state()+" AS state, o.link_state, o.payout_model, o.payout_amount, o.payout_currency, o.starts_at, "+
			s.ends()+" AS ends_at, o.version, o.updated_at").Where("o.id IN ? AND o.placed IS NOT NULL", ids).Scan(&found).Error
	if err != nil {
		return nil, err
	}
	placed, err := offer.Placements(s.DB.WithContext(ctx), s.Location, ids)
	byID := make(map[int64]Offer, len(found))
	for _, o := range found {
		byID[o.OfferID] = o
	}
	list := []Offer{}
	for _, id := range ids {
		if at := placed[id]; len(at) > 0 {
			o := byID[id]
			o.ID, o.Kind, o.PageID, o.Page, o.Placements = at[0].ID, at[0].Kind, at[0].PageID, at[0].Page, at
			list = append(list, o)
		}
	}
	return list, err
}

// Summary counts the offers that a query selects, in whatever state they are.
func (s Store) Summary(ctx context.Context, q Query) (sum Summary, err error) {
	q.State = ""
	db, err := s.selection(ctx, q)
	if err != nil {
		return sum, err
	}
	counts := []string{"count(*) AS total"}
	for _, name := range states() {
		counts = append(counts, "count(*) FILTER (WHERE "+s.condition(name)+") AS "+name)
	}
	return sum, db.Select(strings.Join(counts, ", ")).Scan(&sum).Error
}

// onPage is SQL for whether the content page of a placement p, if it has one, is there.
const onPage = "(page_id IS NULL OR EXISTS (SELECT FROM content_pages c WHERE c.id = p.page_id AND c.deleted_at IS NULL))"

// offerAt returns the offer of a placement that is there, or ErrMissing.
func (s Store) offerAt(ctx context.Context, at key) (id int64, err error) {
	err = s.DB.WithContext(ctx).Raw("SELECT offer_id FROM placements p WHERE kind = ? AND number = ? AND deleted_at IS NULL AND "+onPage, at.kind, at.id).Scan(&id).Error
	if err == nil && id == 0 {
		err = ErrMissing
	}
	return id, err
}

// lockPositions keeps others from adding offers last in the same lists.
func (s Store) lockPositions(ctx context.Context, at []Placement) error {
	var lists []string
	for _, p := range at {
		if k, _ := offer.KindOf(p.Kind); k.Sort == "position" {
			lists = append(lists, k.View)
		}
	}
	return editable.LockPositions(s.DB.WithContext(ctx), lists...)
}

// place shows an offer in more places.
func (s Store) place(ctx context.Context, to func(kind string) writer, id int64, at []Placement, active bool) error {
	tx := s.DB.WithContext(ctx)
	if err := s.lockPositions(ctx, at); err != nil {
		return err
	}
	if err := tx.Exec("UPDATE offers SET version = version + 1, updated_at = now() WHERE id = ?", id).Error; err != nil { // others wait
		return err
	}
	for _, p := range at {
		var placed bool
		err := tx.Raw("SELECT EXISTS (SELECT FROM placements WHERE offer_id = ? AND deleted_at IS NULL AND coalesce(page_id, 0) = ? AND kind = ?)", id, p.PageID, p.Kind).Scan(&placed).Error
		if err != nil {
			return err
		}
		if placed {
			return errPlaced
		}
		values := map[string]any{"offer_id": id, "is_active": active}
		if p.PageID != 0 {
			values["page_id"] = p.PageID
		}
		if _, err := to(p.Kind).create(ctx, values); err != nil {
			return err
		}
	}
	return nil
}

// together runs writes in one transaction.
func (s Store) together(ctx context.Context, write func(in Store) error) error {
	return db.Retry(func() error {
		return s.Bus.Together(ctx, s.DB, func(tx *gorm.DB, bus *notify.Bus) error {
			in := s
			in.DB, in.Bus = tx, bus
			return write(in)
		})
	})
}

func (s Store) site() editable.Site { return editable.Site{DB: s.DB, Bus: s.Bus} }

// hasPage reports whether a content page is there.
func (s Store) hasPage(ctx context.Context, id int64) (there bool, err error) {
	err = s.DB.WithContext(ctx).Raw("SELECT EXISTS (SELECT FROM content_pages WHERE id = ? AND deleted_at IS NULL)", id).Scan(&there).Error
	return there, err
}
