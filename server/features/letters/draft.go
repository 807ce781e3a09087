package letters

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/session"
)

// When in the week, by the site's clock, the draft of a letter is made.
const (
	draftDay  = time.Wednesday
	draftHour = 6
)

// firstSpan is how far back the first letter looks for what came out.
const firstSpan = 7 * 24 * time.Hour

// DraftWeekly makes the draft of the week's letter from what came out since the
// last one, once a week from draftDay on. Nothing came out: no draft.
func (d *Desk) DraftWeekly(ctx context.Context, now time.Time) error {
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
	if err := d.store.name(ctx, nil, values); err != nil {
		return err
	}
	_, err = d.Of.Create(ctx, session.Schedule(), values)
	return err
}

func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return strings.TrimSpace(string(r[:most-1])) + "…"
	}
	return text
}

// since returns what came out since the last letter, by topic, the topic with
// the newest first; nothing if the week's letter was drafted already.
func (s *Store) since(ctx context.Context, monday calendar.Day, now time.Time) (found []Piece, err error) {
	err = s.DB.Gorm.WithContext(ctx).Raw(`SELECT path, title, about, topic FROM `+public+`
		WHERE publish_at > coalesce((SELECT max(coalesce(sent_at, created_at)) FROM letters WHERE week IS NOT NULL OR status = 'sent'), CAST(? AS timestamptz))
			AND publish_at <= CAST(? AS timestamptz) AND NOT EXISTS (SELECT FROM letters WHERE week = CAST(? AS date))
		ORDER BY max(publish_at) OVER (PARTITION BY topic) DESC, topic, publish_at DESC LIMIT ?`,
		now.Add(-firstSpan), now, monday.Time, maxPieces).Scan(&found).Error
	if err != nil {
		return nil, fmt.Errorf("find what came out since the last letter: %w", err)
	}
	return found, nil
}

// summary says what a week's letter is about, topic by topic.
func summary(all []Piece) string {
	count, topics := map[string]int{}, []string{}
	for _, p := range all {
		if count[p.Topic]++; count[p.Topic] == 1 {
			topics = append(topics, p.Topic)
		}
	}
	parts := make([]string, len(topics))
	for i, topic := range topics {
		parts[i] = fmt.Sprintf("%d on %s", count[topic], topic)
	}
	pieces := "pieces"
	if len(all) == 1 {
		pieces = "piece"
	}
	return fmt.Sprintf("New on the site since last time: %d %s, %s.", len(all), pieces, strings.Join(parts, ", "))
}
