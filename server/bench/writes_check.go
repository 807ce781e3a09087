package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"thriftwell/server/app"
	"thriftwell/server/platform/config"
)

// patience is how long the site may take to work off what it has written down.
const patience = 5 * time.Minute

// tally is what became of acknowledged writes.
type tally struct{ acknowledged, lost, twice int }

// check looks up each acknowledged write once the site has worked off what it
// wrote down: the spool, and the queue of those who left. It returns what became
// of the writes by kind, and how many roll-ups there are and differ from the
// events.
func (w *writes) check(ctx context.Context) (found map[string]tally, rollups, differ int, err error) {
	if err := w.site.await(ctx, "/readyz"); err != nil {
		return nil, 0, 0, err
	}
	found = map[string]tally{}
	err = w.site.database(ctx, func(c *pgx.Conn) error {
		if err := w.workedOff(ctx, c); err != nil {
			return err
		}
		for _, kind := range []string{views, clicks, clickOuts} {
			if found[kind], err = count(ctx, c, kind, w.acknowledged[kind], "SELECT id::text FROM events WHERE id = ANY($1::text[]::uuid[])"); err != nil {
				return err
			}
		}
		if found[edits], err = count(ctx, c, edits, w.acknowledged[edits], "SELECT after->>'introduction' FROM audit_log WHERE kind = 'topic' AND after->>'introduction' = ANY($1)"); err != nil {
			return err
		}
		return c.QueryRow(ctx, `SELECT count(*), count(*) FILTER (WHERE counted IS DISTINCT FROM kept) FROM
			(SELECT subject, subject_id, day, action, reason, count(*) AS kept FROM events GROUP BY 1, 2, 3, 4, 5) e
			FULL JOIN (SELECT subject, subject_id, day, action, reason, count AS counted FROM daily_counts) c USING (subject, subject_id, day, action, reason)`).Scan(&rollups, &differ)
	})
	if err != nil {
		return nil, 0, 0, err
	}
	for kind, path := range map[string]string{signups: "/api/admin/subscribers?q=", unsubscribes: "/api/admin/subscribers?state=unsubscribed&q=", messages: "/api/admin/messages?q="} {
		t := tally{acknowledged: len(w.acknowledged[kind])}
		for _, email := range w.acknowledged[kind] {
			var rows []struct{}
			if err := w.read(path+url.QueryEscape(email), &rows); err != nil {
				return nil, 0, 0, err
			}
			t.add(kind, email, len(rows))
		}
		found[kind] = t
	}
	return found, rollups, differ, nil
}

// workedOff waits for the spool and the queue.
func (w *writes) workedOff(ctx context.Context, c *pgx.Conn) error {
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		spooled, queued := w.site.spooled(), 0
		err := c.QueryRow(ctx, "SELECT count(*) FROM river_job WHERE kind = 'subscribers.leaving' AND finalized_at IS NULL").Scan(&queued)
		if err != nil || queued == 0 && len(spooled) == 0 {
			return err
		}
		if time.Now().After(end) {
			return fmt.Errorf("after %v %d unsubscriptions are in the queue, and in the spool %v", patience, queued, spooled)
		}
	}
}

// spooled are the files of the spool, of each instance where there are several.
func (p *process) spooled() (files []string) {
	for _, of := range []string{".", "instance-*"} {
		found, _ := filepath.Glob(filepath.Join(p.dir, of, "data", "spool", "*"))
		files = append(files, found...)
	}
	return files
}

// mostNamed is how many lost writes of a kind are named.
const mostNamed = 10

// add counts a write that is there so many times.
func (t *tally) add(kind, key string, times int) {
	switch {
	case times == 0:
		if t.lost++; t.lost <= mostNamed {
			fmt.Fprintf(os.Stderr, "lost: %s %s\n", kind, key)
		}
	case times > 1:
		t.twice++
	}
}

// count looks for keys by a query that returns each as often as it is there.
func count(ctx context.Context, c *pgx.Conn, kind string, keys []string, query string) (tally, error) {
	t := tally{acknowledged: len(keys)}
	rows, err := c.Query(ctx, query, keys)
	if err != nil {
		return t, err
	}
	there, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return t, err
	}
	times := map[string]int{}
	for _, key := range there {
		times[key]++
	}
	for _, key := range keys {
		t.add(kind, key, times[key])
	}
	return t, nil
}

// database runs queries on the Postgres of a site that is up.
func (p *process) database(ctx context.Context, queries func(*pgx.Conn) error) error {
	settings, err := config.Load(p.cmd.Env)
	if err != nil {
		return err
	}
	address, attached, err := app.Database(ctx, app.Options{Config: settings, Log: slog.New(slog.DiscardHandler), Root: "."})
	if err != nil {
		return err
	}
	if attached != nil {
		defer attached.Stop(context.WithoutCancel(ctx))
	}
	c, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	return queries(c)
}
