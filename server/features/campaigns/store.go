package campaigns

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/revisions"
)

// Store stores campaigns and who gets them.
type Store struct {
	DB       *db.DB
	Location *time.Location // time zone of the days in audiences
	// Engagement reports whether clicks in emails are recorded.
	Engagement bool
	// Opens reports whether emails have a picture whose loads are counted.
	Opens bool
}

// derive returns what follows from a write in its transaction. Changes are the
// columns that change what people get; check may refuse the write.
func derive[T record](ch channel, changes []string, check func(tx *gorm.DB, old *T, after Campaign, values map[string]any) error) func(*gorm.DB, *T, map[string]any) error {
	return func(tx *gorm.DB, old *T, values map[string]any) error {
		before := Campaign{Status: Draft}
		if old != nil {
			before = (*old).base()
		}
		after, err := ch.next(before, values, slices.ContainsFunc(changes, func(column string) bool { _, named := values[column]; return named }))
		if err != nil {
			return err
		}
		return check(tx, old, after, values)
	}
}

// checkEmail checks a write of an email: only drafts are saved automatically, and
// what is sent or scheduled has a text and, once it is sent, recipients.
func (s *Store) checkEmail(tx *gorm.DB, old *Email, after Campaign, values map[string]any) error {
	before := Email{Campaign: Campaign{Status: Draft}}
	if old != nil {
		before = *old
	}
	if revisions.IsAutosave(values) && (before.Status != Draft || after.Status != Draft) {
		return fault.Form([]fault.Field{{Field: "autosave", Message: "Only drafts are saved automatically."}})
	}
	_, turns := values["status"]
	begins := turns && after.Status == Sending
	if begins {
		values["resumed_at"] = time.Now()
	}
	if !before.isOpen() || !begins && after.Status != Scheduled {
		return nil
	}
	body, pieces := before.Body, len(before.Pieces)
	if sent, ok := values["body"].(string); ok {
		body = sent
	}
	if sent, ok := values["pieces"].(string); ok {
		pieces = len(sent) - len("[]")
	}
	if body == "" && pieces == 0 {
		return fault.Form([]fault.Field{{Field: "body", Message: unwritten}})
	}
	if !begins {
		return nil
	}
	n, err := s.countIn(tx, before.Audience)
	if err == nil && n == 0 {
		err = fault.New(fault.Conflict, "Nobody would get this campaign. Choose another audience.")
	}
	return err
}

// checkText returns a check of a write of a text: one is scheduled only if texts
// are ready to be sent, and begins only if someone would get it.
func (s *Store) checkText(ready func() error) func(tx *gorm.DB, old *Text, after Campaign, values map[string]any) error {
	return func(tx *gorm.DB, old *Text, after Campaign, values map[string]any) error {
		if values["status"] == Scheduled {
			return ready()
		}
		if _, turns := values["status"]; !turns || after.Status != Sending || old == nil || !old.isOpen() {
			return nil
		}
		n, err := s.countTexts(tx, time.Now())
		if err == nil && n == 0 {
			err = fault.New(fault.Conflict, "Nobody would get this text. Nobody has opted in and confirmed, or everyone got "+fmt.Sprint(mostTexts)+" texts within a month.")
		}
		return err
	}
}

// Count returns how many subscribers would get an email to an audience now.
func (s *Store) Count(ctx context.Context, a Audience) (int64, error) {
	return s.countIn(s.DB.Gorm.WithContext(ctx), a)
}

func (s *Store) countIn(tx *gorm.DB, a Audience) (n int64, err error) {
	recipients, args := s.recipients(a)
	err = tx.Raw("SELECT count(*) FROM "+recipients, args...).Scan(&n).Error
	if err != nil {
		err = fmt.Errorf("count an audience: %w", err)
	}
	return n, err
}

func (s *Store) countTexts(tx *gorm.DB, at time.Time) (n int64, err error) {
	err = tx.Raw("SELECT count(DISTINCT s.phone_hash) FROM subscribers s WHERE "+saidYes+" AND "+eligibleAt("?"), at).Scan(&n).Error
	if err != nil {
		err = fmt.Errorf("count recipients of a text: %w", err)
	}
	return n, err
}

// CountTexts returns how many people would get a text now, and why others
// wouldn't.
func (s *Store) CountTexts(ctx context.Context) (a TextAudience, err error) {
	tx, now := s.DB.Gorm.WithContext(ctx), time.Now()
	if a.People, err = s.countTexts(tx, now); err != nil {
		return a, err
	}
	err = tx.Raw(`SELECT count(DISTINCT s.phone_hash) FILTER (WHERE s.texts_confirmed_at IS NULL) AS unsettled,
			count(DISTINCT s.phone_hash) FILTER (WHERE s.texts_confirmed_at IS NOT NULL) - ? AS full,
			(SELECT count(*) FROM text_stops) AS stopped
		FROM subscribers s WHERE s.sms_allowed AND s.state <> 'pending' AND s.phone_hash IS NOT NULL
			AND NOT EXISTS (SELECT FROM text_stops x WHERE x.phone_hash = s.phone_hash)`, a.People).Row().Scan(&a.Unsettled, &a.Full, &a.Stopped)
	if err != nil {
		err = fmt.Errorf("count ineligible subscribers: %w", err)
	}
	return a, err
}

