package queue

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"thriftwell/db/dbtest"
)

type site struct {
	t    *testing.T
	pool *pgxpool.Pool
	url  string
}

func open(t *testing.T) site {
	t.Helper()
	s := site{t: t, url: dbtest.New(t)}
	pool, err := pgxpool.New(t.Context(), s.url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	s.pool = pool
	return s
}

// claims returns the claims of another process.
func (s site) claims() *Claims {
	c := newClaims(connectTo(s.url))
	s.t.Cleanup(func() { c.Close(context.WithoutCancel(s.t.Context())) })
	return c
}

func connectTo(url string) func(context.Context) (*pgx.Conn, error) {
	return func(ctx context.Context) (*pgx.Conn, error) { return pgx.Connect(ctx, url) }
}

type args struct{}

func (args) Kind() string { return "test" }

// stale adds a job that a process began so long ago that River takes the
// process for dead.
func (s site) stale(attempt, maxAttempts int) *rivertype.JobRow {
	s.t.Helper()
	job := &rivertype.JobRow{Kind: "test", Attempt: attempt, MaxAttempts: maxAttempts}
	err := s.pool.QueryRow(s.t.Context(), `INSERT INTO river_job (kind, args, max_attempts, state, attempt, attempted_at, attempted_by)
		VALUES ('test', '{}', $1, 'running', $2, now() - $3::interval, '{another}') RETURNING id`, maxAttempts, attempt, rescueAfter+time.Second).Scan(&job.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	return job
}

func (s site) is(job *rivertype.JobRow, want rivertype.JobState) bool {
	s.t.Helper()
	var state rivertype.JobState
	if err := s.pool.QueryRow(s.t.Context(), "SELECT state FROM river_job WHERE id = $1", job.ID).Scan(&state); err != nil {
		s.t.Fatal(err)
	}
	return state == want
}

func (s site) waitUntil(job *rivertype.JobRow, want rivertype.JobState) {
	s.t.Helper()
	for end := time.Now().Add(time.Minute); !s.is(job, want); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("the job is not %s", want)
		}
	}
}

// work runs the queue's jobs in another process.
func (s site) work(do func(*river.Job[args]) error) {
	s.t.Helper()
	workers := river.NewWorkers()
	river.AddWorker(workers, river.WorkFunc(func(_ context.Context, job *river.Job[args]) error { return do(job) }))
	queues := map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 5}}
	client, err := river.NewClient(riverpgxv5.New(s.pool), config(workers, queues, s.claims(), slog.New(slog.DiscardHandler)))
	if err == nil {
		err = client.Start(s.t.Context())
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = client.Stop(context.WithoutCancel(s.t.Context())) })
}

var errKilled = errors.New("the process was killed")

func TestJobsOfAKilledProcessAreRetried(t *testing.T) {
	t.Parallel()
	s := open(t)
	killed := s.claims()
	first, last := s.stale(1, 25), s.stale(25, 25)
	for _, job := range []*rivertype.JobRow{first, last} {
		if err := killed.Work(t.Context(), job, func(context.Context) error { return errKilled }); !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
	}
	killed.Close(t.Context())
	s.work(func(*river.Job[args]) error { return nil })
	s.waitUntil(first, rivertype.JobStateCompleted)
	s.waitUntil(last, rivertype.JobStateCompleted)
}

func TestJobsOfAKilledProcessRunWithinThreeMinutes(t *testing.T) {
	t.Parallel()
	const riverLooks, riverElects, riverSchedules = 30 * time.Second, 20 * time.Second, 5 * time.Second
	began := time.Now().Add(-rescueAfter)
	job := &rivertype.JobRow{Attempt: 20, AttemptedAt: &began, Errors: make([]rivertype.AttemptError, 19)}
	pause := time.Until(new(retries).NextRetry(job))
	if most := max(rescueAfter, riverElects) + riverLooks + pause + riverSchedules + claimPause; most > 3*time.Minute {
		t.Errorf("may take %v", most)
	}
	if began = time.Now().Add(-jobTimeout); time.Until(new(retries).NextRetry(job)) < time.Hour {
		t.Error("a job that fails repeatedly hardly pauses")
	}
}

func TestAbandonedJobsAreDeleted(t *testing.T) {
	t.Parallel()
	s := open(t)
	_, err := s.pool.Exec(t.Context(), "INSERT INTO river_job (kind, queue, args, max_attempts) VALUES ('letters.batch', 'newsletters', '{}', 25), ('test', 'newsletters', '{}', 25)")
	if err != nil {
		t.Fatal(err)
	}
	queues := map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 1}}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, s.pool, connectTo(s.url), river.NewWorkers(), queues, slog.New(slog.DiscardHandler))
	}()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		var left []string
		if err := s.pool.QueryRow(t.Context(), "SELECT array_agg(kind) FROM river_job").Scan(&left); err != nil {
			t.Fatal(err)
		}
		if slices.Equal(left, []string{"test"}) {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("left: %v", left)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestJobsOfAStalledProcessDoNotRunTwice(t *testing.T) {
	t.Parallel()
	s := open(t)
	job := s.stale(1, 25)
	began, goOn, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- s.claims().Work(t.Context(), job, func(context.Context) error {
			close(began)
			<-goOn
			return nil
		})
	}()
	<-began
	var twice atomic.Bool
	s.work(func(*river.Job[args]) error { twice.Store(true); return nil })
	s.waitUntil(job, rivertype.JobStateScheduled) // recovered, picked up by another process, and snoozed
	close(goOn)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if !s.is(job, rivertype.JobStateCompleted) || twice.Load() {
		t.Errorf("completed: %t, done twice: %t", s.is(job, rivertype.JobStateCompleted), twice.Load())
	}
}

func TestAnOutdatedAttemptDoesNotRun(t *testing.T) {
	t.Parallel()
	s := open(t)
	job := s.stale(1, 25)
	outdated := *job
	if _, err := s.pool.Exec(t.Context(), "UPDATE river_job SET attempt = 2 WHERE id = $1", job.ID); err != nil {
		t.Fatal(err)
	}
	err := s.claims().Work(t.Context(), &outdated, func(context.Context) error { t.Error("the job ran"); return nil })
	if !errors.Is(err, errOutdated) {
		t.Error(err)
	}
}

func TestClaimsSurviveALostConnection(t *testing.T) {
	t.Parallel()
	s := open(t)
	c := s.claims()
	job, next := s.stale(1, 25), s.stale(1, 25)
	err := c.Work(t.Context(), job, func(ctx context.Context) error {
		if _, err := s.pool.Exec(ctx, "SELECT pg_terminate_backend($1, 10000)", c.conn.PgConn().PID()); err != nil {
			return err
		}
		again := c.Work(ctx, job, func(context.Context) error { t.Error("a job ran twice at once"); return nil })
		var snooze *rivertype.JobSnoozeError
		if !errors.As(again, &snooze) {
			t.Errorf("a running job is not snoozed: %v", again)
		}
		return nil
	})
	if err == nil {
		err = c.Work(t.Context(), next, func(context.Context) error { return nil })
	}
	if err != nil {
		t.Error(err)
	}
}
