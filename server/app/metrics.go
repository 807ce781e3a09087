package app

import (
	"cmp"
	"context"
	"log/slog"
	"math"
	"net/http"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"thriftwell/db"
	"thriftwell/db/backup"
	"thriftwell/server/features/contact"
	"thriftwell/server/features/cspreport"
	"thriftwell/server/features/health"
	"thriftwell/server/platform/fairqueue"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/renderer"
	"thriftwell/server/platform/tracking"
	"thriftwell/server/platform/weburl"
)

// metrics holds what GET /metrics reports to Prometheus.
type metrics struct {
	requests *prometheus.HistogramVec
	reports  *cspreport.Reports
	serve    http.Handler
}

func newMetrics(a *App) (metrics, error) {
	registry := prometheus.NewRegistry()
	m := metrics{requests: newRequestMetric(), reports: cspreport.New(a.log)}
	registry.MustRegister(m.requests, m.reports.Count, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), siteCollector{a})
	m.serve = promhttp.HandlerFor(registry, promhttp.HandlerOpts{ErrorLog: slog.NewLogLogger(a.log.Handler(), slog.LevelError)})
	return m, a.tracking.Register(registry)
}

func newRequestMetric() *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "http_request_duration_seconds", Help: "Duration of requests by route.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"method", "route", "status"})
}

// siteCollector collects the metrics of the running site on request.
type siteCollector struct{ *App }

// Describe sends nothing, which makes the collector unchecked.
func (siteCollector) Describe(chan<- *prometheus.Desc) {}

// Collect sends the metrics of the page cache, renderer, database, queue, disks
// and backups.
func (s siteCollector) Collect(out chan<- prometheus.Metric) {
	send := func(kind prometheus.ValueType, name, help string, value float64, labels ...string) {
		names, values := []string{}, []string{}
		for i := 0; i+1 < len(labels); i += 2 {
			names, values = append(names, labels[i]), append(values, labels[i+1])
		}
		out <- prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, names, nil), kind, value, values...)
	}
	c := s.pages.Stats()
	for answer, n := range map[string]uint64{"hit": c.Hits, "stale": c.Stale, "rescued": c.Rescued, "miss": c.Misses, "failed": c.Failed} {
		send(prometheus.CounterValue, "page_cache_requests_total", "Requests for pages and API reads by cache result.", float64(n), "answer", answer)
	}
	send(prometheus.CounterValue, "page_cache_evicted_total", "Pages evicted from the cache.", float64(c.Evicted))
	send(prometheus.GaugeValue, "page_cache_bytes", "Memory used by cached pages in all encodings.", float64(c.PageBytes+c.OtherBytes+c.ReadBytes))
	send(prometheus.GaugeValue, "page_cache_pages", "Cached pages.", float64(c.Pages+c.Others+c.Reads))
	r := s.renderer.Stats()
	send(prometheus.GaugeValue, "renderer_workers", "Renderers accepting work.", float64(len(r.Workers)))
	running := 0
	for _, w := range r.Workers {
		running += w.Running
	}
	send(prometheus.GaugeValue, "renderer_running", "Renders in progress.", float64(running))
	send(prometheus.GaugeValue, "renderer_waiting", "Renders waiting for a renderer.", float64(r.Waiting))
	send(prometheus.GaugeValue, "renderer_poisoned", "Addresses not rendered for now because they crashed renderers.", float64(r.Poisoned))
	send(prometheus.CounterValue, "renderer_renders_total", "Pages rendered.", float64(r.Renders))
	send(prometheus.CounterValue, "renderer_restarts_total", "Renderers replaced after they exited.", float64(r.Restarts))
	send(prometheus.CounterValue, "renderer_recycled_total", "Renderers replaced because they used too much memory.", float64(r.Recycled))
	for _, q := range []*fairqueue.Queue{s.pages.Searches, s.pages.First} {
		send(prometheus.GaugeValue, "render_queue_waiting", "Pages waiting in a render queue.", float64(q.Waiting()), "queue", q.Name)
		send(prometheus.CounterValue, "render_queue_rejected_total", "Pages rejected because the queue was full or the wait too long.", float64(q.Rejected()), "queue", q.Name)
	}
	send(prometheus.GaugeValue, "http_connections", "Open client connections.", float64(s.visitors.Open()))
	send(prometheus.CounterValue, "http_connections_refused_total", "Client connections closed to make room for others.", float64(s.visitors.Evicted()))
	p := s.db.Pool.Stat()
	send(prometheus.GaugeValue, "database_pool_open", "Open database connections.", float64(p.TotalConns()))
	send(prometheus.GaugeValue, "database_pool_in_use", "Database connections in use.", float64(p.AcquiredConns()))
	send(prometheus.GaugeValue, "database_pool_max", "Maximum number of database connections.", float64(p.MaxConns()))
	send(prometheus.CounterValue, "database_pool_waits_total", "Waits for a database connection.", float64(p.EmptyAcquireCount()))
	send(prometheus.CounterValue, "database_pool_wait_seconds_total", "Total time spent waiting for a database connection.", p.EmptyAcquireWaitTime().Seconds())
	s.collectFacts(send)
}

