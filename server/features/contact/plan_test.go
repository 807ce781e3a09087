package contact

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

func TestInboxQueriesUseAnIndex(t *testing.T) {
	d, err := db.Open(t.Context(), dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, fill := range []string{
		`INSERT INTO contact_messages (id, address_hash, inquiry_type, letter, answered_at)
			SELECT gen_random_uuid(), sha256(i::text::bytea), 'support', '\x00', CASE WHEN i % 2 = 0 THEN now() END FROM generate_series(1, 20000) i`,
		"ANALYZE contact_messages",
	} {
		if _, err := d.Pool.Exec(t.Context(), fill); err != nil {
			t.Fatal(err)
		}
	}
	heard := dbtest.NewStatements()
	keys, err := vault.DevelopmentKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &Store{DB: &db.DB{Gorm: d.Gorm.Session(&gorm.Session{Logger: heard})}, Keys: keys}
	yes, no := true, false
	for _, p := range []part{{}, {answered: &yes}, {answered: &no}, {sender: "joe@example.com"}, {answered: &no, Part: keyset.Part{Before: uuid.Max}}} {
		p.Limit = 50
		_, _, _ = s.inbox(t.Context(), p) // none of these can be decrypted
		statements := heard.Heard()
		if len(statements) != 1 {
			t.Fatalf("%+v: %v", p, statements)
		}
		if _, plans := dbtest.Fast(t, d.Pool, statements, 50); strings.Contains(plans[0], "Seq Scan") {
			t.Errorf("%s\n%s", statements[0], plans[0])
		}
	}
}
