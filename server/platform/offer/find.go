package offer

import (
	"context"
	"strings"

	"gorm.io/gorm"
)

// Found is an offer of any kind in a search by staff.
type Found struct {
	Kind       string  `json:"kind"` // as in reports
	ID         int64   `json:"id"`
	Title      string  `json:"title"`
	Partner    string  `json:"partner"`
	Advertiser string  `json:"advertiser"` // its name; "" if there is none
	Page       *string `json:"page"`       // slug of its content page
	Address    string  `json:"address"`
	IsActive   bool    `json:"isActive"` // and its content page is too
	Hold       *string `json:"hold"`
}

// maxFound is the maximum number of results.
const maxFound = 20

// find returns the offers that match words, or that lead to address if it isn't
// empty.
func find(ctx context.Context, db *gorm.DB, words, address string) ([]Found, error) {
	const offers = `SELECT o.kind, o.id, o.title, o.partner, coalesce(a.name, '') AS advertiser, p.slug AS page, o.address, o.is_active AND p.is_active IS NOT FALSE AND p.deleted_at IS NULL AS is_active, o.hold
		FROM placed_offers o LEFT JOIN advertisers a ON a.id = o.advertiser_id LEFT JOIN content_pages p ON p.id = o.page_id WHERE o.deleted_at IS NULL`
	where, args := "strpos(lower(title || ' ' || partner || ' ' || advertiser), lower(?)) > 0", []any{words}
	order := "is_active AND hold IS NULL DESC, lower(title), kind, id"
	if address != "" {
		const base = "rtrim(split_part(split_part(%, '#', 1), chr(63), 1), '/')" // 63 is "?", which GORM would take for a parameter
		where = "lower(" + strings.Replace(base, "%", "address", 1) + ") = lower(" + strings.Replace(base, "%", "CAST(? AS text)", 1) + ")"
		args = []any{address, address}
		order = "address = CAST(? AS text) DESC, " + order
	}
	found := []Found{}
	err := db.WithContext(ctx).Raw("SELECT * FROM ("+offers+") found WHERE "+where+" ORDER BY "+order+" LIMIT ?", append(args, maxFound)...).Scan(&found).Error
	return found, err
}
