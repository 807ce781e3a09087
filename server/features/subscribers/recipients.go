package subscribers

import (
	"context"
	"encoding/base64"
	"fmt"
	"log/slog"

	"github.com/google/uuid"
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
		return nil, fmt.Errorf("find who gets a letter: %w", err)
	}
	write, key := letters{baseURL: s.Seller.BaseURL}, s.readerKey()
	for _, r := range rows {
		p, err := s.openRecord(r)
		if err != nil {
			slog.WarnContext(ctx, "a subscriber gets no letter", "subscriber", r.ID, "error", err)
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
