package offer_test

import (
	"fmt"
	"net/url"
	"testing"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/offer"
)

func offersOfAllKindsAreFound(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	p := s.As("editor")
	quillmarsh := sitetest.Must[struct{ ID int64 }](p, "POST", "/api/admin/advertisers", sitetest.M{"name": "Quillmarsh Bank"})
	page := s.IDOf("content_pages", "hot-offers")
	for path, body := range map[string]sitetest.M{
		"/api/admin/offers":        {"title": "A 100% card", "targetUrl": "https://quillmarsh.example/a?c={clickid}", "type": "linkout", "advertiserId": quillmarsh.ID},
		"/api/content/offers":      {"title": "B", "url": "https://quillmarsh.example/a?c=1#x", "pageId": page, "partner": "quillmarsh"},
		"/api/admin/daily-offers":  {"title": "C of Quillmarsh", "link": "https://Quillmarsh.example/a/"},
		"/api/admin/static-offers": {"title": "D", "link": "https://quillmarsh.example/b", "advertiserId": quillmarsh.ID, "isActive": false},
	} {
		sitetest.Must[sitetest.M](p, "POST", path, body)
	}
	for query, want := range map[string]string{
		"q=QUILLMARSH": "[A 100% card B C of Quillmarsh D]", "q=100%25": "[A 100% card]", "q=nobody": "[]",
		"address=" + url.QueryEscape("https://quillmarsh.example/a?c=1#x"): "[B A 100% card C of Quillmarsh]",
		"address=https://quillmarsh.example/b":                             "[D]", "address=https://quillmarsh.example/": "[]", "address=x": "[]",
	} {
		a := p.Do("GET", "/api/admin/find-offers?"+query, nil)
		sitetest.Agrees(t, doc, "GET", "/api/admin/find-offers", a)
		titles := []string{}
		for _, o := range sitetest.Decode[[]offer.Found](t, a.Body) {
			titles = append(titles, o.Title)
		}
		if got := fmt.Sprint(titles); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	for _, query := range []string{"", "?q=quillmarsh"} {
		if a := s.Get("/api/admin/find-offers" + query); a.Status != 401 {
			t.Errorf("a stranger: %d", a.Status)
		}
	}
}
