package letters

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"thriftwell/db"
	"thriftwell/server/platform/batch"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
)

// Queue is the queue of the jobs that send letters, apart from that of the other
// mails so that none waits behind a letter.
const Queue = "letters"

// Batch is the job that sends the letters that are on their way, for a while.
type Batch struct{}

// Kind returns the name of the job.
func (Batch) Kind() string { return "letters.batch" }

// InsertOpts returns the job's queue.
func (Batch) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: Queue} }

// Limits of sending.
const (
	batchTime   = 45 * time.Second // after which a batch ends, and another follows; less than the queue's timeout
	chunk       = 1000             // who are looked up at a time
	connections = 8                // to the mail server
	underWay    = 4 * connections  // mails handed over whose answers are not written down, where no rate is kept to
	awayPause   = 30 * time.Second // after the mail server was away
)

// Recipient is somebody who gets a letter.
type Recipient struct {
	ID          uuid.UUID
	Email       string
	Unsubscribe string // address of the link, which also takes the one-click POST
	Preferences string // address of the link
	Reader      string // what the links say of who follows them
}

// Sender sends letters. Of all senders of a database, one sends at a time: so
// what is under way while nobody sends was cut off, and rates hold for all.
type Sender struct {
	Desk       *Desk
	Recipients func(ctx context.Context, ids []uuid.UUID) ([]Recipient, error)
	Rate       int             // mails a second; 0 for no limit
	DomainRate int             // likewise, to one receiving domain
	Opens      bool            // mails hold a picture whose loads are counted
	Stopping   <-chan struct{} // closed when the program is about to end
	Log        *slog.Logger
}

// Start begins with the letters whose time has come, and queues a batch while
// there are letters to send and nobody does.
func (s *Sender) Start(ctx context.Context) error {
	return errors.Join(s.begin(ctx), s.queue(ctx))
}

