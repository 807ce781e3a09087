package reports

import (
	"context"
	"crypto/hmac"
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/vault"
)

// Weekly emails the main figures of the past week on Mondays to the staff who
// asked for them.
type Weekly struct {
	Reports  Admin
	Store    WeeklyStore
	Standing func(ctx context.Context, userID int64) (session.Standing, error)
	Secret   vault.Secret
	Mailer   *mail.Mailer
	SiteName string
	BaseURL  string
}

// weeklyHour is the hour on Monday when the emails are sent.
const weeklyHour = 7

// WeeklyEmail is the job that sends the email to one user.
type WeeklyEmail struct {
	UserID int64  `json:"userId"`
	Monday string `json:"monday"` // the day after the week ends
}

// Kind returns the job's name.
func (WeeklyEmail) Kind() string { return "reports.weekly_mail" }

// mondayBefore returns the Monday of a day's week.
func mondayBefore(day calendar.Day) calendar.Day {
	const daysOfWeek = 7
	return day.Add(-(int(day.Weekday()) + daysOfWeek - int(time.Monday)) % daysOfWeek)
}

// Queue queues the emails that are due. If the site was down on Monday, they
// are sent later in the week.
func (w *Weekly) Queue(ctx context.Context, now time.Time) error {
	now = now.In(w.Reports.Location)
	monday := mondayBefore(calendar.DayOf(now, w.Reports.Location))
	if now.Weekday() == time.Monday && now.Hour() < weeklyHour {
		return nil
	}
	return w.Store.queue(ctx, monday)
}

// Send runs the job of one email. It may run twice: the message ID stays the
// same. Users who have lost their role since they asked get none.
func (w *Weekly) Send(ctx context.Context, job *river.Job[WeeklyEmail]) error {
	wanted, err := w.Store.wanted(ctx, job.Args.UserID)
	if err != nil || !wanted {
		return err
	}
	to, err := w.Standing(ctx, job.Args.UserID)
	if err != nil || to.Disabled || !slices.Contains(session.Readers(), to.Role) {
		return err
	}
	monday, err := calendar.Parse(job.Args.Monday)
	if err != nil {
		return err
	}
	var content mail.Content
	err = w.Reports.Store.snapshot(ctx, func(reports *Store) (err error) {
		content, err = w.compose(ctx, reports, period{monday.Add(-7), monday.Add(-1)})
		return err
	})
	if err != nil {
		return err
	}
	return w.Mailer.Send(ctx, mail.Message{
		ID: fmt.Sprintf("weekly-report-%d-%s", job.Args.UserID, monday),
		To: to.Email, Answers: true, Content: content,
		Unsubscribe: w.BaseURL + StopPath + "?" + url.Values{"token": {w.token(job.Args.UserID)}}.Encode(),
	})
}

// StopPath is the path of the link that stops the weekly email.
const StopPath = "/weekly-report/stop"

// token returns a token that allows stopping a user's weekly email, and nothing
// else.
func (w *Weekly) token(userID int64) string {
	id := strconv.FormatInt(userID, 10)
	return id + "." + base64.RawURLEncoding.EncodeToString(w.Secret.MAC("weekly report", []byte(id)))
}

// userOf returns the user that a token belongs to.
func (w *Weekly) userOf(token string) (int64, error) {
	id, _, _ := strings.Cut(token, ".")
	userID, err := strconv.ParseInt(id, 10, 64)
	if err != nil || !hmac.Equal([]byte(w.token(userID)), []byte(token)) {
		return 0, fault.New(fault.Invalid, "This link is incomplete. Open it from the email, or turn the email off on the Reports screen.")
	}
	return userID, nil
}
