package db_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"thriftwell/db"
	"thriftwell/db/dbtest"
)

// shape lists what is in a database, one thing on each line.
const shape = `
	SELECT format('%s %s %s %s %s', relkind, relname, relpersistence, reloptions, pg_get_partkeydef(oid)) FROM pg_class WHERE relnamespace = current_schema()::regnamespace
	UNION ALL SELECT format('%s.%s %s %s %s %s %s %s %s', relname, attname, row_number() OVER (PARTITION BY attrelid ORDER BY attnum), format_type(atttypid, atttypmod),
			attnotnull, attidentity, attgenerated, attstorage, pg_get_expr(adbin, adrelid))
		FROM pg_attribute JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
		WHERE relnamespace = current_schema()::regnamespace AND attnum > 0 AND NOT attisdropped
	UNION ALL SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'
	UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()
	UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
	UNION ALL SELECT viewname || ' ' || definition FROM pg_views WHERE schemaname = current_schema()
	UNION ALL SELECT format('%s %s', enumtypid::regtype, string_agg(enumlabel, ',' ORDER BY enumsortorder)) FROM pg_enum GROUP BY enumtypid
	UNION ALL SELECT pg_get_functiondef(p.oid) FROM pg_proc p WHERE pronamespace = current_schema()::regnamespace
		AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
	ORDER BY 1`

func lines(t *testing.T, url, sql string) []string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	rows, _ := conn.Query(t.Context(), sql) // the error comes with the rows
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(sql, err)
	}
	return all
}

// same fails the test for each line that only one of two databases has, unless
// it is in except.
func same(t *testing.T, got, want []string, except ...string) {
	t.Helper()
	for _, both := range [][2][]string{{got, want}, {want, got}} {
		for _, line := range both[0] {
			if !slices.Contains(both[1], line) && !slices.ContainsFunc(except, func(e string) bool { return strings.Contains(line, e) }) {
				t.Errorf("only one has %s", line)
			}
		}
	}
}

func TestOldDatabasesAreUpgraded(t *testing.T) {
	t.Parallel()
	old, fresh := dbtest.NewOld(t), dbtest.New(t)
	lines(t, old, "INSERT INTO river_job (kind, args, max_attempts, queue) VALUES ('letters.batch', '{}', 25, 'letters') RETURNING ''") // which is deleted
	done := make(chan error)
	for range 2 { // instances that start concurrently
		go func() { done <- db.Migrate(t.Context(), old) }()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	same(t, lines(t, old, shape), lines(t, fresh, shape))
	const versions = "SELECT version_id::text FROM goose_db_version ORDER BY version_id"
	same(t, lines(t, old, versions), lines(t, fresh, versions))
	for sql, want := range map[string]string{
		"SELECT title || body_html FROM articles":                                "Tea for less<p>Descale it.</p>",
		"SELECT t.name || u.email FROM tokens t JOIN users u ON u.id = user_id":  "janeadm@example.com",
		"SELECT link || category FROM static_offers":                             "https://partner.example/?z=health-plan",
		"SELECT payout || coalesce(reported, '') FROM conversion_changes":        "1200",
		"SELECT c.wording || s.state FROM consents c JOIN subscribers s ON true": "Yesactive",
		"SELECT kind FROM river_job":                                             "contact.receipt_mail",
		"SELECT piece_id || kind FROM search_due":                                "1article",
	} {
		if got := lines(t, old, sql); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %v", sql, got)
		}
	}
}

// A backup is restored into the schema it was made from.
func TestOldSchemasAreMadeForTheirBackups(t *testing.T) {
	t.Parallel()
	old, again := dbtest.NewOld(t), dbtest.NewEmpty(t)
	schema := read(t, old)
	if err := db.MigrateTo(t.Context(), again, schema); err != nil {
		t.Fatal(err)
	}
	same(t, lines(t, again, shape), lines(t, old, shape), "note_conversions()\n", "offer_taken(kind event_subject")
	if got := read(t, again); !slices.Equal(got.Migrations, schema.Migrations) || got.Queue != schema.Queue {
		t.Errorf("the schema is %v", got)
	}
}

func read(t *testing.T, url string) (s db.Schema) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	err = pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) (err error) {
		s, err = db.ReadSchema(t.Context(), tx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTooOldDatabasesAreRejected(t *testing.T) {
	t.Parallel()
	url := dbtest.NewOld(t)
	lines(t, url, "DELETE FROM goose_db_version WHERE version_id = 202 RETURNING ''")
	before := lines(t, url, shape)
	if err := db.Migrate(t.Context(), url); err == nil || !strings.Contains(err.Error(), "start the previous release first") {
		t.Errorf("%v", err)
	}
	same(t, lines(t, url, shape), before)
	if err := db.MigrateTo(t.Context(), dbtest.NewEmpty(t), db.Schema{Migrations: []int64{1, 10}}); err == nil {
		t.Error("a backup that is too old was restored")
	}
}
