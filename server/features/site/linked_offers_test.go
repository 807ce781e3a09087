package site_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/reports"
)

// linkedOffer is an offer that texts link to.
type linkedOffer struct{ kind, table, calls, field, subject, action string }

func linkedOffers() []linkedOffer {
	return []linkedOffer{
		{"carousel", "carousel_offers", "/api/admin/offers", "targetUrl", "offer", "clickout"},
		{"content", "content_offers", "/api/content/offers", "url", "content_offer", "click"},
		{"daily", "daily_offers", "/api/admin/daily-offers", "link", "daily_offer", "click"},
		{"static", "static_offers", "/api/admin/static-offers", "link", "static_offer", "click"},
	}
}

// first returns the id of the first of the kind that is active, and its address in
// texts.
func (o linkedOffer) first(s *sitetest.Site) (id int64, address string) {
	id = int64(s.Count("SELECT min(id) FROM " + o.table + " WHERE is_active AND deleted_at IS NULL AND hold IS NULL"))
	return id, fmt.Sprint("/go/", o.kind, "/", id)
}

// set changes the offer.
func (o linkedOffer) set(p sitetest.Member, id int64, fields sitetest.M) {
	p.T.Helper()
	sitetest.Must[sitetest.M](p, "PUT", fmt.Sprint(o.calls, "/", id), fields)
}

func TestLinkedOffers(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"aLinkInAnArticleIsAClickOutOfItsOfferThere":      aLinkInAnArticleIsAClickOutOfItsOfferThere,
		"aConversionOfALinkIsTheArticlesToo":              aConversionOfALinkIsTheArticlesToo,
		"textsFollowTheOffersThatTheyLinkTo":              textsFollowTheOffersThatTheyLinkTo,
		"anOfferOfAContentPageThatIsOffOrDeletedHasEnded": anOfferOfAContentPageThatIsOffOrDeletedHasEnded,
		"aLinkToNoOfferIsRefusedAtTheField":               aLinkToNoOfferIsRefusedAtTheField,
	})
}

func aLinkInAnArticleIsAClickOutOfItsOfferThere(t *testing.T, s *sitetest.Site) {
	p := s.As("editor")
	for _, o := range linkedOffers() {
		id, address := o.first(s)
		o.set(p, id, sitetest.M{o.field: "https://partner.example.com/?z={zip}&c={clickid}"})
		link := address + "?in=" + url.QueryEscape("/articles/avoid-overdraft-fees")
		a := s.ClickOut(link+"&zip=02139&visit="+url.QueryEscape(`{"first":{"source":"letter"}}`), sitetest.Person(1)...)
		to, click, _ := strings.Cut(a.Header.Get("Location"), "&c=")
		if a.Status != 302 || to != "https://partner.example.com/?z=02139" || len(click) != 36 || a.Header.Get("Cache-Control") != "no-store" || !strings.Contains(a.Header.Get("X-Robots-Tag"), "noindex") {
			t.Errorf("%s: %d %v", address, a.Status, a.Header)
		}
		if n := s.Count(`SELECT count(*) FROM events e JOIN contexts c ON c.id = e.context_id JOIN origins o ON o.id = c.last_id JOIN articles a ON a.id = c.place_id
			WHERE e.id::text = $1 AND e.subject::text = $2 AND e.subject_id = $3 AND e.action::text = $4 AND c.place = 'article' AND a.slug = 'avoid-overdraft-fees' AND c.piece_id = a.id AND o.source = 'letter'`,
			click, o.subject, id, o.action); n != 1 {
			t.Errorf("%s: %d events with the article", address, n)
		}
		private := s.ClickOut(link+"&zip=02139", append(sitetest.Person(2), "Sec-GPC", "1")...)
		if to := private.Header.Get("Location"); strings.Contains(to, "02139") || strings.HasSuffix(to, "c=") {
			t.Errorf("%s leads who opted out to %s", address, to)
		}
		s.Get(link, "User-Agent", "Googlebot/2.1")
		s.Get(link, append(sitetest.Person(3), "Sec-Purpose", "prefetch")...)
		s.ClickOut(link, sitetest.Person(1)...) // a duplicate
		sitetest.Eventually(t, "all are recorded", func() bool {
			return s.Counted(o.subject, id, o.action, "robot")+s.Counted(o.subject, id, o.action, "prefetch")+s.Counted(o.subject, id, o.action, "duplicate") == 3
		})
		if n := s.Counted(o.subject, id, o.action); n != 2 {
			t.Errorf("%s: %d people", address, n)
		}
		for _, unknown := range []string{strings.TrimRight(address, "0123456789") + "999999", "/go/banner/1", address + "x", address + "/1"} {
			if a := s.Get(unknown, sitetest.Person(4)...); a.Status != 404 && a.Status != 503 || a.Header.Get("Location") != "" {
				t.Errorf("%s: %d to %s", unknown, a.Status, a.Header.Get("Location"))
			}
		}
		o.set(p, id, sitetest.M{"isActive": false})
		if a := s.Get(link, sitetest.Person(5)...); a.Status != 302 || a.Header.Get("Location") != "/offers?ended=1" {
			t.Errorf("%s has ended: %d to %s", address, a.Status, a.Header.Get("Location"))
		}
	}
}

