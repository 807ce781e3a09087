package letters

import (
	"context"
	"fmt"

	"thriftwell/server/platform/mail"
)

// The signup and the pages that promise one email a week say that up to three more
// come within two weeks: ui/shared/ui/ad-slot.tsx, ui/features/subscribers/step-frame.tsx
// and the texts of settings.Cards.

// welcomePicks is how many pieces a mail of the welcome series brings.
const welcomePicks = 3

// welcome writes a mail of the welcome series after the first, for somebody who
// chose some topics.
func (c Composer) welcome(ctx context.Context, step int, topics []string) (mail.Letter, error) {
	reason := "You get this mail because this address was signed up at " + c.SiteName + ". It is one of three with which we begin."
	letter := mail.Letter{
		Subject: "Lower one bill that comes every month",
		Heading: "Lower one bill that comes every month",
		Paragraphs: []string{
			"A discount saves you money once. A bill that is lower from now on saves it every month, without another thought. So if you have half an hour this week, spend it on something that comes again and again: a plan, a fee, a subscription.",
			"Take the last statement of your bank or card and mark every line that was there a month ago too. Look at the largest one that you have not compared in a year, and begin there.",
			"Here are three places to begin. Pick one, and finish it before you look at the next: one that is done is worth more than three that are saved for later.",
		},
		Button: &mail.Link{Text: "See all guides", URL: c.tagged("/guides", campaignOf(step))},
		After:  []string{"Did a step not work as we describe it? Please tell us on the contact page of the site, and we correct it."},
		Reason: reason,
	}
	picked, err := c.Store.picks(ctx, mostRead, topics, nil)
	if step > 2 && err == nil {
		picked, err = c.Store.picks(ctx, newest, topics, picked) // those came by the second mail
		letter.Subject = "Keep what you have saved"
		letter.Heading = "Keep what you have saved"
		letter.Paragraphs = []string{
			"Perhaps a bill or two of yours is lower by now. The easy mistake is to let the difference disappear into the rest of the account, where it is spent without anybody noticing.",
			"Two habits keep it. Let a transfer to your savings go out on the day the old bill was due, for exactly what you no longer pay. And put a date a year from now into your calendar to compare again: prices creep up once nobody looks, and what is offered to new customers is rarely offered to you.",
			"And this is what is new on the site:",
		}
		letter.Button = &mail.Link{Text: "See this week's offers", URL: c.tagged("/offers", campaignOf(step))}
		letter.After = []string{"This is the last of the mails with which we begin. From now on you get the newsletter alone. By the link below you can choose its topics, or one mail a month."}
	}
	for _, p := range picked {
		letter.Items = append(letter.Items, mail.Item{Link: mail.Link{Text: p.Title, URL: c.tagged(p.Path, campaignOf(step))}, About: p.About, Topic: capitalized(p.Topic)})
	}
	return letter, err
}

// WelcomeLink is the address of a page of the site at baseURL, as the first mail of
// the series, which a signup brings, gives it.
func WelcomeLink(baseURL, path string) string {
	return Composer{BaseURL: baseURL}.tagged(path, campaignOf(1))
}

// campaignOf is the campaign of the visits that a mail of the series brings.
func campaignOf(step int) string { return fmt.Sprintf("welcome-%d", step) }

// The orders of picks.
const (
	mostRead = "views DESC NULLS LAST"
	newest   = "publish_at DESC"
)

// picks returns some public pieces in an order, those of some topics first, but
// none of those that somebody has already.
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
