package views

import (
	"reflect"
	"testing"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/platform/tracking"
)

func TestUpdatedSiteEqualsReloadedSite(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	store := NewStore(d.Gorm)
	site, err := store.Site(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const article = `INSERT INTO articles (slug, title, excerpt, category, author_name, body, status, publish_at, numbers) VALUES `
	for _, c := range []struct {
		write string
		tags  []string
		loads bool // whether a full load is needed
	}{
		{article + `('a', 'A', '', 'utilities', 'S', 'B', 'published', now(), '[]'), ('b', 'B', '', 'utilities', 'S', 'B', 'draft', now(), '[]')`, []string{"articles", "article:a", "article:b"}, false},
		{"UPDATE articles SET slug = 'c' WHERE slug = 'a'", []string{"articles", "article:a", "articles", "article:c"}, false},
		{article + `('d', 'D', '', 'utilities', 'S', 'B', 'published', now(), '[{"name": "clock"}]')`, []string{"articles", "article:d"}, false},
		{"UPDATE articles SET status = 'draft'", []string{"articles", "article:c", "article:d"}, false},
		{"UPDATE articles SET status = 'published'", []string{"articles"}, true},
		{"UPDATE articles SET deleted_at = now() WHERE slug = 'c'", []string{"articles", "article:c", "guide:related"}, false},
		{"SELECT 1", []string{"articles", "article:c", "authors"}, true},
		{"SELECT 1", []string{"guides", "article:c"}, true},
	} {
		if err := d.Gorm.Exec(c.write).Error; err != nil {
			t.Fatal(c.write, err)
		}
		updated, ok, err := store.Update(t.Context(), site, c.tags)
		if err != nil || ok == c.loads {
			t.Fatalf("%v: updated %t, %v", c.tags, ok, err)
		}
		var want *tracking.Site
		if want, err = store.Site(t.Context()); err != nil {
			t.Fatal(err)
		}
		if ok && !reflect.DeepEqual(updated, want) {
			t.Errorf("after %s: %v, want %v", c.write, updated.Places, want.Places)
		}
		site = want
	}
}
