package backup

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// swap replaces what is in the site's schema with what was made in a separate
// one. It moves tables, types and functions rather than renaming schemas,
// because the site's schema may have another owner and may have extensions.
type swap struct {
	conn    *pgx.Conn
	address string // of the database
	site    string // the schema of the site
	fresh   string // the schema of the new site
	old     string // the schema of the replaced site
}

func newSwap(ctx context.Context, conn *pgx.Conn, address string) (*swap, error) {
	s := &swap{conn: conn, address: address}
	if err := conn.QueryRow(ctx, "SELECT current_schema()").Scan(&s.site); err != nil {
		return nil, fmt.Errorf("find the site's schema: %w", err)
	}
	s.fresh, s.old = s.site+"_restored", s.site+"_replaced"
	return s, nil
}

// begin creates the schema for the new site and returns its address. It removes
// what an earlier swap left.
func (s *swap) begin(ctx context.Context) (url string, err error) {
	if url, err = elsewhere(s.address, "", s.fresh); err != nil {
		return "", err
	}
	if err := s.sweep(ctx); err != nil {
		return "", err
	}
	if _, err := s.conn.Exec(ctx, "CREATE SCHEMA "+quote(s.fresh)); err != nil {
		return "", fmt.Errorf("create a schema for the backup (requires the CREATE permission on the database): %w", err)
	}
	// The extension of the migrations belongs in the site's schema, as its owner may not be allowed to move it. Where
	// it can't be created, the migrations do without it.
	_, _ = s.conn.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS pg_trgm")
	return url, nil
}

// sweep drops both schemas and everything in them. It uses a new connection,
// because an interrupted one is closed.
func (s *swap) sweep(ctx context.Context) error {
	conn, err := connect(ctx, s.address)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "DROP SCHEMA IF EXISTS "+quote(s.fresh)+", "+quote(s.old)+" CASCADE")
	return err
}

// exchange moves the old site out of the site's schema and the new one into it.
func (s *swap) exchange(ctx context.Context) error {
	err := pgx.BeginFunc(ctx, s.conn, func(tx pgx.Tx) error {
		// Don't wait for others that lock a table, such as a report.
		if _, err := tx.Exec(ctx, "SET LOCAL lock_timeout = '30s'; CREATE SCHEMA "+quote(s.old)); err != nil {
			return err
		}
		if err := move(ctx, tx, s.site, s.old); err != nil {
			return err
		}
		if err := move(ctx, tx, s.fresh, s.site); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DROP SCHEMA "+quote(s.fresh)) // fails if something was not moved
		return err
	})
	if err != nil {
		return fmt.Errorf("swap in the backup: %w", err)
	}
	return nil
}

// Everything in a schema that isn't part of something else or of an extension.
// Routines come first, because their names include those of types.
const listMoves = `
	SELECT format('ALTER TABLE %I.%I SET SCHEMA %I', $1::text, c.relname, $2::text)
	FROM pg_class c
	WHERE c.relnamespace = to_regnamespace(quote_ident($1)) AND ` + notOfAnExtension + ` AND (c.relkind IN ('r', 'p', 'v', 'm', 'f') OR
		c.relkind = 'S' AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = c.tableoid AND d.objid = c.oid AND d.deptype IN ('a', 'i')))
	UNION ALL
	SELECT format('ALTER TYPE %I.%I SET SCHEMA %I', $1, c.typname, $2)
	FROM pg_type c LEFT JOIN pg_class r ON r.oid = c.typrelid
	WHERE c.typnamespace = to_regnamespace(quote_ident($1)) AND ` + notOfAnExtension + ` AND (c.typtype IN ('e', 'd', 'r') OR r.relkind = 'c')
	UNION ALL
	SELECT format('ALTER ROUTINE %s SET SCHEMA %I', c.oid::regprocedure, $2)
	FROM pg_proc c
	WHERE c.pronamespace = to_regnamespace(quote_ident($1)) AND ` + notOfAnExtension + ` AND NOT EXISTS (
		SELECT FROM pg_depend d WHERE d.classid = c.tableoid AND d.objid = c.oid AND d.deptype = 'i')
	ORDER BY 1`

func move(ctx context.Context, tx pgx.Tx, from, to string) error {
	rows, err := tx.Query(ctx, listMoves, from, to)
	if err != nil {
		return err
	}
	statements, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, strings.Join(statements, ";"))
	return err
}