func aConversionOfALinkIsTheArticlesToo(t *testing.T, s *sitetest.Site) {
	p := s.As("editor")
	advertiser := sitetest.Must[struct {
		ID          int64
		PostbackKey string
	}](p, "POST", "/api/admin/advertisers", sitetest.M{"name": "Marlowick", "preset": "affise"})
	offer := sitetest.Must[struct{ ID int64 }](p, "POST", "/api/admin/daily-offers", sitetest.M{
		"title": "Bulbs", "link": "https://sunmarl.example.com/?s={clickid}", "advertiserId": advertiser.ID, "payoutModel": "lead", "payoutAmount": 1250, "payoutCurrency": "USD",
	})
	const page = "/articles/automatic-savings-that-stick"
	a := s.ClickOut(fmt.Sprintf("/go/daily/%d?in=%s", offer.ID, page), sitetest.Person(1)...)
	_, click, _ := strings.Cut(a.Header.Get("Location"), "s=")
	if a := s.Get("/postback/" + advertiser.PostbackKey + "?clickid=" + click + "&action_id=1&status=1"); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	for query, key := range map[string]string{
		"by=page&keys=" + page: page, "by=piece&keys=" + page: page, "by=offer&page=" + page: fmt.Sprint("daily:", offer.ID), "by=page&offer=" + fmt.Sprint("daily:", offer.ID): page,
	} {
		r := sitetest.Must[reports.Report](p, "GET", "/api/admin/reports?"+query, nil)
		if len(r.Rows) != 1 || r.Rows[0].Key != key || r.Rows[0].Clickouts != 1 || r.Rows[0].Conversions != 1 || r.Rows[0].Revenue != 1250 || r.Rows[0].EPC != 1250 {
			t.Errorf("%s: %+v", query, r.Rows)
		}
		csv := p.Do("GET", "/api/admin/reports?format=csv&"+query, nil).Body
		if !strings.Contains(csv, key+",") || !strings.Contains(csv, ",1,0,1,1250,0,0,") || !strings.HasSuffix(csv, ",1250\r\n") {
			t.Errorf("%s as CSV: %s", query, csv)
		}
	}
}

