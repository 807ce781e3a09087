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
	first, err := seed.Load(context.Background(), d.Pool, seed.Content{})
	if err != nil {
		t.Fatal(err)
	}
	if first == 0 {
		t.Fatal("nothing was loaded")
	}
	if _, err := d.Pool.Exec(context.Background(), "DELETE FROM guides"); err != nil {
		t.Fatal(err)
	}
	again, err := seed.Load(context.Background(), d.Pool, seed.Content{})
	if err != nil {
		t.Fatal(err)
	}
	if again != 0 || count(t, d, "SELECT count(*) FROM guides") != 0 {
		t.Errorf("deleted content was loaded again: %d files", again)
	}
}

// A later version of the content must not change what staff have edited, nor
// take a slug from it.
func TestLaterContentOverwritesNoEdits(t *testing.T) {
	d := open(t)
	if _, err := seed.Load(context.Background(), d.Pool, seed.Content{}); err != nil {
		t.Fatal(err)
	}
	exec := func(sql string) {
		t.Helper()
		if _, err := d.Pool.Exec(context.Background(), sql); err != nil {
			t.Fatal(err)
		}
	}
	exec("UPDATE articles SET body = 'Of staff.', title = 'Of staff', status = 'archived' WHERE slug = 'bundle-or-not'")
	exec("UPDATE articles SET slug = 'another-name' WHERE slug = 'own-your-router'")
	exec("UPDATE articles SET deleted_at = now() WHERE slug = 'hidden-bank-fees'")
	exec("UPDATE guides SET subtitle = 'Of staff' WHERE slug = 'no-spend-month'")
	exec("DELETE FROM guide_items WHERE guide_id = (SELECT id FROM guides WHERE slug = 'no-spend-month')")
	unchanged := func(when string) {
		t.Helper()
		for want, query := range map[string]string{
			"the article of staff":    "SELECT count(*) FROM articles WHERE slug = 'bundle-or-not' AND body = 'Of staff.' AND status = 'archived'",
			"the guide of staff":      "SELECT count(*) FROM guides WHERE slug = 'no-spend-month' AND subtitle = 'Of staff' AND NOT EXISTS (SELECT 1 FROM guide_items i WHERE i.guide_id = guides.id)",
			"one article of its slug": "SELECT count(*) FROM articles WHERE slug = 'bundle-or-not'",
		} {
			if n := count(t, d, query); n != 1 {
				t.Errorf("%s: want %s", when, want)
			}
		}
	}
	if n, err := seed.Load(context.Background(), d.Pool, seed.Content{}); err != nil || n != 0 {
		t.Errorf("%d files were loaded again: %v", n, err)
	}
	unchanged("after a restart")
	if n := count(t, d, "SELECT count(*) FROM articles WHERE slug IN ('own-your-router', 'hidden-bank-fees') AND deleted_at IS NULL"); n != 0 {
		t.Errorf("%d articles returned that staff had renamed or deleted", n)
	}
	// As if the files were new.
	exec("DELETE FROM seed_files WHERE path IN ('articles/bundle-or-not.md', 'guides/no-spend-month.md')")
	if n, err := seed.Load(context.Background(), d.Pool, seed.Content{}); err != nil || n != 2 {
		t.Errorf("%d new files were loaded: %v", n, err)
	}
	unchanged("after new files of the same names")
}