func (s *Sender) queue(ctx context.Context) error {
	store := s.Desk.store
	var wanted bool
	err := store.DB.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM letters WHERE status = 'sending' AND deleted_at IS NULL)
		AND NOT EXISTS (SELECT FROM river_job WHERE kind = $1 AND state IN ('available', 'retryable', 'scheduled', 'pending'))`, Batch{}.Kind()).Scan(&wanted)
	if err != nil || !wanted {
		return err
	}
	free := false
	err = s.Desk.store.DB.Alone(ctx, "letters", func() error {
		free = true
		return nil
	})
	if err != nil || !free {
		return err
	}
	return store.DB.Transaction(ctx, func(tx db.Tx) error { return tx.Enqueue(Batch{}, nil) })
}

// begin sets the letters on their way whose time has come. One that can't go out
// becomes a draft again, and holds up no other.
func (s *Sender) begin(ctx context.Context) error {
	store := s.Desk.store
	rows, err := store.DB.Pool.Query(ctx, "SELECT id FROM letters WHERE status = 'scheduled' AND scheduled_at <= now() AND deleted_at IS NULL ORDER BY id")
	if err != nil {
		return fmt.Errorf("find campaigns that are due: %w", err)
	}
	due, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	for _, id := range due {
		_, failed := s.Desk.Become(ctx, session.Schedule(), id, nil, Sending, "")
		if fault.Is(failed, fault.Conflict) || fault.Is(failed, fault.Invalid) {
			_, failed = s.Desk.Become(ctx, session.Schedule(), id, nil, Draft, "At its scheduled time, this campaign was empty or had no audience. Check it and send it again.")
		}
		err = errors.Join(err, failed)
	}
	return err
}

// errAway is the error of a batch that the mail server took nothing of.
var errAway = errors.New("mail server unavailable")

// errStop ends a batch, errHalt the letter that was paused or cancelled.
var (
	errStop = errors.New("the batch ends")
	errHalt = errors.New("the campaign isn't sending")
)

// Batch does the job of that name.
func (s *Sender) Batch(ctx context.Context, _ *river.Job[Batch]) error {
	// The queue's limit would break off what waits for the answer to a mail.
	err := s.Run(context.WithoutCancel(ctx))
	if errors.Is(err, errAway) {
		s.Log.WarnContext(ctx, "campaigns are waiting for the mail server", "error", err)
		return river.JobSnooze(awayPause)
	}
	if err != nil { // the queue's own pauses would grow to hours, and other letters wait for them
		s.Log.ErrorContext(ctx, "campaigns can't continue", "error", err)
		return river.JobSnooze(awayPause)
	}
	return nil
}

// Run sends letters until none is left that can go out now, or for batchTime. A
// context that ends counts as a crash: what is under way stays as it is.
func (s *Sender) Run(ctx context.Context) error {
	return s.Desk.store.DB.Alone(ctx, "letters", func() error {
		store, until := s.Desk.store, time.Now().Add(batchTime)
		if err := store.adopt(ctx); err != nil {
			return err
		}
		letters, err := store.sending(ctx)
		if err != nil {
			return err
		}
		pace := newPace(s.Rate, s.DomainRate)
		var failed error // of letters that others need not wait for
		for _, l := range letters {
			switch err := s.send(ctx, l, pace, until); {
			case err == nil, errors.Is(err, errHalt):
			case errors.Is(err, errStop):
				if failed != nil {
					s.Log.ErrorContext(ctx, "a campaign can't continue", "error", failed)
				}
				return nil
			case errors.Is(err, errAway):
				return errors.Join(failed, err, store.note(ctx, l.ID, "We can’t reach the mail server. Sending resumes automatically."))
			case ctx.Err() != nil:
				return err
			default:
				failed = errors.Join(failed, fmt.Errorf("send campaign %d: %w", l.ID, err), store.note(ctx, l.ID, "Something went wrong. We’ll retry automatically."))
			}
		}
		return failed
	})
}

// run is the sending of one letter in a batch.
type run struct {
	*Sender
	letter        Letter
	message       mail.Message
	done, refused atomic.Int64 // since the letter was last resumed
	server        *mail.Connections
	settles       batch.Group[settled, struct{}]
}

// send sends one letter to whom it can go to now.
func (s *Sender) send(ctx context.Context, l Letter, pace *pace, until time.Time) error {
	store := s.Desk.store
	if err := store.list(ctx, l); err != nil {
		return err
	}
	message, err := s.Desk.composer.forMails(s.Opens).message(ctx, l)
	if err == nil {
		if message.Rendered, err = s.Desk.mailer.Render(message.Letter); err != nil {
			err = fmt.Errorf("%w: %w", errUnwritable, err)
		}
	}
	if errors.Is(err, errUnwritable) {
		s.Log.ErrorContext(ctx, "campaign paused", "letter", l.ID, "error", err)
		return s.pause(ctx, l.ID, "We couldn’t render this campaign, so nobody got it. Its text or the email template is broken.")
	}
	if err != nil {
		return fmt.Errorf("render the campaign: %w", err)
	}
	done, refused, err := store.refusals(ctx, l)
	if err != nil {
		return err
	}
	r := &run{Sender: s, letter: l, message: message, server: s.Desk.mailer.Connect(connections)}
	defer r.server.Close()
	r.done.Store(done)
	r.refused.Store(refused)
	for {
		if err := r.heed(ctx); err != nil {
			return err
		}
		ids, err := store.due(ctx, l.ID, chunk)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			return s.finish(ctx, l)
		}
		to, err := s.Recipients(ctx, ids)
		if err != nil {
			return err
		}
		if err := r.chunk(ctx, append(to, gone(ids, to)...), pace, until); err != nil {
			return err
		}
		if err := store.note(ctx, l.ID, ""); err != nil {
			return err
		}
	}
}

// gone are those who were erased since the letter was listed.
func gone(ids []uuid.UUID, known []Recipient) (out []Recipient) {
	there := map[uuid.UUID]bool{}
	for _, r := range known {
		there[r.ID] = true
	}
	for _, id := range ids {
		if !there[id] {
			out = append(out, Recipient{ID: id})
		}
	}
	return out
}

// finish notes that a letter is out, if nobody is left.
func (s *Sender) finish(ctx context.Context, l Letter) error {
	over, err := s.Desk.store.isOver(ctx, l.ID)
	if err != nil || !over {
		return err
	}
	_, err = s.Desk.Become(ctx, session.Schedule(), l.ID, nil, Sent, "")
	if fault.Is(err, fault.Conflict) {
		return nil // paused or cancelled meanwhile
	}
	return err
}

// chunk sends to some people over several connections, as fast as the rates
// allow. Without a rate more mails are under way than there are connections, so
// that these need not wait until Postgres has written something down. The first
// error ends it; what is under way is brought to its end.
func (r *run) chunk(ctx context.Context, to []Recipient, pace *pace, until time.Time) error {
	atATime := connections
	if r.Rate == 0 && r.DomainRate == 0 {
		atATime = underWay
	}
	stop, end := context.WithCancelCause(ctx)
	defer end(nil)
	note := func(err error) {
		if err != nil {
			end(err)
		}
	}
	next := make(chan Recipient, atATime)
	var work sync.WaitGroup
	work.Go(func() {
		defer close(next)
		note(r.hand(stop, to, pace, until, next))
	})
	free := make(chan struct{}, atATime) // takes as many as may be under way
	for lot := gather(next, atATime); len(lot) > 0 && stop.Err() == nil; lot = gather(next, atATime) {
		note(r.lot(ctx, stop, lot, func(one Recipient, looked time.Time) bool {
			select {
			case free <- struct{}{}:
			case <-stop.Done():
				return false
			}
			work.Go(func() {
				note(r.one(ctx, one, looked))
				<-free
			})
			return true
		}))
	}
	work.Wait()
	return context.Cause(stop)
}

// gather waits for somebody and takes those who come along, at most so many.
func gather(next <-chan Recipient, most int) (lot []Recipient) {
	for one := range next {
		if lot = append(lot, one); len(lot) == most || len(next) == 0 {
			break
		}
	}
	return lot
}

// lot notes that the mails to some people are about to be handed over, looks who
// of them still gets mail, and gives these to begin until it takes no more.
func (r *run) lot(ctx, stop context.Context, lot []Recipient, begin func(one Recipient, looked time.Time) bool) error {
	store, ids, addresses := r.Desk.store, make([]uuid.UUID, len(lot)), make([]string, len(lot))
	for i, one := range lot {
		ids[i], addresses[i] = one.ID, one.Email
	}
	states, err := store.take(ctx, r.letter.ID, ids)
	if err != nil {
		return err
	}
	looked := time.Now()
	silent, err := r.Desk.mailer.Look(ctx, addresses)
	if err != nil {
		return errors.Join(err, store.putBack(ctx, r.letter.ID, ids))
	}
	halted := false
	for i, one := range lot {
		switch {
		case states[i] == "":
			halted = true
		case states[i] == skipped:
		case silent[i]:
			err = errors.Join(err, r.note(ctx, one, skipped, ""))
		case err != nil || !begin(one, looked):
			return errors.Join(err, store.putBack(ctx, r.letter.ID, ids[i:]))
		}
	}
	if halted && err == nil {
		err = errHalt
	}
	return err
}

// one sends the letter to one person, who was looked for on the suppression list.
func (r *run) one(ctx context.Context, to Recipient, looked time.Time) error {
	store, id := r.Desk.store, r.letter.ID
	message := r.message
	message.ID, message.To, message.Looked = fmt.Sprintf("letter-%d-%s", id, to.ID), to.Email, looked
	message.Unsubscribe, message.Preferences, message.Reader = to.Unsubscribe, to.Preferences, to.Reader
	outcome, why := r.server.Deliver(ctx, message)
	switch outcome {
	case mail.Taken:
		return r.settle(ctx, to, sent, "")
	case mail.Silenced:
		return r.note(ctx, to, skipped, "")
	case mail.Refused:
		return errors.Join(why, r.settle(ctx, to, failed, "bounce"))
	case mail.Spoiled:
		r.Log.WarnContext(ctx, "couldn't send a campaign email", "letter", id, "subscriber", to.ID, "error", why)
		return r.settle(ctx, to, failed, "spoiled")
	case mail.Deferred:
		return store.putOff(ctx, id, to.ID, pending, "deferred", 1)
	case mail.Unsure:
		return store.putOff(ctx, id, to.ID, unsure, "no answer", 1)
	}
	if err := store.putOff(ctx, id, to.ID, pending, "", 0); err != nil {
		return err
	}
	return fmt.Errorf("%w: %w", errAway, why)
}
