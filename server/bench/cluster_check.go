package main

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
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

// write reports whether an edit through the balancer was acknowledged.
func (p *probe) write(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_, err := p.edit(ctx, p.writes.site.addr)
	return err == nil
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
		for _, at := range r.cluster.instances {
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
	missing, twice, err := r.mails(ctx)
	if err != nil {
		return err
	}
	r.add(
		share("acknowledged writes that are kept, once each", all.acknowledged-all.lost-all.twice, all.acknowledged, "writes"),
		share("roll-ups that equal the events", rollups-differ, rollups, "roll-ups"),
		share("messages whose receipt was mailed", found[messages].acknowledged-missing, found[messages].acknowledged, "messages"),
		// What an instance was just doing when it lost its life or the database is done again.
		result{Name: "mails that went out twice, of those under way at a kill or a promotion", Figure: float64(twice), Unit: "mails", AtMost: float64(mailsAtOnce * (1 + len(r.cluster.instances)*r.promotions))},
	)
	return nil
}

// mailsAtOnce is how many mails an instance has under way at most.
const mailsAtOnce = 10

// mails returns how many of those whose message was acknowledged got no receipt
// from any instance, and how many mails two instances sent.
func (r *rehearsal) mails(ctx context.Context) (missing, twice int, err error) {
	err = r.writes.site.database(ctx, func(c *pgx.Conn) error {
		for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
			waiting := 0
			err := c.QueryRow(ctx, "SELECT count(*) FROM river_job WHERE queue = 'default' AND finalized_at IS NULL AND state <> 'scheduled'").Scan(&waiting)
			if err != nil || waiting == 0 {
				return err
			}
			if time.Now().After(end) {
				return fmt.Errorf("after %v %d mails wait still", patience, waiting)
			}
		}
	})
	if err != nil {
		return 0, 0, err
	}
	times, got := map[string]int{}, map[string]bool{}
	for _, each := range r.cluster.instances {
		all, err := mail.Folder{Dir: filepath.Join(each.dir, "data", "mail")}.List(math.MaxInt)
		if err != nil {
			return 0, 0, err
		}
		for _, m := range all {
			times[m.ID]++
			if strings.HasPrefix(m.Subject, "We received your message") {
				got[strings.Trim(m.To, "<>")] = true
			}
		}
	}
	for _, n := range times {
		twice += n - 1
	}
	for _, email := range r.writes.acknowledged[messages] {
		if !got[email] {
			missing++
		}
	}
	return missing, twice, nil
}
