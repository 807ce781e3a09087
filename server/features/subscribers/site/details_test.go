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

func TestPreferences(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "SITE_NAME=Pennywise").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"phoneNumbersAreAddedAndRemovedByLink":              phoneNumbersAreAddedAndRemovedByLink,
		"phoneNumbersOfKnownAddressesRequireTheEmailedLink": phoneNumbersOfKnownAddressesRequireTheEmailedLink,
		"nameAndAddressAreCorrectedByLink":                  nameAndAddressAreCorrectedByLink,
		"deletionByLinkRequiresConfirmation":                deletionByLinkRequiresConfirmation,
		"receiptLinksOnlyTurnChannelsOn":                    receiptLinksOnlyTurnChannelsOn,
		"staffCannotBeDeletedByLink":                        staffCannotBeDeletedByLink,
		"ordinaryLinksDoNotResubscribe":                     ordinaryLinksDoNotResubscribe,
		"monthlyFrequencyIsChosenFromAnEmail":               monthlyFrequencyIsChosenFromAnEmail,
		"textConsentWordingIsComplete":                      textConsentWordingIsComplete,
		"preferencesAreChangedByLink":                       preferencesAreChangedByLink,
		"preferencesLinksAreLimited":                        preferencesLinksAreLimited,
	})
}

func phoneNumbersAreAddedAndRemovedByLink(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@phones.example"))
	s.Email("jane@phones.example", "Welcome")
	token := manageLink(s, "jane@phones.example")
	a := put(s, token, `"phone":"(217) 555-0123","smsOn":true,"smsWording":"sms-2026-12"`)
	if !strings.Contains(a.Body, `"smsOn":false,"smsAsked":true`) || !strings.Contains(a.Body, `"phone":"+12175550123"`) {
		t.Errorf("adding: %d %s", a.Status, a.Body)
	}
	if a := put(s, token, `"phone":"217-555-0199"`); !strings.Contains(a.Body, `"smsAsked":false`) {
		t.Errorf("another number inherits the consent: %s", a.Body)
	}
	if a := put(s, token, `"phone":"217-555-0188","smsOn":true,"smsWording":"sms-2026-12"`); !strings.Contains(a.Body, `"smsAsked":true`) {
		t.Errorf("another number with a consent of its own: %s", a.Body)
	}
	if a := put(s, token, `"phone":""`); !strings.Contains(a.Body, `"smsOn":false,"smsAsked":false,"hasPhone":false`) {
		t.Errorf("removing: %s", a.Body)
	}
	e, ledger := state(s, "jane@phones.example")
	if e.Phone != "" || lines(ledger, "sms") != "given withdrawn given withdrawn" || ledger[1].Evidence.Destination != "+12175550123" || ledger[2].Evidence.Destination != "+12175550123" || ledger[3].Evidence.Destination != "+12175550188" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	if a := put(s, token, `"smsOn":true`); a.Status != 400 {
		t.Errorf("texts without a number: %d", a.Status)
	}
	if a := put(s, token, `"phone":"12"`); a.Status != 400 || !strings.Contains(a.Body, `"field":"phone"`) {
		t.Errorf("no number: %d %s", a.Status, a.Body)
	}
	s.Quiet()
	if n := len(s.Emails("jane@phones.example")); n != 2 {
		t.Errorf("%d mails, want the welcome and the link", n)
	}
}

