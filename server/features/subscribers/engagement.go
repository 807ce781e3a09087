package subscribers

import (
	"context"
	"encoding/base64"
	"fmt"

	"github.com/google/uuid"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/vault"
)

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
		return fmt.Errorf("note a click in a letter: %w", err)
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
		return fmt.Errorf("forget who clicked in letters: %w", err)
	}
	return nil
}
