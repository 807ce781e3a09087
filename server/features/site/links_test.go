package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/links"
	"thriftwell/server/features/reports"
	"thriftwell/server/platform/editable"
)

const (
	linksList = "/api/admin/links"
	fund      = "/guides/start-an-emergency-fund"
)

type link struct {
	ID                                                  int64
	Code, Name, Path, Source, Medium, Campaign, Content string
}

func share(p sitetest.Member, body sitetest.M) link {
	p.T.Helper()
	return sitetest.Must[link](p, "POST", linksList, body)
}

func TestLinks(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"marketerCreatesAShortLinkThatRedirectsToItsPage":     marketerCreatesAShortLinkThatRedirectsToItsPage,
		"deletedLinkRedirectsWhileInTheTrashAndForeverIfUsed": deletedLinkRedirectsWhileInTheTrashAndForeverIfUsed,
		"linksPointOnlyToPublicPages":                         linksPointOnlyToPublicPages,
	})
}

func marketerCreatesAShortLinkThatRedirectsToItsPage(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	p := s.As("marketer")
	a := p.Do("POST", linksList, sitetest.M{"name": "Flyer", "path": fund + "?from=flyer#step-2", "source": "Fair & Square", "medium": "print", "campaign": "spring 2027"})
	sitetest.Agrees(t, doc, "POST", linksList, a)
	made := sitetest.Decode[link](t, a.Body)
	if a.Status != 201 || len(made.Code) != 7 || made.Path != fund+"?from=flyer#step-2" {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	want := fund + "?from=flyer&link=" + made.Code + "&utm_campaign=spring+2027&utm_medium=print&utm_source=Fair+%26+Square#step-2"
	for _, path := range []string{made.Code, strings.ToUpper(made.Code), made.Code + "?utm_source=somebody-else"} {
		for _, method := range []string{"GET", "HEAD"} {
			if a := s.Call(method, "/g/"+path, ""); a.Status != 302 || a.Header.Get("Location") != want || a.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s %s: %d to %q", method, path, a.Status, a.Header.Get("Location"))
			}
		}
	}
	one := fmt.Sprint(linksList, "/", made.ID)
	a = p.Do("PUT", one, sitetest.M{"path": s.Config.BaseURL, "source": "", "medium": "", "campaign": ""})
	sitetest.Agrees(t, doc, "PUT", linksList+"/{id}", a)
	if a := s.Get("/g/" + made.Code); a.Header.Get("Location") != "/?link="+made.Code {
		t.Errorf("after the change: %d to %q", a.Status, a.Header.Get("Location"))
	}
	a = p.Do("GET", one+"/qr", nil)
	if a.Status != 200 || a.Header.Get("Content-Type") != "image/svg+xml" || !strings.Contains(a.Body, s.Config.BaseURL+"/g/"+made.Code+"<") {
		t.Errorf("the QR code: %d %.200s", a.Status, a.Body)
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE kind = 'link' AND action IN ('create', 'update') AND subject_id = $1", fmt.Sprint(made.ID)); n != 2 {
		t.Errorf("%d audit log entries", n)
	}
	if found := sitetest.Must[[]link](p, "GET", linksList+"?q="+strings.ToUpper(made.Code), nil); len(found) != 1 {
		t.Errorf("found by the code: %+v", found)
	}
}

