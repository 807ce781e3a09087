package subscribers

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"thriftwell/server/platform/mail"
)

// How long after one mailed link the next may follow, so that nobody can fill
// somebody else's inbox, least of all that of somebody who left.
const (
	linkPause      = 15 * time.Minute
	linkPauseToOff = time.Hour
)

// An address that left and is signed up again gets a mail to confirm it: at
// most one in rejoinPause and rejoinMost in rejoinSpan.
const (
	rejoinPause = 24 * time.Hour
	rejoinMost  = 3
	rejoinSpan  = 30 * 24 * time.Hour
)

// Queue is the queue of the jobs that record consents and withdrawals, apart
// from that of the mails so that none waits for a mail server.
const Queue = "consents"

// SignupMail is the job of the first mail after a signup or its confirmation.
// It is the same for known and unknown addresses; the worker looks the address
// up.
type SignupMail struct {
	SubscriberID uuid.UUID `json:"subscriberId"` // nobody has it when the address was known
	AddressHash  []byte    `json:"addressHash"`
}

// Kind returns the name of the job.
func (SignupMail) Kind() string { return "subscribers.signup_mail" }

// LinkMail is the job of the mail with the preferences link. Unknown addresses
// get none.
type LinkMail struct {
	AddressHash []byte `json:"addressHash"`
	Monthly     bool   `json:"monthly"` // the link is that to get one mail a month
}

// Kind returns the name of the job.
func (LinkMail) Kind() string { return "subscribers.link_mail" }

// InsertOpts has those who ask again before the mail went out wait for that one:
// of two jobs at once neither would see the other's mail.
func (LinkMail) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
	}}}
}

// PhoneGiven is the job that adds a phone number to a signup just made.
type PhoneGiven struct {
	SubscriberID uuid.UUID `json:"subscriberId"` // nobody has it when the address was known
	AddressHash  []byte    `json:"addressHash"`
	Errand       []byte    `json:"errand"`
}

// Kind returns the name of the job.
func (PhoneGiven) Kind() string { return "subscribers.phone_given" }

// InsertOpts returns the job's queue.
func (PhoneGiven) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: Queue} }

// Leaving is the job that completes an unsubscription by form.
type Leaving struct {
	AddressHash []byte `json:"addressHash"`
	Errand      []byte `json:"errand"`
}

// Kind returns the name of the job.
func (Leaving) Kind() string { return "subscribers.leaving" }

// InsertOpts returns the job's queue.
func (Leaving) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: Queue} }

// ReceiptMail is the job of the mail after unsubscribing.
type ReceiptMail struct {
	SubscriberID uuid.UUID `json:"subscriberId"`
	Ended        []string  `json:"ended"`  // the channels
	Unseen       bool      `json:"unseen"` // no screen said so
}

// Kind returns the name of the job.
func (ReceiptMail) Kind() string { return "subscribers.receipt_mail" }

// Postman runs the mail jobs. Each may run twice: the mail's id stays the same,
// and its content depends only on the current state.
type Postman struct {
	Store        *Store
	Mailer       *mail.Mailer
	Tips         func(context.Context) ([]mail.Item, error) // the guides of the welcome mail
	Offers       string                                     // the address of the offers in it
	Welcomed     func(context.Context, uuid.UUID) error     // plans what follows it
	SiteName     string
	BaseURL      string
	SupportEmail func() string
}

// PhoneGiven does the job of that name.
func (m *Postman) PhoneGiven(ctx context.Context, job *river.Job[PhoneGiven]) error {
	return m.Store.finishPhone(ctx, job.Args)
}

// Leaving does the job of that name.
func (m *Postman) Leaving(ctx context.Context, job *river.Job[Leaving]) error {
	return m.Store.finishLeaving(ctx, job.Args)
}

func (m *Postman) letters() letters {
	return letters{m.SiteName, m.BaseURL, m.SupportEmail(), signer{m.Store.Secret}}
}

