package site_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/subscribers"
)

// manageLink requests the preferences link and returns its token.
func manageLink(s *sitetest.Site, email string) string {
	s.T.Helper()
	s.Send("/api/preferences/link", fmt.Sprintf(`{"email":%q}`, email))
	return sitetest.EID(s.T, s.Email(email, "Your link to change"), "/preferences")
}

func put(s *sitetest.Site, token, change string) sitetest.Answer {
	s.T.Helper()
	return s.Call("PUT", "/api/preferences", fmt.Sprintf(`{"eid":%q,%s}`, token, change))
}

func TestPhoneNumbersAreAddedAndRemovedByLink(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	s.Email("jane@example.com", "Welcome")
	token := manageLink(s, "jane@example.com")
	a := put(s, token, `"phone":"(201) 555-0123","smsOn":true,"smsWording":"sms-2026-12"`)
	if !strings.Contains(a.Body, `"smsOn":false,"smsAsked":true`) || !strings.Contains(a.Body, `"phone":"+12015550123"`) {
		t.Errorf("adding: %d %s", a.Status, a.Body)
	}
	if a := put(s, token, `"phone":"201-555-0199"`); !strings.Contains(a.Body, `"smsAsked":false`) {
		t.Errorf("another number inherits the consent: %s", a.Body)
	}
	if a := put(s, token, `"phone":"201-555-0188","smsOn":true,"smsWording":"sms-2026-12"`); !strings.Contains(a.Body, `"smsAsked":true`) {
		t.Errorf("another number with a consent of its own: %s", a.Body)
	}
	if a := put(s, token, `"phone":""`); !strings.Contains(a.Body, `"smsOn":false,"smsAsked":false,"hasPhone":false`) {
		t.Errorf("removing: %s", a.Body)
	}
	e, ledger := state(s, "jane@example.com")
	if e.Phone != "" || lines(ledger, "sms") != "given withdrawn given withdrawn" || ledger[1].Evidence.Destination != "+12015550123" || ledger[2].Evidence.Destination != "+12015550123" || ledger[3].Evidence.Destination != "+12015550188" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	if a := put(s, token, `"smsOn":true`); a.Status != 400 {
		t.Errorf("texts without a number: %d", a.Status)
	}
	if a := put(s, token, `"phone":"12"`); a.Status != 400 || !strings.Contains(a.Body, `"field":"phone"`) {
		t.Errorf("no number: %d %s", a.Status, a.Body)
	}
	s.Quiet()
	if n := len(s.Emails("jane@example.com")); n != 2 {
		t.Errorf("%d mails, want the welcome and the link", n)
	}
}

