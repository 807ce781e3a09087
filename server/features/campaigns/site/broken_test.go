package site_test

import (
	"fmt"
	"strings"
	"testing"

	"thriftwell/server/features/campaigns"
)

func TestEmailThatFailsForOnePersonReachesTheOthers(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 3)
	o.known[o.ids[0]] = "no address"
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	status, _ := o.status()
	if r := o.report(); status != campaigns.Sent || r.Sent != 2 || r.Failed != 1 || r.Spoiled != 1 || r.Bounced != 0 {
		t.Errorf("%s, %+v", status, r)
	}
}

// The broken email is older, so it is sent first.
func TestBrokenEmailPausesAndOthersAreSent(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 2)
	broken := o.email
	o.exec("UPDATE letters SET body = $2 WHERE id = $1", broken.ID, strings.Repeat(">", 600)+" too deep to render")
	o.begin("another")
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, _ := o.status(); status != campaigns.Sent || o.sink.taken() != 2 {
		t.Errorf("the good one is %s after %d emails", status, o.sink.taken())
	}
	o.email = broken
	if status, trouble := o.status(); status != campaigns.Paused || !strings.Contains(trouble, "couldn’t render") {
		t.Errorf("the broken one is %s: %q", status, trouble)
	}
}

// The older one fails for another reason than its text.
func TestFailingEmailDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 2)
	failing := o.email
	o.exec(fmt.Sprintf("ALTER TABLE letter_sends ADD CHECK (letter_id <> %d)", failing.ID))
	o.begin("another")
	if err := o.run(t.Context()); err == nil {
		t.Error("no error")
	}
	if status, _ := o.status(); status != campaigns.Sent {
		t.Errorf("the good one is %s", status)
	}
	o.email = failing
	if status, trouble := o.status(); status != campaigns.Sending || trouble == "" {
		t.Errorf("the failing one is %s: %q", status, trouble)
	}
}
