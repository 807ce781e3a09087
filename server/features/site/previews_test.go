package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
)

// look creates a preview and returns its API path.
func look(ed sitetest.Member, kind string, id int64) string {
	ed.T.Helper()
	link := sitetest.Must[struct{ URL string }](ed, "POST", "/api/admin/previews", sitetest.M{"kind": kind, "id": id})
	_, path, _ := strings.Cut(link.URL, "/preview/")
	return "/api/preview/" + path
}

func offersOfEveryKindCanBePreviewed(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	page := ed.Edit("POST", "/api/content/pages", sitetest.M{"title": "Soon", "slug": "soon", "isActive": false})
	for _, c := range []struct {
		kind, calls, public string
		body                sitetest.M
	}{
		{"content-offer", "/api/content/offers", "/api/content/soon/offers", sitetest.M{"url": "https://x.example.com", "pageId": page.ID}},
		{"offer", "/api/admin/offers", "/api/offers", sitetest.M{"targetUrl": "https://x.example.com", "type": "linkout"}},
		{"static-offer", "/api/admin/static-offers", "/api/hot-offers", sitetest.M{"link": "https://x.example.com"}},
		{"daily-offer", "/api/admin/daily-offers", "/api/daily-offers", sitetest.M{"link": "https://x.example.com"}},
	} {
		c.body["title"], c.body["isActive"] = "Not Yet Live", false
		made := ed.Edit("POST", c.calls, c.body)
		call := look(ed, c.kind, made.ID)
		a := s.Get(call)
		sitetest.Agrees(t, doc, "GET", "/api/preview/offers/{kind}/{token}", a)
		first := strings.Index(a.Body, `"title":`)
		if first < 0 || !strings.HasPrefix(a.Body[first:], `"title":"Not Yet Live"`) || a.Header.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s: %d %.200s", c.kind, a.Status, a.Body)
		}
		if a := s.Get(c.public); strings.Contains(a.Body, "Not Yet Live") {
			t.Errorf("%s: visible to readers", c.kind)
		}
		if a := s.Get(strings.Replace(call, c.kind, "page", 1)); a.Status != 404 {
			t.Errorf("%s: preview of another kind: %d", c.kind, a.Status)
		}
		ed.Edit("DELETE", fmt.Sprintf("%s/%d", c.calls, made.ID), nil)
		if a := s.Get(call); a.Status != 404 {
			t.Errorf("%s: in the trash: %d", c.kind, a.Status)
		}
	}
}

func pageCanBePreviewed(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	ed := s.As("editor")
	page := ed.Edit("POST", "/api/content/pages", sitetest.M{"title": "Later", "slug": "later", "isActive": false})
	ed.Edit("POST", "/api/content/offers", sitetest.M{"title": "There", "url": "https://x.example.com", "pageId": page.ID})
	call := look(ed, "page", page.ID)
	a := s.Get(call + "/page")
	sitetest.Agrees(t, doc, "GET", "/api/preview/offers/{kind}/{token}/page", a)
	if offers := s.Get(call); !strings.Contains(a.Body, "Later") || !strings.Contains(offers.Body, "There") {
		t.Errorf("%d %s, %d %s", a.Status, a.Body, offers.Status, offers.Body)
	}
	for name, path := range map[string]string{"a forged link": call[:len(call)-4] + "aaaa", "no kind": strings.Replace(call, "/page/", "/user/", 1)} {
		if a := s.Get(path); a.Status != 404 {
			t.Errorf("%s: %d", name, a.Status)
		}
	}
	if a := ed.Do("POST", "/api/admin/previews", sitetest.M{"kind": "page", "id": 999999}); a.Status != 404 {
		t.Errorf("unknown record: %d", a.Status)
	}
	if a := s.As("marketer").Do("POST", "/api/admin/previews", sitetest.M{"kind": "page", "id": page.ID}); a.Status != 403 {
		t.Errorf("by a marketer: %d", a.Status)
	}
}
