package campaigns

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"thriftwell/db"
	"thriftwell/server/platform/mail"
)

// Series sends the welcome series: after the first tips, which are sent right away,
// two emails within two weeks. No one gets one twice, and those who chose one email
// a month get neither.
type Series struct {
	Desk       *EmailDesk
	Recipients Recipients
	On         func() bool // as staff set it
}

// SeriesEmail is the job of one email of the welcome series to one person.
type SeriesEmail struct {
	SubscriberID uuid.UUID `json:"subscriberId"`
	Step         int       `json:"step"`
}

// Kind returns the name of the job.
func (SeriesEmail) Kind() string { return "letters.series_mail" }

// When the emails after the first tips are sent, and how late they may be, such as
// when the series was off meanwhile.
const (
	secondAfter = 5 * 24 * time.Hour
	thirdAfter  = 12 * 24 * time.Hour
	maxLate     = 3 * 24 * time.Hour
)

// Welcome records that someone gets the first tips, and plans what follows. Those
// who come back get what they haven't had.
func (s *Store) Welcome(ctx context.Context, subscriber uuid.UUID) error {
	_, err := s.DB.Pool.Exec(ctx, `INSERT INTO welcome_mails (subscriber_id, step, state, due_at)
		VALUES ($1, 1, 'sent', now()), ($1, 2, 'pending', now() + $2::interval), ($1, 3, 'pending', now() + $3::interval)
		ON CONFLICT (subscriber_id, step) DO UPDATE SET due_at = excluded.due_at, at = now(), state = excluded.state WHERE welcome_mails.step = 1 OR welcome_mails.state IN ('pending', 'skipped')`,
		subscriber, secondAfter, thirdAfter)
	if err != nil {
		return fmt.Errorf("plan the welcome series: %w", err)
	}
	return nil
}

