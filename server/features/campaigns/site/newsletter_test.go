package site_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/notify"
)

const emails = "/api/admin/letters"

// write adds an email.
func write(p sitetest.Member, body sitetest.M) campaigns.Email {
	p.T.Helper()
	return sitetest.Must[campaigns.Email](p, "POST", emails, body)
}

// at returns the address of a call about a campaign.
func at(all string, c campaigns.Campaign, call string) string {
	return fmt.Sprint(all, "/", c.ID, call)
}

// isSent waits until an email is sent.
func isSent(p sitetest.Member, l campaigns.Email) {
	p.T.Helper()
	sitetest.Eventually(p.T, "the email is sent", func() bool {
		return sitetest.Must[campaigns.Email](p, "GET", at(emails, l.Campaign, ""), nil).Status == campaigns.Sent
	})
}

func TestEditorSendsAnEmailToEveryone(t *testing.T) {
	t.Parallel()
	s, doc := apptest.Open(t), sitetest.Contract(t)
	for _, name := range []string{"ann", "bob", "cid"} {
		s.Send("/api/subscribers", sitetest.Jane("email", name+"@example.com", "source", map[string]string{"utm_source": "Fair"}))
	}
	s.Send("/api/unsubscribe", `{"email":"cid@example.com"}`)
	s.Quiet()
	p := s.As("editor")
	call := func(method, path, pattern string, body any, status int) sitetest.Answer {
		t.Helper()
		a := p.Do(method, path, body)
		if a.Status != status {
			t.Fatalf("%s %s: %d %s", method, path, a.Status, a.Body)
		}
		sitetest.Agrees(t, doc, method, pattern, a)
		return a
	}
	offer := s.Count("SELECT min(id) FROM carousel_offers WHERE is_active AND deleted_at IS NULL AND hold IS NULL")
	a := call("POST", emails, emails, sitetest.M{
		"subject": "Three ways to save", "preheader": "On food & fuel", "body": "Dear reader,\n\nlook at [our guides](/guides).",
		"pieces": []string{s.Config.BaseURL + "/guides/start-an-emergency-fund", "/articles/avoid-overdraft-fees"}, "offers": []int{offer},
	}, 201)
	l := sitetest.Decode[campaigns.Email](t, a.Body)
	if l.Slug != "three-ways-to-save" || l.Status != campaigns.Draft || fmt.Sprint(l.Pieces) != "[/guides/start-an-emergency-fund /articles/avoid-overdraft-fees]" {
		t.Fatalf("%+v", l)
	}
	for audience, want := range map[string]int{
		`{}`: 2, `{"source":"fair"}`: 2, `{"source":"other"}`: 0, `{"frequency":"monthly"}`: 0, `{"topics":["banking"]}`: 2,
		`{"signedUpSince":"2020-01-01"}`: 2, `{"signedUpBefore":"2020-01-01"}`: 0,
	} {
		a := p.Do("POST", emails+"/audience", sitetest.M{"audience": sitetest.Decode[any](t, audience)})
		if want := fmt.Sprintf(`{"count":%d,"engagement":false,"unknown":0}`, want); a.Body != want {
			t.Errorf("%s: %s, want %s", audience, a.Body, want)
		}
	}
	call("GET", at(emails, l.Campaign, "/preview"), emails+"/{id}/preview", nil, 200)
	for _, check := range sitetest.Decode[[]campaigns.Check](t, call("GET", at(emails, l.Campaign, "/checks"), emails+"/{id}/checks", nil, 200).Body) {
		if !check.OK {
			t.Errorf("%+v", check)
		}
	}
	call("POST", at(emails, l.Campaign, "/test"), emails+"/{id}/test", sitetest.M{"email": "me@example.com"}, 200)
	if test := s.Email("me@example.com", "[Test] Three ways to save"); !strings.Contains(test.HTML, s.Config.BaseURL+"/unsubscribe\"") || !strings.Contains(test.Text, s.Config.BaseURL+"/preferences\n") {
		t.Errorf("a test lacks the unsubscribe links: %s", test.Text)
	}
	if n := s.Count("SELECT count(*) FROM letter_sends"); n != 0 {
		t.Errorf("a test is counted: %d", n)
	}
	call("POST", at(emails, l.Campaign, "/send"), emails+"/{id}/send", nil, 200)
	isSent(p, l)
	for name, want := range map[string]int{"ann": 1, "bob": 1, "cid": 0} {
		got := 0
		for _, m := range s.Emails(name + "@example.com") {
			if m.Subject != "Three ways to save" {
				continue
			}
			got++
			for _, part := range []string{m.HTML, m.Text} {
				for _, words := range []string{
					"/guides?utm_campaign=three-ways-to-save", "/newsletter/three-ways-to-save?utm_campaign", "/unsubscribe?eid=", "/preferences?eid=",
					"/guides/start-an-emergency-fund?utm_campaign=three-ways-to-save", "Sponsored", fmt.Sprintf("subid=%d", offer), s.Config.PostalAddress,
				} {
					if !strings.Contains(part, words) {
						t.Errorf("%q is missing in %s", words, part)
					}
				}
			}
			if !strings.Contains(m.HTML, "On food &amp; fuel") || sitetest.EmailHeader(m, "List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" || sitetest.EmailHeader(m, "List-Id") == "" {
				t.Errorf("%+v", m.Headers)
			}
		}
		if got != want {
			t.Errorf("%s got %d", name, got)
		}
	}
	mailed := s.Email("ann@example.com", "Three ways to save")
	if a := s.Call("POST", "/unsubscribe?eid="+sitetest.EID(t, mailed, "/unsubscribe"), "List-Unsubscribe=One-Click", "Content-Type", "application/x-www-form-urlencoded"); a.Status != 200 {
		t.Errorf("one click: %d", a.Status)
	}
	s.Send("/api/views", `{"action":"view","visit":{"page":"/guides","first":{"source":"newsletter","medium":"email","campaign":"three-ways-to-save","landing":"/guides"}}}`, sitetest.Person(1)...)
	r := sitetest.Decode[campaigns.EmailReport](t, call("GET", at(emails, l.Campaign, "/report"), emails+"/{id}/report", nil, 200).Body)
	if r.People != 2 || r.Sent != 2 || r.Left != 1 || r.Views != 1 || r.Visitors != 1 || r.Failed+r.Pending+r.Repeats != 0 {
		t.Errorf("%+v", r)
	}
	if all := s.Exported("ann@example.com"); !strings.Contains(all, `"subject": "Three ways to save"`) {
		t.Errorf("the export: %s", all)
	}
	if err := s.People.Erase(t.Context(), "ann@example.com"); err != nil {
		t.Fatal(err)
	}
	if n := s.Count("SELECT count(*) FROM letter_sends m JOIN subscribers s ON s.id = m.subscriber_id"); n != 1 {
		t.Errorf("%d are known to have got it", n)
	}
	if r := sitetest.Must[campaigns.EmailReport](p, "GET", at(emails, l.Campaign, "/report"), nil); r.Sent != 2 {
		t.Errorf("after an erasure: %+v", r)
	}
}

func TestEmails(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "POSTMARK_WEBHOOK_AUTH=postmark:a-long-random-word").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"fieldsOfAnEmailAreChecked":                 fieldsOfAnEmailAreChecked,
		"statusesOfAnEmail":                         statusesOfAnEmail,
		"sentNewsletterIsOnTheWeb":                  sentNewsletterIsOnTheWeb,
		"draftIsSavedAutomatically":                 draftIsSavedAutomatically,
		"revisionIsRestored":                        revisionIsRestored,
		"brokenLinkMustBeConfirmed":                 brokenLinkMustBeConfirmed,
		"checksFindBrokenPictures":                  checksFindBrokenPictures,
		"clickOnASponsoredOfferCountsForTheEmail":   clickOnASponsoredOfferCountsForTheEmail,
		"clickOnAnOfferInTheBodyCountsForTheEmail":  clickOnAnOfferInTheBodyCountsForTheEmail,
		"emailsIdentifyNoOneUnlessTheSiteWantsThat": emailsIdentifyNoOneUnlessTheSiteWantsThat,
		"webhookReportsCountForTheEmail":            webhookReportsCountForTheEmail,
	})
}

