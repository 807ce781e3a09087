package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// patience is how long a step waits for the site or the cluster.
const patience = 5 * time.Minute

// tally is what became of acknowledged writes.
type tally struct{ acknowledged, lost, twice int }

// check looks up each acknowledged write after the site has processed its spool
// and the queue of unsubscribes.
func (w *writes) check(ctx context.Context) ([]row, error) {
	if err := w.site.await(ctx); err != nil {
		return nil, err
	}
	var all tally
	var rollups, differ int
	err := w.site.database(ctx, func(c *pgx.Conn) error {
		if err := w.workedOff(ctx, c); err != nil {
			return err
		}
		const ofEvents = "SELECT id::text FROM events WHERE id = ANY($1::text[]::uuid[])"
		for kind, query := range map[string]string{
			views: ofEvents, clicks: ofEvents, clickOuts: ofEvents,
			edits: "SELECT after->>'introduction' FROM audit_log WHERE kind = 'topic' AND after->>'introduction' = ANY($1)",
		} {
			rows, _ := c.Query(ctx, query, w.acknowledged[kind]) // the error comes with the rows
			there, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				return err
			}
			times := map[string]int{}
			for _, key := range there {
				times[key]++
			}
			for _, key := range w.acknowledged[kind] {
				all.add(kind, key, times[key])
			}
		}
		return c.QueryRow(ctx, `SELECT count(*), count(*) FILTER (WHERE counted IS DISTINCT FROM kept) FROM
			(SELECT subject, subject_id, day, action, reason, count(*) AS kept FROM events GROUP BY 1, 2, 3, 4, 5) e
			FULL JOIN (SELECT subject, subject_id, day, action, reason, count AS counted FROM daily_counts) c USING (subject, subject_id, day, action, reason)`).Scan(&rollups, &differ)
	})
	if err != nil {
		return nil, err
	}
	for kind, path := range map[string]string{signups: "/api/admin/subscribers?q=", unsubscribes: "/api/admin/subscribers?state=unsubscribed&q=", messages: "/api/admin/messages?q="} {
		for _, email := range w.acknowledged[kind] {
			var rows []struct{}
			if err := w.read(path+url.QueryEscape(email), &rows); err != nil {
				return nil, err
			}
			all.add(kind, email, len(rows))
		}
	}
	return []row{
		share("acknowledged writes that are kept once", all.acknowledged-all.lost-all.twice, all.acknowledged, "writes"),
		share("totals that equal the events", rollups-differ, rollups, "totals"),
	}, nil
}

// workedOff waits until spool and queue are empty.
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

// spooled returns the spool files, of all instances if there are several.
func (p *process) spooled() (files []string) {
	for _, of := range []string{".", "instance-*"} {
		found, _ := filepath.Glob(filepath.Join(p.dir, of, "data", "spool", "*"))
		files = append(files, found...)
	}
	return files
}

// mostNamed is how many lost writes are named.
const mostNamed = 10

// add counts a write that was stored a number of times.
func (t *tally) add(kind, key string, times int) {
	t.acknowledged++
	switch {
	case times == 0:
		if t.lost++; t.lost <= mostNamed {
			fmt.Fprintf(os.Stderr, "lost: %s %s\n", kind, key)
		}
	case times > 1:
		t.twice++
	}
}
