package subscribers

import (
	"strings"
	"testing"
	"time"
)

func TestOnlyClearStatusesCountAsYes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Subscribed": "yes", "OPTED-IN": "yes", "['SUBSCRIBED']": "yes", "1": "yes",
		"un-subscribed": "no", "Not subscribed": "no", "NEVER_SUBSCRIBED": "no", "Pending": "no", "unconfirmed": "no", "Bounced": "no", "complained": "no", "cancelled": "no", "FALSE": "no", "0": "no",
		"-1": "-1", "!subscribed": "!subscribed", "≠1": "≠1", "✓": "✓", "désabonné": "désabonné", "subscribed (pending)": "subscribed (pending)", "": "",
	} {
		if got := agreement(text); got != want {
			t.Errorf("%q is %q", text, got)
		}
	}
}

func TestAnyMarkCountsAsUnsubscribed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"✓": true, "✔️": true, "☑": true, "x": true, "*": true, "+": true, "1": true, "-1": true, "yes": true, "2024-05-06": true, "['HARD_BOUNCE']": true, "unsubscribed": true, "not subscribed": true,
		"": false, "[]": false, "-": false, "–": false, "0": false, "0.00%": false, "0000-00-00 00:00:00": false, "null": false, "None": false, "N/A": false, "no": false, "Active": false,
	} {
		if got := hasLeft(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestUnsubscribedColumnsAreGuessedByPartsOfTheirNames(t *testing.T) {
	t.Parallel()
	s := &Store{Location: time.UTC}
	for name, file := range map[string]struct{ text, want string }{
		"Ghost": {"id,email,name,note,subscribed_to_emails,created_at,deleted_at,labels\n1,ann@example.com,Ann,,false,2024-05-06T07:08:09Z,,\n",
			"- email name - subscribed consentAt left -"},
		"Constant Contact": {"Email address,Email status,Opt-out date,Confirmed opt-out reason\nann@example.com,Unsubscribed,2024-05-06,\n",
			"email subscribed left left"},
		"HubSpot":   {"Email,Unsubscribed from all email,Email hard bounce reason\nann@example.com,Yes,\n", "email left left"},
		"Shopify":   {"Email,Accepts SMS Marketing,Accepts Email Marketing\nann@example.com,yes,no\n", "email - subscribed"},
		"phpList":   {"email,status,confirmed,blacklisted\nann@example.com,active,0,0\n", "email left subscribed left"},
		"a link":    {"Email,Unsubscribe URL\nann@example.com,https://example.com/bye\n", "email -"},
		"by text":   {"Email,SMS opt-out,SMS status\nann@example.com,yes,unsubscribed\n", "email - -"},
		"a payment": {"Email,Payment status\nann@example.com,paid\n", "email -"},
	} {
		columns, err := s.Columns(t.Context(), strings.NewReader(file.text))
		if err != nil {
			t.Fatal(err)
		}
		var fields []string
		for _, c := range columns.Columns {
			if c.Field == "" {
				c.Field = "-"
			}
			fields = append(fields, c.Field)
		}
		if got := strings.Join(fields, " "); got != file.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
