package renderer

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/propagation"
	"golang.org/x/sync/semaphore"
)

const (
	maxPage     = 8 << 20
	maxIdle     = 16
	idleTimeout = 4 * time.Second // shorter than Node's 5 s, so that no connection is closed during a request
)

// A worker is a renderer process, or the address of an external one.
type worker struct {
	name    string // in logs: its pid or address
	base    string
	network string // network and address are dialed
	address string
	http    *http.Transport // retries by itself if an idle connection was closed
	process *process        // nil if external
	rss     atomic.Int64
	started time.Time
	served  time.Time     // since when in service; zero before
	took    time.Duration // from the start until in service

	gone    context.Context // ends when the worker has died or is abandoned
	abandon context.CancelFunc
	ending  ending // why; written before gone ends, read after

	// Guarded by Pool.mu.
	running  int                 // renders in it
	assigned int                 // running renders and those that wait for it
	retiring bool                // gets no more work
	room     *semaphore.Weighted // a place for each render; set when in service
}

type ending string

const (
	endedItself    ending = "exited by itself"
	hung           ending = "stopped responding"  // so the pool killed it
	killedByOthers ending = "killed from outside" // or unreachable
)

// starter starts a worker. It is in service once it passes its health check.
type starter func() (*worker, error)

// remote returns a starter for an external worker at an address.
func remote(address string) (starter, error) {
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		if path = "/" + strings.TrimLeft(path, "/"); path != "/" {
			return func() (*worker, error) { return newWorker(address, "http://renderer", "unix", path), nil }, nil
		}
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		return nil, fmt.Errorf("%q is not the address of a renderer: write http://host:port or unix:/path", address)
	}
	host := net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "80"))
	return func() (*worker, error) { return newWorker(address, "http://"+u.Host, "tcp", host), nil }, nil
}

// Reach reports whether the renderer at an address, as in Options.URLs, passes
// its health check within limit.
func Reach(address string, limit time.Duration) error {
	start, err := remote(address)
	if err != nil {
		return err
	}
	w, err := start()
	if err != nil {
		return err
	}
	defer w.http.CloseIdleConnections()
	defer w.abandon()
	return w.health(limit)
}

func newWorker(name, base, network, address string) *worker {
	w := &worker{name: name, base: base, network: network, address: address, started: time.Now()}
	w.gone, w.abandon = context.WithCancel(context.Background())
	var dialer net.Dialer
	w.http = &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, address)
		},
		MaxIdleConnsPerHost: maxIdle,
		IdleConnTimeout:     idleTimeout,
		DisableCompression:  true,
	}
	return w
}

func (w *worker) pid() int {
	if w.process == nil {
		return 0
	}
	return w.process.pid
}

// passedOn lists the headers of an answer that the pool returns.
var passedOn = [...]string{"Content-Type", "Location", "Cache-Tag", "X-Render-Error"}

// page fetches target within limit, or until the worker is gone. An answer that
// is incomplete, too long or without Content-Length is an error. The worker's
// calls belong to the trace of caller.
func (w *worker) page(caller context.Context, target string, limit time.Duration) (Page, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(caller), limit)
	defer cancel()
	defer context.AfterFunc(w.gone, cancel)()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, w.base+target, nil)
	if err != nil {
		return Page{}, ErrTarget
	}
	request.Header.Set("User-Agent", "") // sends none
	propagation.TraceContext{}.Inject(ctx, propagation.HeaderCarrier(request.Header))
	response, err := w.http.RoundTrip(request)
	if err != nil {
		return Page{}, err
	}
	defer response.Body.Close()
	if response.ContentLength < 0 || response.ContentLength > maxPage {
		return Page{}, fmt.Errorf("response has %d bytes", response.ContentLength)
	}
	page := Page{
		Status: response.StatusCode,
		Header: make(http.Header, len(passedOn)),
		Body:   make([]byte, response.ContentLength),
	}
	if _, err := io.ReadFull(response.Body, page.Body); err != nil {
		return Page{}, err
	}
	for _, name := range passedOn {
		if values := response.Header[name]; len(values) > 0 {
			page.Header[name] = values
		}
	}
	return page, nil
}

// health runs the worker's health check and records its size.
func (w *worker) health(limit time.Duration) error {
	page, err := w.page(context.Background(), "/-/health", limit)
	if err != nil {
		return err
	}
	var report struct{ RSS int64 }
	if page.Status != http.StatusOK || json.Unmarshal(page.Body, &report) != nil {
		return fmt.Errorf("health check returned status %d: %.100q", page.Status, page.Body)
	}
	w.rss.Store(report.RSS)
	return nil
}

// tooLarge reports whether the worker should be replaced because of its size. A
// worker may first serve ten times as long as it took to start. So a limit
// below a worker's initial size can't keep the machine busy with starts.
func (w *worker) tooLarge(limit int64) bool {
	return w.process != nil && w.rss.Load() > limit && time.Since(w.served) > 10*w.took
}
