package subscribers

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/platform/vault"
)

// importedRows are the columns of rows to insert.
type importedRows struct {
	ids                            []uuid.UUID
	hashes, phones, keys, profiles [][]byte
	texts                          []bool
	frequencies, topics            []string
	consentAt                      []time.Time
	entryIDs                       []uuid.UUID
	channels, versions, words      []string
	evidence                       [][]byte
	entryAt                        []time.Time
}

// addImported inserts subscribers and their consents in one statement, and
// returns how many it added. It skips anyone who signed up, unsubscribed or was
// erased meanwhile.
func (s *Store) addImported(ctx context.Context, fresh []incoming, at time.Time) (added int, err error) {
	var r importedRows
	for _, in := range fresh {
		if err := s.addRow(&r, in, at); err != nil {
			return 0, err
		}
	}
	err = s.DB.Pool.QueryRow(ctx, `
		WITH added AS (
			INSERT INTO subscribers (id, address_hash, phone_hash, sealed_key, profile, state, sms_allowed, frequency, topics, created_at)
			SELECT id, address_hash, phone_hash, sealed_key, profile, 'active', sms_allowed, frequency, topics::jsonb, created_at
			FROM unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::bytea[], $5::bytea[], $6::boolean[], $7::text[], $8::text[], $9::timestamptz[])
				AS g(id, address_hash, phone_hash, sealed_key, profile, sms_allowed, frequency, topics, created_at)
			WHERE NOT EXISTS (SELECT FROM suppressions x WHERE x.address_hash = g.address_hash)
				AND NOT EXISTS (SELECT FROM proof_keys p WHERE p.address_hash = g.address_hash)
			ORDER BY address_hash -- so that two imports at once wait in one order
			ON CONFLICT (address_hash) DO NOTHING RETURNING id
		), entered AS (
			INSERT INTO consents (subscriber_id, channel, action, wording_version, wording, page, evidence, created_at)
			SELECT id, channel, 'given', version, wording, $10, evidence, at
			FROM unnest($11::uuid[], $12::text[], $13::text[], $14::text[], $15::bytea[], $16::timestamptz[]) AS e(id, channel, version, wording, evidence, at)
			JOIN added USING (id)
		)
		SELECT count(*) FROM added`,
		r.ids, r.hashes, r.phones, r.keys, r.profiles, r.texts, r.frequencies, r.topics, r.consentAt,
		importedPage, r.entryIDs, r.channels, r.versions, r.words, r.evidence, r.entryAt).Scan(&added)
	if err != nil {
		return 0, fmt.Errorf("import subscribers: %w", err)
	}
	return added, nil
}

// addRow seals one line.
func (s *Store) addRow(r *importedRows, in incoming, at time.Time) error {
	id, key := newID(), vault.NewKey()
	sealed, err := vault.SealJSON(key, in.profile, aboutProfile(id))
	if err != nil {
		return err
	}
	topics, err := json.Marshal(append([]string{}, in.topics...))
	if err != nil {
		return err
	}
	r.ids, r.hashes, r.phones = append(r.ids, id), append(r.hashes, in.hash), append(r.phones, s.phoneHash(in.profile.Phone))
	r.keys, r.profiles, r.texts = append(r.keys, s.Keys.SealKey(key, aboutKey(id))), append(r.profiles, sealed), append(r.texts, in.texts)
	r.frequencies, r.topics, r.consentAt = append(r.frequencies, in.frequency), append(r.topics, string(topics)), append(r.consentAt, in.consentAt)
	v := Visit{Source: map[string]string{"source": importedPage, "importedAt": at.UTC().Format(time.RFC3339)}}
	if in.consentFrom != "" {
		v.Source["consentSource"] = in.consentFrom
	}
	destinations := map[string]string{channelEmail: in.profile.Email}
	if in.texts {
		destinations[channelSMS] = in.profile.Phone
	}
	for channel, destination := range destinations {
		proof, err := vault.SealJSON(key, evidence{destination, v}, aboutEvidence(id))
		if err != nil {
			return err
		}
		w, agreedAt := importedWording(channel), in.consentAt
		if channel == channelSMS {
			agreedAt = in.textsAt
		}
		r.entryIDs, r.channels, r.versions = append(r.entryIDs, id), append(r.channels, channel), append(r.versions, w.Version)
		r.words, r.evidence, r.entryAt = append(r.words, w.Text), append(r.evidence, proof), append(r.entryAt, agreedAt)
	}
	return nil
}
