package editable

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"

	"thriftwell/server/platform/fault"
)

// ErrOrder is the error for an order that a Kind does not have.
var ErrOrder = fault.New(fault.Invalid, "This list can't be sorted by that.")

// ByTitle returns the order by title, whatever the case of letters.
func ByTitle() Order { return Order{"lower(title)", "text"} }

// ByChange returns the order by the time of the last change.
func ByChange() Order { return Order{"updated_at", "timestamptz"} }

// orderOf returns the order that q asks for: "title", or "-title" from the highest
// down.
func (k Kind[T, View]) orderOf(q Query) (order Order, down bool, err error) {
	name, down := strings.CutPrefix(q.Order, "-")
	order, ok := k.Orders[name]
	if !ok {
		return Order{}, false, ErrOrder
	}
	return order, down, nil
}

// ordered is the part of a selection that q asks for, in one of the Orders.
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

// next is the After of the part that follows the record last.
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

// cursorError is ErrCursor for a failure of Postgres to read the value in q's
// After (SQLSTATE class 22, data exception); other errors stay.
func cursorError(q Query, err error) error {
	var failed *pgconn.PgError
	if q.Order != "" && q.After != "" && errors.As(err, &failed) && strings.HasPrefix(failed.Code, "22") {
		return ErrCursor
	}
	return err
}
