package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"thriftwell/server/features/subscribers"
	"thriftwell/server/platform/vault"
)

func (s *testSite) state(email string) (*subscribers.Export, []subscribers.Consent) {
	s.t.Helper()
	e, ledger, err := s.people.subscribers.Export(s.t.Context(), email)
	if err != nil {
		s.t.Fatal(err)
	}
	return e, ledger
}

func TestOneClickFromAnywhereUnsubscribes(t *testing.T) {
	s := openSite(t)
	s.send("/api/subscribers", jane())
	link := "/unsubscribe?eid=" + eid(t, s.mail("jane@example.com", "Welcome"), "/unsubscribe")
	for _, method := range []string{"GET", "HEAD"} {
		s.call(method, link, "")
	}
	if e, _ := s.state("jane@example.com"); e.State != "active" {
		t.Fatal("a GET or HEAD changed something")
	}
	oneClick := func() answer {
		return s.call("POST", link, "List-Unsubscribe=One-Click", "Content-Type", "application/x-www-form-urlencoded",
			"Origin", "https://mail.example", "Sec-Fetch-Site", "cross-site")
	}
	for range 2 { // a mail program may try again
		if a := oneClick(); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	e, ledger := s.state("jane@example.com")
	if e.State != "unsubscribed" || len(ledger) != 2 || ledger[1].Action != "withdrawn" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	receipt := s.mail("jane@example.com", "You've been unsubscribed")
	if header(receipt, "List-Unsubscribe") != "" || !strings.Contains(receipt.Text, "support@thriftwell.example") {
		t.Errorf("the receipt: %+v", receipt.Headers)
	}
	s.quiet()
	if n := len(s.mails("jane@example.com")); n != 2 {
		t.Errorf("%d mails, want the welcome and one receipt", n)
	}
}

func TestALinkThatWasChangedDoesNothing(t *testing.T) {
	s := openSite(t)
	s.send("/api/subscribers", jane())
	good := eid(t, s.mail("jane@example.com", "Welcome"), "/unsubscribe")
	other := "A"
	if strings.HasSuffix(good, other) {
		other = "Q"
	}
	for _, bad := range []string{"", "x", good[:len(good)-1], good[:10] + other + good[11:], good + "A", strings.Repeat("x", 10_000)} {
		body := fmt.Sprintf(`{"eid":%q}`, bad)
		if a := s.call("POST", "/api/unsubscribe", body); a.Status != 400 {
			t.Errorf("%.60q: %d", bad, a.Status)
		}
		if a := s.call("POST", "/unsubscribe?eid="+bad, "List-Unsubscribe=One-Click", "Content-Type", "application/x-www-form-urlencoded"); a.Status != 400 {
			t.Errorf("one click with %.60q: %d", bad, a.Status)
		}
		if a := s.call("PUT", "/api/preferences", body); a.Status != 400 {
			t.Errorf("preferences with %.60q: %d", bad, a.Status)
		}
	}
	if e, _ := s.state("jane@example.com"); e.State != "active" {
		t.Error("a changed link did something")
	}
}

func TestUnsubscribingByFormIsAlikeForAll(t *testing.T) {
	s := openSite(t)
	s.send("/api/subscribers", jane())
	s.mail("jane@example.com", "Welcome")
	known := s.send("/api/unsubscribe", `{"email":"JANE@example.com"}`)
	unknown := s.send("/api/unsubscribe", `{"email":"stranger@example.com"}`)
	if known.Body != unknown.Body || known.Status != unknown.Status {
		t.Errorf("%d %s, %d %s", known.Status, known.Body, unknown.Status, unknown.Body)
	}
	s.mail("jane@example.com", "You've been unsubscribed")
	s.quiet()
	if e, ledger := s.state("jane@example.com"); e.State != "unsubscribed" || len(ledger) != 2 || ledger[1].Evidence.Address != "127.0.0.1" || ledger[1].Page != "/unsubscribe" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	if len(s.mails("stranger@example.com")) != 0 {
		t.Error("a stranger got mail")
	}

	// The stranger signs up later: only the mailed link turns mail on.
	s.send("/api/subscribers", jane("email", "stranger@example.com"))
	back := s.mail("stranger@example.com", "Come back")
	if len(s.mails("stranger@example.com")) != 1 {
		t.Error("a suppressed address was welcomed")
	}
	token := eid(t, back, "/preferences")
	if a := s.call("PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,"emailOn":true}`, token)); a.Status != 200 || !strings.Contains(a.Body, `"emailOn":true`) {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if n := s.count("SELECT count(*) FROM suppressions"); n != 1 {
		t.Errorf("%d suppressions, want Jane's alone", n)
	}
}

func TestComingBackTakesEffectByTheMailedLink(t *testing.T) {
	s := openSite(t)
	s.send("/api/subscribers", jane())
	old := eid(t, s.mail("jane@example.com", "Welcome"), "/unsubscribe")
	s.send("/api/unsubscribe", fmt.Sprintf(`{"eid":%q}`, old))
	s.mail("jane@example.com", "You've been unsubscribed")
	s.send("/api/subscribers", jane())
	back := s.mail("jane@example.com", "Come back")
	if e, _ := s.state("jane@example.com"); e.State != "unsubscribed" {
		t.Fatal("a signup alone brought somebody back")
	}
	weak := s.call("PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,"emailOn":true}`, old))
	if e, _ := s.state("jane@example.com"); e.State != "unsubscribed" || !strings.Contains(weak.Body, `"linkSent":true`) {
		t.Errorf("an old mail's link turned mail on: %s", weak.Body)
	}
	s.call("PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,"emailOn":true}`, eid(t, back, "/preferences")))
	e, ledger := s.state("jane@example.com")
	if e.State != "active" || len(ledger) != 3 || ledger[2].Action != "given" || ledger[2].Page != "/preferences" {
		t.Errorf("%+v, %+v", e, ledger)
	}
}

func TestComplaintsStaySuppressed(t *testing.T) {
	s := openSite(t)
	s.send("/api/subscribers", jane())
	welcome := s.mail("jane@example.com", "Welcome")
	var out strings.Builder
	if err := s.people.suppress(t.Context(), "jane@example.com", "complaint", &out); err != nil {
		t.Fatal(err)
	}
	s.send("/api/subscribers", jane())
	s.send("/api/preferences/link", `{"email":"jane@example.com"}`)
	s.send("/api/unsubscribe", fmt.Sprintf(`{"eid":%q}`, eid(t, welcome, "/unsubscribe")))
	s.quiet()
	if n := len(s.mails("jane@example.com")); n != 1 {
		t.Errorf("%d mails to somebody who complained", n)
	}
	if n := s.count("SELECT count(*) FROM suppressions WHERE reason = 'complaint'"); n != 1 {
		t.Error("the complaint is forgotten")
	}
}

func TestPreferencesAreChosenByTheSignedLink(t *testing.T) {
	s := openSite(t)
	first := s.send("/api/subscribers", jane())
	s.send("/api/subscribers", jane("phone", "201-555-0123", "tcpaConsent", true), "Cookie", cookie(first))
	token := eid(t, s.mail("jane@example.com", "Welcome"), "/preferences")
	s.quiet()
	a := s.get("/api/preferences?eid=" + token)
	if want := `{"email":"j***@example.com","emailOn":true,"smsOn":true,"hasPhone":true,"frequency":"weekly","topics":[],"linkSent":false}`; a.Body != want {
		t.Errorf("got %s", a.Body)
	}
	put := func(change string) answer {
		return s.call("PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,%s}`, token, change))
	}
	if a := put(`"frequency":"monthly","topics":["phone","banking","phone"],"smsOn":false`); !strings.Contains(a.Body, `"smsOn":false,"hasPhone":true,"frequency":"monthly","topics":["banking","phone"]`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if a := put(`"emailOn":true`); strings.Contains(a.Body, `"linkSent":true`) {
		t.Errorf("what is on already needs no link: %s", a.Body)
	}
	for _, bad := range []string{`"topics":["travel"]`, `"frequency":""`, `"topics":"banking"`, `"emailOn":1`} {
		if a := put(bad); a.Status != 400 {
			t.Errorf("%s: %d", bad, a.Status)
		}
	}
	_, ledger := s.state("jane@example.com")
	if last := ledger[len(ledger)-1]; last.Channel != "sms" || last.Action != "withdrawn" || len(ledger) != 3 {
		t.Errorf("%+v", ledger)
	}
	if a := put(`"emailOn":false`); !strings.Contains(a.Body, `"emailOn":false`) {
		t.Errorf("%s", a.Body)
	}
	s.mail("jane@example.com", "You've been unsubscribed")
}

func TestAContactMessageReachesItsInbox(t *testing.T) {
	s := openSite(t, "AFFILIATE_EMAIL=partners@site.example")
	s.send("/api/contact", note("firstName", "<b>Joe</b>", "message", "Hello,\r\n<script>alert(1)</script>\nBcc: all@example.com"))
	in := s.mail("partners@site.example", "contact form (affiliate)")
	if header(in, "Reply-To") != "<joe@example.com>" || !strings.Contains(in.Text, "Hello,\n<script>alert(1)</script>\nBcc: all@example.com") {
		t.Errorf("%+v %s", in.Headers, in.Text)
	}
	if strings.Contains(in.HTML, "<script>") || strings.Contains(in.HTML, "<b>Joe") || header(in, "Bcc") != "" {
		t.Error("a visitor's text is not escaped")
	}
	out := s.mail("joe@example.com", "We received your message")
	for _, word := range []string{"Hello", "Joe", "Roe", "script", "Bcc"} {
		if strings.Contains(out.Text+out.HTML+fmt.Sprint(out.Headers[0]), word) {
			t.Errorf("the receipt repeats %q", word)
		}
	}
	if header(out, "List-Unsubscribe") != "" || header(out, "Auto-Submitted") != "auto-generated" {
		t.Errorf("%+v", out.Headers)
	}
}

func TestContactRules(t *testing.T) {
	s := openSite(t)
	for field, body := range map[string]string{
		"firstName": note("firstName", " "), "lastName": note("lastName", "a\nb"), "email": note("email", "joe@example.com\r\nBcc: x@example.com"),
		"inquiryType": note("inquiryType", "press"), "message": note("message", strings.Repeat("x", 5001)),
	} {
		if a := s.call("POST", "/api/contact", body); a.Status != 400 || !strings.Contains(a.Body, fmt.Sprintf(`"field":%q`, field)) {
			t.Errorf("%s: %d %s", field, a.Status, a.Body)
		}
	}
	for i := range 6 {
		a := s.call("POST", "/api/contact", note("email", "JOE@example.com"))
		if want := map[bool]int{true: 429, false: 201}[i == 5]; a.Status != want {
			t.Errorf("message %d: %d", i, a.Status)
		}
	}
	if n := s.count("SELECT count(*) FROM contact_messages"); n != 5 {
		t.Errorf("%d messages are kept", n)
	}
}

func TestAnErasedPersonIsForgottenAlsoAfterARestore(t *testing.T) {
	s := openSite(t)
	s.send("/api/subscribers", jane())
	s.send("/api/contact", note("email", "jane@example.com"))
	link := eid(t, s.mail("jane@example.com", "Welcome"), "/unsubscribe")
	s.quiet()
	s.exec("CREATE TABLE copy AS SELECT * FROM subscribers")
	s.exec("CREATE TABLE letters AS SELECT * FROM contact_messages")
	var out strings.Builder
	if err := s.people.erase(t.Context(), "jane@example.com", &out); err != nil {
		t.Fatal(err)
	}
	gone := func() {
		t.Helper()
		out.Reset()
		if err := s.people.export(t.Context(), "jane@example.com", &out); err != nil || !strings.Contains(out.String(), `"subscriber": null`) || !strings.Contains(out.String(), `"messages": []`) {
			t.Errorf("%v %s", err, out.String())
		}
	}
	gone()
	if n := s.count("SELECT count(*) FROM consents WHERE channel = 'email' AND action = 'given'"); n != 1 {
		t.Error("the bare facts are gone too")
	}
	if a := s.call("POST", "/unsubscribe?eid="+link, "List-Unsubscribe=One-Click", "Content-Type", "application/x-www-form-urlencoded"); a.Status != 200 {
		t.Errorf("an old link: %d %s", a.Status, a.Body)
	}
	s.exec("INSERT INTO subscribers SELECT * FROM copy")
	s.exec("INSERT INTO contact_messages SELECT * FROM letters")
	if _, err := openPeople(t.Context(), s.config, s.db); err != nil { // as the next start does
		t.Fatal(err)
	}
	gone()
	s.send("/api/subscribers", jane())
	if _, err := openPeople(t.Context(), s.config, s.db); err != nil {
		t.Fatal(err)
	}
	if e, _ := s.state("jane@example.com"); e == nil {
		t.Error("the journal erases somebody who signed up again")
	}
}

func TestKeysAreRotated(t *testing.T) {
	const older, newer = "a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "b:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
	s := openSite(t, "DATA_KEYS="+older)
	s.send("/api/subscribers", jane())
	s.send("/api/contact", note("email", "jane@example.com"))
	s.quiet()
	with := func(keys string) Options {
		c := s.config
		c.DatabaseURL = s.url
		parsed, err := vault.ParseKeys(keys)
		if err != nil {
			t.Fatal(err)
		}
		c.Keys = parsed
		return Options{Config: c, Log: s.log, Root: "../.."}
	}
	var out strings.Builder
	if err := Rekey(t.Context(), with(newer+","+older), &out); err != nil || !strings.Contains(out.String(), "1 people, 1 messages") {
		t.Fatalf("%v %s", err, out.String())
	}
	out.Reset()
	if err := Person(t.Context(), with(newer), []string{"export", "--email", "Jane@Example.com"}, &out); err != nil || !strings.Contains(out.String(), "1 Main St") || !strings.Contains(out.String(), "may I join") {
		t.Errorf("%v %s", err, out.String())
	}
	if err := Person(t.Context(), with(older), []string{"export", "--email", "jane@example.com"}, &out); err == nil {
		t.Error("the retired key still opens")
	}
}

func TestWithoutADatabaseFormsAreAskedToComeBack(t *testing.T) {
	s := openSite(t)
	s.send("/api/subscribers", jane())
	token := eid(t, s.mail("jane@example.com", "Welcome"), "/unsubscribe")
	up := s.cutDatabase()
	for path, body := range map[string]string{
		"/api/subscribers": jane("email", "kim@example.com"), "/api/contact": note(), "/api/unsubscribe": fmt.Sprintf(`{"eid":%q}`, token),
		"/api/preferences/link": `{"email":"jane@example.com"}`,
	} {
		a := s.call("POST", path, body)
		if a.Status != 503 || a.Header.Get("Retry-After") == "" || a.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d, Retry-After %q: %s", path, a.Status, a.Header.Get("Retry-After"), a.Body)
		}
	}
	up()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if a := s.call("POST", "/api/unsubscribe", fmt.Sprintf(`{"eid":%q}`, token)); a.Status == 200 {
			break
		} else if time.Now().After(deadline) {
			t.Fatalf("it does not recover: %d %s", a.Status, a.Body)
		}
	}
	s.mail("jane@example.com", "You've been unsubscribed")
	if e, _ := s.state("kim@example.com"); e != nil {
		t.Error("a signup that was refused is kept")
	}
}
