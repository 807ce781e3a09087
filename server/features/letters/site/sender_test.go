package site_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/features/letters"
	"thriftwell/server/personal"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/session"
)

// office is a desk with its sender, and whom it writes to.
type office struct {
	t      *testing.T
	sink   *sink
	db     *db.DB
	people personal.Data
	desk   *letters.Desk
	sender *letters.Sender
	known  map[uuid.UUID]string // addresses
	ids    []uuid.UUID          // in their order
	letter letters.Letter
}

// openOffice makes a letter to so many people, which is to go out.
func openOffice(t *testing.T, people int) *office {
	t.Helper()
	o := &office{t: t, sink: newSink(t), known: map[uuid.UUID]string{}}
	c, err := config.Load([]string{"DATA_DIR=" + t.TempDir(), "DATABASE_URL=" + dbtest.New(t), "SMTP_URL=" + o.sink.url(), "BASE_URL=http://site.example"})
	if err != nil {
		t.Fatal(err)
	}
	if o.db, err = db.Open(context.Background(), c.DatabaseURL); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.db.Close)
	if o.people, err = personal.Open(t.Context(), c, o.db); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	store := &letters.Store{DB: o.db, Location: time.UTC}
	composer := letters.Composer{SiteName: c.SiteName, BaseURL: c.BaseURL, Store: store, IsPage: func(string) bool { return true }}
	o.desk = letters.Letters(editable.Site{DB: o.db.Gorm, Bus: notify.New(log)}, composer, o.people.Mailer, nil)
	o.sender = &letters.Sender{Desk: o.desk, Log: log, Recipients: func(_ context.Context, ids []uuid.UUID) (out []letters.Recipient, _ error) {
		for _, id := range ids {
			link := "http://site.example/unsubscribe?eid=" + id.String()
			out = append(out, letters.Recipient{ID: id, Email: o.known[id], Unsubscribe: link, Preferences: link})
		}
		return out, nil
	}}
	for n := range people {
		o.join(fmt.Sprintf("p%04d@example.com", n))
	}
	o.letter, err = o.desk.Add(t.Context(), session.CommandLine(), "A letter", "Hello **you**.")
	if err != nil {
		t.Fatal(err)
	}
	o.turn(letters.Sending)
	return o
}

func (o *office) exec(sql string, args ...any) {
	o.t.Helper()
	if _, err := o.db.Pool.Exec(context.Background(), sql, args...); err != nil {
		o.t.Fatal(err)
	}
}

func (o *office) join(email string) {
	o.t.Helper()
	id := uuid.Must(uuid.NewV7())
	o.exec("INSERT INTO subscribers (id, address_hash, sealed_key, profile, state) VALUES ($1, $2, '', '', 'active')", id, o.people.Secret.AddressHash(email))
	o.known[id], o.ids = email, append(o.ids, id)
}

// leave unsubscribes somebody.
func (o *office) leave(id uuid.UUID) {
	o.exec("UPDATE subscribers SET state = 'unsubscribed', left_at = now() WHERE id = $1", id)
	if err := o.people.Suppressions.Add(o.db.Gorm, o.people.Secret.AddressHash(o.known[id]), mail.Unsubscribed); err != nil {
		o.t.Error(err)
	}
}

func (o *office) turn(to string) {
	o.t.Helper()
	if _, err := o.desk.Become(context.Background(), session.CommandLine(), o.letter.ID, nil, to, ""); err != nil {
		o.t.Fatal(err)
	}
}

// run sends until the batch ends.
func (o *office) run(ctx context.Context) error { return o.sender.Run(ctx) }

func (o *office) report() letters.Report {
	o.t.Helper()
	r, err := (&letters.Store{DB: o.db}).Report(context.Background(), o.letter)
	if err != nil {
		o.t.Fatal(err)
	}
	return r
}

func (o *office) status() (status, trouble string) {
	o.t.Helper()
	err := o.db.Pool.QueryRow(context.Background(), "SELECT status, trouble FROM letters WHERE id = $1", o.letter.ID).Scan(&status, &trouble)
	if err != nil {
		o.t.Fatal(err)
	}
	return status, trouble
}

// The sender is cut off again and again between the hand-over of a mail and the
// note of its answer, while people leave.
func TestALetterGoesToEverybodyHoweverOftenItsSenderIsCutOff(t *testing.T) {
	t.Parallel()
	const people, every = 300, 40
	o := openOffice(t, people)
	ctx, cut := context.WithCancel(t.Context())
	var left atomic.Int64
	var crash atomic.Pointer[context.CancelFunc]
	crash.Store(&cut)
	o.sink.onMail = func(_ string, n int) bool {
		if n%every == 0 {
			(*crash.Load())()
		}
		if n == 50 || n == 100 { // people at the end of the list, whose mail is not yet under way
			o.leave(o.ids[people-int(left.Add(1))])
		}
		return true
	}
	cuts := 0
	for status := ""; status != letters.Sent; status, _ = o.status() {
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
				t.Errorf("%s left and got %d mails", o.known[id], n)
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
	const underWay = 32
	if repeats > cuts*underWay || r.Repeats < int64(repeats) {
		t.Errorf("%d mails went out twice by %d cuts, %d are counted", repeats, cuts, r.Repeats)
	}
	if r.People != people || r.Sent != int64(people-gone) || r.Skipped != int64(gone) || r.Pending+r.Sending+r.Unsure+r.Failed != 0 {
		t.Errorf("the report: %+v", r)
	}
}

func TestAMailWithoutAnAnswerIsRepeatedAndCounted(t *testing.T) {
	t.Parallel()
	o := openOffice(t, 1)
	o.sink.onMail = func(_ string, n int) bool { return n > 1 }
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
		t.Errorf("%+v after %d mails", r, o.sink.taken())
	}
	id := regexp.MustCompile(`(?i)message-id:\s*<letter-[^>]+>`)
	o.sink.mu.Lock()
	defer o.sink.mu.Unlock()
	if got := o.sink.mails["p0000@example.com"]; id.FindString(got[0]) == "" || id.FindString(got[0]) != id.FindString(got[1]) {
		t.Errorf("the repeat is another mail: %s", got)
	}
}

func TestAMailIsRepeatedOnceToAServerThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	o := openOffice(t, 1)
	o.sink.onMail = func(string, int) bool { return false }
	for range 4 {
		if err := o.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		o.exec("UPDATE letter_sends SET due_at = now() WHERE due_at < 'infinity'")
	}
	if r := o.report(); r.Unsure != 1 || r.Repeats != 1 || o.sink.taken() != 2 {
		t.Errorf("%+v after %d mails", r, o.sink.taken())
	}
	if status, _ := o.status(); status != letters.Sent {
		t.Errorf("the letter is %s", status)
	}
}

func TestAServerThatRefusesUsSuppressesNobody(t *testing.T) {
	t.Parallel()
	o := openOffice(t, 2)
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

// Of those who were looked up ahead, whoever's mail was not begun is as before.
func TestNobodyIsUnsureWhoseMailWasNotHandedOver(t *testing.T) {
	t.Parallel()
	const people, handedOver, connections = 200, 40, 8
	o := openOffice(t, people)
	o.sink.onMail = func(_ string, n int) bool {
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

func TestALetterWaitsForTheMailServerAndGoesOn(t *testing.T) {
	t.Parallel()
	o := openOffice(t, 20)
	address := o.sink.listener.Addr().String()
	o.sink.stop()
	if err := o.run(t.Context()); err == nil {
		t.Error("no error")
	}
	if status, trouble := o.status(); status != letters.Sending || trouble == "" {
		t.Errorf("%s, %q", status, trouble)
	}
	o.sink.listen(t, address)
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, trouble := o.status(); status != letters.Sent || trouble != "" || o.sink.taken() != 20 {
		t.Errorf("%s, %q, %d mails", status, trouble, o.sink.taken())
	}
}

func TestAMailThatIsPutOffGoesOutLater(t *testing.T) {
	t.Parallel()
	o := openOffice(t, 3)
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
	if status, _ := o.status(); status != letters.Sent || o.sink.taken() != 3 {
		t.Errorf("%s, %d mails", status, o.sink.taken())
	}
}

func TestALetterPausesWhenTooManyAreRefused(t *testing.T) {
	t.Parallel()
	const people = 190 // of whom fewer are left than a letter pauses for
	o := openOffice(t, people)
	o.sink.onRcpt = func(to string) string {
		if strings.HasSuffix(to, "0@example.com") { // one in ten
			return "550 no such user"
		}
		return ""
	}
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	status, trouble := o.status()
	r := o.report()
	if status != letters.Paused || !strings.Contains(trouble, "rejected") || r.Pending == 0 || r.Bounced == 0 || r.Bounced != r.Failed {
		t.Fatalf("%s, %q, %+v", status, trouble, r)
	}
	if reason, _ := o.people.Suppressions.Reason(t.Context(), o.people.Secret.AddressHash("p0000@example.com")); reason != mail.Bounce {
		t.Errorf("suppressed for %q", reason)
	}
	before := o.sink.taken()
	if err := o.run(t.Context()); err != nil || o.sink.taken() != before {
		t.Errorf("%d mails while it paused (%v)", o.sink.taken()-before, err)
	}
	o.turn(letters.Sending)
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, _ := o.status(); status != letters.Sent {
		t.Errorf("afterwards it is %s: %+v", status, o.report())
	}
}

func TestWhoChoseOneMailAMonthGetsNoSecondLetter(t *testing.T) {
	t.Parallel()
	o := openOffice(t, 4)
	o.exec("UPDATE subscribers SET frequency = 'monthly' WHERE id = ANY($1)", o.ids[:2])
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	store := &letters.Store{DB: o.db, Location: time.UTC}
	if n, err := store.Count(t.Context(), letters.Audience{}); err != nil || n != 2 {
		t.Errorf("the next letter goes to %d (%v), want 2", n, err)
	}
	o.exec("UPDATE letter_sends SET at = at - interval '28 days'")
	if n, err := store.Count(t.Context(), letters.Audience{Frequency: "monthly"}); err != nil || n != 2 {
		t.Errorf("a month later to %d (%v), want 2", n, err)
	}
}

func TestWhoGotALetterGoesWithIt(t *testing.T) {
	t.Parallel()
	o := openOffice(t, 3)
	if err := o.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	o.exec("DELETE FROM letters WHERE id = $1", o.letter.ID)
	if r := o.report(); r.People != 0 {
		t.Errorf("%d people got a letter that is gone", r.People)
	}
}

// Two instances send at once: everybody gets the letter once.
func TestALetterGoesOutOnceHoweverManyInstancesSend(t *testing.T) {
	t.Parallel()
	const people = 60
	o := openOffice(t, people)
	other := *o.sender
	for status := ""; status != letters.Sent; status, _ = o.status() {
		var sending sync.WaitGroup
		for _, s := range []*letters.Sender{o.sender, &other} {
			sending.Go(func() {
				if err := s.Run(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		sending.Wait()
	}
	for _, id := range o.ids {
		if n := o.sink.count(o.known[id]); n != 1 {
			t.Errorf("%s got %d mails", o.known[id], n)
		}
	}
}
