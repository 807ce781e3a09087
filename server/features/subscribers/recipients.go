package subscribers

import (
	"context"
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
}

// Recipients returns those of these subscribers that are there and whose profile
// can be opened.
func (s *Store) Recipients(ctx context.Context, ids []uuid.UUID) (out []Recipient, err error) {
	var rows []record
	if err := s.DB.Gorm.WithContext(ctx).Raw("SELECT * FROM subscribers WHERE id IN ?", ids).Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("find who gets a letter: %w", err)
	}
	write := letters{baseURL: s.Seller.BaseURL}
	for _, r := range rows {
		p, err := s.openRecord(r)
		if err != nil {
			slog.WarnContext(ctx, "a subscriber gets no letter", "subscriber", r.ID, "error", err)
			continue
		}
		eid := signer{s.Secret}.sign(r.ID, forMail, 0, nil)
		out = append(out, Recipient{ID: r.ID, Email: p.Email, Unsubscribe: write.link("/unsubscribe", eid), Preferences: write.link("/preferences", eid)})
	}
	return out, nil
}
