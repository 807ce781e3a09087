package subscribers

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"thriftwell/db"
	"thriftwell/server/platform/mail"
)

// Minimum time between two emailed links, so that nobody can flood someone
// else's inbox, least of all that of someone who unsubscribed.
const (
	linkPause      = 15 * time.Minute
	linkPauseToOff = time.Hour
)

// If an unsubscribed address is signed up again, its owner gets an email to
// confirm: at most one per rejoinPause and rejoinMost per rejoinSpan.
const (
	rejoinPause = 24 * time.Hour
	rejoinMost  = 3
	rejoinSpan  = 30 * 24 * time.Hour
)

// SignupEmail is the job of the first email after a signup or its confirmation.
// Handlers enqueue it for known and unknown addresses alike; the worker looks
// the address up.
type SignupEmail struct {
	SubscriberID uuid.UUID `json:"subscriberId"` // unused if the address was known
	AddressHash  []byte    `json:"addressHash"`
}

// Kind returns the name of the job.
func (SignupEmail) Kind() string { return "subscribers.signup_mail" }

// LinkEmail is the job of the email with the preferences link. Unknown addresses
// get none.
type LinkEmail struct {
	AddressHash []byte `json:"addressHash"`
	Monthly     bool   `json:"monthly"` // with the link for one email a month
}

// Kind returns the name of the job.
func (LinkEmail) Kind() string { return "subscribers.link_mail" }

// InsertOpts keeps the job unique until it's done. Two jobs running at once
// wouldn't see each other's email.
func (LinkEmail) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
	}}}
}

// ReceiptEmail is the job of the email after unsubscribing.
type ReceiptEmail struct {
	SubscriberID uuid.UUID `json:"subscriberId"`
	Ended        []string  `json:"ended"`  // channels
	Unseen       bool      `json:"unseen"` // no page confirmed it
}

// Kind returns the name of the job.
func (ReceiptEmail) Kind() string { return "subscribers.receipt_mail" }

// Postman works the email jobs. A job may run twice: the email's id stays the
// same, and its content depends only on the current state.
type Postman struct {
	Store        *Store
	Mailer       *mail.Mailer
	Tips         func(context.Context) ([]mail.Item, error) // guides in the welcome email
	Offers       string                                     // address of its offers
	Welcomed     func(context.Context, uuid.UUID) error     // schedules the follow-up emails
	SiteName     string
	BaseURL      string
	SupportEmail func() string
}

// SignupEmail works the job of that name.
func (m *Postman) SignupEmail(ctx context.Context, job *river.Job[SignupEmail]) error {
	p, err := m.Store.look(ctx, "id = ?", job.Args.SubscriberID)
	if err != nil {
		return err
	}
	if !p.known() {
		return m.signupAgain(ctx, job.Args.AddressHash, messageID(job))
	}
	reason, err := m.Store.Suppressions.Reason(ctx, p.AddressHash)
	if err != nil {
		return err
	}
	var message mail.Message
	switch {
	case p.State == stateUnsubscribed:
		return nil // unsubscribed before the email was sent
	case reason == mail.Unsubscribed: // before they signed up
		return m.askToRejoin(ctx, p, messageID(job))
	case p.State == statePending:
		message = m.emails().confirm(p)
	default:
		tips, err := m.Tips(ctx)
		if err != nil {
			return fmt.Errorf("find the first tips: %w", err)
		}
		if err := m.Welcomed(ctx, p.ID); err != nil {
			return err
		}
		message = m.emails().welcome(p, tips, m.Offers)
	}
	message.ID = messageID(job)
	return m.Mailer.Send(ctx, message)
}

// signupAgain emails the owner of a known address that was signed up again.
func (m *Postman) signupAgain(ctx context.Context, addressHash []byte, id string) error {
	p, reason, err := m.Store.lookUp(ctx, addressHash)
	if err != nil || !p.known() {
		return err
	}
	if p.State == stateUnsubscribed || reason == mail.Unsubscribed {
		return m.askToRejoin(ctx, p, id)
	}
	return m.remind(ctx, p, reason, signedUpAgain, id)
}

// askToRejoin emails someone who unsubscribed a link to confirm a signup.
func (m *Postman) askToRejoin(ctx context.Context, p person, id string) error {
	may, err := m.Store.takeRejoinEmail(ctx, p.ID, id)
	if err != nil || !may {
		return err
	}
	message := m.emails().rejoin(p)
	message.ID = id
	return m.Mailer.Send(ctx, message)
}

// LinkEmail works the job of that name.
func (m *Postman) LinkEmail(ctx context.Context, job *river.Job[LinkEmail]) error {
	p, reason, err := m.Store.lookUp(ctx, job.Args.AddressHash)
	if err != nil || !p.known() {
		return err
	}
	why := askedForLink
	if job.Args.Monthly {
		why = askedForMonthly
	}
	return m.remind(ctx, p, reason, why, messageID(job))
}

