package tracking

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"thriftwell/server/platform/calendar"
)

// Options configure Tracking.
type Options struct {
	Pool     *pgxpool.Pool
	SpoolDir string         // created if missing; processes may share it
	Archive  string         // folder where events are exported before they are dropped; "" for none
	Location *time.Location // for calendar days
	// CommitWait is how long a call waits for its event's commit before the event goes to the spool; 0 means
	// a second. If a commit takes twice as long, Postgres counts as down.
	CommitWait time.Duration
	// PerMinute limits the events of an address.
	PerMinute int
	// IsStaff reports whether a request is from a signed-in staff member; may be nil.
	IsStaff func(*http.Request) bool
	// Site returns the pages and links that claims are checked against; may be nil.
	Site func() *Site
	Log  *slog.Logger
}

func (o Options) commitWait() time.Duration { return cmp.Or(o.CommitWait, time.Second) }

// Tracking is a Counter with its Recorder and background work.
type Tracking struct {
	*Counter
	recorder *Recorder
	archive  Archive
	log      *slog.Logger
}

// Open makes the partitions and salts of the days around now, loads today's
// visits and starts recording until Close.
func Open(ctx context.Context, o Options) (*Tracking, error) {
	m := newMetrics(o.Log)
	recorder, err := newRecorder(o, m)
	if err != nil {
		return nil, err
	}
	t := &Tracking{recorder: recorder, Counter: newCounter(o, recorder, m), archive: Archive{o.Pool, o.Location, o.Archive}, log: o.Log}
	today := calendar.Today(o.Location)
	if err := errors.Join(t.maintain(ctx, today), recorder.store.readVisits(ctx, today), noteRules(ctx, o.Pool, robotsList, today)); err != nil {
		recorder.Close(ctx)
		return nil, err
	}
	spool := recorder.spool
	m.gauge("tracking_spool_bytes", "Bytes waiting in the spool.", spool.bytes)
	m.gauge("tracking_spool_oldest_seconds", "Age of the oldest spool file.", func() int64 { return int64(spool.oldest().Seconds()) })
	m.gauge("tracking_ballast_bytes", "Size of the reserve file that is freed for click-outs when the disk is full.", spool.ballast.bytes)
	m.gauge("tracking_visits", "Recent visits in memory.", recorder.store.visitCount.Load)
	return t, nil
}

// NewCounter returns a Counter that uses another Writer, for tests and
// benchmarks. Its salts are not shared with other instances.
func NewCounter(o Options, w Writer) *Counter { return newCounter(o, w, newMetrics(o.Log)) }

func newCounter(o Options, w Writer, m *metrics) *Counter {
	return &Counter{
		commitWait: o.commitWait(), writer: w, metrics: m, location: o.Location, site: o.Site, isStaff: o.IsStaff,
		salts: newSalts(o.Pool), robots: newRobots(), limiter: newLimiter(o.PerMinute),
	}
}

// Run replays the spool, makes partitions and rotates salts until ctx ends.
func (t *Tracking) Run(ctx context.Context) {
	var jobs sync.WaitGroup
	jobs.Go(func() { t.recorder.Run(ctx) })
	jobs.Go(func() { t.maintainEvery(ctx) })
	jobs.Wait()
}

// Close writes the queued events. What isn't committed when ctx ends goes to
// the spool.
func (t *Tracking) Close(ctx context.Context) { t.recorder.Close(ctx) }

// DiskFull reports whether the spool's disk is full.
func (t *Tracking) DiskFull() bool { return t.recorder.spool.ballast.full.Load() }

// Register registers the metrics.
func (t *Tracking) Register(to prometheus.Registerer) error { return to.Register(t.metrics.set) }
