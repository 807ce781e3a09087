// Package seed has the content of a new site, as Markdown and YAML files. Each
// is loaded only once, so that what staff change or delete stays that way. What
// staff haven't edited is updated when its file changes.
package seed

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
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
	dir string
	// load loads a new file or, if corrects is set, a changed one: it updates what the file was loaded to,
	// unless staff have edited it.
	load     func(ctx context.Context, tx pgx.Tx, slug string, content []byte, isNew bool) error
	corrects bool
}

// errTaken is returned for a file whose slug existed before it was loaded. What
// has the slug is kept, even if the file changes later.
var errTaken = errors.New("its slug is taken")

// Content says how a site starts.
type Content struct {
	// Inactive adds authors and partners as inactive: they are invented, and
	// production must not show them.
	Inactive bool
	// Empty leaves out everything but topics and the pages of offers.
	Empty bool
}

func (c Content) loaders() []loader {
	topics, partners := loader{"topics", loadTopic, false}, loader{"offers", offers{active: !c.Inactive, pagesOnly: c.Empty}.load, false}
	if c.Empty {
		return []loader{topics, partners}
	}
	by := authors{active: !c.Inactive}
	return []loader{
		{"authors", by.load, false}, {"articles", articles{by}.load, true}, {"guides", guides{by}.load, true}, topics, {"claims", loadClaim, true}, partners,
	}
}

// Load loads the files that were not loaded before, all or none, corrects what
// became of the others, and returns how many were new.
func Load(ctx context.Context, pool *pgxpool.Pool, content Content) (loaded int, err error) {
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "LOCK TABLE seed_files IN EXCLUSIVE MODE"); err != nil {
			return err
		}
		digests, err := readDigests(ctx, tx)
		if err != nil {
			return err
		}
		for _, l := range content.loaders() {
			n, err := loadDir(ctx, tx, l, digests)
			if err != nil {
				return err
			}
			loaded += n
		}
		return nil
	})
	return loaded, err
}

// readDigests returns the digests of the loaded files by their paths. The
// digest of a file whose slug was taken is "".
func readDigests(ctx context.Context, tx pgx.Tx) (map[string]string, error) {
	rows, err := tx.Query(ctx, "SELECT path, coalesce(digest, 'unknown') FROM seed_files")
	if err != nil {
		return nil, err
	}
	digests := map[string]string{}
	var name, digest string
	_, err = pgx.ForEachRow(rows, []any{&name, &digest}, func() error {
		digests[name] = digest
		return nil
	})
	return digests, err
}

func loadDir(ctx context.Context, tx pgx.Tx, l loader, digests map[string]string) (loaded int, err error) {
	entries, err := fs.ReadDir(files, l.dir)
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		name := path.Join(l.dir, e.Name())
		content, err := files.ReadFile(name)
		if err != nil {
			return loaded, err
		}
		before, isLoaded := digests[name]
		if isLoaded && (before == "" || before == digestOf(content)) {
			continue
		}
		if err := note(ctx, tx, name, content); err != nil {
			return loaded, err
		}
		slug := strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
		switch {
		case !isLoaded:
			err = l.load(ctx, tx, slug, content, true)
			if errors.Is(err, errTaken) {
				_, err = tx.Exec(ctx, "UPDATE seed_files SET digest = '' WHERE path = $1", name)
			}
			loaded++
		case l.corrects:
			err = l.load(ctx, tx, slug, content, false)
		}
		if err != nil {
			return loaded, fmt.Errorf("load %s: %w", name, err)
		}
	}
	return loaded, nil
}

// note records that a file is loaded with this text.
func note(ctx context.Context, tx pgx.Tx, name string, content []byte) error {
	_, err := tx.Exec(ctx, "INSERT INTO seed_files (path, digest) VALUES ($1, $2) ON CONFLICT (path) DO UPDATE SET digest = excluded.digest", name, digestOf(content))
	return err
}

func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// insert adds a piece with these columns, the first of which is its slug, and
// returns its id. It returns errTaken if the slug exists.
func insert(ctx context.Context, tx pgx.Tx, table, columns string, values ...any) (id int64, err error) {
	err = tx.QueryRow(ctx, "INSERT INTO "+table+" ("+columns+") VALUES ("+places(len(values))+") ON CONFLICT DO NOTHING RETURNING id", values...).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		err = errTaken
	}
	return id, err
}

// update changes these columns of a public piece, the first of which is its
// slug, if staff haven't edited it. It marks the piece for rendering and
// returns its id, or 0. An imported piece also has version 1, but unlike a
// seeded one, it has a revision.
func update(ctx context.Context, tx pgx.Tx, table, columns string, values ...any) (id int64, err error) {
	err = tx.QueryRow(ctx, "UPDATE "+table+" SET ("+columns+") = ROW("+places(len(values))+`), rendered = 0, updated_at = now()
		WHERE slug = $1 AND version = 1 AND status = 'published' AND deleted_at IS NULL
			AND NOT EXISTS (SELECT FROM `+strings.TrimSuffix(table, "s")+"_revisions WHERE piece_id = "+table+".id) RETURNING id", values...).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return id, err
}

// places returns the placeholders for n values.
func places(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("$%d", i+1)
	}
	return strings.Join(all, ", ")
}

// later returns the later of two dates, either of which may be zero.
func later(a, b Date) time.Time {
	if b.After(a.Time) {
		return b.Time
	}
	return a.Time
}

// orNull returns nil for a zero date.
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
