package tracking

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

// Options are what tracking needs.
type Options struct {
	Pool     *pgxpool.Pool
	SpoolDir string         // made when it is missing; may be shared by processes
	Location *time.Location // whose days are counted
	// PerMinute is how many events an address may send a minute.
	PerMinute int
	Log       *slog.Logger
}

// Tracking is the whole of it: what counts requests, what writes them down,
// and the jobs behind.
type Tracking struct {
	*Counter
	recorder *Recorder
	keeper   keeper
}

// Open makes the partitions and salts of the days around now and starts to
// record. Close ends it.
func Open(ctx context.Context, o Options) (*Tracking, error) {
	m := newMetrics(o.Log)
	recorder, err := newRecorder(o.Pool, o.SpoolDir, m, o.Log)
	if err != nil {
		return nil, err
	}
	t := &Tracking{recorder: recorder, Counter: newCounter(o, recorder, m)}
	t.keeper = keeper{store: &recorder.store, visitors: t.visitors, location: o.Location, log: o.Log}
	today := DayOf(time.Now(), o.Location)
	if err := errors.Join(t.keeper.keep(ctx, today), recorder.store.read(ctx, today)); err != nil {
		recorder.Close(ctx)
		return nil, err
	}
	return t, nil
}

// NewCounter makes a Counter over a writer of one's own, for measuring. Its
// visitors' salts are not shared.
func NewCounter(o Options, w Writer) *Counter { return newCounter(o, w, newMetrics(o.Log)) }

func newCounter(o Options, w Writer, m *metrics) *Counter {
	return &Counter{
		writer: w, metrics: m, location: o.Location,
		visitors: newVisitors(o.Pool), robots: newRobots(), limiter: newLimiter(o.PerMinute),
	}
}

// Run does what has to be done in the background until ctx ends: bringing in
// the spool, making partitions, throwing salts away.
func (t *Tracking) Run(ctx context.Context) {
	var jobs sync.WaitGroup
	jobs.Go(func() { t.recorder.Run(ctx) })
	jobs.Go(func() { t.keeper.run(ctx) })
	jobs.Wait()
}

// Close writes down what is still waiting; what is not committed when ctx ends
// goes to the spool.
func (t *Tracking) Close(ctx context.Context) { t.recorder.Close(ctx) }

// Register shows the metrics.
func (t *Tracking) Register(to prometheus.Registerer) error {
	for _, c := range t.metrics.all() {
		if err := to.Register(c); err != nil {
			return err
		}
	}
	gauge := func(name, help string, value func() int64) error {
		return to.Register(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(value()) }))
	}
	return errors.Join(
		gauge("tracking_spool_bytes", "How much waits in the spool.", t.recorder.spool.bytes),
		gauge("tracking_visits", "Visits of today and the days beside it that are in memory.", t.recorder.store.held.Load),
	)
}
