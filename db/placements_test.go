package db_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"thriftwell/db"
	"thriftwell/db/dbtest"
)

// beforePlacements returns a connection to a database of the last release that had
// a table for each kind of offer.
func beforePlacements(t *testing.T) *pgx.Conn {
	t.Helper()
	url := dbtest.NewEmpty(t)
	schema := read(t, dbtest.New(t))
	schema.Migrations = slices.DeleteFunc(schema.Migrations, func(version int64) bool { return version >= 330 })
	if err := db.MigrateTo(t.Context(), url, schema); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(t.Context()) })
	return conn
}

// What a site had of offers before they got placements: of every kind with gaps in
// the numbers, in the trash, on hold, with fallbacks to both sides, one on another
// page; counts of them and of one that was deleted permanently.
const offersOfEachTable = `
	INSERT INTO advertisers (name) VALUES ('Norvexa'), ('Tidewick');
	INSERT INTO content_pages (slug, title) VALUES ('one', 'One'), ('two', 'Two');
	INSERT INTO offers (slug, title, type, target_url, priority, advertiser_id, payout_model, payout_amount, payout_currency, sub_id_param, image_url)
		SELECT 'carousel-' || n, 'Carousel ' || n, (ARRAY['phone', 'coregistration', 'linkout'])[n], 'https://a.example/?z={zip}&n=' || n, n, 1, 'click', 50, 'USD', 'sub', '/images/a.svg' FROM generate_series(1, 3) n;
	INSERT INTO content_offers (page_id, title, url, is_featured, deadline, proof_needed, version, created_at, updated_at, daily_cap, total_cap, category, plan_organizations, plan_products, who)
		SELECT 1 + n % 2, 'Content ' || n, 'https://b.example/', n = 2, now() + interval '9 days', true, n, '2026-01-01', '2026-02-01', 5, 50, 'health-plan', 3, 9, 'People' FROM generate_series(1, 4) n;
	INSERT INTO daily_offers (slug, position, title, link, cta_text, is_active, hold, ends_at, advertiser_id)
		SELECT 'carousel-' || n, n, 'Daily ' || n, 'https://c.example/', 'Go', n > 1, 'ended', '2026-01-01', 2 FROM generate_series(1, 3) n;
	INSERT INTO static_offers (position, title, link, link_state, link_problem, link_failures, pause_when_broken, terms)
		SELECT n, 'Static ' || n, 'https://d.example/', 'broken', 'It answers 404.', 3, true, 'Net 30' FROM generate_series(1, 3) n;
	UPDATE offers SET fallback_offer_id = 3 WHERE id = 1;
	UPDATE content_offers SET fallback_offer_id = 5 - id WHERE id < 3;
	UPDATE content_offers SET deleted_at = now() WHERE id = 4;
	INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors)
		SELECT subject, id, '2026-11-01', 'click', 'human', 7, 7 FROM all_offers;
	DELETE FROM offers WHERE id = 2;
	DELETE FROM static_offers WHERE id = 3;
	INSERT INTO questions (page_id, position, question, target_offer_id) VALUES (1, 1, 'Is it?', 2)`

func TestOffersOfFourTablesBecomePlacements(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("slow")
	}
	conn := beforePlacements(t)
	exec := func(sql string) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(sql, err)
		}
	}
	exec(offersOfEachTable)
	url := conn.Config().ConnString()
	views := map[string]string{"offers": "carousel_offers", "content_offers": "content_offers", "daily_offers": "daily_offers", "static_offers": "static_offers"}
	columns := map[string]string{}
	ask := func(table string) []string {
		if columns[table] == "" {
			columns[table] = lines(t, url, fmt.Sprintf("SELECT string_agg(attname, ', ' ORDER BY attname) FROM pg_attribute WHERE attrelid = '%s'::regclass AND attnum > 0", table))[0]
		}
		return lines(t, url, fmt.Sprintf("SELECT row_to_json(o)::text FROM (SELECT %s FROM %s ORDER BY id) o", columns[table], views[table]))
	}
	// By what reports sum up and name offers.
	credit := func(offers string) []string {
		return lines(t, url, `SELECT concat_ws(' ', subject, id, advertiser_id, title, sum(count)) FROM (`+offers+`) o JOIN daily_counts c USING (subject) WHERE c.subject_id = id
			GROUP BY subject, id, advertiser_id, title ORDER BY 1`)
	}
	const gone = " UNION ALL SELECT subject, id, advertiser_id, '' FROM gone_offers"
	before := map[string][]string{}
	views["offers"] = "offers"
	for table := range views {
		before[table] = ask(table)
	}
	credited := credit("SELECT subject, id, advertiser_id, title FROM all_offers" + gone)
	if err := db.Migrate(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	views["offers"] = "carousel_offers"
	for table := range views {
		if after := ask(table); len(after) == 0 || !slices.Equal(after, before[table]) {
			t.Errorf("%s:\n%s\nwere\n%s", table, after, before[table])
		}
	}
	if after := credit("SELECT subject, id, advertiser_id, title FROM placed_offers" + gone); len(after) != 13-1 || !slices.Equal(after, credited) {
		t.Errorf("credited %q, before %q", after, credited)
	}
	for _, step := range [][2]string{
		{"SELECT count(*)::text || count(DISTINCT offer_id) FROM placements", "1111"},
		{"SELECT count(*)::text FROM offers WHERE deleted_at IS NOT NULL", "1"},
		{"SELECT question || title FROM questions q JOIN content_offers o ON o.id = target_offer_id", "Is it?Content 2"},
		{"INSERT INTO carousel_offers (title, target_url) VALUES ('New', 'https://e.example') RETURNING id::text", "4"},
		{"INSERT INTO static_offers (title, link) VALUES ('New', 'https://e.example') RETURNING id::text", "4"},
		{"SELECT shown_content_offer(2)::text", "2"},
	} {
		if got := lines(t, url, step[0]); !slices.Equal(got, []string{step[1]}) {
			t.Errorf("%s: %v, want %s", step[0], got, step[1])
		}
	}
}

