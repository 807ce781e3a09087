package tracking

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// metrics are the metrics of events and the spool.
type metrics struct {
	set         *prometheus.Registry
	log         *slog.Logger
	lastFailure atomic.Int64 // Unix seconds; a full disk is logged once a minute, not for each event

	events      prometheus.Counter
	commits     prometheus.Histogram
	spooled     prometheus.Counter
	replayed    prometheus.Counter
	torn        prometheus.Counter
	damaged     prometheus.Counter
	quarantined prometheus.Counter
	failures    prometheus.Counter
	unconfirmed prometheus.Counter
	lostClicks  prometheus.Counter
	unequal     prometheus.Gauge
}

func newMetrics(log *slog.Logger) *metrics {
	set := prometheus.NewRegistry()
	in := promauto.With(set)
	counter := func(name, help string) prometheus.Counter {
		return in.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	return &metrics{
		set:         set,
		log:         log,
		events:      counter("tracking_events_committed_total", "Events committed directly."),
		spooled:     counter("tracking_events_spooled_total", "Events written to the spool."),
		replayed:    counter("tracking_events_replayed_total", "Events replayed from the spool."),
		torn:        counter("tracking_spool_torn_total", "Incomplete last lines of spool files, cut off when the writer died."),
		damaged:     counter("tracking_spool_damaged_lines_total", "Damaged lines of spool files."),
		quarantined: counter("tracking_spool_files_aside_total", "Damaged spool files set aside."),
		failures:    counter("tracking_spool_failures_total", "Failed writes to the spool, such as on a full disk."),
		unconfirmed: counter("tracking_clickouts_unconfirmed_total", "Click-outs answered before their event was saved."),
		lostClicks:  counter("tracking_clickouts_lost_total", "Click-outs whose event was lost."),
		unequal: in.NewGauge(prometheus.GaugeOpts{
			Name: "tracking_days_unequal", Help: "Days whose raw events are kept past EVENTS_KEEP because they don't match the roll-ups.",
		}),
		commits: in.NewHistogram(prometheus.HistogramOpts{
			Name: "tracking_commit_duration_seconds", Help: "Duration of event transactions.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5},
		}),
	}
}

func (m *metrics) committed(events int, took time.Duration) {
	m.events.Add(float64(events))
	m.commits.Observe(took.Seconds())
}

func (m *metrics) spoolFailed(err error) {
	m.failures.Inc()
	now := time.Now().Unix()
	if last := m.lastFailure.Load(); now-last >= 60 && m.lastFailure.CompareAndSwap(last, now) {
		m.log.Error("couldn't write to the spool; is the disk full?", "error", err)
	}
}

func (m *metrics) lost(ctx context.Context, err error) {
	m.lostClicks.Inc()
	m.log.WarnContext(ctx, "a click-out was not counted", "error", err)
}

// gauge adds a gauge with the value that read returns.
func (m *metrics) gauge(name, help string, read func() int64) {
	promauto.With(m.set).NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(read()) })
}
