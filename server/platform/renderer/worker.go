package renderer

import (
	"cmp"
	"context"
	"encoding/base64"
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
	maxPage         = 8 << 20
	keptConnections = 16
	keptFor         = 4 * time.Second // shorter than Node's own 5 s, so that none is closed under a request
)

// A worker is one renderer process, or one address where somebody else runs one.
type worker struct {
	name    string // in logs: its pid, or its address
	base    string
	network string // and address: what is dialed
	address string
	http    *http.Transport // which asks once more by itself if a kept connection was closed
	process *process        // nil where somebody else runs it
	rss     atomic.Int64
	started time.Time
	served  time.Time     // since when in service; zero before
	took    time.Duration // from the start to being in service

	gone   context.Context // ends when the worker has died or is given up
	giveUp context.CancelFunc
	ending ending // why; written before gone ends, read after

	// Guarded by Pool.mu.
	running  int                 // renders in it
	assigned int                 // those, and the ones that wait for it
	retiring bool                // gets no more work
	room     *semaphore.Weighted // a place for each render; set when it is in service
}

type ending string

const (
	endedItself    ending = "exited by itself"
	hung           ending = "stopped responding"  // so the pool killed it
	killedByOthers ending = "killed from outside" // or is out of reach
)

// starter begins a worker, which is in service once it answers its health check.
type starter func() (*worker, error)

// remote returns a starter for workers at an address where somebody else runs
// them.
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

// Reach reports whether the renderer at an address, as in Options.URLs, answers
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
	defer w.giveUp()
	return w.health(limit)
}

func newWorker(name, base, network, address string) *worker {
	w := &worker{name: name, base: base, network: network, address: address, started: time.Now()}
	w.gone, w.giveUp = context.WithCancel(context.Background())
	var dialer net.Dialer
	w.http = &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, address)
		},
		MaxIdleConnsPerHost: keptConnections,
		IdleConnTimeout:     keptFor,
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

// siteHeader holds what Options.Site returns.
const siteHeader = "X-Site"

// passedOn are the headers of an answer that leave the renderer.
var passedOn = [...]string{"Content-Type", "Location", "Cache-Tag", "X-Render-Error"}

// page fetches target whole within limit, or until the worker is gone, and tells
// the worker what site returns, if it is not nil. What was cut short, is too long
// or has no Content-Length is an error. The worker's calls belong to the trace of
// caller.
func (w *worker) page(caller context.Context, target string, site func() []byte, limit time.Duration) (Page, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(caller), limit)
	defer cancel()
	defer context.AfterFunc(w.gone, cancel)()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, w.base+target, nil)
	if err != nil {
		return Page{}, ErrTarget
	}
	request.Header.Set("User-Agent", "") // sends none
	if site != nil {
		request.Header.Set(siteHeader, base64.StdEncoding.EncodeToString(site()))
	}
	propagation.TraceContext{}.Inject(ctx, propagation.HeaderCarrier(request.Header))
	response, err := w.http.RoundTrip(request)
	if err != nil {
		return Page{}, err
	}
	defer response.Body.Close()
	return read(response)
}

// read reads a page whole.
func read(response *http.Response) (Page, error) {
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

// health runs the worker's health check and notes its size.
func (w *worker) health(limit time.Duration) error {
	page, err := w.page(context.Background(), "/-/health", nil, limit)
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

// grown reports whether the worker should be replaced for its size. It may
// first serve ten times as long as it took to start, so that a limit below a
// worker's size at rest cannot keep the machine busy with starting workers.
func (w *worker) grown(limit int64) bool {
	return w.process != nil && w.rss.Load() > limit && time.Since(w.served) > 10*w.took
}
