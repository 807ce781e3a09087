package seed_test

import (
	"context"
	"testing"

	"thriftwell/db/seed"
)

func TestAgainReplacesLoadedContent(t *testing.T) {
	d := open(t)
	ctx := context.Background()
	if _, err := seed.Load(ctx, d.Pool, seed.Content{}); err != nil {
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
	if err := seed.Again(ctx, d.Pool, seed.Content{}, "articles/own-your-router.md", "guides/no-spend-month.md", "offers/content.yaml"); err != nil {
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
	if err := seed.Again(ctx, d.Pool, seed.Content{}, "articles/own-your-router.md", "guides/of-nobody.md"); err == nil {
		t.Error("a file that isn't there was loaded")
	}
	if loaded, err := seed.Load(ctx, d.Pool, seed.Content{}); err != nil || loaded != 0 {
		t.Errorf("a start after that loads %d files, %v", loaded, err)
	}
}

func TestChangedFilesUpdateUneditedContent(t *testing.T) {
	t.Parallel()
	d := open(t)
	ctx := context.Background()
	load := func() {
		t.Helper()
		if n, err := seed.Load(ctx, d.Pool, seed.Content{}); err != nil {
			t.Fatal(n, err)
		}
	}
	load()
	for _, sql := range []string{ // an earlier version loaded other texts
		"UPDATE seed_files SET digest = NULL WHERE path <> 'articles/bundle-or-not.md'",
		"UPDATE articles SET image_alt = 'old', rendered = 9",
		"UPDATE guides SET subtitle = 'old', sources = '[]'",
		"UPDATE guide_items SET title = 'old'",
		"UPDATE claims SET value = 'old'",
		"UPDATE articles SET version = 2 WHERE slug = 'own-your-router'",
		"UPDATE articles SET deleted_at = now() WHERE slug = 'hidden-bank-fees'",
		"DELETE FROM articles WHERE slug = 'family-plan-split'",
		"UPDATE guides SET version = 2 WHERE slug = 'no-spend-month'",
		"UPDATE claims SET version = 2 WHERE name = 'cooling-off-period'",
		"INSERT INTO guide_items (guide_id, position, title, content) SELECT id, 99, 'old', '' FROM guides WHERE slug = 'build-a-price-book'",
	} {
		if _, err := d.Pool.Exec(ctx, sql); err != nil {
			t.Fatal(sql, err)
		}
	}
	load()
	for query, want := range map[string]int{
		"SELECT count(*) FROM articles WHERE image_alt = 'old'":                                                                               3, // one has the same text
		"SELECT count(*) FROM articles WHERE rendered = 0":                                                                                    32,
		"SELECT count(*) FROM articles WHERE slug = 'family-plan-split'":                                                                      0,
		"SELECT count(*) FROM guides WHERE subtitle = 'old'":                                                                                  1,
		"SELECT count(*) FROM guides WHERE sources = '[]'":                                                                                    1,
		"SELECT count(*) FROM guide_items i JOIN guides g ON g.id = i.guide_id WHERE i.title = 'old' AND g.slug <> 'no-spend-month'":          0,
		"SELECT count(*) FROM claims WHERE value = 'old'":                                                                                     1,
		"SELECT count(*) FROM seed_files WHERE digest IS NULL":                                                                                0,
		"SELECT count(*) FROM articles WHERE slug = 'bundle-or-not' AND image_alt = 'old' AND status = 'published' AND author_name <> ''":     1,
		"SELECT count(*) FROM articles WHERE slug = 'avoid-overdraft-fees' AND image_alt <> 'old' AND publish_at IS NOT NULL AND version = 1": 1,
	} {
		if n := count(t, d, query); n != want {
			t.Errorf("%s: %d, want %d", query, n, want)
		}
	}
}

func TestFilesDoNotReplaceExistingPieces(t *testing.T) {
	t.Parallel()
	d := open(t)
	ctx := context.Background()
	exec := func(sql string) {
		t.Helper()
		if _, err := d.Pool.Exec(ctx, sql); err != nil {
			t.Fatal(sql, err)
		}
	}
	load := func() {
		t.Helper()
		if n, err := seed.Load(ctx, d.Pool, seed.Content{}); err != nil {
			t.Fatal(n, err)
		}
	}
	load()
	// As if these pieces existed before their files.
	const taken = "'articles/bundle-or-not.md', 'guides/no-spend-month.md', 'claims/cooling-off-period.md'"
	exec("DELETE FROM seed_files WHERE path IN (" + taken + ")")
	exec("UPDATE articles SET title = 'there before' WHERE slug = 'bundle-or-not'")
	exec("UPDATE guides SET title = 'there before' WHERE slug = 'no-spend-month'")
	exec("UPDATE claims SET title = 'there before' WHERE name = 'cooling-off-period'")
	kept := func(when string) {
		t.Helper()
		for _, table := range []string{"articles", "guides", "claims"} {
			if n := count(t, d, "SELECT count(*) FROM "+table+" WHERE title = 'there before'"); n != 1 {
				t.Errorf("%s: %d of %s", when, n, table)
			}
		}
		if n := count(t, d, "SELECT count(*) FROM seed_files WHERE digest = ''"); n != 3 {
			t.Errorf("%s: %d files have an empty digest, want 3", when, n)
		}
	}
	load()
	kept("when the files are new")
	exec("UPDATE seed_files SET digest = 'of an earlier text' WHERE digest <> ''")
	load()
	kept("a release with other files")
	if err := seed.Again(ctx, d.Pool, seed.Content{}, "articles/bundle-or-not.md"); err != nil {
		t.Fatal(err)
	}
	if n := count(t, d, "SELECT count(*) FROM seed_files WHERE path = 'articles/bundle-or-not.md' AND digest <> ''"); n != 1 {
		t.Error("a reloaded file has no digest")
	}
}
