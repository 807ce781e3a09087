package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

func TestContactMessageIsEmailedToItsInbox(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "AFFILIATE_EMAIL=partners@site.example")
	s.Send("/api/contact", sitetest.Note("firstName", "<b>Joe</b>", "message", "Hello,\r\n<script>alert(1)</script>\nBcc: all@example.com"))
	in := s.Email("partners@site.example", "contact form (affiliate)")
	if sitetest.EmailHeader(in, "Reply-To") != "<joe@example.com>" || !strings.Contains(in.Text, "Hello,\n<script>alert(1)</script>\nBcc: all@example.com") {
		t.Errorf("%+v %s", in.Headers, in.Text)
	}
	if strings.Contains(in.HTML, "<script>") || strings.Contains(in.HTML, "<b>Joe") || sitetest.EmailHeader(in, "Bcc") != "" {
		t.Error("a visitor's text is not escaped")
	}
	out := s.Email("joe@example.com", "We received your message")
	for _, word := range []string{"Hello", "Joe", "Roe", "script", "Bcc"} {
		if strings.Contains(out.Text+out.HTML+fmt.Sprint(out.Headers[0]), word) {
			t.Errorf("the receipt repeats %q", word)
		}
	}
	if to := sitetest.EmailHeader(out, "Reply-To"); to != "<partners@site.example>" {
		t.Errorf("Reply-To of the receipt: %q", to)
	}
	if sitetest.EmailHeader(out, "List-Unsubscribe") != "" || sitetest.EmailHeader(out, "Auto-Submitted") != "auto-generated" {
		t.Errorf("%+v", out.Headers)
	}
}

func TestContactFormValidation(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	for field, body := range map[string]string{
		"firstName": sitetest.Note("firstName", " "), "lastName": sitetest.Note("lastName", "a\nb"), "email": sitetest.Note("email", "joe@example.com\r\nBcc: x@example.com"),
		"inquiryType": sitetest.Note("inquiryType", "press"), "message": sitetest.Note("message", strings.Repeat("x", 5001)),
	} {
		if a := s.Call("POST", "/api/contact", body); a.Status != 400 || !strings.Contains(a.Body, fmt.Sprintf(`"field":%q`, field)) {
			t.Errorf("%s: %d %s", field, a.Status, a.Body)
		}
	}
}

// Anyone can enter someone else's address, in any spelling.
func TestReceiptsAreLimitedButMessagesAreAccepted(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	for _, email := range []string{"JOE@gmail.com", "j.oe@gmail.com", "joe@googlemail.com", "joe+1@gmail.com", "joe+2@gmail.com", "joe@gmail.com", "jo.e+3@gmail.com"} {
		s.Send("/api/contact", sitetest.Note("email", email))
	}
	messages := s.Count("SELECT count(*) FROM contact_messages")
	if receipts := s.Count("SELECT count(*) FROM river_job WHERE kind = 'contact.receipt_mail'"); messages != 7 || receipts != 5 {
		t.Errorf("%d messages and %d receipts were stored", messages, receipts)
	}
}
