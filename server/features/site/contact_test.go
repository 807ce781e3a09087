package site_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/platform/mail"
)

func TestContactMessages(t *testing.T) {
	t.Parallel()
	apptest.Open(t, "ADVERTISING_EMAIL=partners@site.example", "AFFILIATE_EMAIL=affiliates@site.example").Share(t, map[string]func(*testing.T, *sitetest.Site){
		"contactMessageIsEmailedToItsInbox":        contactMessageIsEmailedToItsInbox,
		"contactFormValidation":                    contactFormValidation,
		"messageIsLateAfterTwentyHours":            messageIsLateAfterTwentyHours,
		"messageIsMarkedAnsweredWithANote":         messageIsMarkedAnsweredWithANote,
		"inboxRejectsInvalidRequests":              inboxRejectsInvalidRequests,
		"erasureOfWhoAnsweredSurvivesARestore":     erasureOfWhoAnsweredSurvivesARestore,
		"unreadableMessageIsSkipped":               unreadableMessageIsSkipped,
		"receiptsAreLimitedButMessagesAreAccepted": receiptsAreLimitedButMessagesAreAccepted,
	})
}

func contactMessageIsEmailedToItsInbox(t *testing.T, s *sitetest.Site) {
	s.Send("/api/contact", sitetest.Note("email", "ann@partner.example", "inquiryType", "affiliate"))
	sitetest.Eventually(t, "an affiliate's message in its inbox", func() bool {
		return slices.ContainsFunc(s.Emails("affiliates@site.example"), func(k mail.Kept) bool {
			return sitetest.EmailHeader(k, "Reply-To") == "<ann@partner.example>"
		})
	})
	s.Send("/api/contact", sitetest.Note("email", "joe@partner.example", "inquiryType", "advertiser", "firstName", "<b>Joe</b>", "message", "Hello,\r\n<script>alert(1)</script>\nBcc: all@example.com"))
	in := s.Email("partners@site.example", "contact form (advertiser)")
	if sitetest.EmailHeader(in, "Reply-To") != "<joe@partner.example>" || !strings.Contains(in.Text, "Hello,\n<script>alert(1)</script>\nBcc: all@example.com") {
		t.Errorf("%+v %s", in.Headers, in.Text)
	}
	if strings.Contains(in.HTML, "<script>") || strings.Contains(in.HTML, "<b>Joe") || sitetest.EmailHeader(in, "Bcc") != "" {
		t.Error("a visitor's text is not escaped")
	}
	out := s.Email("joe@partner.example", "We received your message")
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

func contactFormValidation(t *testing.T, s *sitetest.Site) {
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
func receiptsAreLimitedButMessagesAreAccepted(t *testing.T, s *sitetest.Site) {
	receive(s)
	const receipts = "SELECT count(*) FROM river_job WHERE kind = 'contact.receipt_mail'"
	before := s.Count(receipts)
	for _, email := range []string{"JOE@gmail.com", "j.oe@gmail.com", "joe@googlemail.com", "joe+1@gmail.com", "joe+2@gmail.com", "joe@gmail.com", "jo.e+3@gmail.com"} {
		s.Send("/api/contact", sitetest.Note("email", email))
	}
	messages := s.Count("SELECT count(*) FROM contact_messages")
	if sent := s.Count(receipts) - before; messages != 7 || sent != 5 {
		t.Errorf("%d messages and %d receipts were stored", messages, sent)
	}
}