// collectFacts sends what the health page shows, too.
func (s siteCollector) collectFacts(send func(kind prometheus.ValueType, name, help string, value float64, labels ...string)) {
	f := s.health.Facts(context.Background())
	up := 1.0
	if f.Database != nil {
		up = 0
	}
	send(prometheus.GaugeValue, "database_up", "1 if the database responds.", up)
	for _, q := range f.Queues {
		send(prometheus.GaugeValue, "queue_waiting", "Waiting jobs. The default queue sends emails.", float64(q.Waiting), "queue", q.Name)
		send(prometheus.GaugeValue, "queue_failed", "Jobs that failed at least once or were given up.", float64(q.Failed), "queue", q.Name)
		send(prometheus.GaugeValue, "queue_oldest_seconds", "Age of the oldest due job.", q.Oldest.Seconds(), "queue", q.Name)
	}
	for _, d := range f.Disks {
		send(prometheus.GaugeValue, "disk_free_bytes", "Free space on the disk with the setting's folder.", float64(d.Free), "folder", d.Name)
		send(prometheus.GaugeValue, "disk_bytes", "Size of the disk with the setting's folder.", float64(d.Bytes), "folder", d.Name)
	}
	for _, c := range f.Certificates {
		send(prometheus.GaugeValue, "certificate_seconds_left", "Time until the certificate of the setting's server expires.", time.Until(c.Ends).Seconds(), "server", c.Name)
	}
	send(prometheus.GaugeValue, "reports_days_failing", "Days whose report totals couldn't be updated at the last try.", float64(f.Unadded))
	send(prometheus.GaugeValue, "sealed_rows_unreadable", "Rows of personal data that no key decrypts, checked daily.", float64(f.Unreadable))
	if f.Backup == nil {
		return
	}
	b, succeeded := *f.Backup, 1.0
	if b.Failed {
		succeeded = 0
	}
	send(prometheus.GaugeValue, "backup_succeeded", "0 if the last scheduled backup failed, else 1.", succeeded)
	age := math.Inf(1)
	if !b.Made.IsZero() {
		age = time.Since(b.Made).Seconds()
	}
	send(prometheus.GaugeValue, "backup_age_seconds", "Age of the newest scheduled backup; infinite if there is none.", age)
	send(prometheus.GaugeValue, "backup_bytes", "Size of the newest scheduled backup.", float64(b.Bytes))
	send(prometheus.CounterValue, "backup_failures_total", "Failed scheduled backups.", float64(b.Failures))
}

