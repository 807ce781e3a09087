package offerdesk

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"thriftwell/server/platform/editable"
)

// Store reads the offers of every kind. Location is the site's timezone.
type Store struct {
	DB       *gorm.DB
	Location *time.Location
	// Figures is the query of the report by offer over the 30 days that end today:
	// its key, its figures, and whether it earned something in another currency.
	Figures func(context.Context) (clause.Expr, error)
}

// days are in SQL what depends on the site's timezone.
func (s Store) days() (past, ends string) {
	day := fmt.Sprintf("(o.deadline AT TIME ZONE '%s')::date", s.Location)
	past = fmt.Sprintf("(o.deadline IS NOT NULL AND %s < (now() AT TIME ZONE '%s')::date)", day, s.Location)
	ends = fmt.Sprintf("least(o.ends_at, (%s + 1)::timestamp AT TIME ZONE '%s' - interval '1 second')", day, s.Location)
	return past, ends
}

// conditions are the states in SQL. One that is stored has an index.
func (s Store) conditions() map[string]string {
	past, ends := s.days()
	const on = "o.is_active AND p.is_active IS NOT FALSE"
	return map[string]string{
		Shown:    on + " AND o.hold IS NULL AND NOT " + past,
		Upcoming: on + " AND o.hold = 'upcoming'",
		Ending:   on + " AND o.hold IS NULL AND " + ends + " BETWEEN now() AND now() + interval '7 days'",
		Ended:    on + " AND (o.hold = 'ended' OR o.hold IS NULL AND " + past + ")",
		Capped:   on + " AND o.hold IN ('dailyCap', 'totalCap')",
		Broken:   on + " AND (o.hold = 'brokenLink' OR o.link_state = 'broken')",
		Off:      "(NOT o.is_active OR NOT p.is_active)",
	}
}

// state is in SQL the state that an offer has in the list.
func (s Store) state() string {
	past, _ := s.days()
	return `CASE WHEN NOT o.is_active OR NOT p.is_active THEN 'off' WHEN o.hold IN ('dailyCap', 'totalCap') THEN 'capped' WHEN o.hold = 'brokenLink' THEN 'broken'
		WHEN o.hold IS NOT NULL THEN o.hold WHEN ` + past + ` THEN 'ended' ELSE 'shown' END`
}

// orders are those of the list.
func (s Store) orders() map[string]editable.Order {
	_, ends := s.days()
	figure := func(column string) editable.Order {
		return editable.Order{By: "coalesce(f." + column + ", 0)::numeric", Type: "numeric"}
	}
	return map[string]editable.Order{
		"title":       {By: "lower(o.title)", Type: "text"},
		"advertiser":  {By: "lower(coalesce(a.name, ''))", Type: "text"},
		"placement":   {By: "lower(coalesce(p.title, o.kind))", Type: "text"},
		"payout":      {By: "coalesce(o.payout_amount, 0)", Type: "bigint"},
		"endsAt":      {By: "coalesce(" + ends + ", 'infinity')", Type: "timestamptz"},
		"updatedAt":   {By: "o.updated_at", Type: "timestamptz"},
		"views":       figure("views"),
		"clicks":      figure("clicks"),
		"conversions": figure("conversions"),
		"revenue":     figure("earned"),
		"epc":         {By: "coalesce(f.earned / nullif(f.clickouts, 0)::numeric, 0)", Type: "numeric"},
	}
}

// isReported reports whether an order is by what the reports say.
func isReported(order string) bool {
	switch strings.TrimPrefix(order, "-") {
	case "views", "clicks", "conversions", "revenue", "epc":
		return true
	}
	return false
}

// selection is the offers that a query selects, in whatever state if its State is
// empty.
func (s Store) selection(ctx context.Context, q Query) (*gorm.DB, error) {
	db := s.DB.WithContext(ctx).Table("all_offers o").
		Joins("LEFT JOIN content_pages p ON p.id = o.page_id").Where("o.deleted_at IS NULL AND p.deleted_at IS NULL")
	if q.Idle || isReported(q.Order) {
		figures, err := s.Figures(ctx)
		if err != nil {
			return nil, err
		}
		db = db.Joins("LEFT JOIN (?) f ON f.key = o.subject || ':' || o.id", figures)
	}
	if q.Idle {
		db = db.Where("coalesce(f.earned, 0) = 0 AND f.abroad IS NOT TRUE")
	}
	if q.Text != "" {
		db = db.Where("("+editable.Holds("o.search")+" OR o.advertiser_id = ANY(ARRAY(SELECT id FROM advertisers WHERE "+editable.Holds("lower(name)")+")))", q.Text, q.Text)
	}
	if q.Advertiser != 0 {
		db = db.Where("o.advertiser_id = ?", q.Advertiser)
	}
	if q.Placement.Kind != "" {
		db = db.Where("o.kind = ?", q.Placement.Kind)
	}
	if q.Placement.PageID != 0 {
		db = db.Where("o.page_id = ?", q.Placement.PageID)
	}
	if q.State != "" {
		db = db.Where(s.conditions()[q.State])
	}
	return db.Session(&gorm.Session{}), nil
}

