package site_test

import (
	"context"
	"net"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"thriftwell/server/features/campaigns"
	"thriftwell/server/platform/mail"
)

func TestScheduledEmailGoesOutAtItsTime(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 1)
	when := time.Now().Add(time.Hour)
	o.exec("UPDATE letters SET status = 'scheduled', scheduled_at = $2 WHERE id = $1", o.email.ID, when)
	for _, c := range []struct {
		at     time.Time
		status string
	}{{when.Add(-time.Minute), campaigns.Scheduled}, {when, campaigns.Sent}} {
		o.sender.Now = func() time.Time { return c.at }
		if err := o.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if status, trouble := o.status(); status != c.status {
			t.Errorf("at %v it is %s: %s", c.at, status, trouble)
		}
	}
}

func TestCanceledEmailIsSettledAfterACrash(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 1)
	o.exec("INSERT INTO letter_sends (letter_id, subscriber_id, state) VALUES ($1, $2, 'sending')", o.email.ID, o.ids[0])
	o.turn(campaigns.Paused)
	o.turn(campaigns.Cancelled)
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := o.report(); r.Sending != 0 {
		t.Errorf("%d are still being sent", r.Sending)
	}
}

// The sender is interrupted again and again between handing over an email and
// storing the result, while people leave.
func TestEveryoneGetsTheEmailDespiteCrashes(t *testing.T) {
	t.Parallel()
	const people, every = 300, 40
	o := openEmails(t, people)
	ctx, cut := context.WithCancel(t.Context())
	var left atomic.Int64
	var crash atomic.Pointer[context.CancelFunc]
	crash.Store(&cut)
	o.sink.onEmail = func(_ string, n int) bool {
		if n%every == 0 {
			(*crash.Load())()
		}
		if n == 50 || n == 100 { // people at the end of the list, whose emails are still pending
			o.leave(o.ids[people-int(left.Add(1))])
		}
		return true
	}
	cuts := 0
	for status := ""; status != campaigns.Sent; status, _ = o.status() {
		if err := o.run(ctx); err != nil {
			cuts++
		}
		if cuts > people {
			t.Fatal("it does not end")
		}
		next, cancel := context.WithCancel(t.Context())
		defer cancel()
		crash.Store(&cancel)
		ctx = next
	}
	repeats, gone := 0, int(left.Load())
	for i, id := range o.ids {
		n := o.sink.count(o.known[id])
		if i >= people-gone {
			if n != 0 {
				t.Errorf("%s left and got %d emails", o.known[id], n)
			}
			continue
		}
		if n == 0 {
			t.Errorf("%s got nothing", o.known[id])
		}
		repeats += max(0, n-1)
	}
	r := o.report()
	if cuts < 5 || gone == 0 || repeats == 0 {
		t.Errorf("%d cuts, %d left, %d repeats: the test has lost its point", cuts, gone, repeats)
	}
	const underWay = 8
	if repeats > cuts*underWay || r.Repeats < int64(repeats) {
		t.Errorf("%d emails were sent twice by %d cuts, %d are counted", repeats, cuts, r.Repeats)
	}
	if r.People != people || r.Sent != int64(people-gone) || r.Skipped != int64(gone) || r.Pending+r.Sending+r.Unsure+r.Failed != 0 {
		t.Errorf("the report: %+v", r)
	}
}

func TestEmailWithoutAResponseIsRepeatedAndCounted(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 1)
	o.sink.onEmail = func(_ string, n int) bool { return n > 1 }
	for range 2 {
		if err := o.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if r := o.report(); r.Unsure != 1 && r.Sent != 1 {
			t.Errorf("%+v", r)
		}
		o.exec("UPDATE letter_sends SET due_at = now()")
	}
	if r := o.report(); r.Sent != 1 || r.Repeats != 1 || o.sink.taken() != 2 {
		t.Errorf("%+v after %d emails", r, o.sink.taken())
	}
	id := regexp.MustCompile(`(?i)message-id:\s*<letter-[^>]+>`)
	o.sink.mu.Lock()
	defer o.sink.mu.Unlock()
	if got := o.sink.mails["p0000@example.com"]; id.FindString(got[0]) == "" || id.FindString(got[0]) != id.FindString(got[1]) {
		t.Errorf("the repeat has another ID: %s", got)
	}
}

func TestEmailIsRepeatedOnceToAnUnresponsiveServer(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 1)
	o.sink.onEmail = func(string, int) bool { return false }
	for range 4 {
		if err := o.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		o.exec("UPDATE letter_sends SET due_at = now() WHERE due_at < 'infinity'")
	}
	if r := o.report(); r.Unsure != 1 || r.Repeats != 1 || o.sink.taken() != 2 {
		t.Errorf("%+v after %d emails", r, o.sink.taken())
	}
	if status, _ := o.status(); status != campaigns.Sent {
		t.Errorf("the email is %s", status)
	}
}

func TestServerThatRejectsTheSiteSuppressesNoOne(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 2)
	o.sink.onRcpt = func(string) string { return "554 5.7.1 relay access denied" }
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := o.report(); r.Failed != 2 || r.Bounced != 0 {
		t.Errorf("%+v", r)
	}
	if reason, err := o.people.Suppressions.Reason(t.Context(), o.people.Secret.AddressHash("p0000@example.com")); reason != "" || err != nil {
		t.Errorf("suppressed for %q (%v)", reason, err)
	}
}

