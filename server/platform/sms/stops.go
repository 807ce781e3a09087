package sms

import (
	"fmt"

	"gorm.io/gorm"

	"thriftwell/server/platform/vault"
)

// Stops is the list of numbers whose owners said stop, or that one of those who
// share it has left. They get no texts until they say start from the same
// number, whatever is ticked on a page. It keeps hashes alone.
type Stops struct{ Secret vault.Secret }

// Hash returns the hash by which a number is known.
func (s Stops) Hash(number string) []byte { return s.Secret.MAC("phone", []byte(number)) }

// Add adds a number to the list.
func (s Stops) Add(tx *gorm.DB, number string) error {
	// GORM takes bytes that follow a bracket for a list, so the hash is not first.
	err := tx.Exec("INSERT INTO text_stops (created_at, phone_hash) VALUES (now(), ?) ON CONFLICT DO NOTHING", s.Hash(number)).Error
	if err != nil {
		return fmt.Errorf("record an opt-out: %w", err)
	}
	return nil
}

// End takes a number off the list.
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
