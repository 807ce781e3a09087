package subscribers

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/platform/keyset"
	"thriftwell/server/platform/vault"
)

func TestSubscriberListsUseIndexes(t *testing.T) { listByIndex(t, 20_000) }

// listByIndex checks that every page of a list of many subscribers is found by
// index, within 50 ms.
func listByIndex(t *testing.T, many int) {
	t.Helper()
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	// Nearly all are active, as on a site that is a few years old.
	if _, err := d.Pool.Exec(t.Context(), `INSERT INTO subscribers (id, address_hash, sealed_key, profile, state)
		SELECT gen_random_uuid(), sha256(i::text::bytea), '\x00', '\x00', CASE WHEN i % 5000 = 0 THEN 'pending' WHEN i % 9 = 0 THEN 'unsubscribed' ELSE 'active' END
		FROM generate_series(1, $1::int) i`, many); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Pool.Exec(t.Context(), `INSERT INTO suppressions (address_hash, reason) SELECT address_hash, 'unsubscribed' FROM subscribers WHERE state = 'unsubscribed'`); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Pool.Exec(t.Context(), "ANALYZE subscribers, suppressions"); err != nil {
		t.Fatal(err)
	}
	keys, err := vault.DevelopmentKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	heard := dbtest.NewStatements()
	s := &Store{DB: &db.DB{Gorm: d.Gorm.Session(&gorm.Session{Logger: heard})}, Keys: keys}
	for _, p := range []part{
		{}, {Part: keyset.Part{Before: uuid.Max}}, {email: "jane@example.com"}, {state: stateActive, email: "jane@example.com"},
		{state: stateActive}, {state: statePending}, {state: stateUnsubscribed}, {state: stateUnsubscribed, Part: keyset.Part{Before: uuid.UUID{8: 0x80}}},
	} {
		p.Limit = keyset.Max
		_, _, _ = s.part(t.Context(), p) // the test's rows can't be decrypted
		statements := heard.Heard()
		if len(statements) != 1 {
			t.Fatalf("%+v: %v", p, statements)
		}
		took, plans := dbtest.Fast(t, d.Pool, statements, 50)
		if took > 50 || strings.Contains(plans[0], "Seq Scan") {
			t.Errorf("%.1f ms: %s\n%s", took, statements[0], plans[0])
		}
	}
}
