package db_test

import (
	"os"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Offers of health plans must get no visitor data. They are recognized by any
// of their texts.
func TestUpgradesFindHealthPlanOffers(t *testing.T) {
	t.Parallel()
	conn := beforePlacements(t)
	migration, err := os.ReadFile("migrations/from202/00230_offer_categories.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		`INSERT INTO content_pages (slug, title) VALUES ('page', 'Page')`,
		`DO $$ DECLARE name text; BEGIN
			FOREACH name IN ARRAY ARRAY['offers', 'content_offers', 'daily_offers', 'static_offers'] LOOP
				EXECUTE format('ALTER TABLE %I DROP disclaimer, DROP category, DROP plan_organizations, DROP plan_products', name);
			END LOOP; END $$`,
		`INSERT INTO offers (type, title, description, partner, who, target_url)
		SELECT 'linkout', title, description, partner, who, 'https://a.example/?z={zip}' FROM (VALUES
			('Medicare help', '', '', ''), ('b', 'Compare Medigap prices', '', ''), ('c', 'A health plan', '', ''), ('d', 'health plans', '', ''),
			('e', E'Health\ninsurance', '', ''), ('f', '', 'Tallowmere Medicare', ''), ('g', '', '', 'People on MEDICARE'),
			('plain: car insurance', 'A healthy plan', 'Medicares', 'People with a phone plan')) o (title, description, partner, who)`,
		`INSERT INTO content_offers (page_id, title, who, url) SELECT id, 'content', 'Medicare', 'https://a.example' FROM content_pages`,
		`INSERT INTO daily_offers (position, title, partner, link) VALUES (1, 'daily', 'Medicare', 'https://a.example')`,
		`INSERT INTO static_offers (position, title, partner, link) VALUES (1, 'static', 'Medicare', 'https://a.example')`,
		string(migration),
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(sql, err)
		}
	}
	rows, err := conn.Query(t.Context(), `SELECT title FROM (SELECT title, category FROM offers WHERE (category = 'general') = (target_url LIKE '%{zip}')
		UNION ALL SELECT title, category FROM content_offers UNION ALL SELECT title, category FROM daily_offers
		UNION ALL SELECT title, category FROM static_offers) o WHERE category = 'health-plan' ORDER BY title COLLATE "C"`)
	if err != nil {
		t.Fatal(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"Medicare help", "b", "c", "content", "d", "daily", "e", "f", "g", "static"}; !slices.Equal(found, want) {
		t.Errorf("found %q, want %q", found, want)
	}
}
