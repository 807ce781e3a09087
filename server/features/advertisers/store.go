package advertisers

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/server/platform/editable"
)

// Store keeps advertisers' keys and what they report. Location is the site's
// timezone, Currency that of payouts which nobody has named.
type Store struct {
	DB       *db.DB
	Location *time.Location
	Currency string
}

func (s Store) orm(ctx context.Context) *gorm.DB { return s.DB.Gorm.WithContext(ctx) }

// Keys loads the keys that are taken.
func (s Store) Keys(ctx context.Context) (Keys, error) {
	var rows []struct {
		Hash         []byte
		AdvertiserID int64
		Preset       string
		EndsAt       *time.Time
	}
	err := s.orm(ctx).Raw(`
		SELECT k.hash, k.advertiser_id, a.preset, k.ends_at FROM postback_keys k JOIN advertisers a ON a.id = k.advertiser_id
		WHERE a.is_active AND a.deleted_at IS NULL AND (k.ends_at IS NULL OR k.ends_at > now())`).Scan(&rows).Error
	keys := make(Keys, len(rows))
	for _, r := range rows {
		keys[[32]byte(r.Hash)] = Key{AdvertiserID: r.AdvertiserID, preset: presetOf(r.Preset), endsAt: r.EndsAt}
	}
	return keys, err
}

// setKey makes a key the one that counts, in the transaction that writes its
// advertiser. The one before is taken for Overlap more.
func setKey(key string) func(*gorm.DB, *editable.Write[Advertiser]) error {
	return func(tx *gorm.DB, w *editable.Write[Advertiser]) error {
		hash, id := hashOf(key), w.After.ID
		for _, step := range []struct {
			sql  string
			args []any
		}{
			{"DELETE FROM postback_keys WHERE advertiser_id = ? AND ends_at < now()", []any{id}},
			{"UPDATE postback_keys SET ends_at = now() + ? * interval '1 second' WHERE advertiser_id = ? AND ends_at IS NULL", []any{Overlap.Seconds(), id}},
			{"INSERT INTO postback_keys (advertiser_id, hash) VALUES (?, ?)", []any{id, hash[:]}},
		} {
			if err := tx.Exec(step.sql, step.args...).Error; err != nil {
				return err
			}
		}
		return nil
	}
}

// emptyBin deletes for good what was deleted long ago, but for advertisers that
// conversions or offers refer to.
func (s Store) emptyBin(ctx context.Context) error {
	var old []int64
	err := s.orm(ctx).Raw(`SELECT id FROM advertisers a WHERE deleted_at < now() - ? * interval '1 day'
		AND NOT EXISTS (SELECT FROM offers WHERE advertiser_id = a.id) AND NOT EXISTS (SELECT FROM content_offers WHERE advertiser_id = a.id)
		AND NOT EXISTS (SELECT FROM daily_offers WHERE advertiser_id = a.id) AND NOT EXISTS (SELECT FROM static_offers WHERE advertiser_id = a.id)`,
		editable.BinDays).Scan(&old).Error
	for _, id := range old {
		if failed := s.orm(ctx).Exec("DELETE FROM advertisers WHERE id = ?", id).Error; !errors.Is(failed, gorm.ErrForeignKeyViolated) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// Refuse notes a postback that was refused. What is sent again counts up.
func (s Store) Refuse(ctx context.Context, advertiserID int64, sent, reason string) error {
	return s.orm(ctx).Exec(`
		INSERT INTO refused_postbacks AS r (advertiser_id, sent, reason) VALUES (?, ?, ?)
		ON CONFLICT (advertiser_id, sent) DO UPDATE SET times = r.times + 1, reason = excluded.reason, last_at = now()`,
		advertiserID, sent[:min(len(sent), 1000)], reason).Error
}

// SweepRefused deletes refused postbacks that are older than KeepRefused, and of
// each advertiser all but the last 10,000.
func (s Store) SweepRefused(ctx context.Context) error {
	return s.orm(ctx).Exec(`
		DELETE FROM refused_postbacks WHERE id IN (
			SELECT id FROM (SELECT id, last_at, row_number() OVER (PARTITION BY advertiser_id ORDER BY last_at DESC, id DESC) AS place FROM refused_postbacks) r
			WHERE last_at < now() - ? * interval '1 second' OR place > 10000)`, KeepRefused.Seconds()).Error
}

// forgetRefused deletes a refused postback of an advertiser, which staff have
// recorded by hand.
func (s Store) forgetRefused(ctx context.Context, advertiserID, id int64) error {
	return s.orm(ctx).Exec("DELETE FROM refused_postbacks WHERE advertiser_id = ? AND id = ?", advertiserID, id).Error
}
