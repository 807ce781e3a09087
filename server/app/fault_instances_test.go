package app

import (
	"context"
	"strings"
	"testing"
	"time"

	"thriftwell/db/dbtest"
	"thriftwell/server/platform/pagecache"
)

// rename writes an article's title as an instance of its own would, telling the
// others if it is to.
func (s *testSite) rename(slug, title string, tell bool) {
	s.t.Helper()
	ctx := context.Background()
	tx := s.db.Gorm.WithContext(ctx).Begin()
	defer tx.Rollback()
	if err := tx.Exec("UPDATE articles SET title = ? WHERE slug = ?", title, slug).Error; err != nil {
		s.t.Fatal(err)
	}
	if tell {
		if err := pagecache.Notify(ctx, tx.Statement.ConnPool, "articles"); err != nil {
			s.t.Fatal(err)
		}
	}
	if err := tx.Commit().Error; err != nil {
		s.t.Fatal(err)
	}
}

const anArticle = "compare-car-insurance-quotes"

// shows tells whether a page has the article's title, and how it was answered.
func (s *testSite) shows(title string) bool {
	s.t.Helper()
	return strings.Contains(s.get("/articles/"+anArticle).Body, title)
}

func TestAWriteOnOneInstanceReachesThePagesOfTheOther(t *testing.T) {
	same := []string{"DATABASE_URL=" + dbtest.New(t), "DATA_DIR=" + t.TempDir()}
	one, other := openSite(t, same...), openSite(t, same...)
	for _, title := range []string{"Quotes Anew", "Quotes Once More"} {
		for _, s := range []*testSite{one, other} {
			s.warm("/articles/" + anArticle)
			s.warm("/guides")
		}
		one.rename(anArticle, title, true)
		for _, s := range []*testSite{one, other} {
			eventually(t, 10*time.Second, "the new title shows", func() bool { return s.shows(title) })
		}
	}
}

// A write that an instance could not hear of, as its connection was lost.
func TestAfterALostConnectionWhatWasMissedShowsAllTheSame(t *testing.T) {
	s := openSite(t)
	s.warm("/articles/" + anArticle)
	s.rename(anArticle, "Quotes Nobody Told Of", false)
	if s.shows("Quotes Nobody Told Of") {
		t.Fatal("the page was not kept")
	}
	var lost int
	err := s.db.Pool.QueryRow(context.Background(), `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
		WHERE datname = current_database() AND query = 'LISTEN page_invalidation'`).Scan(&lost)
	if err != nil || lost != 1 {
		t.Fatalf("%d connections listened: %v", lost, err)
	}
	eventually(t, 10*time.Second, "the page is made anew", func() bool { return s.shows("Quotes Nobody Told Of") })
}