func phoneNumbersOfKnownAddressesRequireTheEmailedLink(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@known.example"))
	s.Email("jane@known.example", "Welcome")
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@known.example", "phone", "218-555-0123", "tcpaConsent", true)) // no cookie, or an expired one
	mailed := s.Email("jane@known.example", "Your link to change")
	if !strings.Contains(mailed.Text, "add or remove a phone number") || !strings.Contains(mailed.HTML, "add or remove a phone number") {
		t.Errorf("the email says %s", mailed.Text)
	}
	if e, ledger := state(s, "jane@known.example"); e.Phone != "" || e.SMSAllowed || lines(ledger, "sms") != "" {
		t.Errorf("before the owner used the link: %+v, %+v", e, ledger)
	}
	if a := put(s, sitetest.EID(t, mailed, "/preferences"), `"phone":"218-555-0123","smsOn":true`); !strings.Contains(a.Body, `"smsAsked":true`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

func nameAndAddressAreCorrectedByLink(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@corrected.example", "phone", "219-555-0123", "tcpaConsent", true, "smsWording", "sms-2026-12"))
	old := sitetest.EID(t, s.Email("jane@corrected.example", "Welcome"), "/preferences")
	token := manageLink(s, "jane@corrected.example")
	a := put(s, token, `"firstName":" Janet ","address":"2 Main St"`)
	var now subscribers.Preferences
	if err := json.Unmarshal([]byte(a.Body), &now); err != nil || now.Details == nil {
		t.Fatal(err, a.Body)
	}
	d := *now.Details
	if d.FirstName != "Janet" || d.LastName != "Doe" || d.Address != "2 Main St" || d.Phone != "+12195550123" || !now.SMSAsked {
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
	s.Exec("UPDATE subscribers SET link_mailed_at = NULL WHERE address_hash = $1", s.People.Secret.AddressHash("jane@corrected.example"))
	if a := put(s, old, `"lastName":"Roe","phone":""`); !strings.Contains(a.Body, `"linkSent":true`) {
		t.Errorf("the link of an ordinary email corrects: %s", a.Body)
	}
	if e, _ := state(s, "jane@corrected.example"); e.LastName != "Doe" || e.Phone == "" {
		t.Errorf("%+v", e)
	}
}

func deletionByLinkRequiresConfirmation(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@deleted.example"))
	old := sitetest.EID(t, s.Email("jane@deleted.example", "Welcome"), "/preferences")
	s.Send("/api/contact", sitetest.Note("email", "jane@deleted.example"))
	token := manageLink(s, "jane@deleted.example")
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
	if _, _, err := s.People.Subscribers.Export(t.Context(), "jane@deleted.example"); err != nil {
		t.Fatal("deleted without confirmation, or by the link of an ordinary email")
	}
	if a := del(token, true); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if all := s.Exported("jane@deleted.example"); !strings.Contains(all, `"subscriber": null`) || !strings.Contains(all, `"messages": []`) {
		t.Error(all)
	}
	if a := del(token, true); a.Status != 400 {
		t.Errorf("a second time: %d", a.Status)
	}
}

func receiptLinksOnlyTurnChannelsOn(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@receipt.example"))
	s.Send("/api/unsubscribe", `{"email":"jane@receipt.example"}`)
	token := sitetest.EID(t, s.Email("jane@receipt.example", "You’ve been unsubscribed"), "/preferences")
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

func staffCannotBeDeletedByLink(t *testing.T, s *sitetest.Site) {
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
func ordinaryLinksDoNotResubscribe(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@ordinary.example", "phone", "224-555-0123", "tcpaConsent", true))
	token := sitetest.EID(t, s.Email("jane@ordinary.example", "Welcome"), "/unsubscribe")
	s.Send("/api/unsubscribe", fmt.Sprintf(`{"eid":%q}`, token))
	a := put(s, token, `"emailOn":true,"frequency":"monthly","emailWording":"email-2026-11"`)
	if !strings.Contains(a.Body, `"emailOn":false,"smsOn":false`) || !strings.Contains(a.Body, `"linkSent":true`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	ask := s.Email("jane@ordinary.example", "One email a month")
	if e, ledger := state(s, "jane@ordinary.example"); e.State != "unsubscribed" || lines(ledger, "email") != "given withdrawn" {
		t.Errorf("before confirmation: %+v, %+v", e, ledger)
	}
	if a := confirm(s, sitetest.EID(t, ask, "/confirm")); a.Status != 200 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if e, ledger := state(s, "jane@ordinary.example"); e.State != "active" || e.Frequency != "monthly" || lines(ledger, "email") != "given withdrawn given" || e.SMSAllowed {
		t.Errorf("after confirmation: %+v, %+v", e, ledger)
	}
}

func monthlyFrequencyIsChosenFromAnEmail(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@monthly.example"))
	s.Email("jane@monthly.example", "Welcome")
	leave(s, "jane@monthly.example")
	known := s.Send("/api/preferences/link", `{"email":"jane@monthly.example","frequency":"monthly"}`)
	unknown := s.Send("/api/preferences/link", `{"email":"stranger@monthly.example","frequency":"monthly"}`)
	if known.Status != unknown.Status || known.Body != unknown.Body {
		t.Errorf("%s, %s", known.Body, unknown.Body)
	}
	token := sitetest.EID(t, s.Email("jane@monthly.example", "One email a month"), "/confirm")
	if a := confirm(s, token); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if e, ledger := state(s, "jane@monthly.example"); e.State != "active" || e.Frequency != "monthly" || lines(ledger, "email") != "given withdrawn given" {
		t.Errorf("%+v, %+v", e, ledger)
	}
	leave(s, "jane@monthly.example")
	if a := confirm(s, token); a.Status != 400 {
		t.Errorf("after leaving again: %d %s", a.Status, a.Body)
	}
	if a := s.Call("POST", "/api/preferences/link", `{"email":"jane@monthly.example","frequency":"hourly"}`); a.Status != 400 {
		t.Errorf("%d", a.Status)
	}
}

func textConsentWordingIsComplete(t *testing.T, s *sitetest.Site) {
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
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@wording.example", "phone", "225-555-0123", "tcpaConsent", true, "emailWording", current.Email.Version))
	s.Quiet()
	_, ledger := state(s, "jane@wording.example")
	if ledger[0].WordingVersion != current.Email.Version || ledger[1].WordingVersion != current.SMS.Version+" (current, not stated by the client)" || ledger[1].Wording != current.SMS.Text {
		t.Errorf("%+v", ledger)
	}
}