// list stores who gets a campaign, once, and sets columns of the campaign. Query is
// the rest of the statement that inserts the recipients.
func (d *Desk[T]) list(ctx context.Context, id int64, columns map[string]any, query string, args ...any) error {
	return d.db.Gorm.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		open := tx.Table(d.campaigns).Where("id = ? AND listed_at IS NULL", id).Updates(columns)
		if open.Error != nil || open.RowsAffected == 0 {
			return open.Error
		}
		if err := tx.Exec("INSERT INTO "+d.sends+" ("+d.campaign+", "+query, args...).Error; err != nil {
			return fmt.Errorf("list recipients of %s %d: %w", d.noun, id, err)
		}
		return nil
	})
}

// Forget removes a subscriber from the campaigns they got. The counts stay.
func (s *Store) Forget(ctx context.Context, subscriber uuid.UUID) error {
	err := s.DB.Gorm.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		err := tx.Exec("UPDATE letter_sends SET subscriber_id = gen_random_uuid() WHERE subscriber_id = ?", subscriber).Error
		if err == nil {
			err = tx.Exec(`UPDATE welcome_mails SET subscriber_id = gen_random_uuid(),
				state = CASE WHEN state IN ('pending', 'queued') THEN 'skipped' ELSE state END WHERE subscriber_id = ?`, subscriber).Error
		}
		if err == nil {
			err = forgetTexts(tx, "subscriber_id = ?", subscriber)
		}
		return err
	})
	if err != nil {
		err = fmt.Errorf("delete old campaign recipients: %w", err)
	}
	return err
}

// Sweep forgets deleted subscribers whose texts kept something about them,
// including those deleted while a text to them was being sent.
func (s *Store) Sweep(ctx context.Context) error {
	err := forgetTexts(s.DB.Gorm.WithContext(ctx), "CASE subscriber_id WHEN ? THEN carrier_id <> '' ELSE NOT EXISTS (SELECT FROM subscribers s WHERE s.id = subscriber_id) END", uuid.Nil)
	if err != nil {
		err = fmt.Errorf("delete old text recipients: %w", err)
	}
	return err
}

func forgetTexts(tx *gorm.DB, where string, arg any) error {
	return tx.Exec(`UPDATE text_sends SET subscriber_id = ?, carrier_id = '',
			phone_hash = decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), state = CASE state WHEN 'pending' THEN 'skipped' ELSE state END
		WHERE `+where, uuid.Nil, arg).Error
}

// Halt prevents campaigns from being sent again after a restore: those being sent
// are paused, overdue ones become drafts, welcome emails that are due are skipped,
// and the carrier will be asked which of the other texts it has.
func Halt(ctx context.Context, d *db.DB) error {
	err := d.Gorm.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		for _, ch := range []channel{byEmail(), byText()} {
			err := tx.Exec("UPDATE "+ch.campaigns+` SET status = CASE status WHEN 'sending' THEN 'paused' ELSE 'draft' END, trouble = ?, version = version + 1
				WHERE deleted_at IS NULL AND (status = 'sending' OR status = 'scheduled' AND scheduled_at <= now())`,
				"The site was restored from a backup. This "+ch.noun+" may have already been sent.").Error
			if err != nil {
				return err
			}
		}
		err := tx.Exec("UPDATE welcome_mails SET state = 'skipped' WHERE state = 'queued' OR state = 'pending' AND due_at <= now()").Error
		if err != nil {
			return err
		}
		return tx.Exec(`UPDATE text_sends m SET state = 'unsure' WHERE state = 'sending' OR state = 'pending'
			AND NOT EXISTS (SELECT FROM texts t WHERE t.id = m.text_id AND t.status = 'cancelled')`).Error
	})
	if err != nil {
		return fmt.Errorf("pause campaigns after a restore: %w", err)
	}
	return nil
}

// name gives a new email its slug, which it keeps.
func name(tx *gorm.DB, old *Email, values map[string]any) error {
	subject, _ := values["subject"].(string)
	if old != nil {
		return nil
	}
	slug := slugOf(subject)
	if slug == "" {
		slug = "newsletter"
	}
	var next int
	err := tx.Raw("SELECT count(*) FROM letters WHERE slug = ? OR slug ~ ?", slug, "^"+slug+"-[0-9]+$").Scan(&next).Error
	if err != nil {
		return fmt.Errorf("choose a campaign's slug: %w", err)
	}
	if values["slug"] = slug; next > 0 {
		values["slug"] = fmt.Sprintf("%s-%s", slug, uuid.NewString()[:8])
	}
	return nil
}
