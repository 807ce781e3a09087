// Package seed is the content that a new site starts with: Markdown and YAML
// files, each loaded once and never again, so that what staff change or delete
// stays so.
package seed

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

//go:embed articles/*.md guides/*.md offers/*.yaml
var files embed.FS

// wordsPerMinute is the reading speed behind the read times.
const wordsPerMinute = 220

// loaders say which folder is loaded by what.
type loader struct {
	dir  string
	load func(ctx context.Context, tx pgx.Tx, slug string, content []byte) error
}

func loaders() []loader {
	return []loader{{"articles", loadArticle}, {"guides", loadGuide}, {"offers", loadOffers}}
}

// Load brings in every file that was not loaded before and returns how many
// those were. All go in, or none.
func Load(ctx context.Context, pool *pgxpool.Pool) (loaded int, err error) {
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "LOCK TABLE seed_files IN EXCLUSIVE MODE"); err != nil {
			return err
		}
		for _, l := range loaders() {
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

// frontMatter parts a file into its YAML head, read into out, and its body.
func frontMatter(content []byte, out any) (body string, err error) {
	head, rest, ok := bytes.Cut(bytes.TrimPrefix(content, []byte("---\n")), []byte("\n---\n"))
	if !ok {
		return "", fmt.Errorf("the front matter does not end")
	}
	if err := yaml.UnmarshalWithOptions(head, out, yaml.Strict()); err != nil {
		return "", err
	}
	return strings.TrimSpace(string(rest)), nil
}

// date is a day of the front matter; a piece appears at noon UTC, which is the
// same calendar day everywhere in the United States.
type date struct{ time.Time }

// UnmarshalText reads YYYY-MM-DD.
func (d *date) UnmarshalText(b []byte) (err error) {
	d.Time, err = time.Parse(time.DateOnly, string(b))
	d.Time = d.Time.Add(12 * time.Hour)
	return err
}

// minutes is how long a text takes to read, at least one minute.
func minutes(text string) int {
	return max(1, (len(strings.Fields(text))+wordsPerMinute/2)/wordsPerMinute)
}

// orNull is nil for an empty string.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// list is s, never nil, so that it is kept as [] and not as null.
func list(s []string) []string {
	return append([]string{}, s...)
}
