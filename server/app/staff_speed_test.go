package app

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"thriftwell/server/features/content"
	"thriftwell/server/platform/editable"
)

// manyOffers is how many offers the lists of staff have to cope with.
const manyOffers = 100_000

// slowestList is how long the database may take for a list, in milliseconds.
const slowestList = 50

// With many offers every statement of a list stays fast, and a part of it
// never sorts or reads them all.
func TestListsAreFastWithManyOffers(t *testing.T) {
	s := openSite(t)
	ed := s.as("editor")
	page := must[record](ed, "POST", "/api/content/pages", m{"title": "Many", "slug": "many"})
	s.exec(`INSERT INTO content_offers (page_id, title, description, url, priority, is_active)
		SELECT $1, 'Offer number ' || n, repeat('Some words about it. ', 5), 'https://partner' || n % 500 || '.example.com/offer/' || n, 1 + n % 10, n % 7 > 0
		FROM generate_series(1, $2::int) n`, page.ID, manyOffers)
	s.exec("VACUUM ANALYZE content_offers")
	said := &statements{Interface: logger.Discard}
	store := content.NewStore(s.db.Gorm.Session(&gorm.Session{Logger: said}))
	table := content.NewAdmin(store, editable.Site{DB: s.db.Gorm.Session(&gorm.Session{Logger: said})}).Offers.Table
	yes := true
	where := m{"page_id": page.ID}
	for name, q := range map[string]editable.Query{
		"first part":  {Where: where},
		"far part":    {Where: where, After: fmt.Sprintf("3-%d", manyOffers/2)},
		"active":      {Where: where, Active: &yes},
		"bin":         {Where: where, Binned: true},
		"found often": {Where: where, Text: "partner12"},
		"found once":  {Where: where, Text: "number 99999"},
		"found never": {Where: where, Text: "nowhere to be found"},
	} {
		q.Limit, said.sql = 50, nil
		list, err := table.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := store.Counted(t.Context(), list.Items); err != nil {
			t.Fatal(err)
		}
		if len(said.sql) == 0 {
			t.Fatal("heard no statement")
		}
		all := 0.0
		for _, sql := range said.sql {
			took, plan := s.explain(sql)
			all += took
			if strings.Contains(sql, "ORDER BY") && strings.Contains(plan, `"Sort"`) && !q.Binned && q.Text == "" {
				t.Errorf("%s sorts: %s\n%s", name, sql, plan)
			}
		}
		t.Logf("%s: %.1f ms", name, all)
		if all > slowestList {
			t.Errorf("%s takes %.1f ms:\n%s", name, all, strings.Join(said.sql, "\n"))
		}
	}
}

// statements hears the statements of a GORM session, their values filled in.
type statements struct {
	logger.Interface
	sql []string
}

func (s *statements) Trace(_ context.Context, _ time.Time, statement func() (string, int64), _ error) {
	sql, _ := statement()
	s.sql = append(s.sql, sql)
}

// explain runs a statement and gives the milliseconds that the database took,
// the best of three, and its plan.
func (s *testSite) explain(sql string) (took float64, plan string) {
	s.t.Helper()
	for range 3 {
		var raw []byte
		if err := s.db.Pool.QueryRow(s.t.Context(), "EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) "+sql).Scan(&raw); err != nil {
			s.t.Fatal(sql, err)
		}
		var out []struct {
			Time float64 `json:"Execution Time"`
		}
		if err := json.Unmarshal(raw, &out); err != nil {
			s.t.Fatal(err)
		}
		if took == 0 || out[0].Time < took {
			took, plan = out[0].Time, string(raw)
		}
	}
	return took, plan
}