func fieldsOfAnEmailAreChecked(t *testing.T, s *sitetest.Site) {
	p := s.As("editor")
	for _, body := range []sitetest.M{
		{}, {"subject": " "}, {"subject": strings.Repeat("x", 151)}, {"subject": "x", "slug": "mine"}, {"subject": "x", "status": "sent"},
		{"subject": "x", "pieces": []string{"https://evil.example/guides/a"}}, {"subject": "x", "pieces": []string{"/admin"}}, {"subject": "x", "pieces": "all"},
		{"subject": "x", "offers": []int{1, 2, 3}}, {"subject": "x", "audience": sitetest.M{"frequency": "daily"}}, {"subject": "x", "audience": sitetest.M{"topic": "x"}},
		{"subject": "x", "audience": sitetest.M{"signedUpSince": "2026-02-30"}}, {"subject": "x", "audience": sitetest.M{"topics": []string{"A B"}}},
		{"subject": "x", "scheduledAt": "tomorrow"}, {"subject": "x", "status": "scheduled"},
	} {
		if a := p.Do("POST", emails, body); a.Status != 400 {
			t.Errorf("%v: %d %s", body, a.Status, a.Body)
		}
	}
	first, second := write(p, sitetest.M{"subject": "Été: 5 % off!", "audience": "everyone"}), write(p, sitetest.M{"subject": "Été: 5 % off!"})
	if first.Slug != "ete-5-off" || second.Slug == first.Slug || !strings.HasPrefix(second.Slug, "ete-5-off-") {
		t.Errorf("%q, %q", first.Slug, second.Slug)
	}
	if a := p.Do("GET", at(emails, first.Campaign, "/checks"), nil); !strings.Contains(a.Body, `"detail":"Write something or pick an article or guide before you send this.","field":"body"`) {
		t.Errorf("checks without a text: %s", a.Body)
	}
	if a := p.Do("POST", at(emails, first.Campaign, "/send"), sitetest.M{"confirmed": true}); a.Status != 400 || !strings.Contains(a.Body, `"field":"body"`) {
		t.Errorf("sent without a text: %d %s", a.Status, a.Body)
	}
	if a := s.As("marketer").Do("POST", emails, sitetest.M{"subject": "x"}); a.Status != 403 {
		t.Errorf("a marketer: %d", a.Status)
	}
	if a := s.As("marketer").Do("GET", emails, nil); a.Status != 200 {
		t.Errorf("a marketer reads: %d", a.Status)
	}
	if a := p.Do("PUT", at(emails, first.Campaign, ""), sitetest.M{"subject": "y", "version": 7}); a.Status != 409 || !strings.Contains(a.Body, `"current"`) {
		t.Errorf("another version: %d %s", a.Status, a.Body)
	}
}

