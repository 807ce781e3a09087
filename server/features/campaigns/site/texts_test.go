package site_test

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/personal"
	"thriftwell/server/platform/sms"
)

const (
	texts = "/api/admin/texts"
	phone = "+12015550123"
)

// kept returns the bodies of the texts to a number, newest first.
func kept(s *sitetest.Site, number string) (bodies []string) {
	s.T.Helper()
	all, err := sms.Folder{Dir: personal.TextFolder(s.Config)}.List(1000)
	if err != nil {
		s.T.Fatal(err)
	}
	for _, m := range all {
		if m.To == number {
			bodies = append(bodies, m.Body)
		}
	}
	return bodies
}

// gets waits for a text to a number that contains words.
func gets(s *sitetest.Site, number, words string) {
	s.T.Helper()
	sitetest.Eventually(s.T, "the text "+words, func() bool {
		return slices.ContainsFunc(kept(s, number), func(body string) bool { return strings.Contains(body, words) })
	})
}

// says simulates a text from a number, as development allows.
func says(s *sitetest.Site, number, said string) {
	s.T.Helper()
	a := s.Call("POST", "/dev/texts", url.Values{"from": {number}, "said": {said}}.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	if a.Status != 303 {
		s.T.Fatalf("%s: %d %s", said, a.Status, a.Body)
	}
}

func join(s *sitetest.Site, email, number string) {
	s.T.Helper()
	s.Send("/api/subscribers", sitetest.Jane("email", email, "phone", number, "tcpaConsent", true))
}

// ledger returns a subscriber's consent actions for texts, in order.
func ledger(s *sitetest.Site, email string) (actions string) {
	s.T.Helper()
	_, all, err := s.People.Subscribers.Export(s.T.Context(), email)
	if err != nil {
		s.T.Fatal(err)
	}
	for _, c := range all {
		if c.Channel == "sms" {
			actions += " " + c.Action + string(c.Evidence.Means)
		}
	}
	return strings.TrimSpace(actions)
}

func audience(p sitetest.Member) (a campaigns.TextAudience) {
	p.T.Helper()
	return sitetest.Must[campaigns.TextAudience](p, "GET", texts+"/audience", nil)
}

func TestTexts(t *testing.T) {
	t.Parallel()
	apptest.Open(t).Share(t, map[string]func(*testing.T, *sitetest.Site){
		"editorSendsATextToConfirmedNumbers":    editorSendsATextToConfirmedNumbers,
		"textsAreOnOnlyAfterConfirmation":       textsAreOnOnlyAfterConfirmation,
		"startResumesTextsOnlyWithConsent":      startResumesTextsOnlyWithConsent,
		"webConsentDoesNotOverrideStop":         webConsentDoesNotOverrideStop,
		"questionIsRepeatedAfterAMonth":         questionIsRepeatedAfterAMonth,
		"textIsScheduled":                       textIsScheduled,
		"unreadableSubscriberDoesNotBlockTexts": unreadableSubscriberDoesNotBlockTexts,
		"helpIsAnsweredWithinLimits":            helpIsAnsweredWithinLimits,
		"stoppedNumberGetsOnlyRequestedReplies": stoppedNumberGetsOnlyRequestedReplies,
	})
}

func editorSendsATextToConfirmedNumbers(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
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
	before := audience(p)
	join(s, "ann@example.com", phone)
	join(s, "bob@example.com", "+12015550124")
	gets(s, phone, "Reply YES")
	gets(s, "+12015550124", "Reply YES")
	l := sitetest.Decode[campaigns.Text](t, call("POST", texts, texts, sitetest.M{"body": "Two for one today: https://site.example/g/two"}, 201).Body)
	if a := call("POST", at(texts, l.Campaign, "/send"), texts+"/{id}/send", nil, 409); !strings.Contains(a.Body, "Nobody would get this text") {
		t.Error(a.Body)
	}
	says(s, phone, "Yes")
	gets(s, phone, "You are signed up for deal alerts")
	if a := sitetest.Decode[campaigns.TextAudience](t, call("GET", texts+"/audience", texts+"/audience", nil, 200).Body); a.People != 1 || a.Unsettled != before.Unsettled+1 {
		t.Errorf("%+v", a)
	}
	if a := call("POST", texts+"/measure", texts+"/measure", sitetest.M{"body": "It’s on"}, 200); a.Body != `{"text":"Thriftwell: It’s on\nReply STOP to end","encoding":"UCS-2","units":37,"segments":1,"unusual":"’"}` {
		t.Error(a.Body)
	}
	call("POST", at(texts, l.Campaign, "/test"), texts+"/{id}/test", sitetest.M{"phone": "201-555-0199"}, 200)
	if got := kept(s, "+12015550199"); len(got) != 1 || !strings.HasPrefix(got[0], "[Test] Thriftwell: Two for one") {
		t.Errorf("%q", got)
	}
	call("POST", at(texts, l.Campaign, "/send"), texts+"/{id}/send", sitetest.M{"version": l.Version}, 200)
	gets(s, phone, "Thriftwell: Two for one today: https://site.example/g/two\nReply STOP to end")
	sitetest.Eventually(t, "the text is out", func() bool {
		return sitetest.Must[campaigns.Text](p, "GET", at(texts, l.Campaign, ""), nil).Status == campaigns.Sent
	})
	call("PUT", at(texts, l.Campaign, ""), texts+"/{id}", sitetest.M{"body": "Other"}, 409)
	says(s, phone, "please no more of these")
	gets(s, phone, "You will get no more calls or texts")
	r := sitetest.Decode[campaigns.TextReport](t, call("GET", at(texts, l.Campaign, "/report"), texts+"/{id}/report", nil, 200).Body)
	if r != (campaigns.TextReport{Counts: campaigns.Counts{People: 1, Sent: 1}, Stops: 1}) {
		t.Errorf("%+v", r)
	}
	if got := ledger(s, "ann@example.com"); got != "given giventext withdrawntext" {
		t.Error(got)
	}
	s.Email("ann@example.com", "No more calls and texts")
	if all := s.Exported("ann@example.com"); !strings.Contains(all, `"said": "please no more of these"`) || !strings.Contains(all, `"text": "Two for one today`) {
		t.Error(all)
	}
	if got := kept(s, "+12015550124"); len(got) != 1 {
		t.Errorf("a number without confirmation got %q", got)
	}
	if err := s.People.Erase(t.Context(), "ann@example.com"); err != nil {
		t.Fatal(err)
	}
	if n := s.Count("SELECT count(*) FROM text_sends WHERE phone_hash = $1", s.People.Subscribers.Stops.Hash(phone)); n != 0 {
		t.Errorf("%d texts still belong to an erased number", n)
	}
}

func textsAreOnOnlyAfterConfirmation(t *testing.T, s *sitetest.Site) {
	const phone = "+12015550130"
	join(s, "confirms@example.com", phone)
	eid := sitetest.EID(t, s.Email("confirms@example.com", "Welcome"), "/preferences")
	gets(s, phone, "Reply YES")
	if a := s.Get("/api/preferences?eid=" + eid); !strings.Contains(a.Body, `"smsOn":false,"smsAsked":true`) {
		t.Errorf("before a yes: %s", a.Body)
	}
	says(s, phone, "YES")
	if a := s.Get("/api/preferences?eid=" + eid); !strings.Contains(a.Body, `"smsOn":true,"smsAsked":false`) {
		t.Errorf("after a yes: %s", a.Body)
	}
	says(s, phone, "STOP") // and gets no text of another test
}

func startResumesTextsOnlyWithConsent(t *testing.T, s *sitetest.Site) {
	const phone = "+12015550131"
	p := s.As("editor")
	before, allowed := audience(p), func() int { return s.Count("SELECT count(*) FROM subscribers WHERE sms_allowed") }
	confirmed := allowed()
	join(s, "resumes@example.com", phone)
	gets(s, phone, "Reply YES")
	says(s, phone, "YES")
	says(s, phone, "STOP")
	if a := audience(p); a.People != 0 || a.Stopped != before.Stopped+1 {
		t.Errorf("after STOP: %+v", a)
	}
	text := sitetest.Must[campaigns.Text](p, "POST", texts, sitetest.M{"body": "Sale"})
	if a := p.Do("POST", at(texts, text.Campaign, "/test"), sitetest.M{"phone": phone}); a.Status != 409 {
		t.Errorf("a test to a number that said stop: %d %s", a.Status, a.Body)
	}
	says(s, phone, "start")
	if a := audience(p); a.People != 1 || a.Stopped != before.Stopped {
		t.Errorf("after START: %+v", a)
	}
	if got := ledger(s, "resumes@example.com"); got != "given giventext withdrawntext giventext" {
		t.Error(got)
	}
	s.As("admin").Do("POST", "/api/admin/revocations", sitetest.M{"phone": phone, "means": "phone"})
	says(s, phone, "start")
	if a := audience(p); a.People != 0 {
		t.Errorf("a text resumed what was stopped by phone: %+v", a)
	}
	says(s, "+12015550177", "yes")
	gets(s, "+12015550177", "is not signed up")
	if n := allowed() - confirmed; n != 0 {
		t.Errorf("%d confirmed without consent", n)
	}
}

func webConsentDoesNotOverrideStop(t *testing.T, s *sitetest.Site) {
	const phone = "+12015550132"
	says(s, phone, "STOP")
	join(s, "stopped@example.com", phone)
	join(s, "others@example.com", "+12015550133")
	gets(s, "+12015550133", "Reply YES") // by now the other number would have been asked
	if n := s.Count("SELECT count(*) FROM text_sends WHERE phone_hash = $1", s.People.Subscribers.Stops.Hash(phone)); n != 0 {
		t.Error("a number that said stop was asked")
	}
	for email, stopped := range map[string]bool{"stopped@example.com": true, "others@example.com": false} {
		s.Send("/api/preferences/link", `{"email":"`+email+`"}`)
		eid := sitetest.EID(t, s.Email(email, "Your link to change"), "/preferences")
		if a := s.Get("/api/preferences?eid=" + eid); !strings.Contains(a.Body, fmt.Sprintf(`"textsStopped":%t`, stopped)) {
			t.Errorf("%s: %s", email, a.Body)
		}
	}
}

func questionIsRepeatedAfterAMonth(t *testing.T, s *sitetest.Site) {
	const phone = "+12015550134"
	join(s, "asked@example.com", phone)
	hash := s.People.Subscribers.Stops.Hash(phone)
	asked := func() bool {
		return s.Count("SELECT count(*) FROM text_sends WHERE state = 'sent' AND at > now() - interval '1 day' AND phone_hash = $1", hash) == 1
	}
	sitetest.Eventually(t, "the question is out", asked)
	s.Exec("UPDATE text_sends SET at = at - interval '40 days' WHERE phone_hash = $1", hash)
	s.Send("/api/preferences/link", `{"email":"asked@example.com"}`)
	eid := sitetest.EID(t, s.Email("asked@example.com", "Your link to change"), "/preferences")
	for _, choice := range []string{`"smsOn":false`, `"smsOn":true,"smsWording":"sms-2026-12"`} {
		if a := s.Call("PUT", "/api/preferences", `{"eid":"`+eid+`",`+choice+`}`); a.Status != 200 {
			t.Fatalf("%s: %d %s", choice, a.Status, a.Body)
		}
	}
	sitetest.Eventually(t, "the question comes once more", asked)
}

func textIsScheduled(t *testing.T, s *sitetest.Site) {
	p := s.As("editor")
	past := sitetest.M{"body": "Sale", "status": "scheduled", "scheduledAt": "2020-01-01T12:00:00Z"}
	if a := p.Do("POST", texts, past); a.Status != 400 || !strings.Contains(a.Body, "in the future") {
		t.Errorf("a new text: %d %s", a.Status, a.Body)
	}
	text := sitetest.Must[campaigns.Text](p, "POST", texts, sitetest.M{"body": "Sale", "scheduledAt": "2020-01-01T12:00:00Z"})
	if a := p.Do("PUT", at(texts, text.Campaign, ""), sitetest.M{"status": "scheduled"}); a.Status != 400 || !strings.Contains(a.Body, "in the future") {
		t.Errorf("a draft that has a time: %d %s", a.Status, a.Body)
	}
	past["scheduledAt"] = time.Now().AddDate(2, 0, 1)
	if a := p.Do("POST", texts, past); a.Status != 400 || !strings.Contains(a.Body, "two years") {
		t.Errorf("a time years ahead: %d %s", a.Status, a.Body)
	}
	past["scheduledAt"] = time.Now().AddDate(1, 0, 0)
	if a := p.Do("POST", texts, past); a.Status != 201 {
		t.Errorf("a future time: %d %s", a.Status, a.Body)
	}
}

func unreadableSubscriberDoesNotBlockTexts(t *testing.T, s *sitetest.Site) {
	const phone = "+12015550135"
	id := uuid.New()
	s.Exec(`INSERT INTO subscribers (id, address_hash, phone_hash, sealed_key, profile, state, sms_allowed)
		VALUES ($1, 'x', '', '', '', 'active', true)`, id) // an empty hash is first in order
	join(s, "behind@example.com", phone)
	gets(s, phone, "Reply YES")
	if n := s.Count("SELECT count(*) FROM text_sends WHERE state = 'skipped' AND reason = 'gone' AND subscriber_id = $1", id); n != 1 {
		t.Errorf("%d texts to the unreadable subscriber were settled, want 1", n)
	}
}

func helpIsAnsweredWithinLimits(t *testing.T, s *sitetest.Site) {
	const phone = "+12015550136"
	for range 7 {
		says(s, phone, "HELP")
	}
	if got := kept(s, phone); len(got) != 5 || !strings.Contains(got[0], "support@thriftwell.example") {
		t.Errorf("%q", got)
	}
}

func stoppedNumberGetsOnlyRequestedReplies(t *testing.T, s *sitetest.Site) {
	const phone = "+12015550137"
	for _, c := range []struct{ said, heard string }{
		{"STOP", "You will get no more"}, {"thanks", ""}, {"Stop!", ""}, {"who is this", ""}, {"HELP", "Help: "}, {"no more", ""},
		{"start", "is not signed up"}, {"thanks", "Help: "},
	} {
		before := kept(s, phone)
		says(s, phone, c.said)
		after := kept(s, phone)
		if c.heard == "" && len(after) != len(before) || c.heard != "" && (len(after) != len(before)+1 || !strings.Contains(after[0], c.heard)) {
			t.Errorf("after %s: %q, then %q", c.said, before, after)
		}
	}
}

func TestMissingCarrierSettingsAreReported(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "BASE_URL=https://www.example.com", "DEV_SIGN_IN=false")
	token := s.Token("editor")
	do := func(method, path, body string) sitetest.Answer {
		return s.Call(method, path, body, "Authorization", "Bearer "+token)
	}
	if a := do("GET", texts+"/audience", ""); !strings.Contains(a.Body, `"missing":["TWILIO_ACCOUNT_SID","TWILIO_AUTH_TOKEN","TWILIO_FROM"]`) {
		t.Error(a.Body)
	}
	text := sitetest.Decode[campaigns.Text](t, do("POST", texts, `{"body":"Sale"}`).Body)
	for _, call := range []string{"/send", "/test"} {
		if a := do("POST", at(texts, text.Campaign, call), `{"phone":"201-555-0123"}`[:map[string]int{"/send": 0, "/test": 24}[call]]); a.Status != 409 || !strings.Contains(a.Body, "can't send texts yet") {
			t.Errorf("%s: %d %s", call, a.Status, a.Body)
		}
	}
	if a := s.Call("POST", "/webhooks/twilio", "From=%2B12015550123&Body=STOP", "Content-Type", "application/x-www-form-urlencoded"); a.Status != 404 {
		t.Errorf("webhook: %d", a.Status)
	}
}

