package main

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"thriftwell/server/platform/mail"
)

// probe edits a topic that nobody else does.
type probe struct {
	writes   *writes
	topic    int64
	category string
	edits    int
}

func (r *rehearsal) newProbe() (probe, error) {
	var topics []struct {
		ID       int64
		Category string
	}
	if err := r.writes.read("/api/admin/topics", &topics); err != nil {
		return probe{}, err
	}
	if len(topics) < 2 {
		return probe{}, fmt.Errorf("the site has %d topics", len(topics))
	}
	mine := topics[0]
	r.writes.topics = r.writes.topics[1:]
	return probe{writes: r.writes, topic: mine.ID, category: mine.Category}, nil
}

// write edits through the balancer, and fails where that takes long.
func (p *probe) write(ctx context.Context) (text string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return p.edit(ctx, p.writes.site.addr)
}

// edit writes something new, at an instance or the balancer.
func (p *probe) edit(ctx context.Context, addr string) (text string, err error) {
	p.edits++
	text = fmt.Sprintf("What was written by probe %d", p.edits)
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, fmt.Sprintf("http://%s/api/admin/topics/%d", addr, p.topic), strings.NewReader(fmt.Sprintf(`{"introduction": %q}`, text)))
	if err != nil {
		return text, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+p.writes.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return text, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return text, fmt.Errorf("an edit on %s was answered %s", addr, res.Status)
	}
	p.writes.note(edits, text)
	return text, nil
}

// edit measures how long after the answer to an edit on one instance its page
// is new on all of them, also right after their connections that hear of edits
// were cut.
func (r *rehearsal) edit(ctx context.Context) error {
	for _, cut := range []bool{false, true} {
		name := "an edit is on all instances"
		if cut {
			name += ", though they just lost the connection that hears of it"
		}
		slowest := time.Duration(0)
		for _, at := range slices.Repeat(r.cluster.instances, r.edits) {
			if _, err := r.shown(ctx, ""); err != nil { // all have the page in memory
				return err
			}
			if cut {
				if err := r.cutListeners(ctx); err != nil {
					return err
				}
			}
			text, err := r.probe.edit(ctx, at.addr)
			if err != nil {
				return err
			}
			took, err := r.shown(ctx, text)
			if err != nil {
				return err
			}
			slowest = max(slowest, took)
		}
		r.add(result{Name: name, Figure: slowest.Seconds(), Unit: "s at most", AtMost: 1})
	}
	return nil
}

func (p *probe) page() string { return "/articles?category=" + p.category }

// shown returns how long it takes until a page shows a text on all instances.
func (r *rehearsal) shown(ctx context.Context, text string) (time.Duration, error) {
	began := time.Now()
	errs := make([]error, len(r.cluster.instances))
	var waiting sync.WaitGroup
	for i, each := range r.cluster.instances {
		waiting.Go(func() {
			errs[i] = within(ctx, 30*time.Second, "an edit on "+each.addr, func() bool {
				page, _, err := each.get(r.probe.page())
				return err == nil && strings.Contains(string(page), text)
			})
		})
	}
	waiting.Wait()
	for _, err := range errs {
		if err != nil {
			return 0, err
		}
	}
	return time.Since(began), nil
}

// cutListeners ends the connections by which instances hear of edits.
func (r *rehearsal) cutListeners(ctx context.Context) error {
	return r.writes.site.database(ctx, func(c *pgx.Conn) error {
		const listening = " FROM pg_stat_activity WHERE query LIKE 'LISTEN page_invalidation%'"
		err := within(ctx, time.Minute, "every instance listening", func() bool { // also those that were cut before
			var n int
			return c.QueryRow(ctx, "SELECT count(*)"+listening).Scan(&n) == nil && n >= len(r.cluster.instances)
		})
		if err == nil {
			_, err = c.Exec(ctx, "SELECT pg_terminate_backend(pid)"+listening)
		}
		return err
	})
}

