package seed_test

import (
	"context"
	"os"
	"testing"

	"thriftwell/db/seed"
)

func TestAFileIsLoadedAgainOverWhatBecameOfIt(t *testing.T) {
	d := open(t)
	ctx := context.Background()
	if _, err := seed.Load(ctx, d.Pool, false); err != nil {
		t.Fatal(err)
	}
	exec := func(sql string) {
		t.Helper()
		if _, err := d.Pool.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	exec("UPDATE articles SET title = 'old'")
	exec("UPDATE guide_items SET title = 'old'")
	exec("UPDATE content_pages SET title = 'old'")
	exec("UPDATE content_offers SET title = 'old'")
	exec("INSERT INTO content_offers (page_id, title, description, url) SELECT id, 'by staff', '', 'https://a.example' FROM content_pages LIMIT 1")
	if err := seed.Again(ctx, d.Pool, false, "articles/own-your-router.md", "guides/no-spend-month.md", "offers/content.yaml"); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]int{
		"SELECT count(*) FROM articles WHERE title = 'old'":                    35,
		"SELECT count(DISTINCT guide_id) FROM guide_items WHERE title = 'old'": 11,
		"SELECT count(*) FROM content_pages WHERE title = 'old'":               0,
		"SELECT count(*) FROM content_offers WHERE title = 'old'":              0,
		"SELECT count(*) FROM content_offers WHERE title = 'by staff'":         1,
		"SELECT count(*) FROM questions WHERE target_offer_id IS NULL":         0,
	} {
		if n := count(t, d, query); n != want {
			t.Errorf("%s: %d, want %d", query, n, want)
		}
	}
	if err := seed.Again(ctx, d.Pool, false, "articles/own-your-router.md", "guides/of-nobody.md"); err == nil {
		t.Error("a file that isn't there was loaded")
	}
	if loaded, err := seed.Load(ctx, d.Pool, false); err != nil || loaded != 0 {
		t.Errorf("a start after that loads %d files, %v", loaded, err)
	}
}

func TestTheClaimsOfASiteThatIsUpgradedAreNotLoadedAgain(t *testing.T) {
	d := open(t)
	ctx := context.Background()
	if _, err := seed.Load(ctx, d.Pool, false); err != nil {
		t.Fatal(err)
	}
	upgrade, err := os.ReadFile("../migrations/00197_claims_a_file_each.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"DELETE FROM seed_files WHERE path LIKE 'claims/%'", "INSERT INTO seed_files (path) VALUES ('claims/claims.yaml')",
		"DELETE FROM claims WHERE name = 'cooling-off-period'", // by staff
		"UPDATE claims SET source_title = 'As it was', source_url = 'https://www.eia.gov/electricity/monthly/' WHERE name = 'electricity-price'",
		"UPDATE claims SET source_url = 'https://www.federalreserve.gov/releases/g19/current/', version = 2 WHERE name = 'card-interest-rate'",
		string(upgrade),
	} {
		if _, err := d.Pool.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := seed.Load(ctx, d.Pool, false); n != 0 || err != nil {
		t.Errorf("%d files are loaded again: %v", n, err)
	}
	for query, want := range map[string]int{
		"SELECT count(*) FROM claims WHERE name = 'cooling-off-period'":                                                   0,
		"SELECT count(*) FROM claims WHERE source_url = 'https://www.eia.gov/' AND source_title LIKE 'Our assumption. %'": 1,
		"SELECT count(*) FROM claims WHERE source_url LIKE 'https://www.federalreserve.gov/releases/%'":                   1, // which staff saved
	} {
		if n := count(t, d, query); n != want {
			t.Errorf("%s: %d, want %d", query, n, want)
		}
	}
}
