package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// weight is what a site takes at rest.
type weight struct {
	server, renderer  float64 // memory in bytes; of the largest renderer
	files, goroutines float64 // that the server has open, and runs
	kept              float64 // files in the data folder
	tables            map[string]table
}

// table is one of the database.
type table struct{ rows, bytes float64 }

// measureSoak weighs a site at rest again and again under a mixed load of reads
// and writes: for a minute, for two hours with -long, or as -soak says. What the site weighs at
// the end is held against what it weighed after the first sixth, when everything
// was in use.
func measureSoak(ctx context.Context, b *bench) ([]result, error) {
	span := time.Minute
	if b.long {
		span = 2 * time.Hour
	}
	span = cmp.Or(b.soak, span)
	site, err := b.startSite(ctx, "TRUSTED_PROXIES=127.0.0.1", "TRACKING_LIMIT=1000000")
	if err != nil {
		return nil, err
	}
	defer site.stop()
	token, err := site.adminToken(ctx)
	if err != nil {
		return nil, err
	}
	w, err := newWrites(site, token)
	if err != nil {
		return nil, err
	}
	paths, err := site.guides()
	if err != nil {
		return nil, err
	}
	for n := range 50 {
		paths = append(paths, anew(n), fmt.Sprintf("/unknown-%d", n))
	}
	pages := load{site.addr, paths, "Accept-Encoding: br\r\n", 4}
	under := func(span time.Duration) (weight, error) {
		loading, end := context.WithTimeout(ctx, span)
		defer end()
		var writing sync.WaitGroup
		writing.Go(func() { w.until(loading) })
		_, err := pages.until(loading, 0)
		writing.Wait()
		if err != nil {
			return weight{}, err
		}
		return site.weigh(ctx)
	}
	before, err := under(span / 6)
	if err != nil {
		return nil, err
	}
	after, err := under(span * 5 / 6)
	if err != nil {
		return nil, err
	}
	written := 0
	for _, keys := range w.acknowledged {
		written += len(keys)
	}
	return before.against(after, fmt.Sprintf(" after %v and %d writes", span, written)), nil
}

// weigh weighs the site once it has rested.
func (p *process) weigh(ctx context.Context) (w weight, err error) {
	w.server, w.renderer = p.rest(ctx)
	if w.goroutines, err = p.metric("go_goroutines"); err != nil {
		return w, err
	}
	if w.files, err = p.metric("process_open_fds"); err != nil {
		return w, err
	}
	data := filepath.Join(p.dir, "data")
	err = filepath.WalkDir(data, func(path string, d fs.DirEntry, err error) error {
		switch {
		case os.IsNotExist(err): // gone since it was listed
			return nil
		case err == nil && d.Name() == "postgres":
			return fs.SkipDir
		case err == nil && !d.IsDir() && !slices.Contains(strings.Split(path, string(filepath.Separator)), "mail"): // which only development keeps
			w.kept++
		}
		return err
	})
	if err != nil {
		return w, err
	}
	err = p.database(ctx, func(c *pgx.Conn) (err error) {
		w.tables, err = tablesOf(ctx, c)
		return err
	})
	return w, err
}

// tablesOf counts the rows of all tables.
func tablesOf(ctx context.Context, c *pgx.Conn) (map[string]table, error) {
	found, err := c.Query(ctx, "SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
	if err != nil {
		return nil, err
	}
	names, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	all := map[string]table{}
	for _, name := range names {
		var t table
		if err := c.QueryRow(ctx, "SELECT count(*), pg_total_relation_size($1) FROM "+name, name).Scan(&t.rows, &t.bytes); err != nil {
			return nil, err
		}
		all[name] = t
	}
	return all, nil
}

// grownIn returns what the tables weigh, now and later, that have hardly more
// rows then.
func grownIn(now, later map[string]table) (before, after float64) {
	for name, then := range later {
		if was := now[name]; then.rows <= 1.1*was.rows {
			before, after = before+was.bytes, after+then.bytes
			if then.bytes > 1.2*was.bytes {
				fmt.Fprintf(os.Stderr, "%s: %.0f rows in %.0f kB, %.0f rows in %.0f kB later\n", name, was.rows, was.bytes/1024, then.rows, then.bytes/1024)
			}
		}
	}
	return before, after
}

// against gives the lines of a site that weighed w at first, and this much later.
func (w weight) against(later weight, after string) []result {
	line := func(of string, before, now, unit, atMost float64, in string) result {
		return result{Name: of + after, Figure: now / before, Unit: "of before", Site: now / unit, Against: before / unit, Of: in, AtMost: atMost}
	}
	tables, tablesLater := grownIn(w.tables, later.tables)
	return []result{
		line("memory of Go", w.server, later.server, mb, 1.3, "MB"),
		line("memory of a renderer", w.renderer, later.renderer, mb, 1.3, "MB"),
		line("files that the server has open", w.files, later.files, 1, 1.2, "files"),
		line("goroutines", w.goroutines, later.goroutines, 1, 1.2, "goroutines"),
		line("files in the data folder", w.kept, later.kept, 1, 1.2, "files"),
		line("tables that have hardly more rows", tables, tablesLater, mb, 1.3, "MB"),
	}
}
