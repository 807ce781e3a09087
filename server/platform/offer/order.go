package offer

import (
	"context"

	"gorm.io/gorm"
)

// Ordered returns the offers to show for the active ones of a page: in staff's
// order, or in the optimizer's where it is turned on.
func Ordered[T interface{ active() Active }](ctx context.Context, db *gorm.DB, page string, active []T) ([]T, error) {
	shown, _ := Shown(active)
	var order []int64
	err := db.WithContext(ctx).Raw(`SELECT o.id FROM optimised_pages, unnest(offers) WITH ORDINALITY AS o (id, place)
		WHERE page = ? AND is_live ORDER BY o.place`, page).Scan(&order).Error
	return Arrange(shown, order), err
}

// Arrange sorts the offers of a list that order names, within the positions
// they have. All others keep theirs.
func Arrange[T interface{ active() Active }](list []T, order []int64) []T {
	byID := make(map[int64]T, len(list))
	for _, o := range list {
		byID[o.active().ID] = o
	}
	var next []T
	named := make(map[int64]bool, len(order))
	for _, id := range order {
		if o, shown := byID[id]; shown && !named[id] {
			next, named[id] = append(next, o), true
		}
	}
	out := make([]T, 0, len(list))
	for _, o := range list {
		if named[o.active().ID] {
			o, next = next[0], next[1:]
		}
		out = append(out, o)
	}
	return out
}
