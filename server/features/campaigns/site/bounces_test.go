package site_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/platform/mail"
)

// told records a report about the email to a recipient.
func (o *emailOffice) told(n int, messageID string, e mail.Event) {
	o.t.Helper()
	if err := o.people.RecordEmailEvent(o.t.Context(), o.people.Secret.AddressHash(o.known[o.ids[n]]), messageID, e); err != nil {
		o.t.Error(err)
	}
}

// holdUntilPaused holds later emails back until the campaign pauses.
func (o *emailOffice) holdUntilPaused(n int) {
	if n > 300 {
		sitetest.Eventually(o.t, "the campaign pauses", func() bool {
			status, _ := o.status()
			return status == campaigns.Paused
		})
	}
}

func TestEmailPausesWhenReadersComplain(t *testing.T) {
	t.Parallel()
	const people, complains = 450, 10
	o := openEmails(t, people)
	o.sink.onEmail = func(to string, n int) bool {
		o.holdUntilPaused(n)
		if to == o.known[o.ids[complains]] {
			o.told(complains, "", mail.Complained)
		}
		return true
	}
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	status, trouble := o.status()
	if r := o.report(); status != campaigns.Paused || !strings.Contains(trouble, "as spam") || r.Pending == 0 || r.Complaints != 1 {
		t.Fatalf("%s, %q, %+v", status, trouble, r)
	}
	o.sink.onEmail = nil
	o.turn(campaigns.Sending)
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, trouble := o.status(); status != campaigns.Sent { // staff accepted the earlier reports
		t.Errorf("afterwards it is %s: %s", status, trouble)
	}
}

func TestEmailPausesWhenItBouncesLater(t *testing.T) {
	t.Parallel()
	const people, back = 450, 30
	o := openEmails(t, people)
	for n := range back {
		o.told(n, "", mail.HardBounce) // of no campaign yet
	}
	o.exec("DELETE FROM suppressions")
	o.sink.onEmail = func(to string, n int) bool {
		o.holdUntilPaused(n)
		for n := range back {
			if to == o.known[o.ids[n]] {
				o.told(n, "", mail.HardBounce)
			}
		}
		return true
	}
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	status, trouble := o.status()
	if r := o.report(); status != campaigns.Paused || !strings.Contains(trouble, "rejected") || r.Returned < 11 || r.Returned > back || r.Failed != 0 || r.Pending == 0 {
		t.Fatalf("%s, %q, %+v", status, trouble, r)
	}
}

func TestReportsBelongToTheirEmail(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 4)
	first := o.email
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	o.begin("another")
	second := o.email
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	o.told(0, fmt.Sprintf("<letter-%d-%s@localhost>", first.ID, o.ids[0]), mail.HardBounce)
	o.told(1, "", mail.HardBounce)
	o.told(1, "", mail.Complained) // which counts instead
	o.told(1, "", mail.HardBounce)
	o.told(2, "<subscribers.signup_mail.1.2@localhost>", mail.Complained)
	o.told(2, fmt.Sprintf("<letter-%d-%s@localhost>", second.ID+1, o.ids[2]), mail.Complained)
	o.told(3, "", mail.SoftBounce)
	if r := o.report(); r.Returned != 0 || r.Complaints != 1 {
		t.Errorf("the second: %+v", r)
	}
	o.email = first
	if r := o.report(); r.Returned != 1 || r.Complaints != 0 {
		t.Errorf("the first: %+v", r)
	}
}

func webhookReportsCountForTheEmail(t *testing.T, s *sitetest.Site) {
	s.Send("/api/subscribers", sitetest.Jane("email", "complains@example.com", "source", map[string]string{"utm_source": "complains"}))
	s.Quiet()
	p := s.As("editor")
	l := write(p, sitetest.M{"subject": "Hello", "body": "Dear reader", "audience": sitetest.M{"source": "complains"}})
	sitetest.Must[campaigns.Email](p, "POST", at(emails, l.Campaign, "/send"), sitetest.M{"confirmed": true})
	isSent(p, l)
	a := s.Call("POST", "/webhooks/postmark", `{"RecordType":"SpamComplaint","Email":"complains@example.com"}`,
		"Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("postmark:a-long-random-word")))
	if r := sitetest.Must[campaigns.EmailReport](p, "GET", at(emails, l.Campaign, "/report"), nil); a.Status != 200 || r.Complaints != 1 || r.Sent != 1 {
		t.Errorf("%d, %+v", a.Status, r)
	}
}
