package rescue

import (
	"cmp"
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

// queue is a queue of jobs and somebody who rescues them, by a clock of its own.
type queue struct {
	wait time.Duration // of its processes, if it is not as usual
	t    *testing.T
	*Rescuer
	url string
	now time.Time
	cut atomic.Bool // there are no more connections
}

func open(t *testing.T) *queue {
	t.Helper()
	q := &queue{t: t, url: dbtest.New(t), now: time.Now()}
	pool, err := pgxpool.New(t.Context(), q.url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	q.Rescuer = &Rescuer{Pool: pool, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return q.now }}
	return q
}

func (q *queue) connect(ctx context.Context) (*pgx.Conn, error) {
	if q.cut.Load() {
		return nil, errors.New("the network is down")
	}
	return pgx.Connect(ctx, q.url)
}

func (q *queue) begin() *Process {
	q.t.Helper()
	p, err := begin(q.t.Context(), q.connect, cmp.Or(q.wait, patience))
	if err != nil {
		q.t.Fatal(err)
	}
	q.t.Cleanup(p.End)
	return p
}

// does adds a job that somebody does.
func (q *queue) does(name string, attempt int) (job int64) {
	q.t.Helper()
	if err := q.Pool.QueryRow(q.t.Context(), `INSERT INTO river_job (kind, args, max_attempts, state, attempt, attempted_at, attempted_by)
		VALUES ('test', '{}', 25, 'running', $1, now(), ARRAY['somebody before', $2]) RETURNING id`, attempt, name).Scan(&job); err != nil {
		q.t.Fatal(err)
	}
	return job
}

func (q *queue) state(job int64) (state string) {
	q.t.Helper()
	if err := q.Pool.QueryRow(q.t.Context(), "SELECT state FROM river_job WHERE id = $1", job).Scan(&state); err != nil {
		q.t.Fatal(err)
	}
	return state
}

// look looks after a while.
func (q *queue) look(later time.Duration) {
	q.t.Helper()
	q.now = q.now.Add(later)
	if err := q.Look(q.t.Context()); err != nil {
		q.t.Fatal(err)
	}
}

// sever ends the connection that holds a process's lock, as Postgres does when it restarts.
func (q *queue) sever(p *Process) {
	q.t.Helper()
	if _, err := q.Pool.Exec(q.t.Context(), `SELECT pg_terminate_backend(pid, 10000) FROM pg_locks
		WHERE locktype = 'advisory' AND (classid::bigint << 32) + objid::bigint = `+lock, p.ID); err != nil {
		q.t.Fatal(err)
	}
}

// isHeld reports whether somebody has the lock of a process.
func (q *queue) isHeld(p *Process) (held bool) {
	q.t.Helper()
	if err := q.Pool.QueryRow(q.t.Context(), "SELECT NOT pg_try_advisory_xact_lock("+lock+")", p.ID).Scan(&held); err != nil {
		q.t.Fatal(err)
	}
	return held
}

func TestJobsOfADeadProcessAreTakenUpByAnother(t *testing.T) {
	q := open(t)
	dead, alive := q.begin(), q.begin()
	of := map[string]int64{
		"the dead": q.does(dead.ID, 1), "the living": q.does(alive.ID, 1), "an older version": q.does("host_2026_01_01", 1),
		"the last attempt": q.does(dead.ID, 25),
	}
	q.look(0)
	dead.End()
	for q.isHeld(dead) { // Postgres gives the lock of a closed connection back in a moment
		time.Sleep(time.Millisecond)
	}
	q.look(lookEvery)
	q.look(grace - time.Second)
	if s := q.state(of["the dead"]); s != "running" {
		t.Errorf("too early it is %s", s)
	}
	q.look(lookEvery)
	for whose, want := range map[string]string{"the dead": "available", "the living": "running", "an older version": "running", "the last attempt": "running"} {
		if s := q.state(of[whose]); s != want {
			t.Errorf("a job of %s is %s", whose, s)
		}
	}
	if worst := lookEvery + grace + lookEvery; worst > 25*time.Second {
		t.Errorf("it may take %v", worst)
	}
}

func TestAProcessThatLosesItsConnectionKeepsItsJobs(t *testing.T) {
	q := open(t)
	q.wait = time.Minute // the machine may stall
	p := q.begin()
	job := q.does(p.ID, 1)
	q.sever(p)
	q.look(0)
	for !q.isHeld(p) { // it takes its lock again
		select {
		case <-p.Lost():
			t.Fatal("it gave up")
		case <-time.After(10 * time.Millisecond):
		}
	}
	q.look(time.Hour)
	if s := q.state(job); s != "running" {
		t.Errorf("the job is %s", s)
	}
	q.sever(p)
	q.look(time.Hour)
	if s := q.state(job); s != "running" {
		t.Errorf("the lock was held in between, but the job is %s", s)
	}
}

func TestAProcessThatCannotHaveItsLockIsToldBeforeItsJobsAreTaken(t *testing.T) {
	q := open(t)
	p := q.begin()
	q.cut.Store(true)
	q.sever(p)
	<-p.Lost()
	if most := beat + 2*patience; grace < most+2*time.Second { // until it sees, until it gives up, and time to end
		t.Errorf("it may be told after %v", most)
	}
}

func TestAProcessThatLostItsLockGivesItsJobsBackOnceItCan(t *testing.T) {
	q := open(t)
	q.cut.Store(true)
	lost := newProcess(q.connect, patience)
	its, others := q.does(lost.ID, 1), q.does(newProcess(nil, patience).ID, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	lost.GiveBack(ctx)
	if s := q.state(its); s != "running" {
		t.Errorf("without a database it is %s", s)
	}
	q.cut.Store(false)
	lost.GiveBack(t.Context())
	if its, others := q.state(its), q.state(others); its != "available" || others != "running" {
		t.Errorf("its job is %s, another's %s", its, others)
	}
}

// The answer to the queue's question for jobs may be lost with its connection: then they are under way for Postgres, and
// with nobody.
func TestAJobThatNeverCameToItsProcessIsGivenBack(t *testing.T) {
	q := open(t)
	conn, err := pgx.Connect(t.Context(), q.url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	p, another := newProcess(nil, time.Minute), newProcess(nil, time.Minute)
	never, last, again, inHand, done := q.does(p.ID, 1), q.does(p.ID, 25), q.does(p.ID, 1), q.does(p.ID, 1), q.does(p.ID, 1)
	others := q.does(another.ID, 1)
	missing := looks(nil)
	look := func(times int, want map[int64]string) {
		t.Helper()
		for range times {
			if missing, err = p.look(t.Context(), conn, missing); err != nil {
				t.Fatal(err)
			}
		}
		for _, job := range []int64{never, last, again, inHand, done, others} {
			if s := q.state(job); s != cmp.Or(want[job], "running") {
				t.Errorf("job %d of %d is %s", job, never, s)
			}
		}
	}
	do := func(job int64, then func()) {
		_ = p.work(t.Context(), &rivertype.JobRow{ID: job, Attempt: 1}, func(context.Context) error { then(); return nil })
	}
	const most = int(grace / beat)
	do(done, func() {})
	do(inHand, func() {
		look(1, nil)
		if _, err := conn.Exec(t.Context(), "UPDATE river_job SET attempt = 2 WHERE id = ANY ($1)", []int64{again, inHand}); err != nil {
			t.Fatal(err)
		}
		look(most-2, nil)
		look(1, map[int64]string{never: "available"})
		look(1, map[int64]string{never: "available", again: "available", inHand: "available"}) // of its second attempt nothing came
	})
	if _, err := conn.Exec(t.Context(), "UPDATE river_job SET state = 'completed', finalized_at = now() WHERE id = $1", done); err != nil {
		t.Fatal(err)
	}
	look(1, map[int64]string{never: "available", again: "available", inHand: "available", done: "completed"})
	if len(p.came) > 0 {
		t.Errorf("it remembers %v", p.came)
	}
}

type args struct{}

func (args) Kind() string { return "test" }

func TestAQueueTellsTheProcessOfItsJobs(t *testing.T) {
	q := open(t)
	p := q.begin()
	came := false
	workers := river.NewWorkers()
	river.AddWorker(workers, river.WorkFunc(func(_ context.Context, job *river.Job[args]) error {
		p.mu.Lock()
		defer p.mu.Unlock()
		_, came = p.came[attempt{job.ID, job.Attempt}]
		return nil
	}))
	client, err := river.NewClient(riverpgxv5.New(q.Pool), p.Works(&river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 1}}, Workers: workers, Logger: q.Log,
	}))
	if err != nil {
		t.Fatal(err)
	}
	done, unsubscribe := client.Subscribe(river.EventKindJobCompleted)
	defer unsubscribe()
	if err := client.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Insert(t.Context(), args{}, nil); err != nil {
		t.Fatal(err)
	}
	job := (<-done).Job
	if err := client.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !came || !slices.Equal(job.AttemptedBy, []string{p.ID}) {
		t.Errorf("job %d by %v came: %t", job.ID, job.AttemptedBy, came)
	}
}
