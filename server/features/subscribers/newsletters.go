package subscribers

import (
	"context"
	"encoding/base64"
	"fmt"
	"log/slog"

	"github.com/google/uuid"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/vault"
)

// Recipients returns an empty message to each of these subscribers that exists
// and can be decrypted, with their personal links.
func (s *Store) Recipients(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]mail.Message, error) {
	var rows []record
	if err := s.DB.Gorm.WithContext(ctx).Raw("SELECT * FROM subscribers WHERE id IN ?", ids).Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("find a campaign recipient: %w", err)
	}
	out, write, key := map[uuid.UUID]mail.Message{}, emails{baseURL: s.Seller.BaseURL}, s.readerKey()
	for _, r := range rows {
		p, err := s.openRecord(r)
		if err != nil {
			slog.WarnContext(ctx, "skipped emailing a subscriber", "subscriber", r.ID, "error", err)
			continue
		}
		eid := signer{s.Secret}.sign(r.ID, forEmail, 0, nil)
		to := mail.Message{To: p.Email, Unsubscribe: write.link("/unsubscribe", eid), Preferences: write.link("/preferences", eid)}
		if s.Engagement {
			to.Reader = base64.RawURLEncoding.EncodeToString(key.Seal(r.ID[:], aboutReader))
		}
		out[r.ID] = to
	}
	return out, nil
}

// engagedDays is how many days the date of a last click is kept.
const engagedDays = 365

// aboutReader is the purpose of the codes in links of campaigns.
const aboutReader = "reader of a letter"

// readerKey encrypts the codes in links of campaigns. A code differs in each
// email, and only this site can tell whose it is.
func (s *Store) readerKey() vault.Key { return s.Secret.Key(aboutReader) }

// Engaged records the day on which the subscriber with a code followed a link
// in a campaign. It ignores invalid codes, and does nothing unless Engagement
// is set.
func (s *Store) Engaged(ctx context.Context, code string, day calendar.Day) error {
	sealed, err := base64.RawURLEncoding.DecodeString(code)
	if err != nil || !s.Engagement {
		return nil
	}
	plain, err := s.readerKey().Open(sealed, aboutReader)
	if err != nil {
		return nil
	}
	id, err := uuid.FromBytes(plain)
	if err != nil {
		return nil
	}
	_, err = s.DB.Pool.Exec(ctx, `UPDATE subscribers SET engaged_on = $2
		WHERE id = $1 AND state = 'active' AND (engaged_on IS NULL OR engaged_on < $2)`, id, day.Time)
	if err != nil {
		return fmt.Errorf("record a campaign click: %w", err)
	}
	return nil
}

// ForgetEngagement deletes old dates of last clicks. If Engagement is off, it
// deletes all of them, since subscribers who kept reading would look inactive.
func (s *Store) ForgetEngagement(ctx context.Context) error {
	_, err := s.DB.Pool.Exec(ctx, `UPDATE subscribers SET engaged_on = NULL
		WHERE engaged_on IS NOT NULL AND (NOT $1 OR state <> 'active' OR engaged_on < current_date - CAST($2 AS int))`, s.Engagement, engagedDays)
	if err == nil && !s.Engagement {
		_, err = s.DB.Pool.Exec(ctx, "UPDATE letters SET tells_readers = false WHERE tells_readers")
	}
	if err != nil {
		return fmt.Errorf("delete campaign clicks: %w", err)
	}
	return nil
}
