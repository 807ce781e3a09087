// Package renderer hosts the Node processes that turn an address into a page.
//
// A Pool starts N workers, each on a unix socket of its own, watches them,
// replaces those that die, hang or grow, and distributes renders over them; or
// it uses workers that somebody else runs. When a worker dies, its renders are
// repeated elsewhere. Such a render is a suspect and runs alone in its worker,
// so that the address that kills workers can be identified.
package renderer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The errors of Render.
var (
	// ErrUnavailable means that no worker came up within Options.Patience.
	ErrUnavailable = errors.New("no renderer is running")
	// ErrBusy means that no worker had room within Options.Wait.
	ErrBusy = errors.New("the renderers are busy")
	// ErrPoisoned means that the page at this address killed a worker twice within
	// 30 s.
	ErrPoisoned = errors.New("the page at this address crashes renderers")
	// ErrDeadline means that a healthy worker had no page after Options.Deadline,
	// as when it waits for data.
	ErrDeadline = errors.New("rendering timed out")
	// ErrBadAnswer means that the answer was twice cut short, too long or without
	// a length.
	ErrBadAnswer = errors.New("the renderer's response is incomplete")
	// ErrTarget means that the target is not the address of a page.
	ErrTarget = errors.New("not a page address")
)

// Options configure a Pool. Numbers that are zero take the defaults given here.
type Options struct {
	Node   string   // the Node binary, see FindNode
	Script string   // what a worker runs
	Dir    string   // folder for the sockets: short, for nobody else; made if missing
	Env    []string // the whole environment of a worker but SOCKET; nothing is inherited
	URLs   []string // workers run by others, "http://host:port" or "unix:/path"; then none is started

	// Site returns what every page needs to know and may change at any time, as
	// JSON; a worker is told it with each page, in base64. May be nil.
	Site func() []byte

	Workers   int           // processes to keep up; 2
	PerWorker int           // renders at a time in one worker; 8
	Deadline  time.Duration // for one try of a page; 5 s
	Wait      time.Duration // for room in a worker, at most; twice Deadline
	Patience  time.Duration // how long renders wait while no worker is up; 1 s
	MaxRSS    int64         // bytes; a worker above it is replaced; 300 MB

	Log *slog.Logger // the workers' output and the pool's own news; nil discards them
}

// Page is a complete answer of a worker. It must not be modified once shared.
type Page struct {
	Status int
	Header http.Header // Content-Type, Location, Cache-Tag and X-Render-Error at most
	Body   []byte      // identity-encoded, at most 8 MB
}

// Pool is a set of workers, safe for concurrent use.
type Pool struct {
	o   Options
	log *slog.Logger

	open    context.Context // ends when Close begins: nothing is started any more
	closing context.CancelFunc
	patient context.Context // ends when Close may wait no longer
	hurry   context.CancelFunc
	wg      sync.WaitGroup // supervisors, processes and retirements

	shell     atomic.Pointer[[]byte]
	renders   atomic.Uint64
	waiting   atomic.Int64  // renders without a worker yet
	sockets   atomic.Uint64 // sockets named so far
	recycling sync.Mutex    // held while a replacement of a grown worker starts

	mu         sync.Mutex // guards the following fields
	closed     bool
	workers    []*worker     // in service, retiring ones included
	changed    chan struct{} // closed, and replaced, when workers come, go or retire
	emptySince time.Time     // since when no worker has been in service
	down       bool          // that was longer ago than Options.Patience
	suspects   suspects
	restarts   uint64
	recycled   uint64
	lastErr    error // why the last start of a worker failed
}

// Start checks the options, begins to start the workers and returns at once. An
// error is a plain sentence about what is wrong with the options.
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
	p.patient, p.hurry = context.WithCancel(context.Background())
	p.mu.Lock()
	p.beginOutage()
	p.mu.Unlock()
	for _, start := range starters {
		p.wg.Go(func() { p.keep(start) })
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

// Render returns the page at target, an escaped path with its query
// ("/guides?q=a"). The error is one of those above or the context's.
//
// A render that has begun runs to its end even if ctx ends first: it occupies
// its worker all the same, and its address is blamed if the worker dies.
func (p *Pool) Render(ctx context.Context, target string) (Page, error) {
	// Below /-/ a worker speaks to the pool, not to visitors.
	if !strings.HasPrefix(target, "/") || strings.HasPrefix(target, "/-/") {
		return Page{}, ErrTarget
	}
	type answer struct {
		page Page
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		page, err := p.render(ctx, target)
		answers <- answer{page, err}
	}()
	select {
	case a := <-answers:
		return a.page, a.err
	case <-ctx.Done():
		return Page{}, ctx.Err()
	}
}

// maxTries ends a render whose workers go away again and again for no fault of its own.
const maxTries = 5

func (p *Pool) render(ctx context.Context, target string) (Page, error) {
	badAnswers := 0
	for try := 1; try <= maxTries; try++ {
		s, err := p.enter(ctx, target)
		if err != nil {
			return Page{}, err
		}
		page, err := s.worker.page(ctx, target, p.o.Site, p.o.Deadline)
		if err == nil {
			p.finish(s, true)
			p.renders.Add(1)
			return page, nil
		}
		lost := p.lostAfter(s.worker, err)
		if lost {
			p.blame(s)
		}
		p.finish(s, false)
		switch {
		case lost: // on another worker, then
		case errors.Is(err, ErrTarget):
			return Page{}, err
		case errors.Is(err, context.DeadlineExceeded):
			p.log.Warn("rendering timed out", "path", pathOf(target))
			return Page{}, ErrDeadline
		default:
			p.log.Warn("incomplete response from a renderer", "path", pathOf(target), "error", err)
			if badAnswers++; badAnswers == 2 {
				return Page{}, fmt.Errorf("%w: %w", ErrBadAnswer, err)
			}
		}
		if ctx.Err() != nil {
			return Page{}, ctx.Err()
		}
	}
	return Page{}, ErrUnavailable
}

// pathOf leaves the query out of what is logged: it may hold what a visitor typed.
func pathOf(target string) string {
	path, _, _ := strings.Cut(target, "?")
	return path
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

// Shell returns the document that renders in the browser if no worker can; nil
// until the first worker was up. It must not be modified.
func (p *Pool) Shell() []byte {
	if shell := p.shell.Load(); shell != nil {
		return *shell
	}
	return nil
}

// Stats are the current statistics; counters begin with the pool.
type Stats struct {
	Workers  []WorkerStats // in service
	Waiting  int           // renders without a worker yet
	Poisoned int           // addresses answered with ErrPoisoned
	Renders  uint64        // pages answered
	Restarts uint64        // workers lost
	Recycled uint64        // workers replaced because they had grown
}

// WorkerStats are the statistics of one worker.
type WorkerStats struct {
	PID     int   // 0 for a worker run by others
	RSS     int64 // bytes, as of the last look at it, at most some seconds ago
	Running int   // renders in it
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
// gracefully first, and by force when ctx ends or a worker does not exit. No
// process is left when it returns. The error is the context's if renders were
// cut short.
func (p *Pool) Close(ctx context.Context) error {
	p.mu.Lock()
	p.closed = true
	p.tell()
	for _, w := range p.workers {
		p.wg.Go(func() { p.retire(w) })
	}
	p.mu.Unlock()
	p.closing()
	unhurried := context.AfterFunc(ctx, p.hurry)
	p.wg.Wait()
	if !unhurried() {
		return ctx.Err()
	}
	p.hurry()
	return nil
}
