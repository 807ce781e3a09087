// Package renderer runs the Node processes that turn an address into a page.
//
// A Pool starts N workers, each on its own Unix socket, monitors them, replaces
// those that die, hang or grow, and distributes renders among them.
// Alternatively it uses workers that run elsewhere. When a worker dies, its
// renders are repeated on others. Such a render is a suspect and runs alone in
// its worker, so that an address that kills workers can be identified.
package renderer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// Errors returned by Render.
var (
	// ErrUnavailable means that no worker came up within Options.Patience.
	ErrUnavailable = errors.New("no renderer is running")
	// ErrBusy means that no worker had a free slot within Options.Wait.
	ErrBusy = errors.New("the renderers are busy")
	// ErrPoisoned means that the page at this address killed two workers within 30 s.
	ErrPoisoned = errors.New("the page at this address crashes renderers")
	// ErrDeadline means that a healthy worker did not finish the page within Options.Deadline, for example
	// because it waits for data.
	ErrDeadline = errors.New("rendering timed out")
	// ErrBadAnswer means that the answer was incomplete, too long or without a length, twice.
	ErrBadAnswer = errors.New("the renderer's response is incomplete")
	// ErrTarget means that the target is not the address of a page.
	ErrTarget = errors.New("not a page address")
)

// Options configure a Pool. Zero numbers mean the defaults given here.
type Options struct {
	Node   string   // the Node binary; see FindNode
	Script string   // the program of a worker
	Dir    string   // folder for the sockets: a short path, private; created if missing
	Env    []string // a worker's environment, except SOCKET; nothing is inherited
	URLs   []string // external workers, "http://host:port" or "unix:/path"; if set, none is started

	Workers   int           // number of processes; default 2
	PerWorker int           // concurrent renders in a worker; default 8
	Deadline  time.Duration // for one attempt to render a page; default 5 s
	Wait      time.Duration // longest wait for a slot; default twice Deadline
	Patience  time.Duration // how long renders wait while no worker is up; default 1 s
	MaxRSS    int64         // bytes above which a worker is replaced; default 300 MB

	Log *slog.Logger // for the workers' output and events of the pool; nil discards them
}

// Page is a complete answer of a worker. It must not be modified once shared.
type Page struct {
	Status int
	Header http.Header // only Content-Type, Location, Cache-Tag and X-Render-Error
	Body   []byte      // identity-encoded, at most 8 MB
}

// Pool is a set of workers. It is safe for concurrent use.
type Pool struct {
	o   Options
	log *slog.Logger

	open     context.Context // ends when Close begins; nothing is started afterwards
	closing  context.CancelFunc
	graceful context.Context // ends when Close must not wait longer
	force    context.CancelFunc
	wg       sync.WaitGroup // supervisors, processes and retirements

	shell     atomic.Pointer[[]byte]
	renders   atomic.Uint64
	waiting   atomic.Int64  // renders without a worker
	sockets   atomic.Uint64 // number of sockets named so far
	recycling sync.Mutex    // held while the replacement of a large worker starts

	mu         sync.Mutex // guards the following fields
	closed     bool
	workers    []*worker     // in service, retiring ones included
	changed    chan struct{} // closed and replaced when workers are added, removed or retired
	emptySince time.Time     // when the last worker went out of service
	down       bool          // emptySince is longer ago than Options.Patience
	suspects   suspects
	restarts   uint64
	recycled   uint64
	lastErr    error // why the last start of a worker failed
}

// Start checks the options, begins to start the workers and returns at once.
// The error is a plain sentence about what is wrong with the options.
func Start(o Options) (*Pool, error) {
	o.setDefaults()
	var starters []starter
	p := &Pool{o: o, log: o.Log, changed: make(chan struct{})}
	if len(o.URLs) > 0 {
		for _, address := range o.URLs {
			start, err := remote(address)
			if err != nil {
				return nil, err
			}
			starters = append(starters, start)
		}
	} else {
		if _, err := os.Stat(o.Script); err != nil {
			return nil, fmt.Errorf("the renderer's script is missing: %w", err)
		}
		if err := prepareSocketDir(o.Dir); err != nil {
			return nil, err
		}
		for range o.Workers {
			starters = append(starters, p.spawn)
		}
	}
	p.open, p.closing = context.WithCancel(context.Background())
	p.graceful, p.force = context.WithCancel(context.Background())
	p.mu.Lock()
	p.beginOutage()
	p.mu.Unlock()
	for _, start := range starters {
		p.wg.Go(func() { p.supervise(start) })
	}
	return p, nil
}

func (o *Options) setDefaults() {
	if o.Workers <= 0 {
		o.Workers = 2
	}
	if o.PerWorker <= 0 {
		o.PerWorker = 8
	}
	if o.Deadline <= 0 {
		o.Deadline = 5 * time.Second
	}
	if o.Wait <= 0 {
		o.Wait = 2 * o.Deadline
	}
	if o.Patience <= 0 {
		o.Patience = time.Second
	}
	if o.MaxRSS <= 0 {
		o.MaxRSS = 300 << 20
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}

// Ready reports whether a worker is in service.
func (p *Pool) Ready() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.closed && len(p.workers) > 0
}

// WaitReady waits until a worker is in service. If ctx ends first, it returns
// why the last start failed.
func (p *Pool) WaitReady(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for ctx.Err() == nil {
		if len(p.workers) > 0 {
			return nil
		}
		changed := p.changed
		p.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
		}
		p.mu.Lock()
	}
	if p.lastErr != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, p.lastErr)
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, ctx.Err())
}

// Shell returns the document that renders in the browser if no worker can. It
// is nil until the first worker has started. It must not be modified.
func (p *Pool) Shell() []byte {
	if shell := p.shell.Load(); shell != nil {
		return *shell
	}
	return nil
}

// Stats are the current statistics. Counters start with the pool.
type Stats struct {
	Workers  []WorkerStats // in service
	Waiting  int           // renders without a worker
	Poisoned int           // addresses that get ErrPoisoned
	Renders  uint64        // pages rendered
	Restarts uint64        // workers lost
	Recycled uint64        // workers replaced because of their size
}

// WorkerStats are the statistics of one worker.
type WorkerStats struct {
	PID     int   // 0 for an external worker
	RSS     int64 // in bytes, at most some seconds old
	Running int   // renders in progress
}

// Stats returns the current statistics.
func (p *Pool) Stats() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := Stats{
		Waiting:  int(p.waiting.Load()),
		Poisoned: p.suspects.poisoned(time.Now()),
		Renders:  p.renders.Load(),
		Restarts: p.restarts,
		Recycled: p.recycled,
	}
	for _, w := range p.workers {
		s.Workers = append(s.Workers, WorkerStats{PID: w.pid(), RSS: w.rss.Load(), Running: w.running})
	}
	return s
}

// Close rejects new renders, waits for the running ones and stops the workers:
// gracefully at first, by force when ctx ends or a worker doesn't exit. No
// process is left when it returns. If renders were cut off, it returns the
// context's error.
func (p *Pool) Close(ctx context.Context) error {
	p.mu.Lock()
	p.closed = true
	p.notify()
	for _, w := range p.workers {
		p.wg.Go(func() { p.retire(w) })
	}
	p.mu.Unlock()
	p.closing()
	stopForce := context.AfterFunc(ctx, p.force)
	p.wg.Wait()
	if !stopForce() {
		return ctx.Err()
	}
	p.force()
	return nil
}
