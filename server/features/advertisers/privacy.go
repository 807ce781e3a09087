package advertisers

import (
	"context"
	"time"

	"thriftwell/server/platform/audit"
)

// Imported is an import of conversions that somebody made, or a change of one by
// hand.
type Imported struct {
	At      time.Time `json:"at"`
	Reports int       `json:"reports"`
}

// Imports returns those of an address.
func (s Store) Imports(ctx context.Context, email string) ([]Imported, error) {
	out := []Imported{}
	err := s.orm(ctx).Raw("SELECT at, count(*) AS reports FROM conversion_changes WHERE actor = ? GROUP BY at ORDER BY at", email).Scan(&out).Error
	return out, err
}

// Importers returns every address that EraseImporter could forget.
func (s Store) Importers(ctx context.Context) (out []string, err error) {
	err = s.orm(ctx).Raw("SELECT DISTINCT actor FROM conversion_changes WHERE actor NOT IN ('', ?)", audit.Erased).Scan(&out).Error
	return out, err
}

// EraseImporter forgets who made the imports and changes of an address until a
// moment.
func (s Store) EraseImporter(ctx context.Context, email string, until time.Time) error {
	return s.orm(ctx).Exec("UPDATE conversion_changes SET actor = ? WHERE actor = ? AND at <= ?", audit.Erased, email, until).Error
}
