package subscribers

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"thriftwell/server/platform/mail"
)

// How long after one mailed link the next may follow, so that nobody can fill
// somebody else's inbox, least of all that of somebody who left.
const (
	linkPause      = 15 * time.Minute
	linkPauseToOff = time.Hour
)

// SignupMail is the job of the first mail after a signup or its confirmation.
// It is the same for known and unknown addresses: the worker finds out.
type SignupMail struct {
	SubscriberID uuid.UUID `json:"subscriberId"` // nobody has it when the address was known
	AddressHash  []byte    `json:"addressHash"`
}

// Kind names the job in the queue.
func (SignupMail) Kind() string { return "subscribers.signup_mail" }

// LinkMail is the job of the mail with the preferences link; nothing goes to
// an address that we don't know.
type LinkMail struct {
	AddressHash []byte `json:"addressHash"`
}

// Kind names the job in the queue.
func (LinkMail) Kind() string { return "subscribers.link_mail" }

// PhoneGiven is the job that adds a phone number to a signup just made.
type PhoneGiven struct {
	SubscriberID uuid.UUID `json:"subscriberId"` // nobody has it when the address was known
	AddressHash  []byte    `json:"addressHash"`
	Errand       []byte    `json:"errand"`
}

// Kind names the job in the queue.
func (PhoneGiven) Kind() string { return "subscribers.phone_given" }

// Leaving is the job of what follows when an address was unsubscribed by form.
type Leaving struct {
	AddressHash []byte `json:"addressHash"`
	Errand      []byte `json:"errand"`
}

// Kind names the job in the queue.
func (Leaving) Kind() string { return "subscribers.leaving" }

// ReceiptMail is the job of the mail after unsubscribing.
type ReceiptMail struct {
	SubscriberID uuid.UUID `json:"subscriberId"`
}

// Kind names the job in the queue.
func (ReceiptMail) Kind() string { return "subscribers.receipt_mail" }

// Postman does the mail jobs. Each can be done twice: the mail's id stays, and
// what is sent depends only on how things are.
type Postman struct {
	Store        *Store
	Mailer       *mail.Mailer
	Tips         func(context.Context) ([]mail.Item, error) // the guides of the welcome mail
	SiteName     string
	BaseURL      string
	SupportEmail string
}

// Register takes the jobs on.
func (m *Postman) Register(workers *river.Workers) {
	river.AddWorker(workers, river.WorkFunc(m.signup))
	river.AddWorker(workers, river.WorkFunc(m.link))
	river.AddWorker(workers, river.WorkFunc(m.receipt))
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[PhoneGiven]) error {
		return m.Store.finishPhone(ctx, job.Args)
	}))
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[Leaving]) error {
		return m.Store.finishLeaving(ctx, job.Args)
	}))
}

func (m *Postman) letters() letters {
	return letters{m.SiteName, m.BaseURL, m.SupportEmail, signer{m.Store.Secret}}
}

func (m *Postman) signup(ctx context.Context, job *river.Job[SignupMail]) error {
	p, err := m.Store.look(ctx, "id = ?", job.Args.SubscriberID)
	if err != nil {
		return err
	}
	if !p.known() {
		return m.remind(ctx, job.Args.AddressHash, messageID(job))
	}
	reason, err := m.Store.Suppressions.Reason(ctx, p.AddressHash)
	if err != nil {
		return err
	}
	var message mail.Message
	switch {
	case p.State == statePending:
		message = m.letters().confirm(p)
	case reason == mail.Unsubscribed: // before we knew the address
		message = m.letters().manage(p, true)
	case p.State == stateActive:
		tips, err := m.Tips(ctx)
		if err != nil {
			return fmt.Errorf("find the first tips: %w", err)
		}
		message = m.letters().welcome(p, tips)
	default:
		return nil // left before the mail went out
	}
	message.ID = messageID(job)
	return m.Mailer.Send(ctx, message)
}

func (m *Postman) link(ctx context.Context, job *river.Job[LinkMail]) error {
	return m.remind(ctx, job.Args.AddressHash, messageID(job))
}

// remind mails the owner of a known address a link: to confirm, to choose or
// to come back.
func (m *Postman) remind(ctx context.Context, addressHash []byte, id string) error {
	p, err := m.Store.look(ctx, "address_hash = ?", addressHash)
	if err != nil || !p.known() {
		return err
	}
	reason, err := m.Store.Suppressions.Reason(ctx, addressHash)
	if err != nil {
		return err
	}
	off, pause := p.State == stateUnsubscribed || reason != "", linkPause
	if off {
		pause = linkPauseToOff
	}
	if p.LinkMailedAt != nil && time.Since(*p.LinkMailedAt) < pause {
		return nil
	}
	message := m.letters().manage(p, off)
	if p.State == statePending {
		message = m.letters().confirm(p)
	}
	message.ID = id
	if err := m.Mailer.Send(ctx, message); err != nil {
		return err
	}
	return m.Store.linkMailed(ctx, p.ID)
}

func (m *Postman) receipt(ctx context.Context, job *river.Job[ReceiptMail]) error {
	p, err := m.Store.look(ctx, "id = ?", job.Args.SubscriberID)
	if err != nil || p.State != stateUnsubscribed {
		return err
	}
	message := m.letters().receipt(p)
	message.ID = messageID(job)
	return m.Mailer.Send(ctx, message)
}

// messageID is that of every attempt of a job, also after the database began
// to number its jobs anew.
func messageID[T river.JobArgs](job *river.Job[T]) string {
	return fmt.Sprintf("%s.%d.%d", job.Kind, job.ID, job.CreatedAt.UnixMicro())
}
