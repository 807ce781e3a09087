package sms

import (
	"fmt"

	"gorm.io/gorm"

	"thriftwell/server/platform/vault"
)

// Stops is the list of numbers that opted out by text, or that one of several
// users sharing a number opted out. They get no texts until they opt in from
// the same number, whatever is checked on a page. It stores hashes only.
type Stops struct{ Secret vault.Secret }

// Hash returns the hash that identifies a number.
func (s Stops) Hash(number string) []byte { return s.Secret.MAC("phone", []byte(number)) }

// Add adds a number to the list.
func (s Stops) Add(tx *gorm.DB, number string) error {
	// GORM treats bytes after a parenthesis as a list, so the hash isn't first.
	err := tx.Exec("INSERT INTO text_stops (created_at, phone_hash) VALUES (now(), ?) ON CONFLICT DO NOTHING", s.Hash(number)).Error
	if err != nil {
		return fmt.Errorf("record an opt-out: %w", err)
	}
	return nil
}

// End removes a number from the list.
func (s Stops) End(tx *gorm.DB, number string) error {
	if err := tx.Exec("DELETE FROM text_stops WHERE phone_hash = ?", s.Hash(number)).Error; err != nil {
		return fmt.Errorf("record an opt-in: %w", err)
	}
	return nil
}

// Has reports whether a number is on the list.
func (s Stops) Has(tx *gorm.DB, number string) (on bool, err error) {
	if err = tx.Raw("SELECT EXISTS (SELECT FROM text_stops WHERE phone_hash = ?)", s.Hash(number)).Scan(&on).Error; err != nil {
		err = fmt.Errorf("look up an opt-out: %w", err)
	}
	return on, err
}
