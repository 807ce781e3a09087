package app

import (
	"strings"
	"testing"
)

func TestOfferCallsKeepTheContract(t *testing.T) {
	s, doc := openSite(t), contract(t)
	for _, c := range []struct {
		path, pattern string
		status, least int // how many of them at least
		item          string
	}{
		{"/api/offers?active=true", "/api/offers", 200, 6, `"targetUrl"`},
		{"/api/offers?active=maybe", "/api/offers", 400, 0, ""},
		{"/api/hot-offers", "/api/hot-offers", 200, 5, `"link"`},
		{"/api/content/pages/hot-offers", "/api/content/pages/{slug}", 200, 1, `"slug"`},
		{"/api/content/pages/no-such-page", "/api/content/pages/{slug}", 404, 0, ""},
		{"/api/content/hot-offers/offers", "/api/content/{slug}/offers", 200, 5, `"pageId"`},
		{"/api/content/settlements/offers", "/api/content/{slug}/offers", 200, 9, `"pageId"`},
		{"/api/content/insuranceprotection/offers", "/api/content/{slug}/offers", 200, 6, `"pageId"`},
		{"/api/content/no-such-page/offers", "/api/content/{slug}/offers", 404, 0, ""},
		{"/api/content/a%00b/offers", "/api/content/{slug}/offers", 404, 0, ""},
		{"/api/coreg/settlements2/questions", "/api/coreg/{slug}/questions", 200, 6, `"targetUrl":"https`},
		{"/api/coreg/a%00b/questions", "/api/coreg/{slug}/questions", 404, 0, ""},
		{"/api/daily-offers?page=1&limit=6", "/api/daily-offers", 200, 6, `"ctaText"`},
		{"/api/daily-offers?page=3&limit=6", "/api/daily-offers", 200, 2, `"ctaText"`},
		{"/api/daily-offers?page=99&limit=6", "/api/daily-offers", 200, 0, ""},
		{"/api/daily-offers?page=0", "/api/daily-offers", 400, 0, ""},
		{"/api/daily-offers?page=-1", "/api/daily-offers", 400, 0, ""},
		{"/api/daily-offers?page=x", "/api/daily-offers", 400, 0, ""},
		{"/api/daily-offers?page=1.5", "/api/daily-offers", 400, 0, ""},
		{"/api/daily-offers?page=99999999999999999999", "/api/daily-offers", 400, 0, ""},
		{"/api/daily-offers?limit=0", "/api/daily-offers", 400, 0, ""},
	} {
		a := s.get(c.path)
		if a.Status != c.status || (c.item != "" && strings.Count(a.Body, c.item) < c.least) {
			t.Errorf("%s: got %d, want %d and %d × %s: %.300s", c.path, a.Status, c.status, c.least, c.item, a.Body)
		}
		agrees(t, doc, "GET", "/", c.pattern, a)
	}
}