// linkReason is why a link is emailed. Limits are per reason.
type linkReason int

const (
	signedUpAgain linkReason = iota
	askedForLink
	askedForMonthly
)

// lastLinkFor returns when a link was last emailed to p for a reason, and the
// column that stores it.
func (p person) lastLinkFor(why linkReason) (column string, last *time.Time) {
	switch why {
	case signedUpAgain:
		return "signup_mailed_at", p.SignupMailedAt
	case askedForMonthly:
		return "monthly_mailed_at", p.MonthlyMailedAt
	default:
		return "link_mailed_at", p.LinkMailedAt
	}
}

// remind emails a subscriber a link: to confirm, to change preferences, or to
// get one email a month. reason is why the address is suppressed, if it is.
func (m *Postman) remind(ctx context.Context, p person, reason string, why linkReason, id string) error {
	off, pause := p.State == stateUnsubscribed || reason != mail.NotSuppressed, linkPause
	if off {
		pause = linkPauseToOff
	}
	if _, last := p.lastLinkFor(why); last != nil && time.Since(*last) < pause {
		return nil
	}
	message := m.emails().manage(p, off)
	switch {
	case p.State == statePending && why == signedUpAgain:
		message = m.emails().confirm(p)
	case why == askedForMonthly:
		if p.State == stateUnsubscribed {
			if may, err := m.Store.takeRejoinEmail(ctx, p.ID, id); err != nil || !may {
				return err
			}
		}
		message = m.emails().monthly(p)
	}
	message.ID = id
	if err := m.Mailer.Send(ctx, message); err != nil {
		return err
	}
	return m.Store.recordLink(context.WithoutCancel(ctx), p, why) // or the next attempt sends it again
}

// ReceiptEmail works the job of that name: it confirms what was stopped. Someone
// still subscribed to email saw that on a page, unless staff recorded it.
func (m *Postman) ReceiptEmail(ctx context.Context, job *river.Job[ReceiptEmail]) error {
	p, err := m.Store.look(ctx, "id = ?", job.Args.SubscriberID)
	if err != nil || !p.known() || p.State != stateUnsubscribed && !job.Args.Unseen {
		return err
	}
	if p.SMSAllowed && !slices.Contains(job.Args.Ended, channelEmail) {
		return nil // texts were turned on again with another number
	}
	message := m.emails().receipt(p, job.Args.Ended)
	message.ID = messageID(job)
	return m.Mailer.Send(ctx, message)
}

// messageID returns an id for all attempts of a job. It stays unique even if
// the database restarts its job ids.
func messageID[T river.JobArgs](job *river.Job[T]) string {
	return fmt.Sprintf("%s.%d.%d", job.Kind, job.ID, job.CreatedAt.UnixMicro())
}

// askForLink enqueues the email with a link: to change preferences, or to get
// one email a month.
func (s *Store) askForLink(ctx context.Context, hash []byte, monthly bool) error {
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		return tx.Enqueue(LinkEmail{AddressHash: hash, Monthly: monthly}, nil)
	})
}

// recordLink records that a link was emailed to p.
func (s *Store) recordLink(ctx context.Context, p person, why linkReason) error {
	column, _ := p.lastLinkFor(why)
	return s.DB.Gorm.WithContext(ctx).Exec("UPDATE subscribers SET "+column+" = now() WHERE id = ?", p.ID).Error
}

// sentEmail is an email counted against a limit.
type sentEmail struct {
	ID string    `json:"id"`
	At time.Time `json:"at"`
}

// takeRejoinEmail reports whether the email emailID may be sent to someone who
// unsubscribed, and counts it. Asking again for the same emailID counts once.
func (s *Store) takeRejoinEmail(ctx context.Context, id uuid.UUID, emailID string) (may bool, err error) {
	err = s.DB.Transaction(ctx, func(tx db.Tx) error {
		p, err := s.find(tx, "id = ?", id)
		if err != nil || !p.known() {
			return err
		}
		now := time.Now()
		others := slices.DeleteFunc(p.RejoinMails, func(m sentEmail) bool { return m.ID == emailID || now.Sub(m.At) >= rejoinSpan })
		may = len(others) < rejoinMost && !slices.ContainsFunc(others, func(m sentEmail) bool { return now.Sub(m.At) < rejoinPause })
		if !may {
			return nil
		}
		list, err := json.Marshal(append(others, sentEmail{emailID, now}))
		if err != nil {
			return err
		}
		return tx.Exec("UPDATE subscribers SET rejoin_mails = ?::jsonb WHERE id = ?", string(list), p.ID).Error
	})
	if err != nil {
		err = fmt.Errorf("count an email to a former subscriber: %w", err)
	}
	return may, err
}
