package tracking

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics are the metrics of events and of the spool.
type metrics struct {
	log         *slog.Logger
	lastFailure atomic.Int64 // Unix seconds: a full disk is logged once a minute, not once an event

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
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	return &metrics{
		log:         log,
		events:      counter("tracking_events_committed_total", "Events committed as they came in."),
		spooled:     counter("tracking_events_spooled_total", "Events put into the spool."),
		replayed:    counter("tracking_events_replayed_total", "Events brought in from the spool."),
		torn:        counter("tracking_spool_torn_total", "Last lines of the spool that a dying writer left torn."),
		damaged:     counter("tracking_spool_damaged_lines_total", "Lines of the spool that can't be read."),
		quarantined: counter("tracking_spool_files_aside_total", "Files of the spool that can't be read whole and were put aside."),
		failures:    counter("tracking_spool_failures_total", "Writes to the spool that failed, as on a full disk."),
		unconfirmed: counter("tracking_clickouts_unconfirmed_total", "Click-outs answered before their event was written down."),
		lostClicks:  counter("tracking_clickouts_lost_total", "Click-outs whose event could not be written down."),
		unequal: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "tracking_days_unequal", Help: "Days whose raw events stay beyond EVENTS_KEEP, as their roll-ups differ from them.",
		}),
		commits: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "tracking_commit_duration_seconds", Help: "How long the transactions of events took.",
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
		m.log.Error("the spool can't be written to; is the disk full?", "error", err)
	}
}

func (m *metrics) lost(ctx context.Context, err error) {
	m.lostClicks.Inc()
	m.log.WarnContext(ctx, "a click-out is not counted", "error", err)
}

func (m *metrics) all() []prometheus.Collector {
	return []prometheus.Collector{m.events, m.commits, m.spooled, m.replayed, m.torn, m.damaged, m.quarantined, m.failures, m.unconfirmed, m.lostClicks, m.unequal}
}
