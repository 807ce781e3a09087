package articles_test

import (
	"strings"
	"testing"

	"gorm.io/gorm"

	"thriftwell/db/dbtest"
	"thriftwell/server/features/articles"
)

func TestArticlesAreFoundByIndex(t *testing.T) {
	t.Parallel()
	d := open(t)
	d.Exec(`INSERT INTO articles (slug, title, excerpt, category, author_name, body, body_html, tags, status, publish_at)
		SELECT 'article-' || n, 'A title', 'An excerpt.', 'banking', 'An author', 'A body.', '<p>A body.</p>', '[]', 'published', now() - n * interval '1 minute'
		FROM generate_series(1, 2000) n`)
	d.Exec("ANALYZE articles")
	said := dbtest.NewStatements()
	store := &articles.Store{DB: d.DB.Gorm.Session(&gorm.Session{Logger: said})}
	if _, err := store.Get(t.Context(), "article-1777"); err != nil {
		t.Fatal(err)
	}
	if _, plans := dbtest.Fast(t, d.DB.Pool, said.Heard()[:1], 1e6); strings.Contains(plans[0], "Seq Scan") {
		t.Error(plans[0])
	}
}