// operationRoutes are for operators, and for admins who look how the site is doing.
func operationRoutes(s *services) []route {
	return []route{
		{"GET", "/healthz", everybody(), passthrough(), unlimited(), healthz},
		{"GET", "/readyz", everybody(), passthrough(), unlimited(), s.ready.show},
		{"GET", "/metrics", operators(), passthrough(), unlimited(), s.metrics.show},
		{"GET", "/api/admin/health", admins(), noStore(), apiLimits(), health.Admin{Watch: s.health}.Show},
	}
}

func (m metrics) count(c *gin.Context) {
	start := time.Now()
	c.Next()
	route := c.FullPath()
	if route == "" {
		route = "unknown"
	}
	m.requests.WithLabelValues(knownMethod(c.Request.Method), route, strconv.Itoa(c.Writer.Status())).Observe(time.Since(start).Seconds())
}

// knownMethod keeps made-up methods out of the labels.
func knownMethod(method string) string {
	switch method {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS":
		return method
	}
	return "other"
}

// show handles GET /metrics.
func (m metrics) show(c *gin.Context) error {
	m.serve.ServeHTTP(c.Writer, c.Request)
	return nil
}

// newHealth returns what reads the health of a site, as far as its database and
// its settings tell: all that the doctor knows.
func newHealth(o Options, d *db.DB, backups *backup.Schedule, messages func(context.Context) (open, late int, err error)) *health.Watch {
	c := o.Config
	newest, _ := db.NewestMigration() // of the files in the program, which the start has read
	return &health.Watch{
		Store: health.NewStore(d.Gorm), DataDir: c.DataDir, Backups: backups, BackupDir: c.BackupDir, Disk: health.DiskOf, Started: time.Now(), Messages: messages, LateAfter: contact.LateAfter, Log: o.Log,
		Links:   func(ctx context.Context) (int64, error) { return offer.CountLinkProblems(ctx, d.Gorm) },
		Servers: map[string]string{"BASE_URL": c.BaseURL, "SMTP_URL": c.SMTPURL, "OIDC_ISSUER": c.OIDCIssuer},
		Site:    health.Site{Version: o.Version, Schema: newest, BaseURL: c.BaseURL, Production: c.Production(), Bundled: c.DatabaseURL == "", SendsEmail: c.SMTPURL != "", RestoreTest: c.RestoreTest},
	}
}

// watchHealth lets the health page know what only a running site does.
func (s *services) watchHealth(o Options) {
	s.health = newHealth(o, s.db, s.backups, s.people.Contact.Waiting)
	w, c := s.health, s.config
	w.Started, w.Sealed, w.Adding = s.started, s.people.Unreadable, s.adder.Failing
	w.Renderers = func() health.Renderers {
		return health.Renderers{Running: len(s.renderer.Stats().Workers), Wanted: cmp.Or(len(c.RendererURLs), c.RenderWorkers)}
	}
	if c.SMTPURL != "" {
		w.Reach = func(ctx context.Context) error {
			ctx, cancel := context.WithTimeout(ctx, reachTimeout)
			defer cancel()
			return mail.Reach(ctx, c.SMTPURL)
		}
		s.people.Mailer.Report = w.RecordEmail
	}
	if s.backups != nil {
		s.backups.Report = func(failure error) { w.Record(health.Backup, "", failure) }
		if s.backups.WAL != nil {
			s.backups.WAL.Report = func(failure error) { w.Record(health.WAL, "", failure) }
		}
	}
}

// reachTimeout is how long the mail server may take to answer the health check.
const reachTimeout = 10 * time.Second

// alertTimeout is how long the webhook for alerts may take to answer.
const alertTimeout = 10 * time.Second

