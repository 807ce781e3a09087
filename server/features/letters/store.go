package letters

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/outgoing"
	"thriftwell/server/platform/revisions"
)

// Store keeps letters and who gets them.
type Store struct {
	DB       *db.DB
	Location *time.Location // whose days the audience's are
	// Engagement reports whether it is known who clicks in letters.
	Engagement bool
}

// name gives a new letter its slug, which it keeps.
func (s *Store) name(ctx context.Context, old *Letter, values map[string]any) error {
	subject, _ := values["subject"].(string)
	if old != nil {
		return nil
	}
	slug := slugOf(subject)
	if slug == "" {
		slug = "letter"
	}
	var next int
	err := s.DB.Gorm.WithContext(ctx).Raw("SELECT count(*) FROM letters WHERE slug = ? OR slug ~ ?", slug, "^"+slug+"-[0-9]+$").Scan(&next).Error
	if err != nil {
		return fmt.Errorf("choose a campaign's slug: %w", err)
	}
	if values["slug"] = slug; next > 0 {
		values["slug"] = fmt.Sprintf("%s-%s", slug, uuid.NewString()[:8])
	}
	return nil
}

// derive holds a write to the life of a letter.
func (s *Store) derive(tx *gorm.DB, old *Letter, values map[string]any) error {
	before := Letter{Status: Draft}
	if old != nil {
		before = *old
	}
	next, err := outgoing.Derive("campaign", before.state(), values, changesText(values))
	if err != nil {
		return err
	}
	_, turns := values["status"]
	if _, timed := values["scheduled_at"]; turns || timed {
		if err := next.ToCome("campaign"); err != nil {
			return err
		}
	}
	switch {
	case revisions.IsAutosave(values) && (before.Status != Draft || next.Status != Draft):
		return fault.Form([]fault.Field{{Field: "autosave", Message: "Only drafts are saved automatically."}})
	case turns && next.Status == Sending:
		values["resumed_at"] = time.Now()
	}
	if before.state().IsOpen() && (turns && next.Status == Sending || next.Status == Scheduled && (turns || changesText(values))) {
		return s.ready(tx, before, values, next.Status)
	}
	return nil
}

// changesText reports whether a write changes what people get.
func changesText(values map[string]any) bool {
	for _, column := range append(texts(), "scheduled_at") {
		if _, named := values[column]; named {
			return true
		}
	}
	return false
}

// ready says what a letter lacks that is to go out.
func (s *Store) ready(tx *gorm.DB, l Letter, values map[string]any, status string) error {
	text, pieces := l.Body, len(l.Pieces)
	if sent, ok := values["body"].(string); ok {
		text = sent
	}
	if sent, ok := values["pieces"].(string); ok {
		pieces = len(sent) - len("[]")
	}
	if text == "" && pieces == 0 {
		return fault.Form([]fault.Field{{Field: "body", Message: "Write something or pick an article or guide before you send this."}})
	}
	if status == Scheduled {
		return nil
	}
	n, err := s.countIn(tx, l.Audience)
	if err == nil && n == 0 {
		err = fault.New(fault.Conflict, "Nobody would get this campaign. Choose another audience.")
	}
	return err
}

// Count returns how many would get a letter to an audience now.
func (s *Store) Count(ctx context.Context, a Audience) (int64, error) {
	return s.countIn(s.DB.Gorm.WithContext(ctx), a)
}

func (s *Store) countIn(tx *gorm.DB, a Audience) (n int64, err error) {
	those, args := s.those(a)
	err = tx.Raw("SELECT count(*) FROM "+those, args...).Scan(&n).Error
	if err != nil {
		err = fmt.Errorf("count an audience: %w", err)
	}
	return n, err
}