// What is written to an offer at one placement is the offer's, and shows at all of
// them.
func TestWritesAtAPlacementGoToItsOffer(t *testing.T) {
	t.Parallel()
	url := dbtest.New(t)
	lines(t, url, "INSERT INTO content_pages (slug, title) VALUES ('one', 'One') RETURNING ''")
	lines(t, url, "INSERT INTO daily_offers (title, link, position, daily_cap) VALUES ('A', 'https://a.example', 3, 10) RETURNING ''")
	lines(t, url, "INSERT INTO content_offers (offer_id, page_id, priority) VALUES (1, 1, 4) RETURNING ''")
	lines(t, url, "INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors) SELECT subject, number, '2026-11-01', 'click', 'human', 7, 7 FROM placements RETURNING ''")
	for _, step := range [][2]string{
		{"UPDATE content_offers SET title = 'B', url = 'https://b.example', priority = 5, version = version + 1 RETURNING title || priority", "B5"},
		{"SELECT title || link || position || version FROM daily_offers", "Bhttps://b.example32"},
		{"UPDATE daily_offers SET offer_hold = 'dailyCap' RETURNING hold", "dailyCap"},
		{"UPDATE content_offers SET placement_ends_at = '2026-01-01', placement_hold = 'ended' RETURNING hold || placement_hold", "dailyCapended"},
		{"UPDATE daily_offers SET hold = NULL RETURNING coalesce(hold, 'none')", "none"},
		{"SELECT hold || coalesce(offer_hold, 'none') || leaves_at::date FROM content_offers", "endednone2026-01-01"},
		{"SELECT offer_taken(1, 'click', '-infinity', 'infinity', 'UTC')::text", "14"},
		{"UPDATE daily_offers SET deleted_at = '2026-11-02' RETURNING ''", ""},
		{"SELECT count(*)::text FROM offers WHERE deleted_at IS NULL", "1"},
		{"UPDATE content_offers SET deleted_at = '2026-11-03' RETURNING ''", ""},
		{"SELECT deleted_at::date::text FROM offers", "2026-11-03"},
		{"UPDATE daily_offers SET deleted_at = NULL RETURNING ''", ""},
		{"SELECT count(*)::text FROM offers WHERE deleted_at IS NULL", "1"},
		{"DELETE FROM content_offers RETURNING ''", ""},
		{"SELECT count(*)::text || (SELECT count(*) FROM placements) FROM offers", "11"},
		{"SELECT offer_taken(1, 'click', '-infinity', 'infinity', 'UTC')::text", "14"},
		{"DELETE FROM daily_offers RETURNING ''", ""},
		{"SELECT count(*)::text || (SELECT count(*) FROM placements) FROM offers", "00"},
	} {
		if got := lines(t, url, step[0]); !slices.Equal(got, []string{step[1]}) {
			t.Errorf("%s: %v, want %s", step[0], got, step[1])
		}
	}
}

// Pages that are deleted together leave word of each placement of an offer.
func TestDeletedPlacementsStayAttributed(t *testing.T) {
	t.Parallel()
	url := dbtest.New(t)
	lines(t, url, "INSERT INTO advertisers (name) VALUES ('Acme') RETURNING ''")
	lines(t, url, "INSERT INTO content_pages (slug, title) VALUES ('one', 'One'), ('two', 'Two') RETURNING ''")
	lines(t, url, "INSERT INTO content_offers (title, url, page_id, advertiser_id) VALUES ('A', 'https://a.example', 1, 1) RETURNING ''")
	lines(t, url, "INSERT INTO content_offers (offer_id, page_id) VALUES (1, 2) RETURNING ''")
	lines(t, url, "INSERT INTO daily_counts (subject, subject_id, day, action, reason, count, visitors) SELECT subject, number, '2026-11-01', 'click', 'human', 7, 7 FROM placements RETURNING ''")
	lines(t, url, "DELETE FROM content_pages RETURNING ''")
	if got := lines(t, url, "SELECT id || ':' || advertiser_id FROM gone_offers ORDER BY id"); !slices.Equal(got, []string{"1:1", "2:1"}) {
		t.Errorf("attributed: %v", got)
	}
}
