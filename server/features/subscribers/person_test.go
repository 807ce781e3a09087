package subscribers

import (
	"errors"
	"testing"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/vault"
)

func TestUnknownAddressesAreNotFound(t *testing.T) {
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	keys, err := vault.DevelopmentKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	secret, err := vault.LoadSecret(t.Context(), d.Pool, keys)
	if err != nil {
		t.Fatal(err)
	}
	s := &Store{DB: d, Keys: keys, Secret: secret, Suppressions: &mail.Suppressions{DB: d, Secret: secret}}
	if _, consents, err := s.Export(t.Context(), "jane@example.com"); !errors.Is(err, ErrNotFound) || consents == nil {
		t.Errorf("export: %v, %v", consents, err)
	}
	if _, err := s.IDOf(t.Context(), secret.AddressHash("jane@example.com")); !errors.Is(err, ErrNotFound) {
		t.Errorf("id: %v", err)
	}
}