func textsFollowTheOffersThatTheyLinkTo(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	p := s.As("editor")
	for _, o := range linkedOffers() {
		id, address := o.first(s)
		text := "See [rates](" + address + ").\n\n[Open](" + address + ` "card")`
		slug := "linked-" + o.kind
		made := sitetest.Must[struct {
			ID   int64
			Body string
		}](p, "POST", "/api/admin/articles", sitetest.M{"title": "Linked", "slug": slug, "excerpt": "x", "category": "phone", "body": text, "status": "published"})
		if made.Body != text {
			t.Errorf("kept %q", made.Body)
		}
		sitetest.Must[struct{}](p, "POST", "/api/admin/guides", sitetest.M{"title": "Linked", "slug": slug, "subtitle": "x", "category": "phone", "introduction": text, "conclusion": text, "status": "published",
			"items": []sitetest.M{{"title": "One", "content": text, "ctaText": "Go", "ctaUrl": address}}})
		for path, pattern := range map[string]string{"/api/articles/": "/api/articles/{slug}", "/api/listicles/": "/api/listicles/{id}"} {
			a := s.Get(path + slug)
			sitetest.Agrees(t, doc, "GET", pattern, a)
			in := "?in=" + url.QueryEscape(strings.NewReplacer("/api/", "/", "listicles", "guides").Replace(path)+slug)
			if !strings.Contains(a.Body, address+in) || !strings.Contains(a.Body, "offer-card") || !strings.Contains(a.Body, "disclosure") {
				t.Errorf("%s: %s", address, a.Body)
			}
			for _, tag := range []string{":" + slug, "offers", "content", "dailyoffers"} {
				if tags := a.Header.Get("Cache-Tag"); !strings.Contains(tags, tag) {
					t.Errorf("%s%s is not told of %s: %s", path, slug, tag, tags)
				}
			}
			if path == "/api/listicles/" && !strings.Contains(a.Body, `"ctaUrl":"`+address+in+`","ctaSponsored":true`) {
				t.Errorf("the button of the step: %s", a.Body)
			}
		}
		o.set(p, id, sitetest.M{"isActive": false})
		for _, path := range []string{"/api/articles/", "/api/listicles/"} {
			a := s.Get(path + slug)
			if !strings.Contains(a.Header.Get("Cache-Tag"), "dailyoffers") { // it may come back
				t.Errorf("%s once ended: %v", address, a.Header)
			}
			if strings.Contains(a.Body, "/go/") || strings.Contains(a.Body, "offer-card") || strings.Contains(a.Body, "disclosure") || !strings.Contains(a.Body, "See rates.") {
				t.Errorf("%s has ended: %s", address, a.Body)
			}
		}
	}
}

func anOfferOfAContentPageThatIsOffOrDeletedHasEnded(t *testing.T, s *sitetest.Site) {
	p := s.As("editor")
	page := sitetest.Must[struct{ ID int64 }](p, "POST", "/api/content/pages", sitetest.M{"title": "Passing", "slug": "passing"})
	offer := sitetest.Must[struct{ ID int64 }](p, "POST", "/api/content/offers", sitetest.M{"title": "Passing offer", "url": "https://passing.example.com/", "pageId": page.ID})
	link, at := fmt.Sprint("/go/content/", offer.ID), fmt.Sprint("/api/content/pages/", page.ID)
	expect := func(when string, live bool) {
		t.Helper()
		to := "/offers?ended=1"
		if live {
			to = "https://passing.example.com/"
		}
		if a := s.ClickOut(link, sitetest.Person(1)...); a.Header.Get("Location") != to {
			t.Errorf("%s: %d to %s", when, a.Status, a.Header.Get("Location"))
		}
		found := p.Do("GET", "/api/admin/find-offers?q=passing+offer", nil).Body
		if strings.Contains(found, `"isActive":true`) != live {
			t.Errorf("%s, staff find %s", when, found)
		}
	}
	expect("on", true)
	sitetest.Must[sitetest.M](p, "PUT", at, sitetest.M{"isActive": false})
	expect("off", false)
	sitetest.Must[sitetest.M](p, "PUT", at, sitetest.M{"isActive": true})
	expect("on again", true)
	if a := p.Do("DELETE", at, nil); a.Status >= 300 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	expect("deleted", false)
}

func aLinkToNoOfferIsRefusedAtTheField(t *testing.T, s *sitetest.Site) {
	p := s.As("editor")
	const text, sentence = "See [rates](/go/daily/999999).", "There’s no offer at /go/daily/999999. Choose the offer again."
	for _, c := range []struct {
		path, field string
		body        sitetest.M
	}{
		{"/api/admin/articles", "body", sitetest.M{"title": "x", "slug": "x", "body": text}},
		{"/api/admin/guides", "introduction", sitetest.M{"title": "x", "slug": "x", "introduction": text}},
		{"/api/admin/guides", "items", sitetest.M{"title": "x", "slug": "x", "items": []sitetest.M{{"content": text}}}},
		{"/api/admin/guides", "items", sitetest.M{"title": "x", "slug": "x", "items": []sitetest.M{{"ctaUrl": "/go/daily/999999"}}}},
		{"/api/admin/letters", "body", sitetest.M{"subject": "x", "body": text}},
	} {
		if a := p.Do("POST", c.path, c.body); a.Status != 400 || !strings.Contains(a.Body, `"`+c.field+`"`) || !strings.Contains(a.Body, sentence) {
			t.Errorf("%s: %d %s", c.path, a.Status, a.Body)
		}
	}
}