func TestOnlySignedTwilioWebhooksAreAccepted(t *testing.T) {
	t.Parallel()
	const token, form = "0123456789abcdef", "application/x-www-form-urlencoded"
	s := apptest.Open(t, "TWILIO_ACCOUNT_SID=AC0123456789abcdef0123456789abcdef", "TWILIO_AUTH_TOKEN="+token, "TWILIO_FROM=+12015550100")
	hook := func(signed, sent url.Values) sitetest.Answer {
		mac := hmac.New(sha1.New, []byte(token))
		mac.Write([]byte(s.Config.BaseURL + "/webhooks/twilio"))
		for _, name := range slices.Sorted(maps.Keys(signed)) {
			mac.Write([]byte(name + signed.Get(name)))
		}
		return s.Call("POST", "/webhooks/twilio", sent.Encode(), "Content-Type", form, "X-Twilio-Signature", base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	said := func(words string) url.Values {
		return url.Values{"From": {phone}, "Body": {words}, "MessageSid": {"SM1"}, "To": {"+12015550100"}}
	}
	// Stop texts to the number that signs up later.
	a := hook(said("Opt out, please"), said("Opt out, please"))
	if a.Status != 200 || a.Body != `<?xml version="1.0" encoding="UTF-8"?>`+"\n<Response><Message>Thriftwell: You will get no more calls or texts from us. Reply START if you change your mind</Message></Response>" {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	s.Send("/api/subscribers", sitetest.Jane("phone", phone, "tcpaConsent", true))
	for name, a := range map[string]sitetest.Answer{
		"other words": hook(said("HELP"), said("STOP")),
		"unsigned":    s.Call("POST", "/webhooks/twilio", said("STOP").Encode(), "Content-Type", form),
		"garbage":     s.Call("POST", "/webhooks/twilio", said("STOP").Encode(), "Content-Type", form, "X-Twilio-Signature", "%%%"),
	} {
		if a.Status != 403 {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	if got := ledger(s, "jane@example.com"); got != "given" {
		t.Errorf("after a forged request: %s", got)
	}
	hook(said("STOP"), said("STOP"))
	if got := ledger(s, "jane@example.com"); got != "given withdrawntext" {
		t.Error(got)
	}
	own := func(kind, words string) {
		t.Helper()
		f := said(words)
		f.Set("OptOutType", kind)
		if a := hook(f, f); a.Status != 200 || strings.Contains(a.Body, "<Message>") {
			t.Errorf("a message Twilio already answered: %d %s", a.Status, a.Body)
		}
	}
	own("START", "START")
	own("STOP", "baja")
	if got := ledger(s, "jane@example.com"); got != "given withdrawntext giventext withdrawntext" {
		t.Errorf("after a word that Twilio treats as a stop: %s", got)
	}
	s.Exec(`INSERT INTO text_sends (phone_hash, subscriber_id, state, carrier_id, due_at, at) VALUES ('x', gen_random_uuid(), 'sent', 'SM9', now(), now())`)
	lost := url.Values{"MessageSid": {"SM9"}, "MessageStatus": {"undelivered"}}
	if a := hook(lost, lost); a.Status != 204 || s.Count("SELECT count(*) FROM text_sends WHERE state = 'failed'") != 1 {
		t.Errorf("an undelivered text: %d %s", a.Status, a.Body)
	}
}
