package editable

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"

	"thriftwell/server/platform/fault"
)

// Query selects the records of a list.
type Query struct {
	Where  map[string]any // column and value
	Text   string         // case-insensitive substring
	Active *bool
	Binned bool   // list the trash
	Order  string // a name in Orders, with a minus sign for descending; "" for the default
	After  string // Next of the previous page
	Limit  int
}

// List is a page of the records that a Query selects.
type List[T any] struct {
	Items []T
	Total int64  // number of matches on all pages
	Next  string // After of the next page; "" if this is the last
}

// ErrCursor is the error for an invalid After.
var ErrCursor = fault.New(fault.Invalid, "We couldn't continue this list. Reload the page.")

// selection returns the query for all pages of q.
func (k Kind[T, View]) selection(ctx context.Context, q Query) *gorm.DB {
	db := k.DB.WithContext(ctx).Table(k.Table)
	for _, column := range slices.Sorted(maps.Keys(q.Where)) {
		db = db.Where(column+" = ?", q.Where[column])
	}
	if q.Active != nil && k.sets("is_active") {
		db = db.Where("is_active = ?", *q.Active)
	}
	if q.Binned {
		db = db.Where("deleted_at IS NOT NULL")
	} else {
		db = db.Where("deleted_at IS NULL")
	}
	if q.Text != "" {
		db = db.Where(Holds("search"), q.Text)
	}
	return db.Session(&gorm.Session{})
}

// Holds returns an SQL condition: a column in lower case contains a text, in
// any case.
func Holds(column string) string {
	return column + " LIKE '%' || replace(replace(replace(lower(?), '!', '!!'), '%', '!%'), '_', '!_') || '%' ESCAPE '!'"
}

// page returns the query for q's page and one more record.
func (k Kind[T, View]) page(ctx context.Context, q Query) (*gorm.DB, error) {
	db := k.selection(ctx, q).Limit(q.Limit + 1)
	if k.Brief != nil {
		db = db.Select(k.Brief.Columns)
	}
	if q.Order != "" {
		return k.ordered(db, q)
	}
	db = db.Order(k.order())
	if q.After == "" {
		return db, nil
	}
	sort, id, ok := strings.Cut(q.After, "-")
	at, err1 := strconv.Atoi(sort)
	after, err2 := strconv.ParseInt(id, 10, 64)
	if !ok || err1 != nil || err2 != nil {
		return nil, ErrCursor
	}
	switch {
	case k.Sort == "" && k.Descending:
		return db.Where("id < ?", after), nil
	case k.Sort == "":
		return db.Where("id > ?", after), nil
	case k.Descending:
		return db.Where(fmt.Sprintf("%[1]s <= ? AND (%[1]s < ? OR id > ?)", k.Sort), at, at, after), nil
	}
	return db.Where(fmt.Sprintf("%[1]s >= ? AND (%[1]s > ? OR id > ?)", k.Sort), at, at, after), nil
}

func (k Kind[T, View]) order() string {
	switch {
	case k.Sort == "" && k.Descending:
		return "id DESC"
	case k.Sort == "":
		return "id"
	case k.Descending:
		return k.Sort + " DESC, id"
	}
	return k.Sort + ", id"
}

// List returns the records that q selects.
func (k Kind[T, View]) List(ctx context.Context, q Query) (List[T], error) {
	out := List[T]{Items: []T{}}
	page, err := k.page(ctx, q)
	if err != nil {
		return out, err
	}
	if err := page.Find(&out.Items).Error; err != nil {
		return out, cursorError(q, err)
	}
	if k.Brief == nil {
		if err := k.load(k.DB.WithContext(ctx), out.Items); err != nil {
			return out, err
		}
	}
	if len(out.Items) > q.Limit {
		out.Items = out.Items[:q.Limit]
		if out.Next, err = k.next(ctx, q, k.Key(out.Items[q.Limit-1])); err != nil {
			return out, err
		}
	} else if q.After == "" {
		out.Total = int64(len(out.Items)) // the first page has them all
		return out, nil
	}
	return out, k.selection(ctx, q).Count(&out.Total).Error
}

