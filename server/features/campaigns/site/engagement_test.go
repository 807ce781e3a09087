package site_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/campaigns"
)

// sendTo signs people up and sends them an email with a link to a guide.
func sendTo(s *sitetest.Site, p sitetest.Member, names ...string) campaigns.Email {
	s.T.Helper()
	for _, name := range names {
		s.Send("/api/subscribers", sitetest.Jane("email", name+"@example.com"))
	}
	s.Quiet()
	l := write(p, sitetest.M{"subject": "Small things", "body": "Read [how](/guides#list).", "pieces": []string{"/guides/start-an-emergency-fund"}})
	sitetest.Must[campaigns.Email](p, "POST", at(emails, l.Campaign, "/send"), nil)
	isSent(p, l)
	return l
}

var code = regexp.MustCompile(`reader=([A-Za-z0-9_-]+)`)

// codeOf returns the code in the links of someone's email.
func codeOf(s *sitetest.Site, name string) string {
	s.T.Helper()
	found := code.FindAllStringSubmatch(s.Email(name+"@example.com", "Small things").HTML, -1)
	if len(found) != 3 {
		s.T.Fatalf("%d links tell who follows them, want the web page, the text's and the guide's", len(found))
	}
	return found[0][1]
}

// click follows a link like a browser, with other headers.
func click(s *sitetest.Site, code string, headers ...string) {
	s.T.Helper()
	headers = append([]string{"User-Agent", sitetest.Browser}, headers...)
	if a := s.Call("POST", "/api/newsletters/click", fmt.Sprintf(`{"reader":%q}`, code), headers...); a.Status != 200 || a.Body != `{"status":"ok"}` {
		s.T.Fatalf("%d %s", a.Status, a.Body)
	}
}

// counted returns the size of an audience, and of how many more that is unknown.
func counted(p sitetest.Member, engagement string) string {
	a := sitetest.Must[struct{ Count, Unknown int }](p, "POST", emails+"/audience", sitetest.M{"audience": sitetest.M{"engagement": engagement}})
	return fmt.Sprint(a.Count, " and ", a.Unknown)
}

func emailsIdentifyNoOneUnlessTheSiteWantsThat(t *testing.T, s *sitetest.Site) {
	p := s.As("editor")
	l := sendTo(s, p, "ann")
	m := s.Email("ann@example.com", "Small things")
	for _, part := range []string{m.HTML, m.Text} {
		if strings.Contains(part, "reader=") || strings.Contains(part, "the-reader") || strings.Contains(part, "picture.gif") {
			t.Errorf("the email identifies its reader: %s", part)
		}
	}
	if a := s.Get("/newsletter/" + l.Slug + "/picture.gif"); a.Status != 200 || s.Count("SELECT count(*) FROM letter_loads") != 0 {
		t.Errorf("the picture of an older email: %d", a.Status)
	}
	if a := p.Do("POST", emails, sitetest.M{"subject": "x", "audience": sitetest.M{"engagement": "clicked-30"}}); a.Status != 400 || !strings.Contains(a.Body, "LETTER_ENGAGEMENT") {
		t.Errorf("an unknown audience: %d %s", a.Status, a.Body)
	}
	left := write(p, sitetest.M{"subject": "From before", "body": "x"})
	s.Exec("UPDATE letters SET tells_readers = true WHERE id = $1", l.ID) // it went out while the site wanted that
	s.Exec("UPDATE letter_sends SET at = at - interval '91 days'")
	s.Exec(`UPDATE letters SET audience = '{"topics": [], "engagement": "not-clicked-90"}' WHERE id = $1`, left.ID)
	if a := p.Do("POST", at(emails, left.Campaign, "/send"), nil); a.Status != 409 || !strings.Contains(a.Body, "Nobody would get this campaign") {
		t.Errorf("an email to them: %d %s", a.Status, a.Body)
	}
	s.Exec(`UPDATE letter_revisions SET record = jsonb_set(record, '{audience}', '{"engagement": "not-clicked-90"}') || '{"body": "As it was."}' WHERE piece_id = $1`, left.ID)
	s.Exec(`UPDATE letters SET audience = '{"topics": ["banking"]}' WHERE id = $1`, left.ID)
	revision := s.Count("SELECT max(id) FROM letter_revisions WHERE piece_id = $1", left.ID)
	if a := p.Do("POST", fmt.Sprint(at(emails, left.Campaign, "/revisions/"), revision, "/restore"), nil); a.Status != 200 || !strings.Contains(a.Body, "no longer tracks") ||
		!strings.Contains(a.Body, "As it was.") || !strings.Contains(a.Body, `"topics":["banking"]`) {
		t.Errorf("an older revision is restored: %d %s", a.Status, a.Body)
	}
	s.Exec("UPDATE subscribers SET engaged_on = current_date")
	if err := s.People.Sweep(t.Context(), s.Config); err != nil || s.Count("SELECT count(*) FROM subscribers WHERE engaged_on IS NOT NULL") != 0 {
		t.Errorf("days remain after the setting was turned off: %v", err)
	}
	if n := s.Count("SELECT count(*) FROM letters WHERE tells_readers"); n != 0 {
		t.Errorf("%d emails still record clicks", n)
	}
}

