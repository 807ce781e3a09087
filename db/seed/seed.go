// Package seed holds the content of a new site, as Markdown and YAML files.
// Each is loaded only once, so what staff change or delete stays that way.
package seed

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

//go:embed authors/*.md articles/*.md guides/*.md topics/*.md offers/*.yaml claims/*.md
var files embed.FS

// loader loads the files of one folder.
type loader struct {
	dir  string
	load func(ctx context.Context, tx pgx.Tx, slug string, content []byte) error
}

func loaders(production bool) []loader {
	by := authors{active: !production}
	return []loader{{"authors", by.load}, {"articles", articles{by}.load}, {"guides", guides{by}.load}, {"topics", loadTopic}, {"claims", loadClaim}, {"offers", offers{active: !production}.load}}
}

// Load loads the files that were not loaded before, all or none, and returns
// how many there were. Partners and authors are invented, so in production they
// come in inactive.
func Load(ctx context.Context, pool *pgxpool.Pool, production bool) (loaded int, err error) {
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "LOCK TABLE seed_files IN EXCLUSIVE MODE"); err != nil {
			return err
		}
		for _, l := range loaders(production) {
			n, err := loadDir(ctx, tx, l)
			if err != nil {
				return err
			}
			loaded += n
		}
		return nil
	})
	return loaded, err
}

func loadDir(ctx context.Context, tx pgx.Tx, l loader) (loaded int, err error) {
	entries, err := fs.ReadDir(files, l.dir)
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		name := path.Join(l.dir, e.Name())
		tag, err := tx.Exec(ctx, "INSERT INTO seed_files (path) VALUES ($1) ON CONFLICT DO NOTHING", name)
		if err != nil {
			return loaded, err
		}
		if tag.RowsAffected() == 0 {
			continue
		}
		content, err := files.ReadFile(name)
		if err != nil {
			return loaded, err
		}
		slug := strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
		if err := l.load(ctx, tx, slug, content); err != nil {
			return loaded, fmt.Errorf("load %s: %w", name, err)
		}
		loaded++
	}
	return loaded, nil
}

// later returns the later of two dates, of which one may not be given.
func later(a, b Date) time.Time {
	if b.After(a.Time) {
		return b.Time
	}
	return a.Time
}

// orNull returns nil for a date that is not given.
func (d Date) orNull() *time.Time {
	if d.IsZero() {
		return nil
	}
	return &d.Time
}

// orNull returns nil for an empty string.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// list returns s, or an empty slice for nil, so that its JSON is [] and not null.
func list(s []string) []string {
	return append([]string{}, s...)
}
