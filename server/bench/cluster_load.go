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

// failure is a request without an answer, or with a server error.
type failure struct {
	began time.Time
	why   error
}

// requests counts requests through the balancer and their failures.
type requests struct {
	mu       sync.Mutex // guards what follows
	asked    int
	failures []failure
}

// note counts a request. It succeeded if why is nil.
func (r *requests) note(began time.Time, why error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	if why != nil {
		r.failures = append(r.failures, failure{began, why})
	}
}

// take returns the number of requests that ended since its last call, and their
// failures.
func (r *requests) take() (asked int, failures []failure) {
	r.mu.Lock()
	defer r.mu.Unlock()
	asked, failures = r.asked, r.failures
	r.asked, r.failures = 0, nil
	return asked, failures
}

// Clients that repeatedly request a cached page, and the pause of each. More
// would take the processor time that a standby needs to accept connections: with
// 8 clients at 5 ms, the instances sometimes got none for minutes.
const (
	visiting     = 4
	betweenCalls = 20 * time.Millisecond
)

// visit requests a page until ctx ends.
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

// printFailures prints the first failures.
func printFailures(what string, failures []failure) {
	for _, f := range failures[:min(len(failures), 5)] {
		fmt.Fprintf(os.Stderr, "%s: %s: %v\n", what, f.began.Format("15:04:05.000"), f.why)
	}
}

// ask makes one request on its own connection.
func ask(addr string) error {
	req, err := http.NewRequest(http.MethodGet, "http://"+addr+guide, nil)
	if err != nil {
		return err
	}
	req.Close = true // the client would retry only on a reused connection
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