func TestAnEmptySiteHasTopicsAndPagesOfOffersOnly(t *testing.T) {
	d := open(t)
	for range 2 { // a later start adds nothing either
		if _, err := seed.Load(t.Context(), d.Pool, seed.Content{Inactive: true, Empty: true}); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range []string{"authors", "articles", "guides", "claims", "carousel_offers", "content_offers", "daily_offers", "static_offers", "questions"} {
		if n := count(t, d, "SELECT count(*) FROM "+table); n != 0 {
			t.Errorf("%d rows in %s", n, table)
		}
	}
	for _, table := range []string{"topics", "content_pages"} {
		if count(t, d, "SELECT count(*) FROM "+table) == 0 {
			t.Errorf("no rows in %s", table)
		}
	}
}

func TestInProductionTheInventedPartnersAreInactive(t *testing.T) {
	development, production := open(t), open(t)
	for d, inactive := range map[*db.DB]bool{development: false, production: true} {
		if _, err := seed.Load(context.Background(), d.Pool, seed.Content{Inactive: inactive}); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range []string{"carousel_offers", "content_offers", "daily_offers", "static_offers", "questions"} {
		all, active := "SELECT count(*) FROM "+table, "SELECT count(*) FROM "+table+" WHERE is_active"
		if n := count(t, production, active); n != 0 || count(t, production, all) == 0 {
			t.Errorf("production has %d active rows in %s, of %d", n, table, count(t, production, all))
		}
		if n := count(t, development, active); n == 0 || n != count(t, development, all) {
			t.Errorf("development has %d active rows in %s, of %d", n, table, count(t, development, all))
		}
	}
	if n := count(t, production, "SELECT count(*) FROM content_pages WHERE NOT is_active"); n != 0 {
		t.Errorf("%d pages are inactive", n)
	}
}

// Editorial rules that can be checked automatically.
func TestContentFollowsTheHouseRules(t *testing.T) {
	d := open(t)
	if _, err := seed.Load(context.Background(), d.Pool, seed.Content{}); err != nil {
		t.Fatal(err)
	}
	rules := map[string]string{
		"an article of under 700 words":                   "SELECT count(*) FROM articles WHERE array_length(regexp_split_to_array(trim(body), '\\s+'), 1) < 700",
		"an excerpt of over 180 characters":               "SELECT count(*) FROM articles WHERE length(excerpt) > 180",
		"a category that the site does not have":          "SELECT count(*) FROM articles WHERE category NOT IN ('insurance','utilities','cashback','shopping','banking','phone')",
		"a review before publication":                     "SELECT count(*) FROM articles WHERE reviewed_at < publish_at",
		"a guide with fewer than 6 or over 12 steps":      "SELECT count(*) FROM guides g WHERE (SELECT count(*) FROM guide_items i WHERE i.guide_id = g.id) NOT BETWEEN 6 AND 12",
		"a guide with fewer than 3 tags":                  "SELECT count(*) FROM guides WHERE jsonb_array_length(tags) < 3",
		"a guide without a call to action":                "SELECT count(*) FROM guides g WHERE NOT EXISTS (SELECT 1 FROM guide_items i WHERE i.guide_id = g.id AND cta_url IS NOT NULL)",
		"a call to action that leads to plain http":       "SELECT count(*) FROM guide_items WHERE cta_url NOT LIKE 'https://%' AND cta_url NOT LIKE '/%'",
		"a topic that begins with no article of its own":  "SELECT count(*) FROM topics t WHERE NOT EXISTS (SELECT FROM articles a WHERE a.slug = t.first_article AND a.category = t.category)",
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

// Partners, cases and authors of the starting content are fictional.
func TestProductionLoadsExamplesInactive(t *testing.T) {
	d := open(t)
	if _, err := seed.Load(context.Background(), d.Pool, seed.Content{Inactive: true}); err != nil {
		t.Fatal(err)
	}
	for what, query := range map[string]string{
		"active author":    "SELECT count(*) FROM authors WHERE is_active OR NOT is_example",
		"invented byline":  "SELECT count(*) FROM (SELECT author_name FROM articles UNION ALL SELECT author_name FROM guides) AS p JOIN authors a ON a.name = p.author_name",
		"active offer":     "SELECT count(*) FROM carousel_offers WHERE is_active",
		"active case":      "SELECT count(*) FROM content_offers WHERE is_active",
		"active question":  "SELECT count(*) FROM questions WHERE is_active",
		"active daily one": "SELECT count(*) FROM daily_offers WHERE is_active",
		"active hot one":   "SELECT count(*) FROM static_offers WHERE is_active",
	} {
		if n := count(t, d, query); n != 0 {
			t.Errorf("%d times an %s", n, what)
		}
	}
}
