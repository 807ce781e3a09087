package subscribers

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"thriftwell/server/platform/mail"
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
	p, reason, err := m.Store.lookUp(ctx, job.Args.AddressHash)
	if err != nil || !p.known() {
		return err
	}
	again := p.ID != job.Args.SubscriberID // the address was known
	var message mail.Message
	switch {
	case p.State == stateUnsubscribed && !again:
		return nil // unsubscribed before the email was sent
	case p.State == stateUnsubscribed, reason == mail.Unsubscribed: // before they signed up
		return m.askToRejoin(ctx, p, messageID(job))
	case again:
		return m.remind(ctx, p, reason, signedUpAgain, messageID(job))
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

// lookUp returns the subscriber with an address, or the zero person, and the
// reason if the address is suppressed.
func (s *Store) lookUp(ctx context.Context, addressHash []byte) (p person, suppressed string, err error) {
	if p, err = s.look(ctx, "address_hash = ?", addressHash); err != nil {
		return p, "", err
	}
	suppressed, err = s.Suppressions.Reason(ctx, addressHash)
	return p, suppressed, err
}

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

// ReceiptEmail is the job of the email after unsubscribing.
type ReceiptEmail struct {
	SubscriberID uuid.UUID `json:"subscriberId"`
	Ended        []string  `json:"ended"`  // channels
	Unseen       bool      `json:"unseen"` // no page confirmed it
}

// Kind returns the name of the job.
func (ReceiptEmail) Kind() string { return "subscribers.receipt_mail" }

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

func (m *Postman) emails() emails {
	return emails{m.SiteName, m.BaseURL, m.SupportEmail(), signer{m.Store.Secret}}
}

// emails writes the emails to subscribers. They must not contain text typed by
// a visitor, who may have entered someone else's address.
type emails struct {
	siteName     string
	baseURL      string
	supportEmail string
	sign         signer
}

func (l emails) link(path, eid string) string {
	return l.baseURL + path + "?" + url.Values{"eid": {eid}}.Encode()
}

// confirmLink returns the link to the confirmation page. The page is cached for
// everyone, so the frequency is in the address.
func (l emails) confirmLink(p person, why purpose, frequency string) string {
	to := l.link("/confirm", l.sign.sign(p.ID, why, confirmLifetime, p.departure()))
	if frequency == monthly {
		to += "&frequency=" + monthly
	}
	return to
}

// per returns the period of a frequency.
func per(frequency string) string {
	if frequency == monthly {
		return "month"
	}
	return "week"
}

// welcome is the first email, with tips and a link to the offers.
func (l emails) welcome(p person, tips []mail.Item, offers string) mail.Message {
	eid := l.sign.sign(p.ID, forEmail, 0, nil)
	return mail.Message{
		To:          p.Email,
		Unsubscribe: l.link("/unsubscribe", eid),
		Preferences: l.link("/preferences", eid),
		Content: mail.Content{
			Subject: "Welcome to " + l.siteName + ": your first tips",
			Heading: "Welcome. Here are your first tips.",
			Paragraphs: []string{
				"Thanks for signing up. Once a " + per(p.Frequency) + ", we’ll send you ways to spend less on things you already pay for.",
				"To get you started, here are three guides you can use today:",
			},
			Items:  tips,
			Button: &mail.Link{Text: "See this week’s offers", URL: offers},
			Reason: "You’re getting this email because you signed up at " + l.siteName + ".",
		},
	}
}

// confirm asks the owner of an address to confirm a signup.
func (l emails) confirm(p person) mail.Message {
	return mail.Message{
		To: p.Email, Answers: true, Unsubscribe: l.link("/unsubscribe", l.sign.sign(p.ID, forEmail, 0, nil)),
		Content: mail.Content{
			Subject:    "Confirm your signup at " + l.siteName,
			Heading:    "One click, and your tips are on their way",
			Paragraphs: []string{"Someone, hopefully you, signed up for our " + p.Frequency + " money-saving tips with this address. Please confirm that it was you."},
			Button:     &mail.Link{Text: "Confirm my signup", URL: l.confirmLink(p, forConfirm, p.Frequency)},
			After:      []string{"If it wasn’t you, ignore this email. Unless you confirm, you won’t hear from us again."},
			Reason:     "You’re getting this email because someone entered this address in the signup form at " + l.siteName + ".",
		},
	}
}

// rejoin is confirm for an address that has unsubscribed.
func (l emails) rejoin(p person) mail.Message {
	m := l.confirm(p)
	m.Content.Heading = "Did you just sign up?"
	m.Content.Paragraphs = []string{"Someone, hopefully you, signed up for our " + p.Frequency + " money-saving tips with this address. You unsubscribed before, so we won’t send any unless you confirm."}
	m.Content.After = []string{"If it wasn’t you, ignore this email. You’ll stay unsubscribed."}
	return m
}

// manage has the link to change all preferences and to resubscribe.
func (l emails) manage(p person, emailIsOff bool) mail.Message {
	content := mail.Content{
		Subject:    "Your link to change your " + l.siteName + " settings",
		Heading:    "Choose what you get",
		Paragraphs: []string{"Someone, hopefully you, entered this address on our site. You’re already subscribed. With this link, you can choose your topics and how often we email you, add or remove a phone number, correct your name and address, or delete everything. The link works for a week."},
		Button:     &mail.Link{Text: "Choose what I get", URL: l.link("/preferences", l.sign.sign(p.ID, forManage, manageLifetime, nil))},
		After:      []string{"If it wasn’t you, ignore this email. Nothing has changed."},
		Reason:     "You’re getting this email because someone entered this address in a form at " + l.siteName + ".",
	}
	switch {
	case emailIsOff:
		content.Paragraphs = []string{"Someone, hopefully you, entered this address on our site. You’re unsubscribed, so we won’t send you tips unless you turn them back on. With this link, you can do that, or correct or delete what we keep about you. The link works for a week."}
	case p.State == statePending:
		content.Paragraphs = []string{"Someone, hopefully you, entered this address on our site. You signed up but haven’t confirmed yet, so we aren’t sending you tips. With this link, you can turn them on, or correct or delete what we keep about you. The link works for a week."}
	}
	return mail.Message{To: p.Email, Answers: true, Unsubscribe: l.link("/unsubscribe", l.sign.sign(p.ID, forEmail, 0, nil)), Content: content}
}

// monthly asks the owner of an address to confirm one email a month, also if
// they have unsubscribed.
func (l emails) monthly(p person) mail.Message {
	m := l.confirm(p)
	m.Content.Subject = "One email a month from " + l.siteName
	m.Content.Heading = "Switch to one email a month?"
	m.Content.Paragraphs = []string{"Someone, hopefully you, asked us to email this address less often. Confirm that it was you, and we’ll send you one email a month with our best tips from the past four weeks. The link works for 30 days."}
	m.Content.Button = &mail.Link{Text: "Email me once a month", URL: l.confirmLink(p, forMonthly, monthly)}
	m.Content.After = []string{"If it wasn’t you, ignore this email. Nothing has changed."}
	m.Content.Reason = "You’re getting this email because someone entered this address in a form at " + l.siteName + "."
	return m
}

// receipt says what was stopped, with a link to undo it.
func (l emails) receipt(p person, ended []string) mail.Message {
	what := "stopped sending our newsletter to this address"
	if !slices.Contains(ended, channelEmail) {
		what = "stopped calls and texts to your phone"
	} else if slices.Contains(ended, channelSMS) {
		what += " and stopped calls and texts to your phone"
	}
	subject, heading, over := "You’ve been unsubscribed from "+l.siteName, "You’ve been unsubscribed", "unsubscribed from"
	still := "If you still get email from us"
	paragraphs := []string{"We’ve " + what + ". This is the last email you’ll get from us unless someone enters this address on our site again."}
	if p.SMSAllowed {
		paragraphs = append(paragraphs, "You’ll still get deal alerts by text, as you chose.")
	}
	if p.State != stateUnsubscribed { // staff recorded a revocation of texts
		subject, heading, over = "No more calls and texts from "+l.siteName, "No more calls and texts", "stopped texts from"
		still = "If you still get a call or text from us"
		paragraphs = []string{"As you asked, we’ve " + what + ". You’ll still get our newsletter. Every issue has a link to unsubscribe."}
	}
	return mail.Message{
		To: p.Email, ReplyTo: l.supportEmail, Answers: true,
		Content: mail.Content{
			Subject:    subject,
			Heading:    heading,
			Paragraphs: paragraphs,
			Button:     &mail.Link{Text: "I changed my mind", URL: l.link("/preferences", l.sign.sign(p.ID, forReturn, manageLifetime, nil))},
			After:      []string{still + ", please email " + l.supportEmail + "."},
			Reason:     "You’re getting this email because you " + over + " " + l.siteName + ".",
		},
	}
}
