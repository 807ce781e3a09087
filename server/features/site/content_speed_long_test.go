//go:build long

package site_test

import (
	"fmt"
	"strings"
	"testing"

	"gorm.io/gorm"

	"thriftwell/db/dbtest"
	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/content"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/offer"
)

// manyOffers is the number of offers that staff's lists must handle.
const manyOffers = 100_000

// slowestList is the maximum database time for a list, in milliseconds.
const slowestList = 50

// With many offers, every list statement must stay fast, and a statement for
// one page of a list must not sort or read them all.
func TestListsAreFastWithManyOffers(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	ed := s.As("editor")
	page := ed.Edit("POST", "/api/content/pages", sitetest.M{"title": "Many", "slug": "many"})
	s.Exec(`INSERT INTO content_offers (page_id, title, description, url, priority, is_active)
		SELECT $1, 'Offer number ' || n, repeat('Some words about it. ', 5), 'https://partner' || n % 500 || '.example.com/offer/' || n, 1 + n % 10, n % 7 > 0
		FROM generate_series(1, $2::int) n`, page.ID, manyOffers)
	s.Exec("VACUUM ANALYZE content_offers")
	said := dbtest.NewStatements()
	kind := content.Offers(offer.Site{Site: editable.Site{DB: s.DB.Gorm.Session(&gorm.Session{Logger: said})}})
	yes := true
	where := sitetest.M{"page_id": page.ID}
	for name, q := range map[string]editable.Query{
		"first part":  {Where: where},
		"far part":    {Where: where, After: fmt.Sprintf("3-%d", manyOffers/2)},
		"active":      {Where: where, Active: &yes},
		"bin":         {Where: where, Binned: true},
		"found often": {Where: where, Text: "partner12"},
		"found once":  {Where: where, Text: "number 99999"},
		"found never": {Where: where, Text: "nowhere to be found"},
	} {
		q.Limit = 50
		list, err := kind.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := kind.Show(t.Context(), list.Items); err != nil {
			t.Fatal(err)
		}
		statements := said.Heard()
		if len(statements) == 0 {
			t.Fatal("no statement was recorded")
		}
		all, plans := dbtest.Fast(t, s.DB.Pool, statements, slowestList)
		for i, sql := range statements {
			if strings.Contains(sql, "ORDER BY") && strings.Contains(plans[i], `"Sort"`) && !q.Binned && q.Text == "" {
				t.Errorf("%s sorts: %s\n%s", name, sql, plans[i])
			}
		}
		t.Logf("%s: %.1f ms", name, all)
		if all > slowestList {
			t.Errorf("%s takes %.1f ms:\n%s", name, all, strings.Join(statements, "\n"))
		}
	}
}
