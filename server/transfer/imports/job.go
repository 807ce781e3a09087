package imports

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"thriftwell/db"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/throttle"
	"thriftwell/server/transfer"
)

// Job checks and runs imports of one kind.
type Job struct {
	What  string
	Store Store
	// Import imports a file, like transfer.Magazine.Import. That of
	// a table has been removed from its folder.
	Import  func(ctx context.Context, i Import, file *os.File, how transfer.Import) (counts transfer.Counts, stayed bool, err error)
	Connect func(context.Context) (*pgx.Conn, error) // opens a database connection, for a lock
}

// Run works the next import, unless another instance is working any.
// Interrupted imports start again: one of the magazine is a single transaction,
// and one of subscribers can be repeated.
func (j Job) Run(ctx context.Context) error {
	if _, err := j.Store.next(ctx, j.What); err != nil {
		return unlessMissing(err)
	}
	conn, err := j.Connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if mine, err := db.Take(ctx, conn, "imports"); err != nil || !mine {
		return err
	}
	i, err := j.Store.next(ctx, j.What) // another instance may just have finished it
	if err != nil {
		return unlessMissing(err)
	}
	return j.work(ctx, i)
}

func unlessMissing(err error) error {
	if errors.Is(err, errNotFound) {
		return nil
	}
	return err
}

// work checks or runs an import.
func (j Job) work(ctx context.Context, i Import) error {
	by, err := j.Store.actor(ctx, i)
	var counts transfer.Counts
	if err == nil && i.Tries >= maxTries {
		err = errBroken
		if i.What == Subscribers && i.State == importing {
			err = errBrokeOff
		}
	}
	if err == nil && i.What == Subscribers && i.State == importing && !i.Partial && i.Counts.Refused > 0 {
		err = errRefused // subscribers aren't imported in one transaction, so check before
	}
	if err == nil {
		if _, err = j.Store.move(ctx, i.ID, []string{i.State}, map[string]any{"tries": i.Tries + 1, "done": 0}); err == nil {
			counts, err = j.importFile(ctx, by, i)
		}
	}
	f := new(fault.Error)
	switch {
	case ctx.Err() != nil: // retried at the next start, not counted as a try
		_, err = j.Store.move(context.WithoutCancel(ctx), i.ID, []string{i.State}, map[string]any{"tries": i.Tries})
		return err
	case errors.Is(err, errMoved):
		return nil // discarded
	case errors.As(err, &f):
		return j.Store.end(ctx, by, i, map[string]any{"state": failed, "reason": f.Detail})
	case err != nil:
		return err
	}
	encoded, err := json.Marshal(countsOf(counts))
	if err != nil {
		return err
	}
	next := map[string]string{checking: checked, importing: done}[i.State]
	return j.Store.end(ctx, by, i, map[string]any{"state": next, "counts": string(encoded)})
}

// importFile runs Import with the import's file, as a dry run while checking.
func (j Job) importFile(ctx context.Context, by session.Actor, i Import) (transfer.Counts, error) {
	dir, err := os.MkdirTemp("", "import-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file, err := os.OpenFile(filepath.Join(dir, "file."+i.Form), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if i.What != Magazine { // closing the file deletes it
		if err := os.Remove(file.Name()); err != nil {
			return nil, err
		}
	}
	if _, err := io.Copy(file, j.Store.file(ctx, i)); err != nil {
		return nil, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	if err := j.Store.forget(ctx, i.ID); err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &report{store: j.Store, of: i, ctx: ctx, stop: stop, reported: time.Now()}
	counts, stayed, err := j.Import(ctx, i, file, transfer.Import{
		By: by, DryRun: i.State == checking, Partial: i.Partial, Tell: r.tell, Progress: r.progress,
	})
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if err == nil {
		err = r.flush()
	}
	if err == nil && i.State == importing && !stayed {
		err = errRefused
	}
	return counts, err
}

// report stores outcomes and progress during an import, outside its
// transaction. If that fails, it stops the import.
type report struct {
	store    Store
	of       Import
	ctx      context.Context
	stop     context.CancelCauseFunc
	n        int
	lines    []Line
	reported time.Time
	throttle throttle.Throttle
}

// Lines per statement, and the interval of progress updates.
const (
	linesAtOnce      = 500
	progressInterval = time.Second
)

func (r *report) tell(o transfer.Outcome) {
	outcome, named := outcomes()[o.What]
	if !named {
		return
	}
	r.n++
	r.lines = append(r.lines, Line{N: r.n, Outcome: outcome, Name: o.Name, Line: o.Line, Reason: o.Reason})
	if len(r.lines) >= linesAtOnce {
		r.check(r.flush())
	}
}

func (r *report) flush() error {
	if len(r.lines) == 0 {
		return nil
	}
	err := r.store.note(r.ctx, r.of.ID, r.lines)
	r.lines = r.lines[:0]
	return err
}

func (r *report) progress(done, total int) {
	r.throttle.Wait(r.ctx)
	if time.Since(r.reported) < progressInterval {
		return
	}
	r.reported = time.Now()
	_, err := r.store.move(r.ctx, r.of.ID, []string{r.of.State}, map[string]any{"done": done, "total": total})
	r.check(err)
}

func (r *report) check(err error) {
	if err != nil {
		r.stop(err)
	}
}