func linksPointOnlyToPublicPages(t *testing.T, s *sitetest.Site) {
	p := s.As("editor")
	draft := sitetest.M{"title": "Draft", "slug": "a-draft", "excerpt": "E.", "category": "shopping", "body": "B."}
	p.Edit("POST", "/api/admin/articles", draft)
	for _, path := range []string{
		"", " ", "guides", "/no-such-page", "/guides/no-such-guide", "/articles/a-draft", "/admin", "/admin/links", "/api/articles", "/links/", "/g/abcdefg", "/unsubscribe",
		"//evil.example" + fund, "https://evil.example" + fund, s.Config.BaseURL + ".evil.example" + fund, s.Config.BaseURL + "@evil.example" + fund,
		`/\evil.example`, "javascript:alert(1)", "mailto:a@example.com", fund + "/", "/guides/../guides", "/%00", "/gui\ndes", "/guides%zz", strings.Repeat("/guides", 400),
	} {
		a := p.Do("POST", linksList, sitetest.M{"name": "x", "path": path})
		if a.Status != 400 || !strings.Contains(a.Body, `"field":"path"`) {
			t.Errorf("%q: %d %s", path, a.Status, a.Body)
		}
	}
	for _, body := range []sitetest.M{
		{"path": "/guides"}, {"name": "x"}, {"name": "x", "path": 7}, {"name": "x", "path": "/", "code": "mine"}, {"name": "x", "path": "/", "source": "jane@example.com"},
		{"name": "x", "path": "/", "campaign": strings.Repeat("x", 101)}, {"name": strings.Repeat("x", 101), "path": "/"},
	} {
		if a := p.Do("POST", linksList, body); a.Status != 400 {
			t.Errorf("%v: %d %s", body, a.Status, a.Body)
		}
	}
	for _, path := range []string{"/", "/guides?category=banking", "/content/settlements", s.Config.BaseURL + "/articles/avoid-overdraft-fees"} {
		made := share(p, sitetest.M{"name": "x", "path": path})
		if want := strings.TrimPrefix(path, s.Config.BaseURL); made.Path != want {
			t.Errorf("%q was stored as %q", path, made.Path)
		}
	}
}

func deletedLinkRedirectsWhileInTheTrashAndForeverIfUsed(t *testing.T, s *sitetest.Site) {
	p := s.As("marketer")
	used, unused := share(p, sitetest.M{"name": "Used", "path": fund}), share(p, sitetest.M{"name": "Unused", "path": fund})
	s.Send("/api/views", view(used, fund, fund), sitetest.Person(1)...)
	for _, l := range []link{used, unused} {
		p.Do("DELETE", fmt.Sprint(linksList, "/", l.ID), nil)
		if a := s.Get("/g/" + l.Code); a.Status != 302 {
			t.Errorf("%s in the trash: %d", l.Name, a.Status)
		}
	}
	s.Exec("UPDATE links SET deleted_at = deleted_at - interval '31 days'")
	desk := links.Links(editable.Site{DB: s.DB.Gorm}, links.Pages{})
	if err := desk.EmptyBin(t.Context()); err != nil {
		t.Fatal(err)
	}
	share(p, sitetest.M{"name": "Another", "path": fund}) // reloads the links
	if a, b := s.Get("/g/"+used.Code), s.Get("/g/"+unused.Code); a.Status != 302 || b.Status == 302 {
		t.Errorf("after the trash was emptied: %d and %d", a.Status, b.Status)
	}
}

// view returns a view of a page in a visit that began with a link.
func view(l link, landing, page string) string {
	return fmt.Sprintf(`{"action":"view",%s}`, visit(l, landing, page))
}

func visit(l link, landing, page string) string {
	return fmt.Sprintf(`"visit":{"page":%q,"first":{"source":"somewhere","landing":"/"},"last":{"link":%q,"source":%q,"landing":%q}}`, page, l.Code, l.Source, landing)
}

type row struct {
	Key, Label                                      string
	ID                                              int64
	Views, Reads, Uniques, Clicks, Signups, Revenue int64
}

type linksReport struct {
	Rows    []row
	Total   row
	Filters []struct{ By, Key, Label string }
}