func TestOnlyTheDayOfAClickIsStored(t *testing.T) {
	t.Parallel()
	s, doc := apptest.Open(t, "LETTER_ENGAGEMENT=true"), sitetest.Contract(t)
	p := s.As("editor")
	sendTo(s, p, "ann", "bob", "cid")
	ann, bob := codeOf(s, "ann"), codeOf(s, "bob")
	if ann == bob || len(ann) < 50 {
		t.Errorf("the codes are %s and %s", ann, bob)
	}
	engaged := func() int { return s.Count("SELECT count(*) FROM subscribers WHERE engaged_on IS NOT NULL") }
	click(s, bob, "User-Agent", "Googlebot/2.1")
	click(s, bob, "Sec-GPC", "1")
	for _, wrong := range []string{"", "x", ann[1:], bob[:30] + ann[30:], strings.Repeat("A", 59), "ann@example.com"} {
		click(s, wrong)
	}
	if n := engaged(); n != 0 {
		t.Fatalf("%d clicked though nobody did", n)
	}
	a := s.Call("POST", "/api/newsletters/click", fmt.Sprintf(`{"reader":%q}`, ann), "User-Agent", sitetest.Browser)
	sitetest.Agrees(t, doc, "POST", "/api/newsletters/click", a)
	click(s, ann)
	if n := s.Count("SELECT count(*) FROM subscribers WHERE engaged_on = (now() AT TIME ZONE 'America/New_York')::date AND address_hash = $1", s.People.Secret.AddressHash("ann@example.com")); n != 1 || engaged() != 1 {
		t.Errorf("%d, %d clicked", n, engaged())
	}
	if text := s.Exported("ann@example.com"); !strings.Contains(text, `"engagedOn": "20`) {
		t.Errorf("the export says nothing of it: %s", text)
	}
	for engagement, want := range map[string]string{"": "3 and 0", "clicked-30": "1 and 0", "clicked-365": "1 and 0", "not-clicked-90": "0 and 2"} {
		if got := counted(p, engagement); got != want {
			t.Errorf("%q: %s, want %s", engagement, got, want)
		}
	}
	s.Exec("UPDATE letter_sends SET at = at - interval '91 days' WHERE subscriber_id <> (SELECT id FROM subscribers WHERE address_hash = $1)", s.People.Secret.AddressHash("cid@example.com"))
	s.Exec("UPDATE subscribers SET engaged_on = engaged_on - 40")
	for engagement, want := range map[string]string{"clicked-30": "0 and 0", "clicked-90": "1 and 0", "not-clicked-90": "1 and 1"} {
		if got := counted(p, engagement); got != want {
			t.Errorf("later %q: %s, want %s", engagement, got, want)
		}
	}
	quiet := write(p, sitetest.M{"subject": "Still there?", "body": "x", "audience": sitetest.M{"engagement": "not-clicked-90"}})
	sitetest.Must[campaigns.Email](p, "POST", at(emails, quiet.Campaign, "/send"), nil)
	isSent(p, quiet)
	s.Email("bob@example.com", "Still there?")
	if n := s.Count("SELECT count(*) FROM letter_sends WHERE letter_id = $1", quiet.ID); n != 1 {
		t.Errorf("%d got it, and 1 was to", n)
	}
	s.Send("/api/unsubscribe", `{"email":"ann@example.com"}`)
	s.Email("ann@example.com", "unsubscribed")
	if click(s, ann); engaged() != 0 {
		t.Errorf("the day of somebody who left is kept")
	}
	s.Exec("UPDATE subscribers SET state = 'active' WHERE left_at IS NOT NULL") // and is back today
	s.Exec("DELETE FROM suppressions")
	if got := counted(p, "not-clicked-90"); got != "1 and 2" {
		t.Errorf("with somebody who came back: %s", got)
	}
}