// Run queues the emails of the series that are due, unless it is off.
func (s *Series) Run(ctx context.Context) error {
	store := s.Desk.store
	if _, err := store.DB.Pool.Exec(ctx, "UPDATE welcome_mails SET state = 'skipped', at = now() WHERE state = 'pending' AND due_at < now() - $1::interval", maxLate); err != nil {
		return fmt.Errorf("skip late welcome emails: %w", err)
	}
	for n := chunk; n == chunk && s.On(); {
		err := store.DB.Transaction(ctx, func(tx db.Tx) error {
			var due []SeriesEmail
			err := tx.Raw(`UPDATE welcome_mails SET state = 'queued', at = now() WHERE (subscriber_id, step) IN (
					SELECT subscriber_id, step FROM welcome_mails WHERE state = 'pending' AND due_at <= now() ORDER BY due_at LIMIT ? FOR UPDATE SKIP LOCKED)
				RETURNING subscriber_id, step`, chunk).Scan(&due).Error
			for n = len(due); err == nil && len(due) > 0; due = due[1:] {
				err = tx.Enqueue(due[0], nil)
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("queue the welcome series: %w", err)
		}
	}
	return nil
}

// Send does the job SeriesEmail, if the person still gets such emails.
func (s *Series) Send(ctx context.Context, job *river.Job[SeriesEmail]) error {
	store, id, step := s.Desk.store, job.Args.SubscriberID, job.Args.Step
	var wanted bool
	var topics []string
	err := store.DB.Pool.QueryRow(ctx, `SELECT p.state = 'active' AND p.frequency <> 'monthly', ARRAY(SELECT jsonb_array_elements_text(p.topics))
		FROM welcome_mails w JOIN subscribers p ON p.id = w.subscriber_id WHERE w.subscriber_id = $1 AND w.step = $2 AND w.state = 'queued'`, id, step).Scan(&wanted, &topics)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // done already, or erased
	}
	if err != nil {
		return fmt.Errorf("look up a welcome series recipient: %w", err)
	}
	settle := func(state string) error { // also after the job's timeout: what isn't stored is sent again
		_, err := store.DB.Pool.Exec(context.WithoutCancel(ctx), "UPDATE welcome_mails SET state = $3, at = now() WHERE subscriber_id = $1 AND step = $2", id, step, state)
		return err
	}
	if !wanted || !s.On() {
		return settle(skipped)
	}
	recipients, err := s.Recipients(ctx, []uuid.UUID{id})
	if err != nil {
		return err
	}
	message, known := recipients[id]
	if !known {
		return settle(failed)
	}
	message.ID = fmt.Sprintf("welcome-%d-%s", step, id)
	if message.Content, err = s.Desk.composer.welcome(ctx, step, topics); err != nil {
		return err
	}
	outcome, why := s.Desk.mailer.Deliver(ctx, message)
	switch outcome {
	case mail.Taken:
		return settle(sent)
	case mail.Silenced:
		return settle(skipped)
	case mail.Refused:
		return errors.Join(why, settle(failed))
	case mail.Spoiled:
		slog.WarnContext(ctx, "couldn't send a welcome email", "step", step, "subscriber", id, "error", why)
		return settle(failed)
	case mail.Unsure:
		if job.Attempt > 1 { // like a campaign, it is repeated once
			return errors.Join(why, settle(sent))
		}
	}
	return why // and the queue retries it
}

// SeriesStep has the delivery counts of one email of the welcome series.
type SeriesStep struct {
	Step    int   `json:"step"`
	Sent    int64 `json:"sent"`
	Waiting int64 `json:"waiting"`
	Skipped int64 `json:"skipped"` // they left, chose one email a month, or the series was off
	Failed  int64 `json:"failed"`
}

// series returns the delivery counts of each email of the welcome series.
func (s *Store) series(ctx context.Context) ([]SeriesStep, error) {
	rows, err := s.DB.Pool.Query(ctx, `SELECT step, count(w.*) FILTER (WHERE state = 'sent'), count(w.*) FILTER (WHERE state IN ('pending', 'queued')),
			count(w.*) FILTER (WHERE state = 'skipped'), count(w.*) FILTER (WHERE state = 'failed')
		FROM generate_series(1, 3) AS g(step) LEFT JOIN welcome_mails w USING (step) GROUP BY step ORDER BY step`)
	if err != nil {
		return nil, fmt.Errorf("count the welcome series: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[SeriesStep])
}

// The signup and the pages that promise one email a week say that up to three more
// follow within two weeks: ui/shared/ui/ad-slot.tsx, ui/features/subscribers/wizard.tsx
// and the texts of settings.Cards.

// welcomePicks is the number of pieces in an email of the welcome series.
const welcomePicks = 3

// welcome returns an email of the welcome series after the first, for someone who
// chose topics.
func (c Composer) welcome(ctx context.Context, step int, topics []string) (mail.Content, error) {
	reason := "You’re getting this email because you signed up at " + c.SiteName + ". It’s one of three emails to help you get started."
	content := mail.Content{
		Subject: "Lower one monthly bill",
		Heading: "Lower one monthly bill",
		Paragraphs: []string{
			"A discount saves you money once. A lower bill saves you money every month without another thought. If you have half an hour this week, spend it on something you pay for again and again: a plan, a fee, a subscription.",
			"Pull up your latest bank or card statement and mark every charge that was there a month ago, too. Find the biggest one you haven’t compared in a year, and start there.",
			"Here are three places to start. Pick one and finish it before you open the next. One finished is worth more than three saved for later.",
		},
		Button: &mail.Link{Text: "See all guides", URL: c.tagged("/guides", campaignOf(step))},
		After:  []string{"Did a step not work the way we said it would? Tell us through our contact page, and we’ll fix it."},
		Reason: reason,
	}
	picked, err := c.Store.picks(ctx, mostRead, topics, nil)
	if step > 2 && err == nil {
		picked, err = c.Store.picks(ctx, newest, topics, picked) // the second email had those
		content.Subject = "Keep what you’ve saved"
		content.Heading = "Keep what you’ve saved"
		content.Paragraphs = []string{
			"Maybe a bill or two is lower by now. The easy mistake is to let the difference sit in your checking account, where it gets spent without anyone noticing.",
			"Two habits help you keep it. First, set up a transfer to savings for the day the old bill was due, for exactly the amount you no longer pay. Then put a reminder on your calendar to compare again in a year. Prices creep up when no one is looking, and the best deals usually go to new customers.",
			"Here’s what’s new on the site:",
		}
		content.Button = &mail.Link{Text: "See this week’s offers", URL: c.tagged("/offers", campaignOf(step))}
		content.After = []string{"This is the last of our welcome emails. From now on, you’ll get only the newsletter. Use the link below to choose your topics or switch to one email a month."}
	}
	for _, p := range picked {
		content.Items = append(content.Items, mail.Item{Link: mail.Link{Text: p.Title, URL: c.tagged(p.Path, campaignOf(step))}, About: p.About, Topic: capitalized(p.Topic)})
	}
	return content, err
}

// WelcomeLink returns the address of a page of the site at baseURL for the first
// email of the series, which follows a signup.
func WelcomeLink(baseURL, path string) string {
	return Composer{BaseURL: baseURL}.tagged(path, campaignOf(1))
}

// campaignOf returns the campaign of visits from an email of the series.
func campaignOf(step int) string { return fmt.Sprintf("welcome-%d", step) }

// The orders of picks.
const (
	mostRead = "views DESC NULLS LAST"
	newest   = "publish_at DESC"
)

// picks returns some public pieces in an order, those of some topics first, without
// those that someone has already had.
func (s *Store) picks(ctx context.Context, order string, topics []string, had []Piece) (out []Piece, err error) {
	paths := []string{""}
	for _, p := range had {
		paths = append(paths, p.Path)
	}
	err = s.DB.Gorm.WithContext(ctx).Raw(`SELECT path, title, about, topic FROM `+public+`
		LEFT JOIN (SELECT CAST(subject AS text) AS kind, subject_id AS id, sum(count) AS views FROM daily_counts
			WHERE subject IN ('article', 'guide') AND action = 'view' AND reason = 'human' AND day > current_date - 30 GROUP BY 1, 2) v USING (kind, id)
		WHERE path NOT IN ? ORDER BY topic IN ? DESC, `+order+`, publish_at DESC, path LIMIT ?`, paths, append([]string{""}, topics...), welcomePicks).Scan(&out).Error
	if err != nil {
		err = fmt.Errorf("pick pieces for the welcome series: %w", err)
	}
	return out, err
}
