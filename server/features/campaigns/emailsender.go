package campaigns

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"thriftwell/server/platform/address"
	"thriftwell/server/platform/mail"
)

// Limits of sending emails.
const (
	batchTime   = 45 * time.Second // after which a run ends, so that what has become due begins
	chunk       = 1000             // recipients fetched at a time
	connections = 8                // to the mail server
)

// Recipients returns an empty message to each of some subscribers, with their
// personal links. It omits those that don't exist or can't be decrypted.
type Recipients func(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]mail.Message, error)

// EmailSender sends emails.
type EmailSender struct {
	Sender
	Desk       *EmailDesk
	Recipients Recipients
	Rate       int // emails a second; 0 for no limit
	DomainRate int // the same for one receiving domain
}

// Start sends emails until none is due, or ctx ends.
func (s *EmailSender) Start(ctx context.Context) error { return s.start(ctx, s.Run) }

// errStop ends a run, errHalt the email that was paused or canceled.
var (
	errStop = errors.New("the run ends")
	errHalt = errors.New("the campaign isn't sending")
)

// Run sends emails until none is due, for batchTime, or until stopping is closed.
// If ctx ends, that is like a crash: what is being sent stays so.
func (s *EmailSender) Run(ctx context.Context, stopping <-chan struct{}) error {
	now := s.Now()
	if waiting, err := s.waiting(ctx, now); err != nil || !waiting {
		return err
	}
	return s.Desk.alone(ctx, now, 0, func() error {
		emails, err := s.Desk.sending(ctx)
		if err != nil {
			return err
		}
		rate, until := newRate(s.Rate, s.DomainRate), now.Add(batchTime)
		var failed error // of emails that don't block others
		for _, e := range emails {
			switch err := s.send(ctx, e, rate, until, stopping); {
			case err == nil, errors.Is(err, errHalt):
			case errors.Is(err, errStop):
				return failed
			case errors.Is(err, errAway):
				err = errors.Join(failed, err)
				s.Log.WarnContext(ctx, "campaigns are waiting for the mail server", "error", err)
				return errors.Join(err, s.Desk.note(ctx, e.ID, "We can’t reach the mail server. Sending resumes automatically."))
			case ctx.Err() != nil:
				return err
			default:
				failed = errors.Join(failed, fmt.Errorf("send campaign %d: %w", e.ID, err), s.Desk.note(ctx, e.ID, "Something went wrong. We’ll retry automatically."))
			}
		}
		return failed
	})
}

