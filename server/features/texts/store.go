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

// Store keeps texts and who gets them.
type Store struct{ DB *db.DB }

// derive holds a write to the life of a text.
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

// ready fails while nobody would get a text.
func (s *Store) ready(tx *gorm.DB) error {
	n, err := s.countIn(tx, time.Now())
	if err == nil && n == 0 {
		err = fault.New(fault.Conflict, "Nobody would get this text. Nobody has opted in and confirmed, or everyone got "+fmt.Sprint(mostTexts)+" texts within a month.")
	}
	return err
}

// Those are subscribers s who may get texts, and those of them who get an alert:
// who said yes. They take the time in question as $1, or as ?.
const (
	mayGet = `s.sms_allowed AND s.state <> 'pending' AND s.phone_hash IS NOT NULL AND NOT EXISTS (SELECT FROM text_stops x WHERE x.phone_hash = s.phone_hash)
		AND (SELECT count(*) FROM text_sends g WHERE g.phone_hash = s.phone_hash AND g.state IN ('sent', 'unsure', 'sending')
			AND g.at > CAST(%s AS timestamptz) - interval '%d days') < %d`
	saidYes = "s.texts_confirmed_at IS NOT NULL"
)

// those is the condition mayGet, with at for the time in question.
func those(at string) string { return fmt.Sprintf(mayGet, at, monthDays, mostTexts) }

func (s *Store) countIn(tx *gorm.DB, at time.Time) (n int64, err error) {
	err = tx.Raw("SELECT count(DISTINCT s.phone_hash) FROM subscribers s WHERE "+saidYes+" AND "+those("?"), at).Scan(&n).Error
	if err != nil {
		err = fmt.Errorf("count recipients of a text: %w", err)
	}
	return n, err
}

// Audience is how many get a text now.
type Audience struct {
	People    int64 `json:"people"`    // numbers that get it
	Unsettled int64 `json:"unsettled"` // that agreed on the site and have not said yes
	Full      int64 `json:"full"`      // that had their texts for now
	Stopped   int64 `json:"stopped"`   // that said stop
}

// Count returns how many would get a text now, and why others don't.
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

// Forget replaces somebody by nobody in what they got, so that the counts stay.
func (s *Store) Forget(ctx context.Context, subscriber uuid.UUID) error {
	return s.forget(ctx, "subscriber_id = ?", subscriber)
}

// Sweep forgets those whose subscription was deleted, also while a text to them
// was in hand.
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

// Halt stops what a restored backup would send once more: texts that were on
// their way are paused, those whose time has come are drafts again, and the
// carrier is asked which of the rest it has.
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
