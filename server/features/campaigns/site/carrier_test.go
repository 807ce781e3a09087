package site_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"thriftwell/server/features/campaigns"
	"thriftwell/server/platform/sms"
)

func TestRejectedNumbersDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	o := openTexts(t, 5)
	id := o.alert("Sale")
	var bad []string // the first two in order
	o.carrier.rule = func(m sms.Message) (sms.Outcome, bool) {
		if len(bad) < 2 && !slices.Contains(bad, m.To) {
			bad = append(bad, m.To)
		}
		if slices.Contains(bad, m.To) {
			return sms.Away, false
		}
		return sms.Taken, true
	}
	for range 4 {
		o.run()
		o.now = o.now.Add(2 * time.Minute)
	}
	if r := o.report(id); r.Sent != 3 || r.Pending != 2 {
		t.Errorf("%+v", r)
	}
}

func TestTextExpiresAtTheCarrierBeforeNight(t *testing.T) {
	t.Parallel()
	o := openTexts(t, 1)
	o.alert("Sale")
	o.run()
	if len(o.carrier.took) != 1 || o.carrier.took[0].Within != 4*time.Hour { // it is 4 p.m. in New York
		t.Errorf("%+v", o.carrier.took)
	}
}

func TestTextsWaitForAnUnresponsiveCarrier(t *testing.T) {
	t.Parallel()
	const people, inVain = 9, 3
	o := openTexts(t, people)
	id := o.alert("Sale")
	calls := 0
	o.carrier.rule = func(sms.Message) (sms.Outcome, bool) {
		calls++
		return sms.Unsure, false
	}
	o.run()
	o.run() // right away
	if _, trouble := o.status(id); trouble == "" || calls != inVain {
		t.Errorf("%d calls, %q", calls, trouble)
	}
	o.now, o.carrier.silent = o.now.Add(2*time.Minute), true
	o.run()
	if o.carrier.asked != 1 || calls != 2*inVain {
		t.Errorf("an unresponsive carrier was asked about %d texts and given %d", o.carrier.asked, calls)
	}
	o.carrier.rule, o.carrier.silent, o.now = nil, false, o.now.Add(2*time.Minute)
	o.run()
	if r := o.report(id); r.Sent != people || len(o.carrier.took) != people {
		t.Errorf("%+v after %d texts", r, len(o.carrier.took))
	}
}

func TestCanceledTextHasNoPendingRecipients(t *testing.T) {
	t.Parallel()
	o := openTexts(t, 2)
	id := o.alert("Sale")
	o.carrier.rule = func(sms.Message) (sms.Outcome, bool) { return sms.Away, false }
	o.run()
	o.turn(id, campaigns.Cancelled)
	if err := campaigns.Halt(context.Background(), o.db); err != nil { // as after restoring a backup made now
		t.Fatal(err)
	}
	if r := o.report(id); r.Unsure != 0 {
		t.Errorf("after a restore: %+v", r)
	}
	o.now = o.now.Add(2 * time.Minute)
	o.run()
	if r := o.report(id); r.Skipped != 2 || r.People != 2 {
		t.Errorf("%+v", r)
	}
}

func TestQuestionIsSentAtNightOnlyRightAfterSignup(t *testing.T) {
	t.Parallel()
	o := openTexts(t, 0)
	o.now = time.Date(2026, 7, 2, 3, 0, 0, 0, time.UTC) // 11 p.m. in New York
	for number, page := range map[string]string{"+12125550001": "/subscribe", "+12125550002": "/subscribe", "+12125550003": "import"} {
		ago := time.Minute
		if number == "+12125550002" {
			ago = 10 * time.Minute
		}
		id := o.join(number)
		o.exec("UPDATE subscribers SET texts_asked_at = NULL, texts_confirmed_at = NULL WHERE id = $1", id)
		o.exec(`INSERT INTO consents (subscriber_id, channel, action, wording_version, wording, page, evidence, created_at)
			VALUES ($1, 'sms', 'given', 'x', 'x', $2, '', $3)`, id, page, o.now.Add(-ago))
	}
	o.run()
	if len(o.carrier.took) != 1 || o.carrier.took[0].To != "+12125550001" || o.carrier.took[0].Within != 5*time.Minute {
		t.Errorf("by night: %+v", o.carrier.took)
	}
	o.now = o.now.Add(11 * time.Hour)
	o.run()
	if len(o.carrier.took) != 3 {
		t.Errorf("by day: %+v", o.carrier.took)
	}
}

func TestCarrierIDIsNotStoredForAnErasedRecipient(t *testing.T) {
	t.Parallel()
	o := openTexts(t, 2)
	id := o.alert("Sale")
	o.carrier.rule = func(m sms.Message) (sms.Outcome, bool) {
		for subscriber, number := range o.known {
			if number == m.To && len(o.carrier.took) == 0 {
				if err := o.people.Campaigns.Forget(context.Background(), subscriber); err != nil {
					t.Error(err)
				}
			}
		}
		return sms.Taken, true
	}
	o.run()
	kept := 0
	o.scan("SELECT count(*) FROM text_sends WHERE carrier_id <> $1", "", &kept)
	if r := o.report(id); r.Sent != 2 || kept != 1 {
		t.Errorf("%+v; %d carrier IDs stored, want 1", r, kept)
	}
}
