package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

// failure is a request that got no answer, or that of an error of the server.
type failure struct {
	began time.Time
	why   error
}

// requests counts what was asked through the balancer, and what failed.
type requests struct {
	mu       sync.Mutex // guards what follows
	asked    int
	failures []failure
}

// note counts a request. A why of nil is for one that did not fail.
func (r *requests) note(began time.Time, why error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	if why != nil {
		r.failures = append(r.failures, failure{began, why})
	}
}

// take returns how many requests ended since it was called last, and which of
// them failed.
func (r *requests) take() (asked int, failures []failure) {
	r.mu.Lock()
	defer r.mu.Unlock()
	asked, failures = r.asked, r.failures
	r.asked, r.failures = 0, nil
	return asked, failures
}

// Clients that ask for a page in memory, again and again, and how long each rests.
const (
	visiting     = 8
	betweenCalls = 5 * time.Millisecond
)

// visit asks for a page until ctx ends.
func (r *requests) visit(ctx context.Context, addr string) {
	var clients sync.WaitGroup
	for range visiting {
		clients.Go(func() {
			for ; ctx.Err() == nil; time.Sleep(betweenCalls) {
				began := time.Now()
				r.note(began, ask(addr))
			}
		})
	}
	clients.Wait()
}

// tell prints the first of some failures.
func tell(what string, failures []failure) {
	for _, f := range failures[:min(len(failures), 5)] {
		fmt.Fprintf(os.Stderr, "%s: %s: %v\n", what, f.began.Format("15:04:05.000"), f.why)
	}
}

// ask asks once, over a connection of its own.
func ask(addr string) error {
	req, err := http.NewRequest(http.MethodGet, "http://"+addr+guide, nil)
	if err != nil {
		return err
	}
	req.Close = true // the client asks again only over a connection that was used before
	res, err := (&http.Client{Timeout: 30 * time.Second}).Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s (%s)", res.Status, res.Header.Get("Cache-Status"))
	}
	return nil
}
