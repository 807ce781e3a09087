//go:build long

package articles_test

import (
	"slices"
	"strings"
	"testing"

	"gorm.io/gorm"

	"thriftwell/db/dbtest"
	"thriftwell/server/features/articles"
	"thriftwell/server/platform/editable"
)

// slowest is the time limit of a list in the database, in milliseconds.
const slowest = 50

// Lists and searches must be fast with 100,000 articles.
func TestListsAreFastWithManyArticles(t *testing.T) {
	d := open(t)
	d.Exec(`INSERT INTO articles (slug, title, excerpt, category, author_name, body, body_html, tags, status, publish_at, featured, deleted_at)
		SELECT 'article-' || n, 'Article number ' || n || ' of desk ' || n % 500, repeat('Some words about it. ', 5), 'category-' || n % 10, 'Author ' || n % 50,
			repeat('Words of the body. ', 300), repeat('<p>Words</p> ', 300), '["saving"]',
			(ARRAY['draft', 'archived', 'published'])[least(1 + n % 10, 3)], now() - n * interval '1 minute', n % 1000 = 0, CASE n % 100 WHEN 50 THEN now() END
		FROM generate_series(1, 100000) n`)
	d.Exec("INSERT INTO article_addresses SELECT slug, id FROM articles WHERE status = 'published'")
	d.Exec("VACUUM ANALYZE articles")
	said := dbtest.NewStatements()
	d.site.DB = d.DB.Gorm.Session(&gorm.Session{Logger: said})
	kind, store := articles.Articles(d.site), &articles.Store{DB: d.site.DB}

	lists := map[string]func() error{}
	for name, q := range map[string]editable.Query{
		"staff, first part":  {},
		"staff, far part":    {After: "0-50000"},
		"staff, drafts":      {Where: m{"status": "draft"}},
		"staff, published":   {Where: m{"status": "published"}, After: "0-50000"},
		"staff, category":    {Where: m{"category": "category-3"}},
		"staff, both":        {Where: m{"category": "category-3", "status": "published"}},
		"staff, by title":    {Order: "title"},
		"staff, last change": {Order: "-updatedAt"},
		"staff, drafts, new": {Order: "-publishAt", Where: m{"status": "draft"}},
		"staff, bin":         {Binned: true},
		"staff, found often": {Text: "desk 12"},
		"staff, found once":  {Text: "number 99999"},
		"staff, found never": {Text: "nowhere to be found"},
	} {
		q.Limit = 50
		lists[name] = func() error {
			list, err := kind.List(t.Context(), q)
			if err == nil && q.Order != "" { // and the next page
				q.After = list.Next
				_, err = kind.List(t.Context(), q)
			}
			return err
		}
	}
	for name, f := range map[string]articles.Filter{
		"public, first page":  {},
		"public, far page":    {Offset: 80_000},
		"public, category":    {Category: "category-3"},
		"public, featured":    {Featured: true},
		"public, found often": {Text: "desk 12"},
		"public, found once":  {Text: "number 99999"},
		"public, found never": {Text: "nowhere to be found"},
	} {
		f.Limit = 9
		lists[name] = func() error { _, _, err := store.List(t.Context(), f); return err }
	}
	lists["public, one"] = func() error { _, err := store.Get(t.Context(), "article-99777"); return err }
	lists["due"] = func() error { d.publishDue(); return nil }
	for name, list := range lists {
		if err := list(); err != nil {
			t.Error(name, err)
		}
		heard := said.Heard()
		if len(heard) == 0 {
			t.Errorf("%s: no statements recorded", name)
		}
		reads := slices.DeleteFunc(heard, func(sql string) bool { return !strings.HasPrefix(sql, "SELECT") })
		all, plans := dbtest.Fast(t, d.DB.Pool, reads, slowest)
		t.Logf("%s: %.1f ms", name, all)
		if all > slowest {
			t.Errorf("%s takes %.1f ms:\n%s\n%s", name, all, strings.Join(reads, "\n"), strings.Join(plans, "\n"))
		}
	}
}
