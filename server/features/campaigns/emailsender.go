package campaigns

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

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
