package legal

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/jackc/pgx/v5"

	"thriftwell/server/platform/calendar"
)

// pages lists the pages that have a legal text.
var pages = []string{"privacy", "terms"}

// digest returns a hash of a text including the program's parts. If a release
// changes those, the page needs another review.
func (v version) digest() (string, error) {
	text, err := v.whole()
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:]), err
}

// Querier is a connection to Postgres or a pool.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Unreviewed returns the pages whose current text no admin has marked as
// reviewed by counsel. The database may have an older schema or be empty.
func Unreviewed(ctx context.Context, db Querier, today calendar.Day) ([]string, error) {
	tables, err := column(ctx, db, "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() AND tablename IN ('legal_texts', 'legal_reviews')")
	if err != nil {
		return nil, err
	}
	out := []string{}
	for _, page := range pages {
		v, err := builtIn(page)
		if err != nil {
			return nil, err
		}
		if slices.Contains(tables, "legal_texts") {
			rows, err := db.Query(ctx, "SELECT text, effective FROM legal_texts WHERE page = $1 AND effective <= $2 ORDER BY effective DESC LIMIT 1", page, today.Time)
			if err != nil {
				return nil, err
			}
			if _, err := pgx.ForEachRow(rows, []any{&v.Text, &v.Effective}, func() error { return nil }); err != nil {
				return nil, err
			}
		}
		digest, err := v.digest()
		if err != nil {
			return nil, err
		}
		reviewed := []string(nil)
		if slices.Contains(tables, "legal_reviews") {
			if reviewed, err = column(ctx, db, "SELECT digest FROM legal_reviews WHERE page = $1 AND digest = $2", page, digest); err != nil {
				return nil, err
			}
		}
		if len(reviewed) == 0 {
			out = append(out, page)
		}
	}
	return out, nil
}

func column(ctx context.Context, db Querier, sql string, args ...any) ([]string, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