func statusesOfAnEmail(t *testing.T, s *sitetest.Site) {
	p := s.As("editor")
	do := func(l campaigns.Email, call string, body any, want int) {
		t.Helper()
		method := "POST"
		if call == "" {
			method = "PUT"
		}
		if a := p.Do(method, at(emails, l.Campaign, call), body); a.Status != want {
			t.Errorf("%s %v: %d %s, want %d", call, body, a.Status, a.Body, want)
		}
	}
	own := sitetest.M{"source": "statuses"}
	l := write(p, sitetest.M{"subject": "First", "body": "Hello", "audience": own})
	do(l, "/send", nil, 409) // to no one
	s.Send("/api/subscribers", sitetest.Jane("email", "statuses@example.com", "source", map[string]string{"utm_source": "statuses"}))
	s.Quiet()
	empty := write(p, sitetest.M{"subject": "Empty"})
	do(empty, "/send", nil, 400)
	do(l, "/pause", nil, 409)
	do(l, "/resume", nil, 409)

	tomorrow := time.Now().Add(24 * time.Hour).Format(time.RFC3339)
	do(l, "", sitetest.M{"scheduledAt": tomorrow}, 200)
	do(l, "/send", nil, 200)
	if got := sitetest.Must[campaigns.Email](p, "GET", at(emails, l.Campaign, ""), nil); got.Status != campaigns.Scheduled {
		t.Errorf("it is %s, though its time is tomorrow", got.Status)
	}
	do(l, "", sitetest.M{"subject": "Still open"}, 200)
	do(l, "", sitetest.M{"status": "draft", "subject": "By itself", "autosave": true}, 400)
	do(l, "", sitetest.M{"status": "draft"}, 200)
	over := time.Now().Add(-time.Hour).Format(time.RFC3339)
	do(l, "", sitetest.M{"status": "scheduled", "scheduledAt": over}, 400)
	do(l, "", sitetest.M{"scheduledAt": over}, 200)
	do(l, "", sitetest.M{"status": "scheduled"}, 400)
	do(l, "/send", nil, 409)
	do(l, "/send", sitetest.M{"confirmed": true}, 200)
	isSent(p, l)
	for call, want := range map[string]int{"/send": 409, "/pause": 409, "/resume": 409, "/cancel": 409} {
		do(l, call, nil, want)
	}
	do(l, "", sitetest.M{"subject": "Too late"}, 409)

	broken := write(p, sitetest.M{"subject": "Broken", "body": "[gone](/guides/there-is-none)", "audience": own})
	do(broken, "/send", nil, 409)
	do(broken, "/send", sitetest.M{"confirmed": true, "version": 9}, 409)
	do(broken, "/send", sitetest.M{"confirmed": true, "version": 1}, 200)
	isSent(p, broken)

	nobody := write(p, sitetest.M{"subject": "For nobody", "body": "Hello", "audience": sitetest.M{"source": "nowhere"}})
	do(nobody, "", sitetest.M{"status": "scheduled", "scheduledAt": tomorrow}, 200)
	binned := write(p, sitetest.M{"subject": "Binned", "body": "Hello", "scheduledAt": tomorrow, "status": "scheduled"})
	do(binned, "", sitetest.M{"scheduledAt": over}, 400)
	do(binned, "", sitetest.M{"body": ""}, 400)
	p.Do("DELETE", at(emails, binned.Campaign, ""), nil)
	s.Exec("UPDATE letters SET scheduled_at = now() - interval '1 minute' WHERE id = ANY($1)", []int64{nobody.ID, binned.ID})
	do(binned, "/restore", nil, 200)
	late := write(p, sitetest.M{"subject": "Behind it", "body": "Hello", "audience": own})
	do(late, "/send", nil, 200)
	isSent(p, late)
	for _, l := range []campaigns.Email{nobody, binned} {
		if got := sitetest.Must[campaigns.Email](p, "GET", at(emails, l.Campaign, ""), nil); got.Status != campaigns.Draft || (got.Trouble == "") != (l.ID == binned.ID) {
			t.Errorf("%s is %s: %s", got.Subject, got.Status, got.Trouble)
		}
	}

	ended := write(p, sitetest.M{"subject": "Ended", "body": "x"})
	do(ended, "/cancel", nil, 200)
	do(ended, "/send", nil, 409)
	if n := len(s.Emails("statuses@example.com")); n != 4 { // with the welcome
		t.Errorf("%d emails", n)
	}
}

