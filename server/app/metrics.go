package app

import (
	"crypto/subtle"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"thriftwell/server/platform/fault"
)

// metrics are what /metrics shows to Prometheus.
type metrics struct {
	requests *prometheus.HistogramVec
	serve    gin.HandlerFunc
}

func (a *App) newMetrics() (metrics, error) {
	registry := prometheus.NewRegistry()
	m := metrics{requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "http_request_duration_seconds", Help: "How long requests took, by route.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"method", "route", "status"})}
	registry.MustRegister(m.requests, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), a)
	m.serve = gin.WrapH(promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	return m, a.counting.tracking.Register(registry)
}

// Describe says nothing: what Collect gives is checked as it is collected.
func (a *App) Describe(chan<- *prometheus.Desc) {}

// Collect gives the figures of the page cache and the renderer.
func (a *App) Collect(out chan<- prometheus.Metric) {
	send := func(kind prometheus.ValueType, name, help string, value float64, labels ...string) {
		names, values := []string{}, []string{}
		for i := 0; i+1 < len(labels); i += 2 {
			names, values = append(names, labels[i]), append(values, labels[i+1])
		}
		out <- prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, names, nil), kind, value, values...)
	}
	c := a.cache.Stats()
	for answer, n := range map[string]uint64{"hit": c.Hits, "stale": c.Stale, "rescued": c.Rescued, "miss": c.Misses, "failed": c.Failed} {
		send(prometheus.CounterValue, "page_cache_requests_total", "Page requests by how they were answered.", float64(n), "answer", answer)
	}
	send(prometheus.CounterValue, "page_cache_renders_total", "Renders that the page cache began.", float64(c.Renders))
	send(prometheus.CounterValue, "page_cache_evicted_total", "Pages that made room for others.", float64(c.Evicted))
	send(prometheus.GaugeValue, "page_cache_bytes", "Memory that stored pages take, every encoding counted.", float64(c.PageBytes+c.OtherBytes))
	send(prometheus.GaugeValue, "page_cache_pages", "Stored pages.", float64(c.Pages+c.Others))
	r := a.renderer.Stats()
	send(prometheus.GaugeValue, "renderer_workers", "Renderers that take work.", float64(len(r.Workers)))
	send(prometheus.GaugeValue, "renderer_waiting", "Renders that wait for their turn.", float64(r.Waiting))
	send(prometheus.GaugeValue, "renderer_poisoned", "Addresses that are not rendered for now, because they killed renderers.", float64(r.Poisoned))
	send(prometheus.CounterValue, "renderer_renders_total", "Pages that renderers made.", float64(r.Renders))
	send(prometheus.CounterValue, "renderer_restarts_total", "Renderers that were replaced after their end.", float64(r.Restarts))
	send(prometheus.CounterValue, "renderer_recycled_total", "Renderers that were replaced because they had grown.", float64(r.Recycled))
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

// knownMethod keeps made-up methods from making label values.
func knownMethod(method string) string {
	switch method {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS":
		return method
	}
	return "other"
}

// mayReadMetrics lets in whoever shows METRICS_TOKEN and, in development,
// everybody. To others the address does not exist.
func (a *App) mayReadMetrics(c *gin.Context) error {
	token := strings.TrimPrefix(c.GetHeader("Authorization"), "Bearer ")
	if t := a.config.MetricsToken; t != "" && subtle.ConstantTimeCompare([]byte(token), []byte(t)) == 1 {
		return nil
	}
	if !a.config.Production() {
		return nil // development listens on loopback only
	}
	return fault.New(fault.NotFound, "There is no such page.")
}
