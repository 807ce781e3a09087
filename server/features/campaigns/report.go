package campaigns

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// States of a campaign to one recipient.
const (
	pending = "pending"
	sent    = "sent"
	unsure  = "unsure"
	failed  = "failed"
	skipped = "skipped" // the recipient left or may not get it, or a text was canceled
)

// Counts are the recipients of a campaign by state.
type Counts struct {
	People  int64 `json:"people"`  // all recipients
	Pending int64 `json:"pending"` // waiting for their turn, or for daytime
	Sending int64 `json:"sending"` // being handed over
	Sent    int64 `json:"sent"`
	Unsure  int64 `json:"unsure"` // handed over, without a response; an email is sent once more, the carrier is asked about a text
	Failed  int64 `json:"failed"`
	Skipped int64 `json:"skipped"` // left before their turn, or the text was canceled
}

// EmailReport is what became of an email.
type EmailReport struct {
	Counts
	Bounced int64 `json:"bounced"` // of those that failed: the address takes no email
	Spoiled int64 `json:"spoiled"` // of those that failed: the email couldn't be created, or the mail server will never accept it
	Repeats int64 `json:"repeats"` // emails that may have been sent twice
	Left    int64 `json:"left"`    // unsubscribed within a week

	// Of those that were sent, as reported later:
	Returned   int64 `json:"returned"`   // bounced permanently
	Complaints int64 `json:"complaints"` // marked as spam

	Loads []Loads `json:"loads" gorm:"-"` // of the picture in the emails, if they have one

	Results
}

// Results are what visits from an email did on the site, as in the reports.
type Results struct {
	Visitors    int64 `json:"visitors"` // the sum of each day's
	Views       int64 `json:"views"`
	Clickouts   int64 `json:"clickouts"`
	Signups     int64 `json:"signups"`
	Conversions int64 `json:"conversions"`
	Revenue     int64 `json:"revenue"` // in the smallest unit of the site's currency
}

// TextReport is what became of a text.
type TextReport struct {
	Counts
	Stops int64 `json:"stops"` // said stop within a week, before any other text
}

// ReportEmail returns what became of an email on its way.
func (s *Store) ReportEmail(ctx context.Context, id int64) (r EmailReport, err error) {
	err = s.count(ctx, byEmail(), id, `count(*) FILTER (WHERE state = 'failed' AND reason = 'bounce') AS bounced, count(*) FILTER (WHERE state = 'failed' AND reason = 'spoiled') AS spoiled,
			coalesce(sum(repeats), 0) AS repeats, count(*) FILTER (WHERE told = 'bounce') AS returned, count(*) FILTER (WHERE told = 'complaint') AS complaints,
			count(*) FILTER (WHERE state = 'sent' AND EXISTS (SELECT FROM consents c WHERE c.subscriber_id = m.subscriber_id AND c.channel = 'email' AND c.action = 'withdrawn'
				AND c.created_at BETWEEN m.at AND m.at + interval '7 days')) AS "left"`, &r)
	if err == nil {
		r.Loads, err = s.loads(ctx, id)
	}
	return r, err
}

// ReportText returns what became of a text.
func (s *Store) ReportText(ctx context.Context, id int64) (r TextReport, err error) {
	return r, s.count(ctx, byText(), id, `count(*) FILTER (WHERE state = 'sent' AND EXISTS (SELECT FROM consents c WHERE c.subscriber_id = m.subscriber_id
			AND c.channel = 'sms' AND c.action = 'withdrawn' AND c.page = 'reply to a text' AND c.created_at BETWEEN m.at AND m.at + interval '7 days'
			AND NOT EXISTS (SELECT FROM text_sends l WHERE l.phone_hash = m.phone_hash AND l.state = 'sent' AND l.at > m.at AND l.at < c.created_at))) AS stops`, &r)
}

// count counts the recipients of a campaign into report, with the columns in more.
func (s *Store) count(ctx context.Context, ch channel, id int64, more string, report any) error {
	err := s.DB.Gorm.WithContext(ctx).Raw(`SELECT count(*) AS people, count(*) FILTER (WHERE state = 'pending') AS pending, count(*) FILTER (WHERE state = 'sending') AS sending,
			count(*) FILTER (WHERE state = 'sent') AS sent, count(*) FILTER (WHERE state = 'unsure') AS unsure, count(*) FILTER (WHERE state = 'failed') AS failed,
			count(*) FILTER (WHERE state = 'skipped') AS skipped, `+more+" FROM "+ch.sends+" m WHERE "+ch.campaign+" = ?", id).Scan(report).Error
	if err != nil {
		err = fmt.Errorf("count recipients of %s %d: %w", ch.noun, id, err)
	}
	return err
}

// GotEmail is an email that someone got or should have gotten.
type GotEmail struct {
	Subject string    `json:"subject"`
	State   string    `json:"state"`
	At      time.Time `json:"at"`
}

// GotText is a text that someone got or should have gotten.
type GotText struct {
	Text  string    `json:"text"` // "" for the question that asks for confirmation
	State string    `json:"state"`
	At    time.Time `json:"at"`
}

// Received returns the campaigns that a subscriber got or should have gotten,
// oldest first.
func (s *Store) Received(ctx context.Context, subscriber uuid.UUID) (emails []GotEmail, texts []GotText, err error) {
	rows, err := s.DB.Pool.Query(ctx, `SELECT l.subject, m.state, m.at FROM letter_sends m JOIN letters l ON l.id = m.letter_id WHERE m.subscriber_id = $1
		UNION ALL SELECT 'Welcome mail ' || step, state, at FROM welcome_mails WHERE subscriber_id = $1 ORDER BY at, subject`, subscriber)
	if err == nil {
		emails, err = pgx.CollectRows(rows, pgx.RowToStructByPos[GotEmail])
	}
	if err == nil {
		rows, err = s.DB.Pool.Query(ctx, `SELECT coalesce(t.body, ''), m.state, m.at FROM text_sends m LEFT JOIN texts t ON t.id = m.text_id
			WHERE m.subscriber_id = $1 ORDER BY m.at, m.id`, subscriber)
	}
	if err == nil {
		texts, err = pgx.CollectRows(rows, pgx.RowToStructByPos[GotText])
	}
	if err != nil {
		err = fmt.Errorf("find a subscriber's campaigns: %w", err)
	}
	return emails, texts, err
}
