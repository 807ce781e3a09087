package seed

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Again loads files once more, such as articles/x.md, in place of what became
// of them before, whatever staff have changed since. It is for whoever writes
// these files.
func Again(ctx context.Context, pool *pgxpool.Pool, content Content, names ...string) error {
	const onPages, questions = "offers/content.yaml", "offers/questions.yaml"
	if slices.Contains(names, onPages) && !slices.Contains(names, questions) {
		names = append(slices.Clip(names), questions) // which lead to offers of the other
	}
	slices.Sort(names)
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		for _, name := range names {
			if err := loadAgain(ctx, tx, content, name); err != nil {
				return fmt.Errorf("load %s: %w", name, err)
			}
		}
		return nil
	})
}

// Has reports whether a file such as articles/x.md exists.
func Has(name string) bool {
	info, err := fs.Stat(files, name)
	return err == nil && info.Mode().IsRegular() && slices.ContainsFunc(Content{}.loaders(), func(l loader) bool { return l.dir == path.Dir(name) })
}

func loadAgain(ctx context.Context, tx pgx.Tx, content Content, name string) error {
	text, err := files.ReadFile(name)
	if err != nil {
		return err
	}
	dir, slug := path.Dir(name), strings.TrimSuffix(path.Base(name), path.Ext(name))
	if err := remove(ctx, tx, dir, slug); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "DELETE FROM seed_files WHERE path = $1", name); err != nil {
		return err
	}
	if err := note(ctx, tx, name, text); err != nil {
		return err
	}
	content.Empty = false // whoever names a file wants it
	again := content.loaders()
	i := slices.IndexFunc(again, func(l loader) bool { return l.dir == dir })
	return again[i].load(ctx, tx, slug, text, true)
}

// remove deletes what a file was loaded to. Offers that staff added have no
// slug, so they are kept.
func remove(ctx context.Context, tx pgx.Tx, dir, slug string) error {
	tables := map[string]string{"carousel": "carousel_offers", "content": "content_offers", "daily": "daily_offers", "hot-static": "static_offers", "questions": "questions"}
	if table, isOffers := tables[slug]; dir == "offers" && isOffers {
		_, err := tx.Exec(ctx, "DELETE FROM "+table+" WHERE slug IS NOT NULL")
		return err
	}
	columns := map[string]string{"topics": "category", "claims": "name"}
	_, err := tx.Exec(ctx, "DELETE FROM "+dir+" WHERE "+cmp.Or(columns[dir], "slug")+" = $1", slug)
	return err
}
