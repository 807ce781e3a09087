package subscribers

import (
	"context"
	"encoding/base64"
	"fmt"
	"log/slog"

	"github.com/google/uuid"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/vault"
)

// Recipient is a subscriber as the mail of a letter needs one.
type Recipient struct {
	ID          uuid.UUID
	Email       string
	Unsubscribe string // address of the link, which also takes the one-click POST
	Preferences string // address of the link
	Reader      string // what the links of the mail say of who follows them; empty without Store.Engagement
}

// Recipients returns those of these subscribers that are there and whose profile
// can be opened.
func (s *Store) Recipients(ctx context.Context, ids []uuid.UUID) (out []Recipient, err error) {
	var rows []record
	if err := s.DB.Gorm.WithContext(ctx).Raw("SELECT * FROM subscribers WHERE id IN ?", ids).Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("find a campaign recipient: %w", err)
	}
	write, key := letters{baseURL: s.Seller.BaseURL}, s.readerKey()
	for _, r := range rows {
		p, err := s.openRecord(r)
		if err != nil {
			slog.WarnContext(ctx, "skipped emailing a subscriber", "subscriber", r.ID, "error", err)
			continue
		}
		eid := signer{s.Secret}.sign(r.ID, forMail, 0, nil)
		to := Recipient{ID: r.ID, Email: p.Email, Unsubscribe: write.link("/unsubscribe", eid), Preferences: write.link("/preferences", eid)}
		if s.Engagement {
			to.Reader = base64.RawURLEncoding.EncodeToString(key.Seal(r.ID[:], aboutReader))
		}
		out = append(out, to)
	}
	return out, nil
}

// engagedDays is for how long the day of a last click is kept.
const engagedDays = 365

// aboutReader is what the codes in the links of letters are about.
const aboutReader = "reader of a letter"

// readerKey seals the codes in the links of letters. Each mail has another code,
// and nobody else can tell whose it is.
func (s *Store) readerKey() vault.Key { return s.Secret.Key(aboutReader) }

// Engaged notes that whoever has a code followed a link of a letter on a day. A
// code that was not made here is nobody's, and without Engagement nothing is
// kept.
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

// ForgetEngagement forgets the days of last clicks that are long ago. Without
// Engagement it forgets all of them, and that letters told: who read on meanwhile
// would pass for somebody who never clicks.
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