// Two people follow the flyer's link, on two instances, and browse; one clicks
// a paid offer and signs up. A robot and previews follow it too. Another link
// brings one of the two back, to another page.
func TestLinkReportIsExactAcrossInstances(t *testing.T) {
	t.Parallel()
	one := apptest.Open(t)
	other := apptest.Open(t, "DATABASE_URL="+one.Config.DatabaseURL, "DATA_DIR="+one.Config.DataDir)
	p := one.As("marketer")
	flyer, letter := share(p, sitetest.M{"name": "Flyer", "path": fund, "source": "fair"}), share(p, sitetest.M{"name": "Letter", "path": "/guides"})
	sitetest.Eventually(t, "the other instance knows the links", func() bool {
		return other.Get("/g/"+flyer.Code).Status == 302 && other.Get("/g/"+letter.Code).Status == 302
	})
	daily := one.IDOf("daily_offers", "sunmarl-led-bundle")
	one.As("editor").Edit("PUT", fmt.Sprint("/api/admin/daily-offers/", daily), sitetest.M{"payoutModel": "click", "payoutAmount": 129, "payoutCurrency": "USD"})

	for _, robot := range []string{"Googlebot/2.1 (+http://www.google.com/bot.html)", "facebookexternalhit/1.1", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"} {
		one.Get("/g/"+flyer.Code, "User-Agent", robot)
		one.Send("/api/views", view(flyer, fund, fund), "User-Agent", robot)
	}
	one.Get("/g/"+flyer.Code, "Sec-Purpose", "prefetch")
	if n := one.Events(); n != 3 {
		t.Errorf("%d events from robots", n)
	}
	for n, s := range []*sitetest.Site{one, other} {
		as := sitetest.Person(n)
		s.Send("/api/views", view(flyer, fund, fund), as...)
		s.Send("/api/views", strings.Replace(view(flyer, fund, fund), "view", "read", 1), as...)
		s.Send("/api/views", view(flyer, fund, "/dailyoffers"), as...)
	}
	one.Send("/api/daily-offers/click", fmt.Sprintf(`{"offerId":%d,%s}`, daily, visit(flyer, fund, "/dailyoffers")), sitetest.Person(0)...)
	if a := one.Post("/api/subscribers", sitetest.Jane("visit", sitetest.M{"page": "/subscribe", "first": sitetest.M{"link": flyer.Code, "landing": fund}}), sitetest.Person(0)...); a.Status != 201 {
		t.Fatal(a.Status, a.Body)
	}
	sitetest.Eventually(t, "the signup is counted, which its answer does not wait for", func() bool {
		return one.Count("SELECT count(*) FROM events WHERE action = 'signup'") == 1
	})
	other.Send("/api/views", view(letter, "/guides", "/guides"), sitetest.Person(0)...)
	other.Send("/api/views", view(link{Code: "unknown"}, "/guides", "/guides"), sitetest.Person(2)...)

	want := map[string]row{
		flyer.Code:  {Key: flyer.Code, Label: "Flyer", ID: flyer.ID, Views: 4, Reads: 2, Uniques: 2, Clicks: 1, Signups: 1, Revenue: 129},
		letter.Code: {Key: letter.Code, Label: "Letter", ID: letter.ID, Views: 1, Uniques: 1},
	}
	check := func(when string) {
		t.Helper()
		got := sitetest.Must[linksReport](p, "GET", "/api/admin/reports?by=link", nil)
		if len(got.Rows) != len(want) {
			t.Errorf("%s: %+v", when, got.Rows)
		}
		for _, r := range got.Rows {
			if r != want[r.Key] {
				t.Errorf("%s:\n got %+v\nwant %+v", when, r, want[r.Key])
			}
		}
		if got.Total.Views != 6 || got.Total.Uniques != 3 {
			t.Errorf("%s: total %+v", when, got.Total)
		}
		if one := sitetest.Must[linksReport](p, "GET", "/api/admin/reports?by=link&keys="+letter.Code, nil); len(one.Rows) != 1 || one.Rows[0] != want[letter.Code] {
			t.Errorf("%s, by code: %+v", when, one.Rows)
		}
	}
	check("today")
	narrowed := sitetest.Must[linksReport](p, "GET", "/api/admin/reports?by=page&link="+flyer.Code, nil)
	if len(narrowed.Rows) != 3 || narrowed.Total.Views != 4 || narrowed.Total.Revenue != 129 || narrowed.Filters[0].Label != "Flyer" {
		t.Errorf("pages visited from the flyer: %+v", narrowed)
	}
	if err := reports.NewStore(one.DB.Gorm).AddUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	check("when it is added up")
}
