package site_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/riverqueue/river"

	"thriftwell/server/features/letters"
	"thriftwell/server/platform/session"
)

func TestAMailThatCanNotBeMadeForOnePersonStopsNobodyElse(t *testing.T) {
	t.Parallel()
	o := openOffice(t, 3)
	o.known[o.ids[0]] = "no address"
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	status, _ := o.status()
	if r := o.report(); status != letters.Sent || r.Sent != 2 || r.Failed != 1 || r.Spoiled != 1 || r.Bounced != 0 {
		t.Errorf("%s, %+v", status, r)
	}
}

// The broken letter is the older one, whose turn is first.
func TestABrokenLetterPausesAndOthersGoOn(t *testing.T) {
	t.Parallel()
	o := openOffice(t, 2)
	good, err := o.desk.Add(t.Context(), session.CommandLine(), "Another letter", "Hello again.")
	if err != nil {
		t.Fatal(err)
	}
	broken := o.letter
	o.exec("UPDATE letters SET body = $2 WHERE id = $1", broken.ID, strings.Repeat(">", 600)+" too deep to be read")
	o.letter = good
	o.turn(letters.Sending)
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, _ := o.status(); status != letters.Sent || o.sink.taken() != 2 {
		t.Errorf("the good one is %s after %d mails", status, o.sink.taken())
	}
	o.letter = broken
	if status, trouble := o.status(); status != letters.Paused || !strings.Contains(trouble, "couldn’t render") {
		t.Errorf("the broken one is %s: %q", status, trouble)
	}
}

// Something else than its text keeps the older one.
func TestALetterThatFailsHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	o := openOffice(t, 2)
	good, err := o.desk.Add(t.Context(), session.CommandLine(), "Another letter", "Hello again.")
	if err != nil {
		t.Fatal(err)
	}
	failing := o.letter
	o.exec(fmt.Sprintf("ALTER TABLE letter_sends ADD CHECK (letter_id <> %d)", failing.ID))
	o.letter = good
	o.turn(letters.Sending)
	if err := o.run(t.Context()); err == nil {
		t.Error("nobody is told")
	}
	if status, _ := o.status(); status != letters.Sent {
		t.Errorf("the good one is %s", status)
	}
	o.letter = failing
	if status, trouble := o.status(); status != letters.Sending || trouble == "" {
		t.Errorf("the failing one is %s: %q", status, trouble)
	}
}

func TestABatchThatFailsIsTriedAgainSoon(t *testing.T) {
	t.Parallel()
	o := openOffice(t, 1)
	o.exec("ALTER TABLE letter_sends ADD CHECK (false)")
	if pause := new(river.JobSnoozeError); !errors.As(o.sender.Batch(t.Context(), nil), &pause) {
		t.Error("the pauses of the queue would grow to hours")
	}
}
