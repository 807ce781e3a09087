package advertisers

import (
	"context"
	"time"

	"thriftwell/server/platform/audit"
)

// Imported is an import of conversions that a staff member made, or a change of one by
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

// Contact is a person whom staff talk to at an advertiser.
type Contact struct {
	Name       string `json:"name"`
	Phone      string `json:"phone"`
	Advertiser string `json:"advertiser"`
}

// Contacts returns those of an address.
func (s Store) Contacts(ctx context.Context, email string) ([]Contact, error) {
	out := []Contact{}
	err := s.orm(ctx).Raw("SELECT coalesce(contact_name, '') AS name, coalesce(contact_phone, '') AS phone, name AS advertiser FROM advertisers WHERE contact_email = ? ORDER BY id", email).Scan(&out).Error
	return out, err
}

// Addresses returns every address that Forget could forget.
func (s Store) Addresses(ctx context.Context) (out []string, err error) {
	err = s.orm(ctx).Raw(`SELECT actor FROM conversion_changes WHERE actor NOT IN ('', ?)
		UNION SELECT contact_email FROM advertisers WHERE contact_email IS NOT NULL`, audit.Erased).Scan(&out).Error
	return out, err
}

// Forget forgets who made the imports and changes of an address until a moment,
// and whom it was the contact of.
func (s Store) Forget(ctx context.Context, email string, until time.Time) error {
	err := s.orm(ctx).Exec("UPDATE advertisers SET contact_name = NULL, contact_email = NULL, contact_phone = NULL WHERE contact_email = ? AND updated_at <= ?", email, until).Error
	if err != nil {
		return err
	}
	return s.orm(ctx).Exec("UPDATE conversion_changes SET actor = ? WHERE actor = ? AND at <= ?", audit.Erased, email, until).Error
}