// look looks up every write that was acknowledged, once the instances have
// worked off what they wrote down.
func (r *rehearsal) look(ctx context.Context) error {
	found, rollups, differ, err := r.writes.check(ctx)
	if err != nil {
		return err
	}
	var all tally
	for kind, t := range found {
		fmt.Fprintf(os.Stderr, "        %s: %d acknowledged, %d lost, %d twice\n", kind, t.acknowledged, t.lost, t.twice)
		all.acknowledged, all.lost, all.twice = all.acknowledged+t.acknowledged, all.lost+t.lost, all.twice+t.twice
	}
	sent, err := r.mails(ctx)
	if err != nil {
		return err
	}
	r.add(
		share("acknowledged writes that are kept, once each", all.acknowledged-all.lost-all.twice, all.acknowledged, "writes"),
		share("roll-ups that equal the events", rollups-differ, rollups, "roll-ups"),
		share("messages whose receipt was mailed", found[messages].acknowledged-sent.missing, found[messages].acknowledged, "messages"),
		// What an instance was just doing when it lost its life or the database is done again.
		result{Name: "mails that went out more than once, of those under way at a kill or a promotion", Figure: float64(sent.twice), Unit: "mails", AtMost: float64(mailsAtOnce * (1 + len(r.cluster.instances)*r.promotions))},
		result{Name: "a mail goes out, also where its instance or the database was lost", Figure: sent.slowest.Seconds(), Unit: "s at most", AtMost: mailPatience.Seconds()},
	)
	return nil
}

const (
	mailsAtOnce  = 10              // an instance has under way at most
	mailPatience = 3 * time.Minute // as README.md promises
)

// mails are what became of the mails of a run.
type mails struct {
	missing int           // messages that were acknowledged and of which no instance sent the receipt
	twice   int           // mails that went out more than once, each for every time after the first
	slowest time.Duration // the longest that a mail took from the write that caused it
}

// queued are mails that nobody has sent.
const queued = " FROM river_job WHERE queue = 'default' AND finalized_at IS NULL AND state <> 'scheduled'"

// mails waits until all are sent, and looks what became of them.
func (r *rehearsal) mails(ctx context.Context) (m mails, err error) {
	err = r.writes.site.database(ctx, func(c *pgx.Conn) error {
		var seconds float64
		waiting := 0
		all := within(ctx, patience, "every mail sent", func() bool {
			return c.QueryRow(ctx, "SELECT count(*)"+queued).Scan(&waiting) == nil && waiting == 0
		})
		if all != nil {
			tellMails(ctx, c)
			return fmt.Errorf("%d mails wait: %w", waiting, all)
		}
		err := c.QueryRow(ctx, "SELECT coalesce(extract(epoch FROM max(finalized_at - created_at)), 0) FROM river_job WHERE queue = 'default' AND state = 'completed'").Scan(&seconds)
		m.slowest = time.Duration(seconds * float64(time.Second))
		return err
	})
	if err != nil {
		return m, err
	}
	times, got := map[string]int{}, map[string]bool{}
	for _, each := range r.cluster.instances {
		all, err := mail.Folder{Dir: filepath.Join(each.dir, "data", "mail")}.List(math.MaxInt)
		if err != nil {
			return m, err
		}
		for _, one := range all {
			times[one.ID]++
			if strings.HasPrefix(one.Subject, "We received your message") {
				got[strings.Trim(one.To, "<>")] = true
			}
		}
	}
	for _, n := range times {
		m.twice += n - 1
	}
	for _, email := range r.writes.acknowledged[messages] {
		if !got[email] {
			m.missing++
		}
	}
	return m, nil
}

// mailed waits until every mail is sent that was due, so that the next loss does
// not hit it too.
func (r *rehearsal) mailed(ctx context.Context) error {
	return r.writes.site.database(ctx, func(c *pgx.Conn) error {
		var newest int64
		if err := c.QueryRow(ctx, "SELECT coalesce(max(id), 0) FROM river_job").Scan(&newest); err != nil {
			return err
		}
		err := within(ctx, patience, "every mail sent that was due", func() bool {
			waiting := 0
			return c.QueryRow(ctx, "SELECT count(*)"+queued+" AND id <= $1", newest).Scan(&waiting) == nil && waiting == 0
		})
		if err != nil {
			tellMails(ctx, c)
		}
		return err
	})
}

// tellMails prints some mails that nobody has sent, and why.
func tellMails(ctx context.Context, c *pgx.Conn) {
	rows, _ := c.Query(ctx, "SELECT to_jsonb(river_job) - '{args,metadata,unique_key}'::text[]"+queued+" ORDER BY id LIMIT 5") // the error comes with the rows
	some, err := pgx.CollectRows(rows, pgx.RowTo[string])
	fmt.Fprintln(os.Stderr, strings.Join(some, "\n"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
