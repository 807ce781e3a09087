package subscribers

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"thriftwell/server/platform/vault"
)

// addImported inserts subscribers and their consents in one round trip, and
// returns how many it added. It skips anyone who signed up, unsubscribed or was
// erased meanwhile.
func (s *Store) addImported(ctx context.Context, fresh []incoming, at time.Time) (added int, err error) {
	slices.SortFunc(fresh, func(a, b incoming) int { return bytes.Compare(a.hash, b.hash) }) // so that two imports at once wait in one order
	var batch pgx.Batch
	for _, in := range fresh {
		id, key := newID(), vault.NewKey()
		sealed, err := vault.SealJSON(key, in.profile, aboutProfile(id))
		if err != nil {
			return 0, err
		}
		batch.Queue(`INSERT INTO subscribers (id, address_hash, phone_hash, sealed_key, profile, state, sms_allowed, frequency, topics, created_at)
			SELECT $1::uuid, $2::bytea, $3::bytea, $4::bytea, $5::bytea, 'active', $6::boolean, $7::text, $8::jsonb, $9::timestamptz
			WHERE NOT EXISTS (SELECT FROM suppressions WHERE address_hash = $2) AND NOT EXISTS (SELECT FROM proof_keys WHERE address_hash = $2)
			ON CONFLICT (address_hash) DO NOTHING`,
			id, in.hash, s.phoneHash(in.profile.Phone), s.Keys.SealKey(key, aboutKey(id)), sealed, in.texts, in.frequency, append([]string{}, in.topics...), in.consentAt,
		).Exec(func(done pgconn.CommandTag) error {
			added += int(done.RowsAffected())
			return nil
		})
		v := Visit{Source: map[string]string{"source": importedPage, "importedAt": at.UTC().Format(time.RFC3339)}}
		if in.consentFrom != "" {
			v.Source["consentSource"] = in.consentFrom
		}
		consent := func(channel, destination string, agreedAt time.Time) error {
			proof, err := vault.SealJSON(key, evidence{destination, v}, aboutEvidence(id))
			w := importedWording(channel)
			batch.Queue(`INSERT INTO consents (subscriber_id, channel, action, wording_version, wording, page, evidence, created_at)
				SELECT $1::uuid, $2, $3, $4, $5, $6, $7::bytea, $8::timestamptz WHERE EXISTS (SELECT FROM subscribers WHERE id = $1)`,
				id, channel, granted, w.Version, w.Text, importedPage, proof, agreedAt)
			return err
		}
		if err = consent(channelEmail, in.profile.Email, in.consentAt); err == nil && in.texts {
			err = consent(channelSMS, in.profile.Phone, in.textsAt)
		}
		if err != nil {
			return 0, err
		}
	}
	err = pgx.BeginFunc(ctx, s.DB.Pool, func(tx pgx.Tx) error { return tx.SendBatch(ctx, &batch).Close() })
	if err != nil {
		return 0, fmt.Errorf("import subscribers: %w", err)
	}
	return added, nil
}