func TestNewsletterIsDraftedWeekly(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	p := s.As("editor")
	s.Exec("UPDATE articles SET publish_at = '2026-01-01'")
	s.Exec("UPDATE guides SET publish_at = '2026-01-01'")
	for slug, at := range map[string]string{"avoid-overdraft-fees": "2027-03-01 12:00Z", "hidden-bank-fees": "2027-03-02 12:00Z", "own-your-router": "2027-03-01 13:00Z"} {
		s.Exec("UPDATE articles SET publish_at = $2 WHERE slug = $1", slug, at)
	}
	composer := campaigns.Composer{BaseURL: s.Config.BaseURL, Store: s.People.Campaigns}
	desk := campaigns.Emails(editable.Site{DB: s.DB.Gorm, Bus: notify.New(quiet())}, composer, s.People.Mailer, nil)
	drafts := func(now string) []campaigns.Email {
		t.Helper()
		at, err := time.ParseInLocation(time.DateTime, now, s.Config.Location)
		if err == nil {
			err = desk.DraftWeekly(t.Context(), at)
		}
		if err != nil {
			t.Fatal(err)
		}
		return sitetest.Must[[]campaigns.Email](p, "GET", emails, nil)
	}
	if got := drafts("2027-03-03 05:59:00"); len(got) != 0 {
		t.Fatalf("before its time: %+v", got)
	}
	for _, now := range []string{"2027-03-03 06:00:00", "2027-03-03 07:00:00", "2027-03-07 23:59:00"} {
		got := drafts(now)
		if len(got) != 1 || got[0].Status != campaigns.Draft || fmt.Sprint(got[0].Pieces) != "[/articles/hidden-bank-fees /articles/avoid-overdraft-fees /articles/own-your-router]" {
			t.Fatalf("at %s: %+v", now, got)
		}
		if !strings.Contains(got[0].Body, "New on the site: banking and phone.") {
			t.Errorf("the text: %s", got[0].Body)
		}
	}
	s.Exec("UPDATE letters SET created_at = '2027-03-03 12:00Z'")
	if got := drafts("2027-03-10 06:00:00"); len(got) != 1 {
		t.Errorf("of nothing: %+v", got)
	}
	s.Exec("UPDATE guides SET publish_at = '2027-03-09' WHERE slug = 'start-an-emergency-fund'")
	if got := drafts("2027-03-11 06:00:00"); len(got) != 2 || fmt.Sprint(got[0].Pieces) != "[/guides/start-an-emergency-fund]" {
		t.Errorf("the next week: %+v", got)
	}
	s.Exec("UPDATE letters SET created_at = '2027-03-11 12:00Z'")
	s.Exec("UPDATE articles SET publish_at = '2027-03-16'")
	if got := drafts("2027-03-17 06:00:00"); len(got) != 3 || len(got[0].Pieces) != 8 || strings.Count(got[0].Body, ",") < 4 {
		t.Errorf("of very many, some of each topic: %+v", got[0])
	}
}

