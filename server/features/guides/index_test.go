package guides_test

import (
	"strings"
	"testing"

	"gorm.io/gorm"

	"thriftwell/db/dbtest"
	"thriftwell/server/features/guides"
)

func TestGuidesAreFoundByIndex(t *testing.T) {
	t.Parallel()
	d := open(t)
	d.Exec(`INSERT INTO guides (slug, title, status, publish_at)
		SELECT 'guide-' || n, 'A title', 'published', now() - n * interval '1 minute' FROM generate_series(1, 2000) n`)
	d.Exec("ANALYZE guides")
	said := dbtest.NewStatements()
	store := &guides.Store{DB: d.DB.Gorm.Session(&gorm.Session{Logger: said})}
	if _, err := store.Get(t.Context(), "guide-1777", d.desk.Articles); err != nil {
		t.Fatal(err)
	}
	if _, plans := dbtest.Fast(t, d.DB.Pool, said.Heard()[:1], 1e6); strings.Contains(plans[0], "Seq Scan") {
		t.Error(plans[0])
	}
}
