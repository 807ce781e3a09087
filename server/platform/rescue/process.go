// Package rescue gives the queued jobs of a process that was killed to another
// one, within half a minute, and not while the process lives.
//
// A process that does jobs holds a lock under a name of its own, and the jobs
// bear that name. Postgres gives the lock back once the process is gone. One
// that loses its connection asks for the lock again, and if it can't have it,
// ends its jobs before anybody may take them. What it has handed to a mail server
// at that moment can't be ended, and may be done twice. It gives those back that it
// broke off, and those that never came to it, as the answer to the queue's question
// for jobs was lost.
package rescue

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

const (
	beat      = time.Second     // how often a process looks whether it has its connection
	patience  = 5 * time.Second // for an answer, and then for another connection
	askEvery  = 200 * time.Millisecond
	lookEvery = 3 * time.Second
	grace     = 15 * time.Second // how long a lock is free before its process counts as dead; more than twice the patience
)

// prefix begins the names of processes. The jobs of others, as of an older
// version of the program, are left to the queue.
const prefix = "process-"

// lock is the advisory lock of the process $1.
const lock = `hashtextextended($1 || ' in ' || coalesce(current_schema(), ''), 0)`

var errTaken = errors.New("the former connection has the lock still")

// Connect makes a connection to the database.
type Connect func(context.Context) (*pgx.Conn, error)

// Process is a process that does jobs.
type Process struct {
	ID      string
	connect Connect
	wait    time.Duration // patience, but in tests
	lost    chan struct{}
	end     context.CancelFunc
	ended   chan struct{}

	mu   sync.Mutex
	came map[attempt]struct{} // to this process, and may count as running still; guarded by mu
}

// Begin returns a process that holds its lock until End.
func Begin(ctx context.Context, connect Connect) (*Process, error) {
	return begin(ctx, connect, patience)
}

func begin(ctx context.Context, connect Connect, wait time.Duration) (*Process, error) {
	p := newProcess(connect, wait)
	taking, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	conn, err := p.take(taking)
	if err != nil {
		return nil, err
	}
	ctx, p.end = context.WithCancel(context.WithoutCancel(ctx))
	go p.hold(ctx, conn)
	return p, nil
}

func newProcess(connect Connect, wait time.Duration) *Process {
	return &Process{ID: prefix + uuid.NewString(), connect: connect, wait: wait, lost: make(chan struct{}), ended: make(chan struct{}), came: map[attempt]struct{}{}}
}

// Lost returns a channel that is closed when the process has lost its lock for
// good. Its jobs must end at once.
func (p *Process) Lost() <-chan struct{} { return p.lost }

// End releases the lock.
func (p *Process) End() {
	p.end()
	<-p.ended
}

// Works has the client of a queue do jobs in the name of the process, which notes
// those that come.
func (p *Process) Works(as *river.Config) *river.Config {
	as.ID = p.ID
	as.Middleware = append(as.Middleware, river.WorkerMiddlewareFunc(p.work))
	return as
}

func (p *Process) work(ctx context.Context, job *rivertype.JobRow, do func(context.Context) error) error {
	p.mu.Lock()
	p.came[attempt{job.ID, job.Attempt}] = struct{}{}
	p.mu.Unlock()
	return do(ctx)
}

// GiveBack gives back what the queue counts as jobs of a process that has lost its
// lock and does none any more, once the database is there.
func (p *Process) GiveBack(ctx context.Context) {
	for {
		err := p.giveBack(ctx)
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(beat):
		}
	}
}

func (p *Process) giveBack(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, p.wait)
	defer cancel()
	conn, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer leave(ctx, conn)
	_, err = conn.Exec(ctx, takeUp, p.ID, "the process broke it off")
	return err
}

// hold keeps the lock until ctx ends, or it is lost.
func (p *Process) hold(ctx context.Context, conn *pgx.Conn) {
	defer close(p.ended)
	for conn != nil {
		p.watch(ctx, conn)
		leave(ctx, conn)
		if ctx.Err() != nil {
			return
		}
		conn = p.takeAgain(ctx)
	}
	close(p.lost)
}

// watch returns when ctx ends or the connection is lost.
func (p *Process) watch(ctx context.Context, conn *pgx.Conn) {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	var missing looks
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			var err error
			if missing, err = p.look(ctx, conn, missing); err != nil {
				return
			}
		}
	}
}

// attempt is an attempt at a job.
type attempt struct {
	Job     int64
	Attempt int
}

// looks are how many looks in a row found attempts running in the name of a process
// that never came to it. Time would count while the process was stopped, too.
type looks map[attempt]int

const (
	running = `SELECT id, attempt FROM river_job WHERE state = 'running' AND ` + lastOf + ` = $1`

	takeUpAttempt = takeUp + ` AND id = $3 AND attempt = $4`
)

// look gives back jobs that have not come for grace, and returns which are missing
// now. A job that came is left to the queue: once it is done, it counts as running
// until that is written down, which the queue tries for minutes.
func (p *Process) look(ctx context.Context, conn *pgx.Conn, missing looks) (looks, error) {
	ctx, cancel := context.WithTimeout(ctx, p.wait)
	defer cancel()
	p.mu.Lock()
	came := maps.Clone(p.came)
	p.mu.Unlock()
	rows, _ := conn.Query(ctx, running, p.ID) // the error comes with the rows
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[attempt])
	if err != nil {
		return nil, fmt.Errorf("look which jobs a process does not do: %w", err)
	}
	still := p.missing(came, all)
	for a := range still {
		if still[a] = missing[a] + 1; still[a] < int(grace/beat) {
			continue
		}
		if _, err := conn.Exec(ctx, takeUpAttempt, p.ID, "it never came to the process", a.Job, a.Attempt); err != nil {
			return nil, fmt.Errorf("give a job back: %w", err)
		}
	}
	return still, nil
}

// missing returns those of the running attempts that never came, and forgets those
// that had come before and do not run any more.
func (p *Process) missing(before map[attempt]struct{}, running []attempt) looks {
	p.mu.Lock()
	defer p.mu.Unlock()
	never := looks{}
	for _, a := range running {
		delete(before, a)
		if _, came := p.came[a]; !came {
			never[a] = 0
		}
	}
	for a := range before {
		delete(p.came, a)
	}
	return never
}

func leave(ctx context.Context, conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	_ = conn.Close(ctx) // it may be lost already
}

// takeAgain returns nil when the lock could not be had in time.
func (p *Process) takeAgain(ctx context.Context) *pgx.Conn {
	ctx, cancel := context.WithTimeout(ctx, p.wait)
	defer cancel()
	for {
		if conn, err := p.take(ctx); err == nil {
			return conn
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(askEvery):
		}
	}
}

// take makes a connection that has the lock.
func (p *Process) take(ctx context.Context) (*pgx.Conn, error) {
	conn, err := p.connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to hold the lock of a process: %w", err)
	}
	taken := false
	if err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock("+lock+")", p.ID).Scan(&taken); err == nil && !taken {
		err = errTaken
	}
	if err != nil {
		leave(ctx, conn)
		return nil, fmt.Errorf("take the lock of a process: %w", err)
	}
	return conn, nil
}
