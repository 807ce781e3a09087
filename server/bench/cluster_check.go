package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
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

// edit writes something new, at an instance or the balancer, and fails where that
// takes long.
func (p *probe) edit(ctx context.Context, addr string) (text string, err error) {
	p.edits++
	text = fmt.Sprintf("What was written by probe %d", p.edits)
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	at := process{addr: addr}
	if _, err := at.call(ctx, http.MethodPut, fmt.Sprint("/api/admin/topics/", p.topic), p.writes.token, fmt.Appendf(nil, `{"introduction": %q}`, text)); err != nil {
		return text, err
	}
	p.writes.note(edits, text)
	return text, nil
}

// edit measures how long after the answer to an edit on one instance its page
// is new on all of them.
func (r *rehearsal) edit(ctx context.Context) error {
	slowest := time.Duration(0)
	for _, at := range r.cluster.instances {
		if _, err := r.shown(ctx, ""); err != nil { // all have the page in memory
			return err
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
	r.seconds("an edit is on all instances", slowest, time.Second)
	return nil
}

func (p *probe) page() string { return "/articles?category=" + p.category }

// shown returns how long it takes until a page shows a text on all instances.
func (r *rehearsal) shown(ctx context.Context, text string) (time.Duration, error) {
	began := time.Now()
	failed := make(chan error)
	for _, each := range r.cluster.instances {
		go func() {
			failed <- within(ctx, 30*time.Second, "an edit on "+each.addr, func() bool {
				page, _, err := each.get(r.probe.page())
				return err == nil && strings.Contains(string(page), text)
			})
		}()
	}
	var err error
	for range r.cluster.instances {
		err = errors.Join(err, <-failed)
	}
	return time.Since(began), err
}

// look looks up every write that was acknowledged, once the instances have
// worked off what they wrote down.
func (r *rehearsal) look(ctx context.Context) error {
	kept, err := r.writes.check(ctx)
	r.add(kept...)
	return err
}