func sentNewsletterIsOnTheWeb(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	s.Send("/api/subscribers", sitetest.Jane("email", "web@example.com"))
	p := s.As("editor")
	l := write(p, sitetest.M{"subject": "On the web", "body": "Hello **you**.", "pieces": []string{"/guides/start-an-emergency-fund", "/guides/there-is-none"}})
	page, archive := "/api/newsletters/on-the-web", "/api/newsletters"
	total := func() int {
		t.Helper()
		return sitetest.Decode[struct{ Total int }](t, s.Get(archive).Body).Total
	}
	before := total()
	if a := s.Get(page); a.Status != 404 {
		t.Errorf("a draft: %d", a.Status)
	}
	halted, dropped := write(p, sitetest.M{"subject": "Halfway", "body": "Hello"}), write(p, sitetest.M{"subject": "Dropped", "body": "Hello"})
	s.Exec("UPDATE letters SET status = 'paused', listed_at = now() WHERE id = $1", halted.ID)
	p.Do("POST", at(emails, dropped.Campaign, "/cancel"), nil)
	if some, none := s.Get("/api/newsletters/halfway"), s.Get("/api/newsletters/dropped"); some.Status != 200 || none.Status != 404 {
		t.Errorf("an email that some have gotten: %d; one that no one got: %d", some.Status, none.Status)
	}
	p.Do("POST", at(emails, l.Campaign, "/send"), sitetest.M{"confirmed": true})
	isSent(p, l)
	a := s.Get(page)
	sitetest.Agrees(t, doc, "GET", "/api/newsletters/{slug}", a)
	if !strings.Contains(a.Body, "strong") || !strings.Contains(a.Body, `"path":"/guides/start-an-emergency-fund"`) || strings.Contains(a.Body, "there-is-none") {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	s.Send("/api/views", `{"action":"view","visit":{"page":"/newsletter/on-the-web"}}`, sitetest.Person(1)...)
	if rows := sitetest.Must[struct{ Rows []struct{ Key, Label string } }](p, "GET", "/api/admin/reports?by=page&page=/newsletter/on-the-web", nil).Rows; len(rows) != 1 || rows[0].Key != "/newsletter/on-the-web" || rows[0].Label != "On the web" {
		t.Errorf("its views: %+v", rows)
	}
	sitetest.Agrees(t, doc, "GET", "/api/newsletters", s.Get(archive))
	if n := total() - before; n != 1 {
		t.Errorf("the archive has %d more", n)
	}
	if a := s.Get("/sitemap.xml"); !strings.Contains(a.Body, "/newsletter</loc>") || !strings.Contains(a.Body, "/newsletter/on-the-web</loc>") {
		t.Errorf("the sitemap: %s", a.Body)
	}
	for _, feed := range []string{"/newsletter/feed.xml", "/newsletter/feed.json"} {
		if a := s.Get(feed); a.Status != 200 || !strings.Contains(a.Body, "/newsletter/on-the-web\"") || strings.Contains(a.Body, "alfway") {
			t.Errorf("%s: %d %s", feed, a.Status, a.Body)
		}
	}
	p.Do("DELETE", at(emails, l.Campaign, ""), nil)
	if a, n := s.Get(page), total(); a.Status != 404 || n != before {
		t.Errorf("once deleted: %d, %d in the archive, %d before", a.Status, n, before)
	}
}
