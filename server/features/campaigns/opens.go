package campaigns

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Loads is how often the picture in an email was loaded by a kind of program. These
// are not people: proxies load pictures before anyone reads the email, or once for
// many.
type Loads struct {
	Loader string `json:"loader" enum:"apple|gmail|yahoo|other"`
	Loads  int64  `json:"loads"`
}

// loaderOf returns who loads a picture, from the user agent. That of Apple's proxy
// is only what all browsers' begin with.
func loaderOf(userAgent string) string {
	switch {
	case strings.Contains(userAgent, "GoogleImageProxy"):
		return "gmail"
	case strings.Contains(userAgent, "YahooMailProxy"):
		return "yahoo"
	case userAgent == "Mozilla/5.0":
		return "apple"
	}
	return "other"
}

// longestCount is the timeout for counting loads: emails wait for their picture.
const longestCount = 2 * time.Second

// loaded counts a load, except of an email that was sent to no one. It doesn't
// wait for the disk, because all loads of an email wait for each other.
func (s *Store) loaded(ctx context.Context, slug, loader string) error {
	_, err := s.DB.Pool.Exec(ctx, `INSERT INTO letter_loads (letter_id, loader, loads) SELECT id, $2, 1 FROM letters WHERE slug = $1 AND listed_at IS NOT NULL
		ON CONFLICT (letter_id, loader) DO UPDATE SET loads = letter_loads.loads + 1 RETURNING set_config('synchronous_commit', 'off', true)`, slug, loader)
	if err != nil {
		return fmt.Errorf("count an open: %w", err)
	}
	return nil
}

// loads returns how often the picture in an email was loaded.
func (s *Store) loads(ctx context.Context, email int64) (out []Loads, err error) {
	out = []Loads{}
	err = s.DB.Gorm.WithContext(ctx).Raw("SELECT loader, loads FROM letter_loads WHERE letter_id = ? ORDER BY loader", email).Scan(&out).Error
	if err != nil {
		err = fmt.Errorf("read opens: %w", err)
	}
	return out, err
}
