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
	"thriftwell/server/platform/pace"
	"thriftwell/server/platform/session"
	"thriftwell/server/transfer"
)

// Job tries imports of something, and lets them come in.
type Job struct {
	What  string
	Store Store
	// Bring brings in a file, as transfer.Magazine.Import does. That of subscribers has no name in its folder any more.
	Bring   func(ctx context.Context, i Import, file *os.File, how transfer.Import) (counts transfer.Counts, stayed bool, err error)
	Connect func(context.Context) (*pgx.Conn, error) // to the database, for a lock
}

// Run works on what is to be done, unless another instance imports anything. What breaks off
// begins again: an import of the magazine is one transaction, and one of
// subscribers may be repeated.
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
	i, err := j.Store.next(ctx, j.What) // another may have just ended it
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

// work tries an import, or lets it come in.
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
		err = errRefused // before any comes in, as they do not come in at once
	}
	if err == nil {
		if _, err = j.Store.move(ctx, i.ID, []string{i.State}, map[string]any{"tries": i.Tries + 1, "done": 0}); err == nil {
			counts, err = j.bring(ctx, by, i)
		}
	}
	f := new(fault.Error)
	switch {
	case ctx.Err() != nil: // the next start goes on, as if this had not been tried
		_, err = j.Store.move(context.WithoutCancel(ctx), i.ID, []string{i.State}, map[string]any{"tries": i.Tries})
		return err
	case errors.Is(err, errMoved):
		return nil // it was discarded
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

// bring brings the file of an import in, for good unless it is to be tried only.
func (j Job) bring(ctx context.Context, by session.Actor, i Import) (transfer.Counts, error) {
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
	if i.What == Subscribers { // nothing is left of it, however this ends
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
	r := &report{store: j.Store, of: i, ctx: ctx, stop: stop, told: time.Now()}
	counts, stayed, err := j.Bring(ctx, i, file, transfer.Import{
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

// report writes down what becomes of the entries while they come in, outside of
// their transaction. Where that fails, it stops the import.
type report struct {
	store Store
	of    Import
	ctx   context.Context
	stop  context.CancelCauseFunc
	n     int
	lines []Line
	told  time.Time
	pace  pace.Pace
}

// How many lines are written at once, and how often progress is.
const (
	linesAtOnce = 500
	tellEvery   = time.Second
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
	r.pace.Rest(r.ctx)
	if time.Since(r.told) < tellEvery {
		return
	}
	r.told = time.Now()
	_, err := r.store.move(r.ctx, r.of.ID, []string{r.of.State}, map[string]any{"done": done, "total": total})
	r.check(err)
}

func (r *report) check(err error) {
	if err != nil {
		r.stop(err)
	}
}