// SignupMail does the job of that name.
func (m *Postman) SignupMail(ctx context.Context, job *river.Job[SignupMail]) error {
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
		return nil // left before the mail went out
	case reason == mail.Unsubscribed: // before we knew the address
		return m.askToRejoin(ctx, p, messageID(job))
	case p.State == statePending:
		message = m.letters().confirm(p)
	default:
		tips, err := m.Tips(ctx)
		if err != nil {
			return fmt.Errorf("find the first tips: %w", err)
		}
		if err := m.Welcomed(ctx, p.ID); err != nil {
			return err
		}
		message = m.letters().welcome(p, tips, m.Offers)
	}
	message.ID = messageID(job)
	return m.Mailer.Send(ctx, message)
}

// signupAgain mails the owner of an address that was known when it was signed
// up.
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

// askToRejoin mails somebody who left a link to confirm that it was he who
// signed up.
func (m *Postman) askToRejoin(ctx context.Context, p person, id string) error {
	may, err := m.Store.takeRejoinMail(ctx, p.ID, id)
	if err != nil || !may {
		return err
	}
	message := m.letters().rejoin(p)
	message.ID = id
	return m.Mailer.Send(ctx, message)
}

// LinkMail does the job of that name.
func (m *Postman) LinkMail(ctx context.Context, job *river.Job[LinkMail]) error {
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

// occasion is why a subscriber is mailed a link. Each has a clock of its own.
type occasion int

const (
	signedUpAgain occasion = iota
	askedForLink
	askedForMonthly
)

// clock returns the column that says when a link was last mailed to p on an
// occasion, and what it says.
func (p person) clock(why occasion) (column string, last *time.Time) {
	switch why {
	case signedUpAgain:
		return "signup_mailed_at", p.SignupMailedAt
	case askedForMonthly:
		return "monthly_mailed_at", p.MonthlyMailedAt
	default:
		return "link_mailed_at", p.LinkMailedAt
	}
}

// remind mails a subscriber a link: to confirm, to choose, or to get one mail a
// month. reason is why mail to the address is suppressed, if it is.
func (m *Postman) remind(ctx context.Context, p person, reason string, why occasion, id string) error {
	off, pause := p.State == stateUnsubscribed || reason != mail.NotSuppressed, linkPause
	if off {
		pause = linkPauseToOff
	}
	if _, last := p.clock(why); last != nil && time.Since(*last) < pause {
		return nil
	}
	message := m.letters().manage(p, off)
	switch {
	case p.State == statePending && why == signedUpAgain:
		message = m.letters().confirm(p)
	case why == askedForMonthly:
		if p.State == stateUnsubscribed {
			if may, err := m.Store.takeRejoinMail(ctx, p.ID, id); err != nil || !may {
				return err
			}
		}
		message = m.letters().monthly(p)
	}
	message.ID = id
	if err := m.Mailer.Send(ctx, message); err != nil {
		return err
	}
	return m.Store.linkMailed(context.WithoutCancel(ctx), p, why) // or it is mailed again
}

// ReceiptMail does the job of that name: it confirms what has ended. Who still
// gets mail has seen it on the screen, unless staff recorded it.
func (m *Postman) ReceiptMail(ctx context.Context, job *river.Job[ReceiptMail]) error {
	p, err := m.Store.look(ctx, "id = ?", job.Args.SubscriberID)
	if err != nil || !p.known() || p.State != stateUnsubscribed && !job.Args.Unseen {
		return err
	}
	if p.SMSAllowed && !slices.Contains(job.Args.Ended, channelEmail) {
		return nil // texts are on again, to another number
	}
	message := m.letters().receipt(p, job.Args.Ended)
	message.ID = messageID(job)
	return m.Mailer.Send(ctx, message)
}

// messageID is that of every attempt of a job, also after the database began
// to number its jobs anew.
func messageID[T river.JobArgs](job *river.Job[T]) string {
	return fmt.Sprintf("%s.%d.%d", job.Kind, job.ID, job.CreatedAt.UnixMicro())
}
