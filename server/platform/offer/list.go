package offer

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/picture"
)

// Store reads offers for visitors.
type Store struct {
	DB       *gorm.DB
	Location *time.Location // of the days to claim
}

// row is a row of a list of offers.
type row interface {
	active() Active
	columns() string // to select
}

func (a Active) columns() string { return Columns }

func (p Public) columns() string { return "*, " + picture.Column }

// List returns the offers of a content page, or of a kind without pages (0), in
// the order shown.
func List[T row](ctx context.Context, s Store, k Kind, page int64) ([]T, error) {
	active, err := Read[T](ctx, s, k, page, 0)
	if err != nil {
		return nil, err
	}
	return Ordered(ctx, s.DB, k.Place(page), active)
}

// Preview returns what List would, led by the offer with an ID even if it isn't
// active.
func Preview[T row](ctx context.Context, s Store, k Kind, page, id int64) ([]T, error) {
	active, err := Read[T](ctx, s, k, page, id)
	if err != nil {
		return nil, err
	}
	return Previewed(active, id)
}

// Read returns the active offers in staff's order, without those whose last day
// to claim is over, and the one with an ID even if it isn't active.
func Read[T row](ctx context.Context, s Store, k Kind, page, also int64) ([]T, error) {
	list := []T{}
	q := s.DB.WithContext(ctx).Table(k.View+" o").Select((*new(T)).columns()).
		Where("(is_active AND NOT "+Past(s.Location)+" OR id = ?) AND deleted_at IS NULL", also).Order(k.order())
	if page != 0 {
		q = q.Where("page_id = ?", page)
	}
	err := q.Find(&list).Error
	return list, err
}

// Place returns the name of a content page, such as content-12, or of a kind
// without pages (0).
func (k Kind) Place(page int64) string {
	if page == 0 {
		return k.Name
	}
	return fmt.Sprint(k.Name, "-", page)
}