func TestPhoneNumbersOfKnownAddressesRequireTheEmailedLink(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	s.Email("jane@example.com", "Welcome")
	s.Send("/api/subscribers", sitetest.Jane("phone", "201-555-0123", "tcpaConsent", true)) // no cookie, or an expired one
	mailed := s.Email("jane@example.com", "Your link to change")
	if !strings.Contains(mailed.Text, "add or remove a phone number") || !strings.Contains(mailed.HTML, "add or remove a phone number") {
		t.Errorf("the email says %s", mailed.Text)
	}
	if e, ledger := state(s, "jane@example.com"); e.Phone != "" || e.SMSAllowed || lines(ledger, "sms") != "" {
		t.Errorf("before the owner used the link: %+v, %+v", e, ledger)
	}
	if a := put(s, sitetest.EID(t, mailed, "/preferences"), `"phone":"201-555-0123","smsOn":true`); !strings.Contains(a.Body, `"smsAsked":true`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

func TestNameAndAddressAreCorrectedByLink(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane("phone", "201-555-0123", "tcpaConsent", true, "smsWording", "sms-2026-12"))
	old := sitetest.EID(t, s.Email("jane@example.com", "Welcome"), "/preferences")
	token := manageLink(s, "jane@example.com")
	a := put(s, token, `"firstName":" Janet ","address":"2 Main St"`)
	var now subscribers.Preferences
	if err := json.Unmarshal([]byte(a.Body), &now); err != nil || now.Details == nil {
		t.Fatal(err, a.Body)
	}
	d := *now.Details
	if d.FirstName != "Janet" || d.LastName != "Doe" || d.Address != "2 Main St" || d.Phone != "+12015550123" || !now.SMSAsked {
		t.Errorf("%+v", d)
	}
	if len(d.Agreed) != 2 || d.Agreed[0].Channel != "sms" || d.Agreed[0].CreatedAt.IsZero() || !strings.Contains(d.Agreed[0].Wording, "Reply STOP") {
		t.Errorf("what was agreed to: %+v", d.Agreed)
	}
	if a := put(s, token, `"lastName":" "`); a.Status != 400 || !strings.Contains(a.Body, `"field":"lastName"`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}

	// The link of any email may have been forwarded.
	if a := s.Get("/api/preferences?eid=" + old); strings.Contains(a.Body, "Janet") || strings.Contains(a.Body, "details") {
		t.Errorf("the link of an ordinary email shows %s", a.Body)
	}
	s.Exec("UPDATE subscribers SET link_mailed_at = NULL")
	if a := put(s, old, `"lastName":"Roe","phone":""`); !strings.Contains(a.Body, `"linkSent":true`) {
		t.Errorf("the link of an ordinary email corrects: %s", a.Body)
	}
	if e, _ := state(s, "jane@example.com"); e.LastName != "Doe" || e.Phone == "" {
		t.Errorf("%+v", e)
	}
}

func TestDeletionByLinkRequiresConfirmation(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	old := sitetest.EID(t, s.Email("jane@example.com", "Welcome"), "/preferences")
	s.Send("/api/contact", sitetest.Note("email", "jane@example.com"))
	token := manageLink(s, "jane@example.com")
	s.Quiet()
	del := func(token string, confirmed bool) sitetest.Answer {
		t.Helper()
		return s.Call("POST", "/api/preferences/deletion", fmt.Sprintf(`{"eid":%q,"confirmed":%t}`, token, confirmed))
	}
	for _, a := range []sitetest.Answer{del(old, true), del(token, false)} {
		if a.Status != 400 {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	}
	if _, _, err := s.People.Subscribers.Export(t.Context(), "jane@example.com"); err != nil {
		t.Fatal("deleted without confirmation, or by the link of an ordinary email")
	}
	if a := del(token, true); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if all := s.Exported("jane@example.com"); !strings.Contains(all, `"subscriber": null`) || !strings.Contains(all, `"messages": []`) {
		t.Error(all)
	}
	if a := del(token, true); a.Status != 400 {
		t.Errorf("a second time: %d", a.Status)
	}
}

func TestReceiptLinksOnlyTurnChannelsOn(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	s.Send("/api/unsubscribe", `{"email":"jane@example.com"}`)
	token := sitetest.EID(t, s.Email("jane@example.com", "You’ve been unsubscribed"), "/preferences")
	if a := s.Get("/api/preferences?eid=" + token); a.Status != 200 || strings.Contains(a.Body, "details") {
		t.Errorf("it shows %s", a.Body)
	}
	if a := s.Call("POST", "/api/preferences/deletion", fmt.Sprintf(`{"eid":%q,"confirmed":true}`, token)); a.Status != 400 {
		t.Errorf("it deletes: %d", a.Status)
	}
	if a := put(s, token, `"lastName":"Roe"`); !strings.Contains(a.Body, `"linkSent":true`) {
		t.Errorf("it corrects: %s", a.Body)
	}
	if a := put(s, token, `"emailOn":true,"emailWording":"email-2026-11"`); !strings.Contains(a.Body, `"emailOn":true`) {
		t.Errorf("Jane wasn't resubscribed: %s", a.Body)
	}
}

func TestStaffCannotBeDeletedByLink(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.As("editor")
	s.Send("/api/subscribers", sitetest.Jane("email", "editor@thriftwell.example"))
	s.Send("/api/subscribers", sitetest.Jane("email", "visitor@thriftwell.example"))
	s.As("visitor")
	s.Exec("UPDATE users SET disabled_at = now() WHERE email = 'visitor@thriftwell.example'")
	for _, email := range []string{"editor@thriftwell.example", "visitor@thriftwell.example"} {
		a := s.Call("POST", "/api/preferences/deletion", fmt.Sprintf(`{"eid":%q,"confirmed":true}`, manageLink(s, email)))
		if a.Status != 400 || !strings.Contains(a.Body, "Write to us") || s.Count("SELECT count(*) FROM users WHERE email = $1", email) != 1 {
			t.Errorf("%s: %d %s", email, a.Status, a.Body)
		}
	}
}

// An email may have been forwarded, and its reader must not undo that its owner
// unsubscribed.
func TestOrdinaryLinksDoNotResubscribe(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane("phone", "201-555-0123", "tcpaConsent", true))
	token := sitetest.EID(t, s.Email("jane@example.com", "Welcome"), "/unsubscribe")
	s.Send("/api/unsubscribe", fmt.Sprintf(`{"eid":%q}`, token))
	a := put(s, token, `"emailOn":true,"frequency":"monthly","emailWording":"email-2026-11"`)
	if !strings.Contains(a.Body, `"emailOn":false,"smsOn":false`) || !strings.Contains(a.Body, `"linkSent":true`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	ask := s.Email("jane@example.com", "One email a month")
	if e, ledger := state(s, "jane@example.com"); e.State != "unsubscribed" || lines(ledger, "email") != "given withdrawn" {
		t.Errorf("before confirmation: %+v, %+v", e, ledger)
	}
	if a := confirm(s, sitetest.EID(t, ask, "/confirm")); a.Status != 200 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if e, ledger := state(s, "jane@example.com"); e.State != "active" || e.Frequency != "monthly" || lines(ledger, "email") != "given withdrawn given" || e.SMSAllowed {
		t.Errorf("after confirmation: %+v, %+v", e, ledger)
	}
}

func TestMonthlyFrequencyIsChosenFromAnEmail(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/subscribers", sitetest.Jane())
	s.Email("jane@example.com", "Welcome")
	leave(s, "jane@example.com")
	known := s.Send("/api/preferences/link", `{"email":"jane@example.com","frequency":"monthly"}`)
	unknown := s.Send("/api/preferences/link", `{"email":"stranger@example.com","frequency":"monthly"}`)
	if known.Status != unknown.Status || known.Body != unknown.Body {
		t.Errorf("%s, %s", known.Body, unknown.Body)
	}
	token := sitetest.EID(t, s.Email("jane@example.com", "One email a month"), "/confirm")
	if a := confirm(s, token); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if e, ledger := state(s, "jane@example.com"); e.State != "active" || e.Frequency != "monthly" || lines(ledger, "email") != "given withdrawn given" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	leave(s, "jane@example.com")
	if a := confirm(s, token); a.Status != 400 {
		t.Errorf("after leaving again: %d %s", a.Status, a.Body)
	}
	if a := s.Call("POST", "/api/preferences/link", `{"email":"jane@example.com","frequency":"hourly"}`); a.Status != 400 {
		t.Errorf("%d", a.Status)
	}
}

func TestTextConsentWordingIsComplete(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "SITE_NAME=Pennywise")
	current := sitetest.Decode[struct{ Email, SMS subscribers.Wording }](t, s.Get("/api/consents").Body)
	for _, want := range []string{
		"Pennywise may send me", "marketing calls and text messages", "automated technology", "messages a month", "not a condition of any purchase",
		"Message and data rates may apply", "STOP", "HELP", "terms", "privacy policy",
	} {
		if !strings.Contains(current.SMS.Text, want) {
			t.Errorf("the wording lacks %q: %s", want, current.SMS.Text)
		}
	}
	if links := []subscribers.WordingLink{{Words: "terms", Path: "/terms"}, {Words: "privacy policy", Path: "/privacy"}}; !slices.Equal(current.SMS.Links, links) || strings.Contains(current.SMS.Text, "://") {
		t.Errorf("the wording shows addresses instead of links: %+v", current.SMS)
	}
	if _, day, _ := strings.Cut(current.SMS.Version, "-"); day > time.Now().Format(time.DateOnly) {
		t.Errorf("the wording %s is of a day to come", current.SMS.Version)
	}
	s.Send("/api/subscribers", sitetest.Jane("phone", "201-555-0123", "tcpaConsent", true, "emailWording", current.Email.Version))
	s.Quiet()
	_, ledger := state(s, "jane@example.com")
	if ledger[0].WordingVersion != current.Email.Version || ledger[1].WordingVersion != current.SMS.Version+" (current, not stated by the client)" || ledger[1].Wording != current.SMS.Text {
		t.Errorf("%+v", ledger)
	}
}