// ErrOrder is the error for an unknown Order.
var ErrOrder = fault.New(fault.Invalid, "This list can't be sorted by that.")

// ByTitle returns the order by title, ignoring case.
func ByTitle() Order { return Order{"lower(title)", "text"} }

// ByChange returns the order by the time of the last update.
func ByChange() Order { return Order{"updated_at", "timestamptz"} }

// orderOf returns q's order, and whether it's descending.
func (k Kind[T, View]) orderOf(q Query) (order Order, down bool, err error) {
	name, down := strings.CutPrefix(q.Order, "-")
	order, ok := k.Orders[name]
	if !ok {
		return Order{}, false, ErrOrder
	}
	return order, down, nil
}

// ordered returns the query for q's page in one of the Orders.
func (k Kind[T, View]) ordered(db *gorm.DB, q Query) (*gorm.DB, error) {
	order, down, err := k.orderOf(q)
	if err != nil {
		return nil, err
	}
	way, beyond := "", ">"
	if down {
		way, beyond = " DESC", "<"
	}
	db = db.Order(fmt.Sprintf("%s%s, id%s", order.By, way, way))
	if q.After == "" {
		return db, nil
	}
	encoded, at, ok := strings.Cut(q.After, ".")
	value, err1 := base64.RawURLEncoding.DecodeString(encoded)
	id, err2 := strconv.ParseInt(at, 10, 64)
	if !ok || err1 != nil || err2 != nil {
		return nil, ErrCursor
	}
	return db.Where(fmt.Sprintf("(%s, id) %s (?::text::%s, ?)", order.By, beyond, order.Type), string(value), id), nil
}

// next returns the After of the page that follows last.
func (k Kind[T, View]) next(ctx context.Context, q Query, last Key) (string, error) {
	if q.Order == "" {
		return fmt.Sprintf("%d-%d", last.Sort, last.ID), nil
	}
	order, _, err := k.orderOf(q)
	if err != nil {
		return "", err
	}
	var value string
	err = k.DB.WithContext(ctx).Table(k.Table).Where("id = ?", last.ID).
		Select(fmt.Sprintf("(%s)::text", order.By)).Row().Scan(&value)
	return fmt.Sprintf("%s.%d", base64.RawURLEncoding.EncodeToString([]byte(value)), last.ID), err
}

// cursorError returns ErrCursor if Postgres couldn't parse the value in q's
// After (SQLSTATE class 22, data exception), or else err.
func cursorError(q Query, err error) error {
	var failed *pgconn.PgError
	if q.Order != "" && q.After != "" && errors.As(err, &failed) && strings.HasPrefix(failed.Code, "22") {
		return ErrCursor
	}
	return err
}

// Get returns a record, or Missing if it doesn't exist or is in the trash.
func (k Kind[T, View]) Get(ctx context.Context, id int64) (T, error) {
	found := make([]T, 1)
	err := k.selection(ctx, Query{}).Where("id = ?", id).Take(&found[0]).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		err = k.Missing
	}
	if err == nil {
		err = k.load(k.DB.WithContext(ctx), found)
	}
	return found[0], err
}

// LockPositions makes others who add a record last in the lists of tables wait
// until the transaction ends. A transaction that adds to several lists locks all
// of them first, in the order of their names, which prevents deadlocks.
func LockPositions(tx *gorm.DB, tables ...string) error {
	for _, table := range slices.Sorted(slices.Values(tables)) {
		if err := tx.Exec("SELECT pg_advisory_xact_lock(hashtextextended('positions of ' || ? || ' in ' || current_schema(), 0))", table).Error; err != nil {
			return err
		}
	}
	return nil
}
