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
	registry.MustRegister(m.requests, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.serve = gin.WrapH(promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	return m, a.counting.tracking.Register(registry)
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
