package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"thriftwell/db"
)

// sameText makes values have the same text on every server, prevents the
// server's limits from ending a long transaction, and makes row security fail
// instead of hiding rows.
const sameText = `
	SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET timezone = 'UTC'; SET bytea_output = 'hex';
	SET extra_float_digits = 1; SET client_encoding = 'UTF8'; SET row_security = off;
	SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0`

// connect opens a connection for COPY.
func connect(ctx context.Context, url string) (*pgx.Conn, error) {
	conn, err := db.Connect(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("connect to the database: %w", err)
	}
	if _, err := conn.Exec(ctx, sameText); err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return conn, nil
}

// notOfAnExtension is a condition on c, a row of a catalog.
const notOfAnExtension = `NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = c.tableoid AND d.objid = c.oid AND d.deptype = 'e')`

// Unlogged tables are left out: Postgres empties them after a crash, so they
// have nothing worth keeping. Generated columns are generated again.
const listTables = `
	SELECT c.relname, coalesce(p.relname, ''), coalesce(pg_get_expr(c.relpartbound, c.oid), ''), coalesce((
		SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
		WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''), '{}')
	FROM pg_class c
	JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
	LEFT JOIN pg_inherits i ON c.relispartition AND i.inhrelid = c.oid
	LEFT JOIN pg_class p ON p.oid = i.inhparent
	WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND ` + notOfAnExtension + `
	ORDER BY c.relname`

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// tablesOf returns the tables that have rows: partitions rather than
// partitioned tables.
func tablesOf(ctx context.Context, q querier) ([]Table, error) {
	rows, err := q.Query(ctx, listTables)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (t Table, err error) {
		err = row.Scan(&t.Name, &t.PartitionOf, &t.Bounds, &t.Columns)
		return t, err
	})
}

// addDatabase adds the tables of one snapshot, and completes the manifest.
func addDatabase(ctx context.Context, a *archive, s Source, m *Manifest) error {
	conn, err := connect(ctx, s.URL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := db.Share(ctx, conn); err != nil {
		return err
	}
	var tx pgx.Tx
	if tx, m.Tables, err = snapshot(ctx, conn); err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	m.Tables = slices.DeleteFunc(m.Tables, func(t Table) bool { return slices.Contains(s.Omit, t.Name) })
	if m.Schema, err = db.ReadSchema(ctx, tx); err != nil {
		return err
	}
	for i := range m.Tables {
		t := &m.Tables[i]
		if t.PartitionOf != "" && !bounds.MatchString(t.Bounds) {
			return fmt.Errorf("the partition %s has bounds that a backup can't hold: %s", t.Name, t.Bounds)
		}
		if err := addTable(ctx, a, conn, t); err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
	}
	m.Sequences, err = sequences(ctx, tx)
	return err
}

// bounds matches the bounds of range partitions, which are put into SQL
// unchanged.
var bounds = regexp.MustCompile(`^FOR VALUES FROM \('[^']*'\) TO \('[^']*'\)$`)

// errNoSite is returned for a database without tables.
var errNoSite = errors.New("it contains no site")

// snapshot begins a transaction that sees the current database, with every
// table locked against changes of its columns. If the locked tables differ from
// those in the snapshot, it retries.
func snapshot(ctx context.Context, conn *pgx.Conn) (tx pgx.Tx, tables []Table, err error) {
	for range 5 {
		before, err := tablesOf(ctx, conn)
		if err != nil {
			return nil, nil, err
		}
		if len(before) == 0 {
			return nil, nil, errNoSite
		}
		tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
		if err != nil {
			return nil, nil, err
		}
		_, err = tx.Exec(ctx, "LOCK TABLE "+strings.Join(names(before), ", ")+" IN ACCESS SHARE MODE") // takes no snapshot yet
		if err == nil {
			tables, err = tablesOf(ctx, tx)
		}
		if err == nil && slices.Equal(names(before), names(tables)) {
			return tx, tables, nil
		}
		if err := tx.Rollback(ctx); err != nil {
			return nil, nil, err
		}
		if gone := new(pgconn.PgError); err != nil && (!errors.As(err, &gone) || gone.Code != "42P01") {
			return nil, nil, err
		}
	}
	return nil, nil, errors.New("tables keep changing")
}

// names returns the tables' quoted names.
func names(tables []Table) []string {
	quoted := make([]string, len(tables))
	for i, t := range tables {
		quoted[i] = quote(t.Name)
	}
	return quoted
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }

// copied returns the table and columns for COPY.
func (t Table) copied() string {
	columns := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = quote(c)
	}
	return quote(t.Name) + " (" + strings.Join(columns, ", ") + ")"
}

func addTable(ctx context.Context, a *archive, conn *pgx.Conn, t *Table) error {
	rows := &table{to: a, name: t.Name, sum: sha256.New()}
	tag, err := conn.PgConn().CopyTo(ctx, rows, "COPY "+t.copied()+" TO STDOUT")
	if err == nil {
		err = rows.flush()
	}
	t.Rows = tag.RowsAffected()
	t.Content = Content{rows.bytes, hex.EncodeToString(rows.sum.Sum(nil))}
	return err
}

// Those of unlogged tables are left out. They are also unreadable in a Postgres
// that was recovered to a moment.
const listSequences = `
	WITH found AS MATERIALIZED (
		SELECT c.oid, c.relname::text AS name FROM pg_class c
		WHERE c.relkind = 'S' AND c.relpersistence = 'p' AND c.relnamespace = to_regnamespace(quote_ident(current_schema()))),
	last AS MATERIALIZED (SELECT name, pg_sequence_last_value(oid) AS value FROM found)
	SELECT name, value FROM last WHERE value IS NOT NULL`

// sequences reads the sequences after the tables: they aren't part of the
// snapshot, and none may fall behind its table.
func sequences(ctx context.Context, q querier) (map[string]int64, error) {
	rows, err := q.Query(ctx, listSequences)
	if err != nil {
		return nil, err
	}
	last := map[string]int64{}
	var name string
	var value int64
	_, err = pgx.ForEachRow(rows, []any{&name, &value}, func() error {
		last[name] = value
		return nil
	})
	return last, err
}

// setSequences sets the sequences that exist.
func setSequences(ctx context.Context, conn *pgx.Conn, last map[string]int64) error {
	for name, value := range last {
		if _, err := conn.Exec(ctx, "SELECT setval(to_regclass($1), $2)", quote(name), value); err != nil {
			return fmt.Errorf("set the sequence %s: %w", name, err)
		}
	}
	return nil
}
