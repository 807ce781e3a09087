package site_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"thriftwell/server/features/campaigns"
	"thriftwell/server/platform/mail"
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

// The mail server is not to blame, and the job has to fail, or no one is alerted.
func TestEmailWaitsForTheSuppressionList(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 2)
	recipients, lost := o.sender.Recipients, false
	o.sender.Recipients = func(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]mail.Message, error) {
		if !lost {
			o.exec("ALTER TABLE suppressions RENAME TO lost")
			lost = true
		}
		return recipients(ctx, ids)
	}
	if err := o.sender.Start(t.Context()); err == nil {
		t.Error("no error")
	}
	if _, trouble := o.status(); !strings.Contains(trouble, "Something went wrong") || o.sink.taken() != 0 {
		t.Errorf("%q after %d emails", trouble, o.sink.taken())
	}
	o.exec("ALTER TABLE lost RENAME TO suppressions")
	if err := o.sender.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, trouble := o.status(); status != campaigns.Sent || trouble != "" || o.sink.taken() != 2 {
		t.Errorf("%s, %q after %d emails", status, trouble, o.sink.taken())
	}
}
