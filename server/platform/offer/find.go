package offer

import (
	"context"
	"strings"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"

	"thriftwell/server/platform/httpx"
)

// Found is an offer of any kind, as staff choose one.
type Found struct {
	Kind       string  `json:"kind"` // as in reports
	ID         int64   `json:"id"`
	Title      string  `json:"title"`
	Partner    string  `json:"partner"`
	Advertiser string  `json:"advertiser"` // its name; "" if there is none
	Page       *string `json:"page"`       // slug of the content page that it is on
	Address    string  `json:"address"`
	IsActive   bool    `json:"isActive"`
	Hold       *string `json:"hold"`
}

// maxFound is how many offers are found at once.
const maxFound = 20

// Find answers GET /api/admin/find-offers?q=&address= with offers of all kinds:
// those with the words in their title, or in the name of their partner or
// advertiser; or those whose address is this one, and after them those that differ
// from it in the query only. Active ones come first.
func Find(db *gorm.DB) func(*gin.Context) error {
	return func(c *gin.Context) error {
		words, err := httpx.QueryText(c, "q")
		if err != nil {
			return err
		}
		found, err := find(c.Request.Context(), db, words, strings.TrimSpace(c.Query("address")))
		if err != nil {
			return err
		}
		httpx.List(c, found, int64(len(found)))
		return nil
	}
}

func find(ctx context.Context, db *gorm.DB, words, address string) ([]Found, error) {
	var parts []string
	for _, t := range Tables() {
		parts = append(parts, "SELECT '"+t.Kind+"' AS kind, o.id, o.title, o.partner, coalesce(a.name, '') AS advertiser, "+t.page+` AS page, o.`+t.Address+` AS address, o.is_active, o.hold
			FROM `+t.Name+" o LEFT JOIN advertisers a ON a.id = o.advertiser_id WHERE o.deleted_at IS NULL")
	}
	where, args := "strpos(lower(title || ' ' || partner || ' ' || advertiser), lower(?)) > 0", []any{words}
	order := "is_active AND hold IS NULL DESC, lower(title), kind, id"
	if address != "" {
		const base = "rtrim(split_part(split_part(%, '#', 1), chr(63), 1), '/')" // 63 is the question mark, which GORM would fill in
		where = "lower(" + strings.Replace(base, "%", "address", 1) + ") = lower(" + strings.Replace(base, "%", "CAST(? AS text)", 1) + ")"
		args = []any{address, address}
		order = "address = CAST(? AS text) DESC, " + order
	}
	found := []Found{}
	err := db.WithContext(ctx).Raw("SELECT * FROM ("+strings.Join(parts, " UNION ALL ")+") found WHERE "+where+" ORDER BY "+order+" LIMIT ?", append(args, maxFound)...).Scan(&found).Error
	return found, err
}
