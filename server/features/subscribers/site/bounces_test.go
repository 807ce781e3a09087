package site_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/platform/mail"
)

func TestStaffCanLiftBouncesButNotComplaints(t *testing.T) {
	t.Parallel()
	s, doc := apptest.Open(t), sitetest.Contract(t)
	admin := s.As("admin")
	for email, e := range map[string]mail.Event{"bob@example.com": mail.HardBounce, "cal@example.com": mail.Complained, "sue@example.com": mail.SoftBounce} {
		s.Send("/api/subscribers", sitetest.Jane("email", email))
		if e == mail.Complained { // must not be replaced by the bounce
			if err := s.People.Subscribers.Record(t.Context(), s.People.Secret.AddressHash(email), mail.HardBounce); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.People.Subscribers.Record(t.Context(), s.People.Secret.AddressHash(email), e); err != nil {
			t.Fatal(err)
		}
	}
	for query, want := range map[string]string{"bounced": "bob@example.com bounce", "complained": "cal@example.com complaint"} {
		a := admin.Do("GET", desk+"?state="+query, nil)
		sitetest.Agrees(t, doc, "GET", desk, a)
		if got := sitetest.Decode[[]subscribers.Listed](t, a.Body); len(got) != 1 || got[0].Email+" "+got[0].Suppressed != want {
			t.Errorf("%s: %+v", query, got)
		}
	}
	bob, _ := find(admin, "bob@example.com")
	cal, _ := find(admin, "cal@example.com")
	sue, _ := find(admin, "sue@example.com")
	if bob.SuppressedAt == nil || bob.SoftBounces != 0 || sue.Suppressed != "" || sue.SoftBounces != 1 || sue.SoftBouncedAt == nil {
		t.Errorf("bob %+v, sue %+v", bob, sue)
	}
	lift := func(p subscribers.Shown) sitetest.Answer {
		return admin.Do("DELETE", desk+"/"+p.ID.String()+"/suppression", nil)
	}
	a := lift(bob)
	sitetest.Agrees(t, doc, "DELETE", desk+"/{id}/suppression", a)
	if again, _ := find(admin, "bob@example.com"); a.Status != 200 || again.Suppressed != "" {
		t.Errorf("%d %s: %+v", a.Status, a.Body, again)
	}
	for _, p := range []subscribers.Shown{bob, cal, sue} {
		if a := lift(p); a.Status != 409 {
			t.Errorf("%s: %d %s", p.Email, a.Status, a.Body)
		}
	}
	if log := admin.Do("GET", "/api/admin/audit?kind=subscriber", nil).Body; strings.Count(log, `"action":"lift"`) != 1 || !strings.Contains(log, `"suppressed":"bounce"`) {
		t.Errorf("the log says %s", log)
	}
}

func TestLiftingABounceDoesNotResubscribe(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	admin := s.As("admin")
	s.Send("/api/subscribers", sitetest.Jane())
	if err := s.People.Subscribers.Record(t.Context(), s.People.Secret.AddressHash("jane@example.com"), mail.HardBounce); err != nil {
		t.Fatal(err)
	}
	s.Send("/api/unsubscribe", `{"email":"jane@example.com"}`)
	s.Quiet()
	jane, _ := find(admin, "jane@example.com")
	sitetest.Must[any](admin, "DELETE", desk+"/"+jane.ID.String()+"/suppression", nil)
	if jane, _ = find(admin, "jane@example.com"); jane.State != "unsubscribed" || jane.Suppressed != "unsubscribed" {
		t.Errorf("she is %+v", jane)
	}
}

func TestOnlyPostmarkCanReportBounces(t *testing.T) {
	t.Parallel()
	s, doc := apptest.Open(t, "POSTMARK_WEBHOOK_AUTH=postmark:a-long-random-word", "SES_TOPIC_ARN=arn:aws:sns:us-east-1:1:mail"), sitetest.Contract(t)
	s.Send("/api/subscribers", sitetest.Jane())
	tell := func(auth string) sitetest.Answer {
		return s.Call("POST", "/webhooks/postmark", `{"RecordType":"Bounce","Type":"HardBounce","Email":"Jane@example.com"}`,
			"Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(auth)))
	}
	suppressed := func() string {
		t.Helper()
		reason, err := s.People.Suppressions.Reason(t.Context(), s.People.Secret.AddressHash("jane@example.com"))
		if err != nil {
			t.Fatal(err)
		}
		return reason
	}
	for _, auth := range []string{"", ":", "postmark:wrong", "postmark:a-long-random-word2", "other:a-long-random-word"} {
		a := tell(auth)
		sitetest.Agrees(t, doc, "POST", "/webhooks/postmark", a)
		if a.Status != 403 || suppressed() != "" {
			t.Errorf("%q: %d %s", auth, a.Status, a.Body)
		}
	}
	a := tell("postmark:a-long-random-word")
	sitetest.Agrees(t, doc, "POST", "/webhooks/postmark", a)
	if a.Status != 200 || suppressed() != "bounce" {
		t.Errorf("%d %s, %s", a.Status, a.Body, suppressed())
	}
	forged := `{"Type":"Notification","MessageId":"1","TopicArn":"arn:aws:sns:us-east-1:1:mail","Message":"{}","Timestamp":"2026-01-01T00:00:00Z","SignatureVersion":"1","Signature":"Zm9yZ2Vk","SigningCertURL":"https://evil.example/x.pem"}`
	for _, body := range []string{forged, `{}`, strings.Replace(forged, ":mail", ":other", 1)} {
		a := s.Call("POST", "/webhooks/ses", body, "Content-Type", "text/plain")
		sitetest.Agrees(t, doc, "POST", "/webhooks/ses", a)
		if a.Status != 403 {
			t.Errorf("%s: %d %s", body, a.Status, a.Body)
		}
	}
}

func TestPostmarkSuppressionsAreAdopted(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "POSTMARK_WEBHOOK_AUTH=postmark:a-long-random-word")
	tell := func(email, more string) {
		t.Helper()
		a := s.Call("POST", "/webhooks/postmark", `{"RecordType":"SubscriptionChange","Recipient":"`+email+`",`+more+`}`,
			"Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("postmark:a-long-random-word")))
		if a.Status != 200 {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	}
	admin := s.As("admin")
	for email, more := range map[string]string{
		"ann@example.com": `"SuppressSending":true,"SuppressionReason":"ManualSuppression","Origin":"Recipient"`,
		"bob@example.com": `"SuppressSending":true,"SuppressionReason":"HardBounce"`,
		"cid@example.com": `"SuppressSending":true,"SuppressionReason":"SpamComplaint"`,
		"dan@example.com": `"SuppressSending":false,"SuppressionReason":null`,
	} {
		s.Send("/api/subscribers", sitetest.Jane("email", email))
		tell(email, more)
	}
	s.Quiet()
	tell("ann@example.com", `"SuppressSending":false,"SuppressionReason":null`) // brings nobody back
	s.Quiet()
	for email, want := range map[string]string{"ann@example.com": "unsubscribed unsubscribed", "bob@example.com": "active bounce", "cid@example.com": "active complaint", "dan@example.com": "active "} {
		if p, _ := find(admin, email); p.State+" "+p.Suppressed != want {
			t.Errorf("%s: %s %s", email, p.State, p.Suppressed)
		}
	}
	if all := s.Exported("ann@example.com"); !strings.Contains(all, `"action": "withdrawn"`) {
		t.Errorf("it isn't in the ledger: %s", all)
	}
}

func TestUnconfiguredWebhooksAreNotFound(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	for _, path := range []string{"/webhooks/ses", "/webhooks/postmark"} {
		if a := s.Call("POST", path, "{}", "Authorization", "Basic Og=="); a.Status != 404 {
			t.Errorf("%s: %d %s", path, a.Status, a.Body)
		}
	}
}
