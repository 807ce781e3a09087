package campaigns

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/session"
)

// When the week's newsletter is drafted, in the site's time zone.
const (
	draftDay  = time.Wednesday
	draftHour = 6
)

// firstSpan is how far back the first newsletter looks for new pieces.
const firstSpan = 7 * 24 * time.Hour

// draftPieces is the number of articles and guides in a draft, as many as people
// read in one email.
const draftPieces = 8

// DraftWeekly drafts the week's newsletter from what was published since the last
// one, if anything was. It does so once a week, from draftDay on.
func (d *EmailDesk) DraftWeekly(ctx context.Context, now time.Time) error {
	now = now.In(d.store.Location)
	sinceMonday := (int(now.Weekday()) + 6) % 7
	if due := (int(draftDay) + 6) % 7; sinceMonday < due || sinceMonday == due && now.Hour() < draftHour {
		return nil
	}
	monday := calendar.DayOf(now, d.store.Location).Add(-sinceMonday)
	fresh, err := d.store.since(ctx, monday, now)
	if err != nil || len(fresh) == 0 {
		return err
	}
	paths := make([]string, len(fresh))
	for i, p := range fresh {
		paths[i] = p.Path
	}
	list, err := json.Marshal(paths)
	if err != nil {
		return err
	}
	values := map[string]any{
		"subject": fresh[0].Title, "preheader": cut(fresh[0].About, maxPreheader), "body": summary(fresh), "pieces": string(list), "week": monday.Time,
	}
	_, err = d.of.Create(ctx, session.Schedule(), values)
	return err
}

func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return strings.TrimSpace(string(r[:most-1])) + "…"
	}
	return text
}

// since returns what was published since the last newsletter: of many pieces the
// newest of each topic, then the next of each. They are in order by topic, the topic
// with the newest first. It returns nothing if the week's newsletter was drafted
// already.
func (s *Store) since(ctx context.Context, monday calendar.Day, now time.Time) (found []Piece, err error) {
	err = s.DB.Gorm.WithContext(ctx).Raw(`SELECT path, title, about, topic FROM (
			SELECT *, row_number() OVER (PARTITION BY topic ORDER BY publish_at DESC, path) AS place, max(publish_at) OVER (PARTITION BY topic) AS topic_at FROM `+public+`
			WHERE publish_at > coalesce((SELECT max(coalesce(sent_at, created_at)) FROM letters WHERE week IS NOT NULL OR status = 'sent'), CAST(? AS timestamptz))
				AND publish_at <= CAST(? AS timestamptz) AND NOT EXISTS (SELECT FROM letters WHERE week = CAST(? AS date))
			ORDER BY place, publish_at DESC, path LIMIT ?) picked
		ORDER BY topic_at DESC, topic, place`,
		now.Add(-firstSpan), now, monday.Time, draftPieces).Scan(&found).Error
	if err != nil {
		return nil, fmt.Errorf("find pieces published since the last newsletter: %w", err)
	}
	return found, nil
}

// summary says what a week's newsletter is about. It contains no counts, because
// staff may remove pieces.
func summary(all []Piece) string {
	var topics []string
	for _, p := range all {
		if !slices.Contains(topics, p.Topic) {
			topics = append(topics, p.Topic)
		}
	}
	last := len(topics) - 1
	about := topics[last]
	if last > 0 {
		about = strings.Join(topics[:last], ", ") + " and " + about
	}
	return "New on the site: " + about + "."
}
