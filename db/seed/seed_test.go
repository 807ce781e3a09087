package seed_test

import (
	"context"
	"testing"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/db/seed"
)

func open(t *testing.T) *db.DB {
	t.Helper()
	d, err := db.Open(context.Background(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

func count(t *testing.T, d *db.DB, query string) (n int) {
	t.Helper()
	if err := d.Pool.QueryRow(context.Background(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestContentIsLoadedOnce(t *testing.T) {
	d := open(t)
	first, err := seed.Load(context.Background(), d.Pool)
	if err != nil {
		t.Fatal(err)
	}
	if first == 0 {
		t.Fatal("nothing was loaded")
	}
	if _, err := d.Pool.Exec(context.Background(), "DELETE FROM guides"); err != nil {
		t.Fatal(err)
	}
	again, err := seed.Load(context.Background(), d.Pool)
	if err != nil {
		t.Fatal(err)
	}
	if again != 0 || count(t, d, "SELECT count(*) FROM guides") != 0 {
		t.Errorf("what was deleted came back: %d files loaded again", again)
	}
}

// The editorial rules that a machine can hold the content to.
func TestContentKeepsTheHouseRules(t *testing.T) {
	d := open(t)
	if _, err := seed.Load(context.Background(), d.Pool); err != nil {
		t.Fatal(err)
	}
	rules := map[string]string{
		"an article of under 700 words":                   "SELECT count(*) FROM articles WHERE array_length(regexp_split_to_array(trim(body), '\\s+'), 1) < 700",
		"an excerpt of over 180 characters":               "SELECT count(*) FROM articles WHERE length(excerpt) > 180",
		"a category that the site does not have":          "SELECT count(*) FROM articles WHERE category NOT IN ('insurance','utilities','cashback','shopping','banking','phone')",
		"a review before publication":                     "SELECT count(*) FROM articles WHERE reviewed_at < created_at",
		"a guide with fewer than 6 or over 12 steps":      "SELECT count(*) FROM guides g WHERE (SELECT count(*) FROM guide_items i WHERE i.guide_id = g.id) NOT BETWEEN 6 AND 12",
		"a guide with fewer than 3 tags":                  "SELECT count(*) FROM guides WHERE jsonb_array_length(tags) < 3",
		"a guide without a call to action":                "SELECT count(*) FROM guides g WHERE NOT EXISTS (SELECT 1 FROM guide_items i WHERE i.guide_id = g.id AND cta_url IS NOT NULL)",
		"a call to action that leads to plain http":       "SELECT count(*) FROM guide_items WHERE cta_url NOT LIKE 'https://%' AND cta_url NOT LIKE '/%'",
		"a related article that does not exist":           "SELECT count(*) FROM articles a, jsonb_array_elements_text(a.related) r WHERE r NOT IN (SELECT slug FROM articles)",
		"a related guide that does not exist":             "SELECT count(*) FROM guides g, jsonb_array_elements_text(g.related) r WHERE r NOT IN (SELECT slug FROM guides)",
		"a guide's related article that does not exist":   "SELECT count(*) FROM guides g, jsonb_array_elements_text(g.related_articles) r WHERE r NOT IN (SELECT slug FROM articles)",
		"a link to an article that does not exist":        "SELECT count(*) FROM articles, regexp_matches(body, '\\]\\(/articles/([a-z0-9-]+)\\)', 'g') m WHERE m[1] NOT IN (SELECT slug FROM articles)",
		"a link to a guide that does not exist":           "SELECT count(*) FROM articles, regexp_matches(body, '\\]\\(/guides/([a-z0-9-]+)\\)', 'g') m WHERE m[1] NOT IN (SELECT slug FROM guides)",
		"a call to action to a piece that does not exist": "SELECT count(*) FROM guide_items WHERE (cta_url LIKE '/articles/%' AND substr(cta_url, 11) NOT IN (SELECT slug FROM articles)) OR (cta_url LIKE '/guides/%' AND substr(cta_url, 9) NOT IN (SELECT slug FROM guides))",
		"Markdown left in a guide's plain text":           "SELECT count(*) FROM guide_items WHERE content ~ '\\]\\(|\\*\\*'",
	}
	for rule, query := range rules {
		if n := count(t, d, query); n != 0 {
			t.Errorf("%d times %s", n, rule)
		}
	}
	if articles, guides := count(t, d, "SELECT count(*) FROM articles"), count(t, d, "SELECT count(*) FROM guides"); articles != 36 || guides != 12 {
		t.Errorf("%d articles and %d guides; want 36 and 12", articles, guides)
	}
}
