package mail

import (
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	keys "thriftwell/server/platform/dkim"
)

func TestEmailIsSignedForItsSendersDomain(t *testing.T) {
	s := listen(t, nil)
	m := mailer(t, s)
	key, err := keys.New("s1")
	if err != nil {
		t.Fatal(err)
	}
	m.Key, m.UnsubscribeInbox = key, "leave@site.example"
	receipt := bulk("jane@example.com")
	receipt.Unsubscribe, receipt.ReplyTo, receipt.Content.Quote = "", "help@site.example", strings.Repeat("Ein Stück – ", 40)+"\n.\n..dots"
	for _, message := range []Message{bulk("jane@example.com"), receipt} {
		if err := m.Send(t.Context(), message); err != nil {
			t.Fatal(err)
		}
	}
	options := &dkim.VerifyOptions{LookupTXT: func(name string) ([]string, error) {
		if name != "s1._domainkey.site.example" {
			t.Errorf("key record name %s", name)
		}
		return []string{key.Record()}, nil
	}}
	for i, want := range [][]string{{"From", "Subject", "List-Unsubscribe", "List-Unsubscribe-Post", "List-Id"}, {"From", "Subject", "Reply-To"}} {
		got := strings.ReplaceAll(s.mails()[i], "\n..", "\n.") // SMTP doubles leading dots
		got = strings.ReplaceAll(got, "\n", "\r\n")
		verified, err := dkim.VerifyWithOptions(strings.NewReader(got), options)
		if err != nil || len(verified) != 1 || verified[0].Err != nil || verified[0].Domain != "site.example" {
			t.Fatalf("%v, %+v in %s", err, verified[0].Err, got)
		}
		for _, name := range want {
			if !slices.ContainsFunc(verified[0].HeaderKeys, func(signed string) bool { return strings.EqualFold(signed, name) }) {
				t.Errorf("%s is not signed, only %q", name, verified[0].HeaderKeys)
			}
		}
		forged, err := dkim.VerifyWithOptions(strings.NewReader(strings.Replace(got, "Subject: Tips", "Subject: Tricks", 1)), options)
		if err != nil || len(forged) != 1 || forged[0].Err == nil {
			t.Errorf("a changed subject is not detected: %v, %+v", err, forged)
		}
	}
	if !strings.Contains(unfolded(s.mails()[0]), "List-Unsubscribe: <http://site.example/unsubscribe?eid=x>, <mailto:leave@site.example?subject=unsubscribe>\n") {
		t.Errorf("no mailto unsubscribe in %s", s.mails()[0])
	}
}

// unfolded returns an email with each header on one line.
func unfolded(mail string) string {
	return strings.NewReplacer("\n ", " ", "\n\t", " ").Replace(mail)
}