// Emails that were claimed but not begun are released.
func TestOnlyEmailsHandedOverAreUnsure(t *testing.T) {
	t.Parallel()
	const people, handedOver, connections = 200, 40, 8
	o := openEmails(t, people)
	o.sink.onEmail = func(_ string, n int) bool {
		if n == handedOver {
			o.sink.listener.Close()
			go o.sink.stop()
		}
		return n < handedOver
	}
	if err := o.run(t.Context()); err == nil {
		t.Error("no error")
	}
	r := o.report()
	if r.Sending != 0 || r.Unsure > 2*connections || r.Repeats != 0 || r.Sent+r.Unsure+r.Pending != people {
		t.Errorf("%+v", r)
	}
}

func TestEmailResumesWhenTheMailServerRecovers(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 20)
	address := o.sink.listener.Addr().String()
	o.sink.stop()
	if err := o.run(t.Context()); err == nil {
		t.Error("no error")
	}
	if status, trouble := o.status(); status != campaigns.Sending || trouble == "" {
		t.Errorf("%s, %q", status, trouble)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	o.sink.serve(l)
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, trouble := o.status(); status != campaigns.Sent || trouble != "" || o.sink.taken() != 20 {
		t.Errorf("%s, %q, %d emails", status, trouble, o.sink.taken())
	}
}

func TestDeferredEmailIsSentLater(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 3)
	full := true
	o.sink.onRcpt = func(to string) string {
		if full && to == "p0001@example.com" {
			return "452 full"
		}
		return ""
	}
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := o.report(); r.Sent != 2 || r.Pending != 1 {
		t.Errorf("%+v", r)
	}
	if err := o.run(t.Context()); err != nil || o.report().Sent != 2 {
		t.Errorf("it was tried again at once (%v)", err)
	}
	full = false
	o.exec("UPDATE letter_sends SET due_at = now()")
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, _ := o.status(); status != campaigns.Sent || o.sink.taken() != 3 {
		t.Errorf("%s, %d emails", status, o.sink.taken())
	}
}

func TestEmailPausesAfterTooManyRejections(t *testing.T) {
	t.Parallel()
	const people = 190 // so that fewer remain than a pause needs
	o := openEmails(t, people)
	rejected := make(chan string, people)
	o.sink.onRcpt = func(to string) string {
		if strings.HasSuffix(to, "0@example.com") { // one in ten
			rejected <- to
			return "550 no such user"
		}
		return ""
	}
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	status, trouble := o.status()
	r := o.report()
	if status != campaigns.Paused || !strings.Contains(trouble, "rejected") || r.Pending == 0 || r.Bounced == 0 || r.Bounced != r.Failed {
		t.Fatalf("%s, %q, %+v", status, trouble, r)
	}
	if reason, _ := o.people.Suppressions.Reason(t.Context(), o.people.Secret.AddressHash(<-rejected)); reason != mail.Bounce {
		t.Errorf("suppressed for %q", reason)
	}
	before := o.sink.taken()
	if err := o.run(t.Context()); err != nil || o.sink.taken() != before {
		t.Errorf("%d emails while it paused (%v)", o.sink.taken()-before, err)
	}
	o.turn(campaigns.Sending)
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, _ := o.status(); status != campaigns.Sent {
		t.Errorf("afterwards it is %s: %+v", status, o.report())
	}
}

func TestMonthlyReadersGetNoSecondEmail(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 4)
	o.exec("UPDATE subscribers SET frequency = 'monthly' WHERE id = ANY($1)", o.ids[:2])
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	store := o.people.Campaigns
	if n, err := store.Count(t.Context(), campaigns.Audience{}); err != nil || n != 2 {
		t.Errorf("the next email goes to %d (%v), want 2", n, err)
	}
	o.exec("UPDATE letter_sends SET at = at - interval '28 days'")
	if n, err := store.Count(t.Context(), campaigns.Audience{Frequency: "monthly"}); err != nil || n != 2 {
		t.Errorf("a month later to %d (%v), want 2", n, err)
	}
}

func TestRecipientsAreDeletedWithTheirEmail(t *testing.T) {
	t.Parallel()
	o := openEmails(t, 3)
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	o.exec("DELETE FROM letters WHERE id = $1", o.email.ID)
	if r := o.report(); r.People != 0 {
		t.Errorf("%d people got a deleted email", r.People)
	}
}

func TestEmailIsSentOnceByManyInstances(t *testing.T) {
	t.Parallel()
	const people = 60
	o := openEmails(t, people)
	other := *o.sender
	for status := ""; status != campaigns.Sent; status, _ = o.status() {
		var sending sync.WaitGroup
		for _, s := range []*campaigns.EmailSender{o.sender, &other} {
			sending.Go(func() {
				if err := s.Run(t.Context(), nil); err != nil {
					t.Error(err)
				}
			})
		}
		sending.Wait()
	}
	for _, id := range o.ids {
		if n := o.sink.count(o.known[id]); n != 1 {
			t.Errorf("%s got %d emails", o.known[id], n)
		}
	}
}
