package vault

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// secretName is the one row of site_secrets.
const secretName = "site"

// Secret is the site's own: every instance has the same, and it outlives the
// rotation of keys, so that links in old mails and hashes of addresses stay
// good.
type Secret struct{ raw []byte }

// LoadSecret reads the secret from the database, where the first instance
// leaves it sealed under keys.
func LoadSecret(ctx context.Context, pool *pgxpool.Pool, keys *Keys) (Secret, error) {
	fresh := make([]byte, keySize)
	_, _ = rand.Read(fresh)
	_, err := pool.Exec(ctx, "INSERT INTO site_secrets (name, sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING", secretName, keys.Seal(fresh, secretName))
	if err != nil {
		return Secret{}, fmt.Errorf("keep the site's secret: %w", err)
	}
	var sealed []byte
	if err := pool.QueryRow(ctx, "SELECT sealed FROM site_secrets WHERE name = $1", secretName).Scan(&sealed); err != nil {
		return Secret{}, fmt.Errorf("read the site's secret: %w", err)
	}
	raw, err := keys.Open(sealed, secretName)
	if err != nil {
		return Secret{}, fmt.Errorf("the database was written with other keys than DATA_KEYS (in development: DATA_DIR) has: %w", err)
	}
	return Secret{raw}, nil
}

// MAC signs parts for one purpose, as 32 bytes. What was signed for one
// purpose is worth nothing for another.
func (s Secret) MAC(purpose string, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, s.raw)
	for _, part := range append([][]byte{[]byte(purpose)}, parts...) {
		fmt.Fprintf(mac, "%d:", len(part)) // so that parts can't be cut differently
		mac.Write(part)
	}
	return mac.Sum(nil)
}

// AddressHash stands for an e-mail address where the address itself is not
// kept. Case does not matter.
func (s Secret) AddressHash(address string) []byte {
	return s.MAC("address", []byte(strings.ToLower(address)))
}