func TestPictureLoads(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "LETTER_OPENS=true").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"loadsOfThePictureAreCounted":             loadsOfThePictureAreCounted,
		"loadsOfAPictureLeaveConnectionsToOthers": loadsOfAPictureLeaveConnectionsToOthers,
	})
}

func loadsOfThePictureAreCounted(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	p := s.As("editor")
	l := sendTo(s, p, "ann")
	path := "/newsletter/" + l.Slug + "/picture.gif"
	if m := s.Email("ann@example.com", "Small things"); !strings.Contains(m.HTML, `<img src="`+s.Config.BaseURL+path+`"`) || strings.Contains(m.HTML, "reader") {
		t.Errorf("the email is %s", m.HTML)
	}
	for _, agent := range []string{"Mozilla/5.0", "Mozilla/5.0 (Windows NT 5.1) Firefox/11.0 (via ggpht.com GoogleImageProxy)", sitetest.Browser, sitetest.Browser} {
		if a := s.Get(path, "User-Agent", agent); a.Status != 200 || a.Header.Get("Content-Type") != "image/gif" || a.Header.Get("Cache-Control") != "no-store" || a.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Errorf("%s: %d %v", agent, a.Status, a.Header)
		}
	}
	s.Get("/newsletter/there-is-none/picture.gif")
	report := p.Do("GET", at(emails, l.Campaign, "/report"), nil)
	sitetest.Agrees(t, doc, "GET", "/api/admin/letters/{id}/report", report)
	if got := fmt.Sprint(sitetest.Decode[campaigns.EmailReport](t, report.Body).Loads); got != "[{apple 1} {gmail 1} {other 2}]" {
		t.Errorf("loads: %s", got)
	}
}

func loadsOfAPictureLeaveConnectionsToOthers(t *testing.T, s *sitetest.Site) {
	l := sendTo(s, s.As("editor"), "bob")
	path := "/newsletter/" + l.Slug + "/picture.gif"
	s.Get(path)
	tx, err := s.DB.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "SELECT FROM letter_loads FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 32 { // they give up after two seconds
		all.Go(func() { s.Get(path) })
	}
	loaded := make(chan struct{})
	go func() { all.Wait(); close(loaded) }()
	most, poll := 0, time.Tick(10*time.Millisecond)
	for waits := true; waits; {
		select {
		case <-poll:
			most = max(most, s.Count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'INSERT INTO letter_loads%'"))
		case <-loaded:
			waits = false
		}
	}
	if most == 0 || most > 8 { // of 16 connections; Postgres may still be ending those that gave up
		t.Errorf("%d were counted at once", most)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
}
