package campaigns

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// load is a load of the picture in an email.
type load struct{ slug, loader string }

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

// loaded counts some loads, except of emails that were sent to no one.
func (s *Store) loaded(ctx context.Context, loads []load) ([]struct{}, error) {
	slugs, loaders := make([]string, len(loads)), make([]string, len(loads))
	for i, l := range loads {
		slugs[i], loaders[i] = l.slug, l.loader
	}
	ctx, cancel := context.WithTimeout(ctx, longestCount)
	defer cancel()
	_, err := s.DB.Pool.Exec(ctx, `INSERT INTO letter_loads (letter_id, loader, loads)
		SELECT l.id, x.loader, count(*) FROM unnest($1::text[], $2::text[]) x (slug, loader) JOIN letters l ON l.slug = x.slug AND l.listed_at IS NOT NULL
		GROUP BY 1, 2 ORDER BY 1, 2 ON CONFLICT (letter_id, loader) DO UPDATE SET loads = letter_loads.loads + excluded.loads`, slugs, loaders)
	if err != nil {
		return nil, fmt.Errorf("count opens: %w", err)
	}
	return make([]struct{}, len(loads)), nil
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
