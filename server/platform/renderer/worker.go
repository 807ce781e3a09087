package renderer

import (
	"bytes"
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
)

const maxPage = 8 << 20

// A worker is one renderer process, or one address where somebody else runs one.
type worker struct {
	name    string // in logs: its pid, or its address
	base    string
	client  *client
	process *process // nil where somebody else runs it
	rss     atomic.Int64
	started time.Time
	served  time.Time     // since when in service; zero before
	took    time.Duration // from the start to being in service

	gone   context.Context // ends when the worker has died or is given up
	giveUp context.CancelFunc
	ending ending // why; written before gone ends, read after

	// Guarded by Pool.mu.
	running  int
	keptFor  *turn         // the turn that must be alone in here
	retiring bool          // gets no more work
	idle     chan struct{} // closed when it retires and nothing runs in it
}

type ending string

const (
	endedItself    ending = "it ended by itself"
	hung           ending = "it did not answer"          // so the pool killed it
	killedByOthers ending = "it was killed from outside" // or is out of reach
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
	defer w.client.close()
	defer w.giveUp()
	return w.health(limit)
}

func newWorker(name, base, network, address string) *worker {
	w := &worker{name: name, base: base, started: time.Now(), idle: make(chan struct{})}
	w.gone, w.giveUp = context.WithCancel(context.Background())
	w.client = &client{network: network, address: address}
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
// the worker what o has to tell. What was cut short, is too long or has no
// Content-Length is an error. The worker's calls belong to the trace of caller.
func (w *worker) page(caller context.Context, target string, o *Options, limit time.Duration) (Page, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(caller), limit)
	defer cancel()
	defer context.AfterFunc(w.gone, cancel)()
	request, err := w.request(ctx, target, o)
	if err != nil {
		return Page{}, err
	}
	var page Page
	err = w.client.ask(ctx, request, func(response *http.Response) error {
		page, err = read(response)
		return err
	})
	return page, err
}

// read reads a page whole.
func read(response *http.Response) (Page, error) {
	if response.ContentLength < 0 || response.ContentLength > maxPage {
		return Page{}, fmt.Errorf("its length is %d bytes", response.ContentLength)
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

// request asks for target. What the worker is told is its body.
func (w *worker) request(ctx context.Context, target string, o *Options) (*http.Request, error) {
	method, body := http.MethodGet, io.Reader(nil)
	if o.Known != nil {
		if known := o.Known(ctx, target); len(known) > 0 {
			method, body = http.MethodPost, bytes.NewReader(known)
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, w.base+target, body)
	if err != nil {
		return nil, ErrTarget
	}
	request.Header.Set("User-Agent", "") // sends none
	if o.Site != nil {
		request.Header[siteHeader] = []string{base64.StdEncoding.EncodeToString(o.Site())}
	}
	propagation.TraceContext{}.Inject(ctx, propagation.HeaderCarrier(request.Header))
	return request, nil
}

// health runs the worker's health check and notes its size.
func (w *worker) health(limit time.Duration) error {
	page, err := w.page(context.Background(), "/-/health", &Options{}, limit)
	if err != nil {
		return err
	}
	var report struct{ RSS int64 }
	if page.Status != http.StatusOK || json.Unmarshal(page.Body, &report) != nil {
		return fmt.Errorf("its health check answers with status %d: %.100q", page.Status, page.Body)
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
