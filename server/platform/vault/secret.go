package vault

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/server/platform/address"
)

// secretName is the name of the only row of site_secrets.
const secretName = "site"

// Secret is the site's secret. All instances share it, and it survives key
// rotation, so that links in old emails and hashes of addresses stay valid.
type Secret struct{ raw []byte }

// LoadSecret loads the secret from the database. The first instance creates it
// there, sealed with keys.
func LoadSecret(ctx context.Context, pool *pgxpool.Pool, keys *Keys) (Secret, error) {
	fresh := make([]byte, keySize)
	_, _ = rand.Read(fresh)
	_, err := pool.Exec(ctx, "INSERT INTO site_secrets (name, sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING", secretName, keys.Seal(fresh, secretName))
	if err != nil {
		return Secret{}, fmt.Errorf("save the site's secret: %w", err)
	}
	var sealed []byte
	if err := pool.QueryRow(ctx, "SELECT sealed FROM site_secrets WHERE name = $1", secretName).Scan(&sealed); err != nil {
		return Secret{}, fmt.Errorf("read the site's secret: %w", err)
	}
	return openSecret(sealed, keys)
}

func openSecret(sealed []byte, keys *Keys) (Secret, error) {
	raw, err := keys.Open(sealed, secretName)
	if err != nil {
		return Secret{}, fmt.Errorf("the database was encrypted with other keys than those in DATA_KEYS (in development: DATA_DIR): %w", err)
	}
	return Secret{raw}, nil
}

// CheckSecret fails if the database has a secret that keys can't decrypt. It
// changes nothing.
func CheckSecret(ctx context.Context, conn *pgx.Conn, keys *Keys) error {
	var migrated bool
	if err := conn.QueryRow(ctx, "SELECT to_regclass('site_secrets') IS NOT NULL").Scan(&migrated); err != nil || !migrated {
		return err
	}
	var sealed []byte
	err := conn.QueryRow(ctx, "SELECT sealed FROM site_secrets WHERE name = $1", secretName).Scan(&sealed)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the site's secret: %w", err)
	}
	_, err = openSecret(sealed, keys)
	return err
}

// MAC returns a 32-byte MAC of parts that is valid for one purpose only.
func (s Secret) MAC(purpose string, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, s.raw)
	for _, part := range append([][]byte{[]byte(purpose)}, parts...) {
		fmt.Fprintf(mac, "%d:", len(part)) // so that the boundaries between parts matter
		mac.Write(part)
	}
	return mac.Sum(nil)
}

// Key returns a key for one purpose only.
func (s Secret) Key(purpose string) Key {
	key, _ := keyOf(s.MAC(purpose)) // a MAC has the length of a key
	return key
}

// AddressHash returns the hash that identifies an email address where the
// address isn't stored. Case is ignored.
func (s Secret) AddressHash(email string) []byte {
	return s.MAC("address", []byte(address.Normal(email)))
}