// notices returns the job that notifies admins of problems.
func notices(a *App, mailer *mail.Mailer, admins func(context.Context) ([]string, error)) *health.Notices {
	c := a.config
	n := &health.Notices{Watch: a.health, Mailer: mailer, Admins: admins, SiteName: c.SiteName, BaseURL: c.BaseURL, AwayFor: time.Minute,
		OutageFile: filepath.Join(c.DataDir, "outage.json")}
	if err := n.Recall(); err != nil {
		a.log.Warn("couldn't read what was announced of an outage of the database", "error", err)
	}
	if c.Alerts.IsSet() {
		n.Webhook = &health.Webhook{URL: c.Alerts.URL, Key: c.Alerts.Key(), Client: weburl.NewClient(alertTimeout)}
	}
	return n
}

// logUntrustedProxy returns a function that logs that a proxy isn't trusted and
// records it for the doctor.
func logUntrustedProxy(a *App) func(peer string) {
	return func(peer string) {
		what := "Requests with X-Forwarded-For come from " + peer + ", which is not in TRUSTED_PROXIES. If that is a proxy, all its visitors count as one"
		a.log.Warn(what, "fix", "Add the proxy's address to TRUSTED_PROXIES. Otherwise, rate limits and counts treat all its visitors as one.")
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := a.health.Store.Note(ctx, "proxy", what); err != nil {
			a.log.Warn("couldn't record an untrusted proxy for the doctor", "error", err)
		}
	}
}

func healthz(c *gin.Context) error {
	c.JSON(http.StatusOK, gin.H{"status": "ok"})
	return nil
}

// readiness decides whether the site can serve.
type readiness struct {
	db       *db.DB
	renderer *renderer.Pool
	tracking *tracking.Tracking
	health   *health.Watch
	log      *slog.Logger
	ran      atomic.Bool // has been ready at least once
	unready  atomic.Bool // the last answer of /readyz
	leaving  atomic.Bool // the shutdown has begun
}

// show handles GET /readyz. It logs only changes, and none during startup.
func (r *readiness) show(c *gin.Context) error {
	err := r.check(c.Request.Context())
	if r.ran.Load() && r.unready.Swap(err != nil) != (err != nil) {
		if err != nil {
			r.log.Warn("the site is not ready", "error", err)
		} else {
			r.log.Info("the site is ready again")
		}
	}
	return httpx.JSON(c, gin.H{"status": "ready"}, err)
}

// retryReady is when a client should poll again.
const retryReady = 2 * time.Second

// check ignores the client's disconnect, because its result is cached for
// others.
func (r *readiness) check(ctx context.Context) error {
	if r.leaving.Load() {
		return fault.Busy("The site is shutting down.", retryReady, nil)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if err := r.db.Pool.Ping(ctx); err != nil {
		return fault.Busy("We can't reach the database.", retryReady, err)
	}
	if !r.renderer.Ready() {
		return fault.Busy("The renderer isn't ready.", retryReady, nil)
	}
	if r.tracking.DiskFull() {
		return fault.Busy("The disk is full.", retryReady, nil)
	}
	if err := r.health.Writable(ctx); err != nil {
		return fault.Busy("The site can't save anything.", retryReady, err)
	}
	return nil
}

// logRejections returns a job that logs how many requests were rejected since
// its last run.
func logRejections(a *App) func(context.Context) error {
	logged := map[string]uint64{}
	return func(context.Context) error {
		for what, now := range map[string]uint64{"searches": a.pages.Searches.Rejected(), "first pages": a.pages.First.Rejected(), "connections": a.visitors.Evicted()} {
			if now > logged[what] {
				a.log.Warn("too many requests; some were rejected", "what", what, "count", now-logged[what])
				logged[what] = now
			}
		}
		return nil
	}
}

// afterOverload returns a job that calls then once when no more requests are
// rejected. Go by itself keeps the memory of an overload for minutes.
func afterOverload(refused func() uint64, then func()) func(context.Context) error {
	last, refusing := refused(), false
	return func(context.Context) error {
		now := refused()
		if refusing && now == last {
			then()
		}
		last, refusing = now, now != last
		return nil
	}
}
