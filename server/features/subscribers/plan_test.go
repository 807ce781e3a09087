//go:build long

package subscribers

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"gorm.io/gorm"

	"thriftwell/db"
	"thriftwell/db/dbtest"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/vault"
)

// spy records the statements that GORM sends.
type spy struct {
	mu   sync.Mutex
	seen []string
}

func (s *spy) note(g *gorm.DB) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, g.Statement.SQL.String())
}

func (s *spy) statements() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.seen
	s.seen = nil
	return out
}

// With a million subscribers and suppressions, every query of a signup, an
// unsubscription and an email must use an index.
func TestQueriesUseIndexesWithAMillionSubscribers(t *testing.T) {
	ctx := context.Background()
	d, err := db.Open(ctx, dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, fill := range []string{
		`INSERT INTO subscribers (id, address_hash, sealed_key, profile, state)
			SELECT gen_random_uuid(), sha256(i::text::bytea), '\x00', '\x00', 'active' FROM generate_series(1, 1000000) i`,
		`INSERT INTO suppressions (address_hash, reason) SELECT sha256(i::text::bytea), 'unsubscribed' FROM generate_series(500000, 1500000) i`,
		`INSERT INTO spent_tokens (token, until) SELECT sha256(i::text::bytea), now() FROM generate_series(1, 1000000) i`,
		"ANALYZE subscribers, suppressions, spent_tokens",
	} {
		if _, err := d.Pool.Exec(ctx, fill); err != nil {
			t.Fatal(err)
		}
	}
	keys, err := vault.DevelopmentKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	secret, err := vault.LoadSecret(ctx, d.Pool, keys)
	if err != nil {
		t.Fatal(err)
	}
	s := &Store{DB: d, Keys: keys, Secret: secret, Suppressions: &mail.Suppressions{DB: d, Secret: secret}}
	var seen spy
	if err := d.Gorm.Callback().Raw().After("gorm:raw").Register("spy", seen.note); err != nil {
		t.Fatal(err)
	}
	if err := d.Gorm.Callback().Row().After("gorm:row").Register("spy", seen.note); err != nil {
		t.Fatal(err)
	}

	jane := profile{Email: "jane@example.com"}
	entries := []entry{{channelEmail, granted, Seller{}.current(channelEmail)}}
	id, _, err := s.signUp(ctx, jane, entries, Visit{})
	if err != nil {
		t.Fatal(err)
	}
	hash := secret.AddressHash(jane.Email)
	sealed := func(e request) []byte {
		sealed, err := s.seal(e)
		if err != nil {
			t.Fatal(err)
		}
		return sealed
	}
	for name, act := range map[string]func() error{
		"signup": func() error { _, _, err := s.signUp(ctx, jane, entries, Visit{}); return err },
		"phone": func() error {
			_, err := s.addPhone(ctx, token{subscriber: id, expires: time.Now().Unix()}, hash, request{Phone: "+12015550123"})
			return err
		},
		"unsubscribe": func() error { return s.unsubscribe(ctx, hash, Visit{}) },
		"leaving": func() error {
			return s.FinishLeaving(ctx, &river.Job[Leaving]{Args: Leaving{AddressHash: hash, Errand: sealed(request{})}})
		},
		"phone added": func() error {
			given := PhoneGiven{SubscriberID: id, AddressHash: hash, Errand: sealed(request{Phone: "+12015550123", Texts: true})}
			return s.FinishPhone(ctx, &river.Job[PhoneGiven]{Args: given})
		},
		"by link":     func() error { return s.unsubscribeByID(ctx, id, Visit{}) },
		"suppressed?": func() error { _, err := s.Suppressions.Reason(ctx, hash); return err },
		"come back": func() error {
			return s.DB.Transaction(ctx, func(tx db.Tx) error {
				p, err := s.find(tx, "id = ?", id)
				if err != nil {
					return err
				}
				return s.turnOn(tx, p, "", Visit{})
			})
		},
		"preferences":      func() error { _, err := s.preferences(ctx, token{subscriber: id, purpose: forManage}); return err },
		"link was emailed": func() error { return s.recordLink(ctx, person{record: record{ID: id}}, askedForLink) },
		"asked to rejoin":  func() error { _, err := s.takeRejoinEmail(ctx, id, "1"); return err },
		"export":           func() error { _, _, err := s.Export(ctx, jane.Email); return err },
		"erase":            func() error { return s.Erase(ctx, newID(), time.Now()) },
	} {
		seen.statements()
		if err := act(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		statements := seen.statements()
		if len(statements) == 0 {
			t.Errorf("%s: no statements recorded", name)
		}
		for _, sql := range statements {
			if p := plan(t, d, sql); strings.Contains(p, "Seq Scan") {
				t.Errorf("%s: %s\n%s", name, sql, p)
			}
		}
	}
}

// plan returns Postgres's generic plan of a statement.
func plan(t *testing.T, d *db.DB, sql string) string {
	t.Helper()
	conn, err := d.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	results, err := conn.Conn().PgConn().Exec(t.Context(), "EXPLAIN (GENERIC_PLAN) "+sql).ReadAll()
	if err != nil {
		t.Fatalf("%v in %s", err, sql)
	}
	var lines strings.Builder
	for _, row := range results[0].Rows {
		fmt.Fprintf(&lines, "%s\n", row[0])
	}
	return lines.String()
}
