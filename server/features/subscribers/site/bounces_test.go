package site_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/platform/mail"
)

func TestBounces(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "POSTMARK_WEBHOOK_AUTH=postmark:a-long-random-word", "SES_TOPIC_ARN=arn:aws:sns:us-east-1:1:mail").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"staffCanLiftBouncesButNotComplaints": staffCanLiftBouncesButNotComplaints,
		"liftingABounceDoesNotResubscribe":    liftingABounceDoesNotResubscribe,
		"onlyPostmarkCanReportBounces":        onlyPostmarkCanReportBounces,
		"postmarkSuppressionsAreAdopted":      postmarkSuppressionsAreAdopted,
	})
}

func staffCanLiftBouncesButNotComplaints(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	admin := s.As("admin")
	for email, e := range map[string]mail.Event{"bob@lifted.example": mail.HardBounce, "cal@lifted.example": mail.Complained, "sue@lifted.example": mail.SoftBounce} {
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
	for query, want := range map[string]string{"bounced": "bob@lifted.example bounce", "complained": "cal@lifted.example complaint"} {
		a := admin.Do("GET", desk+"?state="+query, nil)
		sitetest.Agrees(t, doc, "GET", desk, a)
		var got []string
		for _, one := range sitetest.Decode[[]subscribers.Listed](t, a.Body) {
			if strings.HasSuffix(one.Email, "@lifted.example") {
				got = append(got, one.Email+" "+one.Suppressed)
			}
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q", query, got)
		}
	}
	bob, _ := find(admin, "bob@lifted.example")
	cal, _ := find(admin, "cal@lifted.example")
	sue, _ := find(admin, "sue@lifted.example")
	if bob.SuppressedAt == nil || bob.SoftBounces != 0 || sue.Suppressed != "" || sue.SoftBounces != 1 || sue.SoftBouncedAt == nil {
		t.Errorf("bob %+v, sue %+v", bob, sue)
	}
	lift := func(p subscribers.Shown) sitetest.Answer {
		return admin.Do("DELETE", desk+"/"+p.ID.String()+"/suppression", nil)
	}
	a := lift(bob)
	sitetest.Agrees(t, doc, "DELETE", desk+"/{id}/suppression", a)
	if again, _ := find(admin, "bob@lifted.example"); a.Status != 200 || again.Suppressed != "" {
		t.Errorf("%d %s: %+v", a.Status, a.Body, again)
	}
	for _, p := range []subscribers.Shown{bob, cal, sue} {
		if a := lift(p); a.Status != 409 {
			t.Errorf("%s: %d %s", p.Email, a.Status, a.Body)
		}
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'lift' AND subject_id = $1 AND before->>'suppressed' = 'bounce'", bob.ID); n != 1 {
		t.Errorf("the log has it %d times", n)
	}
}

func liftingABounceDoesNotResubscribe(t *testing.T, s *sitetest.Site) {
	admin := s.As("admin")
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@left.example"))
	if err := s.People.Subscribers.Record(t.Context(), s.People.Secret.AddressHash("jane@left.example"), mail.HardBounce); err != nil {
		t.Fatal(err)
	}
	s.Send("/api/unsubscribe", `{"email":"jane@left.example"}`)
	s.Quiet()
	jane, _ := find(admin, "jane@left.example")
	sitetest.Must[any](admin, "DELETE", desk+"/"+jane.ID.String()+"/suppression", nil)
	if jane, _ = find(admin, "jane@left.example"); jane.State != "unsubscribed" || jane.Suppressed != "unsubscribed" {
		t.Errorf("she is %+v", jane)
	}
}

func onlyPostmarkCanReportBounces(t *testing.T, s *sitetest.Site) {
	doc := sitetest.Contract(t)
	s.Send("/api/subscribers", sitetest.Jane("email", "jane@reported.example"))
	tell := func(auth string) sitetest.Answer {
		return s.Call("POST", "/webhooks/postmark", `{"RecordType":"Bounce","Type":"HardBounce","Email":"Jane@reported.example"}`,
			"Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(auth)))
	}
	for _, auth := range []string{"", ":", "postmark:wrong", "postmark:a-long-random-word2", "other:a-long-random-word"} {
		a := tell(auth)
		sitetest.Agrees(t, doc, "POST", "/webhooks/postmark", a)
		if a.Status != 403 || suppressed(s, "jane@reported.example") != "" {
			t.Errorf("%q: %d %s", auth, a.Status, a.Body)
		}
	}
	a := tell("postmark:a-long-random-word")
	sitetest.Agrees(t, doc, "POST", "/webhooks/postmark", a)
	if reason := suppressed(s, "jane@reported.example"); a.Status != 200 || reason != "bounce" {
		t.Errorf("%d %s, %s", a.Status, a.Body, reason)
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

func postmarkSuppressionsAreAdopted(t *testing.T, s *sitetest.Site) {
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
		"ann@adopted.example": `"SuppressSending":true,"SuppressionReason":"ManualSuppression","Origin":"Recipient"`,
		"bob@adopted.example": `"SuppressSending":true,"SuppressionReason":"HardBounce"`,
		"cid@adopted.example": `"SuppressSending":true,"SuppressionReason":"SpamComplaint"`,
		"dan@adopted.example": `"SuppressSending":false,"SuppressionReason":null`,
	} {
		s.Send("/api/subscribers", sitetest.Jane("email", email))
		tell(email, more)
	}
	s.Quiet()
	tell("ann@adopted.example", `"SuppressSending":false,"SuppressionReason":null`) // brings nobody back
	s.Quiet()
	for email, want := range map[string]string{"ann@adopted.example": "unsubscribed unsubscribed", "bob@adopted.example": "active bounce", "cid@adopted.example": "active complaint", "dan@adopted.example": "active "} {
		if p, _ := find(admin, email); p.State+" "+p.Suppressed != want {
			t.Errorf("%s: %s %s", email, p.State, p.Suppressed)
		}
	}
	if all := s.Exported("ann@adopted.example"); !strings.Contains(all, `"action": "withdrawn"`) {
		t.Errorf("it isn't in the ledger: %s", all)
	}
}

func unconfiguredWebhooksAreNotFound(t *testing.T, s *sitetest.Site) {
	for _, path := range []string{"/webhooks/ses", "/webhooks/postmark"} {
		if a := s.Call("POST", path, "{}", "Authorization", "Basic Og=="); a.Status != 404 {
			t.Errorf("%s: %d %s", path, a.Status, a.Body)
		}
	}
}
