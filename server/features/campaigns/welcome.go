package campaigns

import (
	"context"
	"fmt"

	"thriftwell/server/platform/mail"
)

// The signup and the pages that promise one email a week say that up to three more
// follow within two weeks: ui/shared/ui/ad-slot.tsx, ui/features/subscribers/step-frame.tsx
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