// waiting reports whether an email is due, is being sent, or was interrupted.
// Usually none is, and looking takes no lock.
func (s *EmailSender) waiting(ctx context.Context, now time.Time) (waiting bool, err error) {
	err = s.Desk.db.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM letters WHERE (status = 'sending' OR status = 'scheduled' AND scheduled_at <= $1) AND deleted_at IS NULL)
		OR EXISTS (SELECT FROM letter_sends WHERE state = 'sending')`, now).Scan(&waiting)
	if err != nil {
		err = fmt.Errorf("look for waiting campaigns: %w", err)
	}
	return waiting, err
}

// emailRun sends one email in a run.
type emailRun struct {
	*EmailSender
	email         Email
	message       mail.Message
	done, refused atomic.Int64 // since the email was last resumed
	server        []*mail.Connection
	stopping      <-chan struct{}
}

// send sends one email to all who are due.
func (s *EmailSender) send(ctx context.Context, e Email, rate *rate, until time.Time, stopping <-chan struct{}) error {
	store := s.Desk.store
	recipients, args := store.recipients(e.Audience)
	// In the order of their IDs, a million take seconds: the indexes grow at their ends.
	err := s.Desk.list(ctx, e.ID, map[string]any{"listed_at": time.Now(), "tells_readers": store.Engagement},
		"subscriber_id) SELECT ?, id FROM "+recipients+" ORDER BY id", append([]any{e.ID}, args...)...)
	if err != nil {
		return err
	}
	composer := s.Desk.composer
	composer.toMany = true
	message, err := composer.message(ctx, e)
	if err == nil {
		if message.Rendered, err = s.Desk.mailer.Render(message.Content); err != nil {
			err = fmt.Errorf("%w: %w", errUnwritable, err)
		}
	}
	if errors.Is(err, errUnwritable) {
		s.Log.ErrorContext(ctx, "campaign paused", "campaign", e.ID, "error", err)
		return s.pause(ctx, e.ID, "We couldn’t render this campaign, so nobody got it. Its text or the email template is broken.")
	}
	if err != nil {
		return fmt.Errorf("render the campaign: %w", err)
	}
	r := &emailRun{EmailSender: s, email: e, message: message, stopping: stopping}
	for range connections {
		c := s.Desk.mailer.Connect()
		defer c.Close()
		r.server = append(r.server, c)
	}
	done, refused, err := store.refusals(ctx, e)
	if err != nil {
		return err
	}
	r.done.Store(done)
	r.refused.Store(refused)
	for {
		if err := r.checkReports(ctx); err != nil {
			return err
		}
		ids, err := store.due(ctx, e.ID, chunk)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			return s.Desk.finish(ctx, e.ID)
		}
		known, err := s.Recipients(ctx, ids)
		if err != nil {
			return err
		}
		to := make([]recipient, len(ids))
		for i, id := range ids {
			to[i] = recipient{id, known[id]}
		}
		if err := r.chunk(ctx, to, rate, until); err != nil {
			return err
		}
		if err := s.Desk.note(ctx, e.ID, ""); err != nil {
			return err
		}
	}
}

// recipient is a subscriber to whom an email is sent. Without an address in the
// message, the subscriber is unknown.
type recipient struct {
	id      uuid.UUID
	message mail.Message
}

// chunk sends to some recipients over several connections, as fast as the rates
// allow. The first error ends it, after what is being handed over.
func (r *emailRun) chunk(ctx context.Context, to []recipient, rate *rate, until time.Time) error {
	stop, end := context.WithCancelCause(ctx)
	defer end(nil)
	next := make(chan recipient)
	var work sync.WaitGroup
	for _, c := range r.server {
		work.Go(func() {
			for one := range next {
				if err := r.one(ctx, c, one); err != nil {
					end(err)
				}
			}
		})
	}
	if err := r.hand(stop, to, rate, until, next); err != nil {
		end(err)
	}
	close(next)
	work.Wait()
	return context.Cause(stop)
}

// one sends the email to one recipient, unless they aren't to get it anymore.
//
// An email's way passes the suppression list twice. The audience leaves out who is
// on it, so that staff see how many will get the email. Deliver looks again right
// before it hands the email over: people unsubscribe, bounce and complain in the
// meantime. In between, claim reads only the subscriber's own row and emails: who
// was erased or left, or has gotten this month's email.
func (r *emailRun) one(ctx context.Context, c *mail.Connection, to recipient) error {
	store, id := r.Desk.store, r.email.ID
	if state, err := store.claim(ctx, id, to.id); err != nil || state == skipped {
		return err
	}
	message := to.message
	message.ID, message.Content, message.Rendered = fmt.Sprintf("letter-%d-%s", id, to.id), r.message.Content, r.message.Rendered
	outcome, why := c.Deliver(ctx, message)
	switch outcome {
	case mail.Taken:
		return r.delivered(ctx, to, sent, "")
	case mail.Silenced:
		return store.settle(ctx, id, to.id, skipped, "")
	case mail.Refused:
		return errors.Join(why, r.delivered(ctx, to, failed, "bounce"))
	case mail.Spoiled:
		r.Log.WarnContext(ctx, "couldn't send a campaign email", "campaign", id, "subscriber", to.id, "error", why)
		return r.delivered(ctx, to, failed, "spoiled")
	case mail.Deferred:
		return store.postpone(ctx, id, to.id, pending, "deferred", 1)
	case mail.Unsure:
		return store.postpone(ctx, id, to.id, unsure, "no answer", 1)
	}
	if err := store.postpone(ctx, id, to.id, pending, "", 0); err != nil {
		return err
	}
	if outcome == mail.Unchecked {
		return why
	}
	return fmt.Errorf("mail server %w: %w", errAway, why)
}

// maxRepeats is how often an email is sent again whose sender was interrupted; then
// it stays unsure. One to a server that accepts it and doesn't respond in time is
// repeated once.
const maxRepeats = 10

// due returns some of those who should get an email now.
func (s *Store) due(ctx context.Context, email int64, limit int) ([]uuid.UUID, error) {
	rows, err := s.DB.Pool.Query(ctx, `SELECT subscriber_id FROM letter_sends
		WHERE letter_id = $1 AND state IN ('pending', 'unsure') AND due_at <= now() AND repeats < $2 ORDER BY due_at, subscriber_id LIMIT $3`, email, maxRepeats, limit)
	if err != nil {
		return nil, fmt.Errorf("find recipients of campaign %d: %w", email, err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

// claim records that an email is about to be handed over. It returns its state:
// sending, or skipped if the recipient left meanwhile. If the campaign isn't being
// sent, it returns errHalt.
func (s *Store) claim(ctx context.Context, email int64, to uuid.UUID) (state string, err error) {
	err = s.DB.Pool.QueryRow(ctx, `UPDATE letter_sends m SET at = now(), repeats = repeats + CAST(m.state = 'unsure' AS int),
			state = CASE WHEN EXISTS (SELECT FROM subscribers p WHERE p.id = m.subscriber_id AND p.state = 'active' AND (p.frequency <> 'monthly' OR m.state = 'unsure'
				OR NOT EXISTS (SELECT FROM letter_sends l WHERE l.subscriber_id = p.id AND l.letter_id <> $1 AND l.state IN ('sent', 'unsure', 'sending') AND l.at > now() - interval '27 days')))
				THEN 'sending' ELSE 'skipped' END
		WHERE letter_id = $1 AND subscriber_id = $2 AND state IN ('pending', 'unsure')
			AND EXISTS (SELECT FROM letters l WHERE l.id = $1 AND l.status = 'sending' AND l.deleted_at IS NULL)
		RETURNING state`, email, to).Scan(&state)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", errHalt
	}
	if err != nil {
		err = fmt.Errorf("claim an email of campaign %d: %w", email, err)
	}
	return state, err
}

// settle stores the result of a claimed email.
func (s *Store) settle(ctx context.Context, email int64, to uuid.UUID, state, reason string) error {
	_, err := s.DB.Pool.Exec(ctx, "UPDATE letter_sends SET at = now(), state = $3, reason = $4 WHERE letter_id = $1 AND subscriber_id = $2 AND state = 'sending'", email, to, state, reason)
	return err
}

// An email that was deferred is tried again after firstPause, then after twice
// that and so on, up to lastPause; after maxAttempts it has failed.
const (
	firstPause  = time.Minute
	lastPause   = time.Hour
	maxAttempts = 30
)

// postpone schedules a claimed email to be sent later. Attempts is 1 if the mail
// server deferred it, and 0 if we did.
func (s *Store) postpone(ctx context.Context, email int64, to uuid.UUID, state, reason string, attempts int) error {
	_, err := s.DB.Pool.Exec(ctx, `UPDATE letter_sends SET at = now(), reason = $4, attempts = attempts + $5,
			state = CASE WHEN attempts + $5 >= $6 THEN 'failed' ELSE $3 END,
			due_at = CASE WHEN $3 = 'unsure' AND repeats > 0 THEN 'infinity' WHEN $5 = 0 THEN now() ELSE now() + least(make_interval(secs => $7 * power(2, least(attempts, 20))), make_interval(secs => $8)) END
		WHERE letter_id = $1 AND subscriber_id = $2 AND state = 'sending'`,
		email, to, state, reason, attempts, maxAttempts, firstPause.Seconds(), lastPause.Seconds())
	return err
}

// rate limits the emails per second, in total and to each receiving domain. 0 means
// no limit.
type rate struct {
	all, domain time.Duration // between two emails
	next        time.Time
	nextOf      map[string]time.Time // by domain
}

func newRate(all, domain int) *rate {
	return &rate{all: between(all), domain: between(domain), nextOf: map[string]time.Time{}}
}

func between(perSecond int) time.Duration {
	if perSecond <= 0 {
		return 0
	}
	return time.Second / time.Duration(perSecond)
}

// pick returns the first of these addresses that may get an email now, or how long
// until there is one.
func (r *rate) pick(addresses []string, now time.Time) (i int, wait time.Duration) {
	if wait = r.next.Sub(now); wait > 0 {
		return -1, wait
	}
	for i, to := range addresses {
		left := r.nextOf[address.Domain(to)].Sub(now)
		if left <= 0 {
			return i, 0
		}
		if wait <= 0 || left < wait {
			wait = left
		}
	}
	return -1, wait
}

// sent records that an email is sent.
func (r *rate) sent(to string, now time.Time) {
	r.next = now.Add(r.all)
	if r.domain > 0 {
		r.nextOf[address.Domain(to)] = now.Add(r.domain)
	}
}

// hand passes on the recipients of a chunk, each when the rates allow.
func (r *emailRun) hand(stop context.Context, to []recipient, rate *rate, until time.Time, next chan<- recipient) error {
	addresses := make([]string, len(to))
	for i, one := range to {
		addresses[i] = one.message.To
	}
	for len(to) > 0 {
		now := time.Now()
		if now.After(until) {
			return errStop
		}
		i, wait := rate.pick(addresses, now)
		var free chan<- recipient // nil, which blocks, while none is allowed
		var one recipient
		var later <-chan time.Time
		if i >= 0 {
			free, one = next, to[i]
		} else {
			later = time.After(wait)
		}
		select {
		case free <- one:
			rate.sent(addresses[i], now)
			to[i], addresses[i] = to[0], addresses[0]
			to, addresses = to[1:], addresses[1:]
		case <-later:
		case <-r.stopping:
			return errStop
		case <-stop.Done():
			return nil // the cause is known
		}
	}
	return nil
}
