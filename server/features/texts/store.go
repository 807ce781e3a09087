package texts

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/outgoing"
)

// Store stores texts and their recipients.
type Store struct{ DB *db.DB }

// derive enforces the states of a text on a write.
func (s *Store) derive(tx *gorm.DB, old *Text, values map[string]any) error {
	before := Text{Status: Draft}
	if old != nil {
		before = *old
	}
	_, rewrites := values["body"]
	next, err := outgoing.Derive("text", before.state(), values, rewrites)
	if err != nil {
		return err
	}
	_, turns := values["status"]
	_, timed := values["scheduled_at"]
	if turns && next.Status == Sending && before.state().IsOpen() {
		return s.ready(tx)
	}
	if turns || timed {
		return next.ToCome("text")
	}
	return nil
}

// ready returns an error if no one would get a text.
func (s *Store) ready(tx *gorm.DB) error {
	n, err := s.countIn(tx, time.Now())
	if err == nil && n == 0 {
		err = fault.New(fault.Conflict, "Nobody would get this text. Nobody has opted in and confirmed, or everyone got "+fmt.Sprint(mostTexts)+" texts within a month.")
	}
	return err
}

// SQL conditions for subscribers s who may get texts, and for those of them who
// get an alert because they confirmed. They take the time in question as $1 or
// ?.
const (
	mayGet = `s.sms_allowed AND s.state <> 'pending' AND s.phone_hash IS NOT NULL AND NOT EXISTS (SELECT FROM text_stops x WHERE x.phone_hash = s.phone_hash)
		AND (SELECT count(*) FROM text_sends g WHERE g.phone_hash = s.phone_hash AND g.state IN ('sent', 'unsure', 'sending')
			AND g.at > CAST(%s AS timestamptz) - interval '%d days') < %d`
	saidYes = "s.texts_confirmed_at IS NOT NULL"
)

// eligibleAt returns the condition mayGet, with at as the time in question.
func eligibleAt(at string) string { return fmt.Sprintf(mayGet, at, monthDays, mostTexts) }

func (s *Store) countIn(tx *gorm.DB, at time.Time) (n int64, err error) {
	err = tx.Raw("SELECT count(DISTINCT s.phone_hash) FROM subscribers s WHERE "+saidYes+" AND "+eligibleAt("?"), at).Scan(&n).Error
	if err != nil {
		err = fmt.Errorf("count recipients of a text: %w", err)
	}
	return n, err
}

// Audience counts who would get a text now.
type Audience struct {
	People    int64 `json:"people"`    // recipients
	Unsettled int64 `json:"unsettled"` // agreed on the site, but not confirmed
	Full      int64 `json:"full"`      // reached the limit of texts
	Stopped   int64 `json:"stopped"`   // said stop
}

// Count returns how many people would get a text now, and why others wouldn't.
func (s *Store) Count(ctx context.Context) (a Audience, err error) {
	tx, now := s.DB.Gorm.WithContext(ctx), time.Now()
	if a.People, err = s.countIn(tx, now); err != nil {
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

// Forget removes a subscriber from the texts they got. The counts stay.
func (s *Store) Forget(ctx context.Context, subscriber uuid.UUID) error {
	return s.forget(ctx, "subscriber_id = ?", subscriber)
}

// Sweep forgets deleted subscribers, including those deleted while a text to
// them was being sent.
func (s *Store) Sweep(ctx context.Context) error {
	return s.forget(ctx, "CASE subscriber_id WHEN ? THEN carrier_id <> '' ELSE NOT EXISTS (SELECT FROM subscribers s WHERE s.id = subscriber_id) END", uuid.Nil)
}

func (s *Store) forget(ctx context.Context, where string, arg any) error {
	err := s.DB.Gorm.WithContext(ctx).Exec(`UPDATE text_sends SET subscriber_id = ?, carrier_id = '',
			phone_hash = decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), state = CASE state WHEN 'pending' THEN 'skipped' ELSE state END
		WHERE `+where, uuid.Nil, arg).Error
	if err != nil {
		return fmt.Errorf("delete old text recipients: %w", err)
	}
	return nil
}

// Halt prevents texts from being sent again after a restore: texts being sent
// are paused, overdue scheduled texts become drafts, and the carrier will be
// asked which of the rest it has.
func Halt(ctx context.Context, d *db.DB) error {
	const why = "The site was restored from a backup. This text may have already been sent."
	err := d.Gorm.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		err := tx.Exec(`UPDATE texts SET status = CASE status WHEN 'sending' THEN 'paused' ELSE 'draft' END, trouble = ?, version = version + 1
			WHERE deleted_at IS NULL AND (status = 'sending' OR status = 'scheduled' AND scheduled_at <= now())`, why).Error
		if err != nil {
			return err
		}
		return tx.Exec(`UPDATE text_sends m SET state = 'unsure' WHERE state = 'sending' OR state = 'pending'
			AND NOT EXISTS (SELECT FROM texts t WHERE t.id = m.text_id AND t.status = 'cancelled')`).Error
	})
	if err != nil {
		return fmt.Errorf("pause texts after a restore: %w", err)
	}
	return nil
}
