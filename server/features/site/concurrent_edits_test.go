package site_test

import (
	"strings"
	"sync"
	"testing"

	"thriftwell/server/app/sitetest"
)

func recordsAddedAtOnceGetPositionsAndSlugsOfTheirOwn(t *testing.T, s *sitetest.Site) {
	editor := s.As("editor")
	page := s.Count("SELECT min(id) FROM content_pages")
	for _, c := range []struct {
		path     string
		body     sitetest.M
		repeated string // counts repetitions of a position or slug
		conflict string // the field of those refused; empty if none may be
	}{
		{"/api/admin/daily-offers", sitetest.M{"title": "Bulbs", "link": "https://bulbs.example.com/"}, "SELECT count(*) - count(DISTINCT position) FROM daily_offers WHERE title = 'Bulbs'", ""},
		{"/api/admin/questions", sitetest.M{"question": "Bulbs?", "pageId": page}, "SELECT count(*) - count(DISTINCT position) FROM questions WHERE question = 'Bulbs?'", ""},
		{"/api/admin/letters", sitetest.M{"subject": "Bulbs"}, "SELECT count(*) - count(DISTINCT slug) FROM letters WHERE subject = 'Bulbs'", ""},
		{"/api/admin/articles", sitetest.M{"title": "Bulbs", "slug": "bulbs", "category": "household"}, "SELECT count(*) - count(DISTINCT slug) FROM articles WHERE title = 'Bulbs'", "slug"},
		{"/api/admin/authors", sitetest.M{"name": "Bulb", "slug": "bulb"}, "SELECT count(*) - count(DISTINCT slug) FROM authors WHERE name = 'Bulb'", "slug"},
	} {
		var all sync.WaitGroup
		answers := make([]sitetest.Answer, 8)
		for i := range answers {
			all.Go(func() { answers[i] = editor.Do("POST", c.path, c.body) })
		}
		all.Wait()
		made := 0
		for _, a := range answers {
			switch {
			case a.Status == 201:
				made++
			case c.conflict == "" || a.Status != 409 || !strings.Contains(a.Body, `"field":"`+c.conflict+`"`):
				t.Errorf("%s: %d %s", c.path, a.Status, a.Body)
			}
		}
		if c.conflict != "" && made != 1 {
			t.Errorf("%s: made %d", c.path, made)
		}
		if n := s.Count(c.repeated); n != 0 {
			t.Errorf("%s: %d share a position or slug with another", c.path, n)
		}
	}
}