// those are the subscribers who get a letter. Who chose one mail a month gets
// none within 27 days of another; they stand apart, so that nobody else's mails
// are looked up.
func (s *Store) those(a Audience) (from string, args []any) {
	where := "s.state = 'active' AND NOT EXISTS (SELECT FROM suppressions x WHERE x.address_hash = s.address_hash)"
	add := func(condition string, arg any) { where, args = where+" AND "+condition, append(args, arg) }
	if len(a.Topics) > 0 {
		add("(s.topics = '[]' OR EXISTS (SELECT FROM jsonb_array_elements_text(s.topics) t WHERE t IN ?))", a.Topics)
	}
	if a.Frequency != "" {
		add("s.frequency = ?", a.Frequency)
	}
	if a.SignedUpSince != "" {
		add("s.created_at >= CAST(? AS timestamptz)", s.dayStart(a.SignedUpSince))
	}
	if a.SignedUpBefore != "" {
		add("s.created_at < CAST(? AS timestamptz)", s.dayStart(a.SignedUpBefore))
	}
	if a.Source != "" {
		add("s.source = ?", a.Source)
	}
	if a.Engagement != "" {
		add(s.engagement(a.Engagement), calendar.Today(s.Location).Add(-daysOf(a.Engagement)).String())
	}
	from = "(SELECT s.id FROM subscribers s WHERE s.frequency <> 'monthly' AND " + where + `
		UNION ALL SELECT s.id FROM subscribers s WHERE s.frequency = 'monthly' AND ` + where + `
			AND NOT EXISTS (SELECT FROM letter_sends l WHERE l.subscriber_id = s.id AND l.state IN ('sent', 'unsure') AND l.at > now() - interval '27 days')) those`
	return from, append(args, args...)
}

// engagement is the condition for an engagement, with the first of its days. While
// nobody's clicks are known it holds for nobody, and of who left and came back only
// what was since.
func (s *Store) engagement(which string) string {
	const told = "EXISTS (SELECT FROM letter_sends m JOIN letters l ON l.id = m.letter_id AND l.tells_readers WHERE m.subscriber_id = s.id AND m.state = 'sent' AND m.at > coalesce(s.left_at, '-infinity') AND m.at < now() - interval '90 days')"
	switch {
	case !s.Engagement:
		return "(CAST(? AS date) IS NULL)"
	case which == NotClicked:
		return "coalesce(s.engaged_on, '-infinity') < CAST(? AS date) AND " + told
	case which == untold:
		return "coalesce(s.engaged_on, '-infinity') < CAST(? AS date) AND NOT " + told
	}
	return "s.engaged_on >= CAST(? AS date)"
}

// dayStart is when a day begins on the site; days were checked when they came.
func (s *Store) dayStart(day string) time.Time {
	at, _ := time.ParseInLocation(time.DateOnly, day, s.Location)
	return at
}

// list writes down who gets a letter, once. In the order of their ids a million
// take seconds: the indexes grow at their ends.
func (s *Store) list(ctx context.Context, l Letter) error {
	those, args := s.those(l.Audience)
	return s.DB.Gorm.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		open := tx.Exec("UPDATE letters SET listed_at = now(), tells_readers = ? WHERE id = ? AND listed_at IS NULL", s.Engagement, l.ID)
		if open.Error != nil || open.RowsAffected == 0 {
			return open.Error
		}
		err := tx.Exec("INSERT INTO letter_sends (letter_id, subscriber_id) SELECT ?, id FROM "+those+" ORDER BY id", append([]any{l.ID}, args...)...).Error
		if err != nil {
			return fmt.Errorf("list recipients of campaign %d: %w", l.ID, err)
		}
		return nil
	})
}

// sending returns the letters that are on their way, the oldest first.
func (s *Store) sending(ctx context.Context) (out []Letter, err error) {
	err = s.DB.Gorm.WithContext(ctx).Where("status = ? AND deleted_at IS NULL", Sending).Order("id").Find(&out).Error
	if err != nil {
		err = fmt.Errorf("find campaigns to send: %w", err)
	}
	return out, err
}

// Halt stops the letters that a restored backup would send once more: those that
// were on their way are paused, and those whose time has come are drafts again.
func Halt(ctx context.Context, d *db.DB) error {
	const why = "The site was restored from a backup. This campaign may have already been sent."
	_, err := d.Pool.Exec(ctx, `UPDATE letters SET status = CASE status WHEN 'sending' THEN 'paused' ELSE 'draft' END, trouble = $1, version = version + 1
		WHERE deleted_at IS NULL AND (status = 'sending' OR status = 'scheduled' AND scheduled_at <= now())`, why)
	if err == nil {
		_, err = d.Pool.Exec(ctx, "UPDATE welcome_mails SET state = 'skipped' WHERE state = 'queued' OR state = 'pending' AND due_at <= now()")
	}
	if err != nil {
		return fmt.Errorf("pause campaigns after a restore: %w", err)
	}
	return nil
}

// note writes down why a letter waits; "" when it goes on.
func (s *Store) note(ctx context.Context, id int64, trouble string) error {
	return s.DB.Gorm.WithContext(ctx).Exec("UPDATE letters SET trouble = ? WHERE id = ? AND status = 'sending' AND trouble <> ?", trouble, id, trouble).Error
}