const advertiserJoin = "LEFT JOIN advertisers a ON a.id = o.advertiser_id"

// columns are those of an Offer.
func (s Store) columns() string {
	_, ends := s.days()
	return "o.kind || ':' || o.id AS id, o.kind, o.page_id, p.title AS page, o.title, o.address, o.image_url, o.advertiser_id, a.name AS advertiser, " +
		s.state() + " AS state, o.link_state, o.payout_model, o.payout_amount, o.payout_currency, o.starts_at, " + ends + " AS ends_at, o.version, o.updated_at"
}

// List returns a part of the offers that a query selects, of which it first finds
// the keys, for the columns of thousands would cost more than their order. It also
// returns how many there are in all, and the After of the next part, "" if there is
// none.
func (s Store) List(ctx context.Context, q Query) (list []Offer, total int64, next string, err error) {
	name, down := strings.CutPrefix(q.Order, "-")
	if name == "" {
		name = "title"
	}
	order, known := s.orders()[name]
	if !known {
		return nil, 0, "", editable.ErrOrder
	}
	if name == "title" && q.Text != "" {
		order.By += " || ''" // else Postgres looks through all titles in order, not for the few that match
	}
	db, err := s.selection(ctx, q)
	if err != nil {
		return nil, 0, "", err
	}
	way, beyond := "", ">"
	if down {
		way, beyond = " DESC", "<"
	}
	page := db.Select("o.kind, o.id, (" + order.By + ")::text AS place").Order(fmt.Sprintf("%s%[2]s, o.kind%[2]s, o.id%[2]s", order.By, way)).Limit(q.Limit + 1)
	if name == "advertiser" {
		page = page.Joins(advertiserJoin)
	}
	if q.After != "" {
		encoded, id, _ := strings.Cut(q.After, ".")
		value, failed := base64.RawURLEncoding.DecodeString(encoded)
		last, ok := keyOf(id)
		if failed != nil || !ok {
			return nil, 0, "", editable.ErrCursor
		}
		page = page.Where(fmt.Sprintf("(%s, o.kind, o.id) %s (?::text::%s, ?, ?)", order.By, beyond, order.Type), string(value), last.kind, last.id)
	}
	var found []struct {
		Kind  string
		ID    int64
		Place string // in the order of the list
	}
	if err := page.Scan(&found).Error; err != nil {
		if failed := new(pgconn.PgError); q.After != "" && errors.As(err, &failed) && strings.HasPrefix(failed.Code, "22") { // data exception
			err = editable.ErrCursor
		}
		return nil, 0, "", err
	}
	if len(found) > q.Limit {
		found = found[:q.Limit]
		last := found[q.Limit-1]
		next = base64.RawURLEncoding.EncodeToString([]byte(last.Place)) + "." + key{last.Kind, last.ID}.String()
	}
	keys := make([]key, len(found))
	for i, f := range found {
		keys[i] = key{f.Kind, f.ID}
	}
	if list, err = s.These(ctx, keys); err != nil {
		return nil, 0, "", err
	}
	if next == "" && q.After == "" {
		return list, int64(len(list)), "", nil // that is all, so there is nothing to count
	}
	err = db.Count(&total).Error
	return list, total, next, err
}

// These returns the offers of some keys, in the order of these.
func (s Store) These(ctx context.Context, keys []key) ([]Offer, error) {
	byKind, found := map[string][]int64{}, map[string]Offer{}
	for _, k := range keys {
		byKind[k.kind] = append(byKind[k.kind], k.id)
	}
	for kind, ids := range byKind {
		db, err := s.selection(ctx, Query{Placement: Placement{Kind: kind}})
		if err != nil {
			return nil, err
		}
		var part []Offer
		if err := db.Joins(advertiserJoin).Select(s.columns()).Where("o.id IN ?", ids).Scan(&part).Error; err != nil {
			return nil, err
		}
		for _, o := range part {
			found[o.ID] = o
		}
	}
	list := []Offer{}
	for _, k := range keys {
		if o, there := found[k.String()]; there {
			list = append(list, o)
		}
	}
	return list, nil
}

// Summary counts the offers that a query selects, in whatever state they are.
func (s Store) Summary(ctx context.Context, q Query) (sum Summary, err error) {
	q.State, q.Order = "", ""
	db, err := s.selection(ctx, q)
	if err != nil {
		return sum, err
	}
	counts := []string{"count(*) AS total"}
	for _, name := range states() {
		counts = append(counts, "count(*) FILTER (WHERE "+s.conditions()[name]+") AS "+name)
	}
	return sum, db.Select(strings.Join(counts, ", ")).Scan(&sum).Error
}

// hasPage reports whether a content page is there.
func (s Store) hasPage(ctx context.Context, id int64) (there bool, err error) {
	err = s.DB.WithContext(ctx).Raw("SELECT EXISTS (SELECT FROM content_pages WHERE id = ? AND deleted_at IS NULL)", id).Scan(&there).Error
	return there, err
}
