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

// manyOffers is how many offers the lists of staff have to cope with.
const manyOffers = 100_000

// slowestList is how long the database may take for a list, in milliseconds.
const slowestList = 50

// With many offers every statement of a list stays fast, and a part of it
// never sorts or reads them all.
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
		heard := said.Heard()
		if len(heard) == 0 {
			t.Fatal("heard no statement")
		}
		all, plans := dbtest.Fast(t, s.DB.Pool, heard, slowestList)
		for i, sql := range heard {
			if strings.Contains(sql, "ORDER BY") && strings.Contains(plans[i], `"Sort"`) && !q.Binned && q.Text == "" {
				t.Errorf("%s sorts: %s\n%s", name, sql, plans[i])
			}
		}
		t.Logf("%s: %.1f ms", name, all)
		if all > slowestList {
			t.Errorf("%s takes %.1f ms:\n%s", name, all, strings.Join(heard, "\n"))
		}
	}
}
