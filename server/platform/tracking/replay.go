package tracking

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

const (
	replayEvery   = time.Second
	replayBatch   = 1000
	replayTimeout = 10 * time.Second

	// maxLine is longer than the line of any event, in bytes.
	maxLine = 64 << 10
)

// Run replays the spool, when Postgres is up, until ctx ends.
func (r *Recorder) Run(ctx context.Context) {
	tick := time.NewTicker(replayEvery)
	defer tick.Stop()
	full := false
	for {
		full = r.keepBallast(full)
		r.replay(ctx)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// keepBallast restores the ballast when there is space, and logs when the disk
// becomes full and when it no longer is.
func (r *Recorder) keepBallast(wasFull bool) (full bool) {
	full = r.spool.ballast.full.Load()
	if full && !wasFull {
		r.log.Error("the spool's disk is full; freed the reserve file so click-outs are kept")
	}
	if err := r.spool.ballast.keep(); err != nil {
		r.metrics.spoolFailed(err)
	}
	if full && !r.spool.ballast.full.Load() {
		r.log.Info("the spool's disk has free space again")
	}
	return r.spool.ballast.full.Load()
}

// replay replays all files if Postgres is up.
func (r *Recorder) replay(ctx context.Context) {
	if r.down.Load() {
		ping, cancel := context.WithTimeout(ctx, replayEvery)
		defer cancel()
		if r.store.pool.Ping(ping) != nil {
			return
		}
		r.down.Store(false)
		r.log.Info("Postgres is back; events go there again")
	}
	r.spool.rotate()
	for _, path := range r.spool.files() {
		if _, err := r.replayFile(ctx, path); err != nil {
			r.log.Warn("couldn't replay a spool file yet", "file", path, "error", err)
			if refused := new(pgconn.PgError); !errors.As(err, &refused) {
				break // Postgres did not respond, so don't try the next file
			}
		}
	}
}

// Replayed is the result of replaying a spool.
type Replayed struct {
	Events int // events in the files, including those already committed
	Aside  int // damaged files that were set aside
	Left   int // files in use by a running process
}

// ReplaySpool commits the events in o.SpoolDir, the spool of a stopped
// instance, and removes its files. If Postgres fails, the remaining files stay
// and can be replayed again.
func ReplaySpool(ctx context.Context, o Options) (done Replayed, err error) {
	r := &Recorder{store: newStore(o.Pool, o.Location), spool: &spool{dir: o.SpoolDir}, metrics: newMetrics(o.Log), log: o.Log}
	for _, path := range r.spool.files() {
		events, err := r.replayFile(ctx, path)
		done.Events += events
		if err != nil {
			return done, err
		}
		if _, err := os.Lstat(path); err == nil {
			done.Left++
		} else if _, err := os.Lstat(damagedName(path)); err == nil {
			done.Aside++
		}
	}
	return done, nil
}

// replayFile commits the events of a file, returns their number, and removes
// the file. A damaged file is quarantined. If Postgres fails, the file stays to
// be replayed again; what was committed counts once.
func (r *Recorder) replayFile(ctx context.Context, path string) (events int, _ error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		r.quarantine(path, errors.New("it is no file")) // opening a pipe would wait forever
		return 0, nil
	}
	file, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil // another process was faster
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return 0, err // too many open files, which is not this file's fault
	case err != nil:
		r.quarantine(path, err)
		return 0, nil
	}
	defer file.Close()
	if syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return 0, nil // being written or replayed by another process
	}
	events, damaged, torn, err := r.replayLines(ctx, bufio.NewReaderSize(file, maxLine))
	if err != nil {
		return 0, err
	}
	r.metrics.replayed.Add(float64(events))
	r.log.Info("replayed events from the spool", "events", events)
	if torn {
		// The writer died within a line, which was never acknowledged.
		r.metrics.torn.Inc()
		r.log.Warn("skipped the spool's incomplete last line", "file", path)
	}
	if damaged > 0 {
		r.metrics.damaged.Add(float64(damaged))
		r.quarantine(path, fmt.Errorf("%d lines are damaged", damaged))
		return events, nil
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) { // another process may have read it too
		r.log.Error("couldn't remove a replayed spool file", "error", err)
	}
	return events, nil
}

// damagedName returns the name of a spool file once it is set aside.
func damagedName(path string) string { return strings.TrimSuffix(path, spoolExt) + damagedExt }

// quarantine renames a damaged file, which an operator has to look at.
func (r *Recorder) quarantine(path string, why error) {
	renamed := damagedName(path)
	if err := os.Rename(path, renamed); err != nil {
		r.log.Error("couldn't set aside a damaged spool file", "error", err)
		return
	}
	r.metrics.quarantined.Inc()
	r.log.Error("set aside a damaged spool file", "file", renamed, "error", why)
}

// replayLines commits events in batches. Damaged is the number of unreadable
// lines; torn reports whether the last line is incomplete.
func (r *Recorder) replayLines(ctx context.Context, lines *bufio.Reader) (events, damaged int, torn bool, err error) {
	var batch []Event
	commit := func() error {
		if len(batch) == 0 {
			return nil
		}
		ctx, cancel := context.WithTimeout(ctx, replayTimeout)
		defer cancel()
		err := r.store.write(ctx, batch)
		events += len(batch)
		batch = batch[:0]
		return err
	}
	for {
		e, err := nextEvent(lines)
		switch {
		case errors.Is(err, errBadLine):
			damaged++
			continue
		case errors.Is(err, io.EOF):
			err = commit()
			return events, damaged, false, err
		case errors.Is(err, errTorn):
			err = commit()
			return events, damaged, true, err
		case err != nil:
			r.log.Error("couldn't read the rest of a spool file", "error", err)
			err = commit()
			return events, damaged + 1, false, err
		}
		if batch = append(batch, e); len(batch) == replayBatch {
			if err := commit(); err != nil {
				return events, damaged, false, err
			}
		}
	}
}

// errTorn is returned for a last line without an end.
var errTorn = errors.New("an incomplete spool line")

// nextEvent reads the next line. A line that is unreadable, or too long for the
// reader, is skipped and returns errBadLine.
func nextEvent(lines *bufio.Reader) (Event, error) {
	line, err := lines.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = lines.ReadSlice('\n')
		}
		return Event{}, errBadLine
	case errors.Is(err, io.EOF) && len(line) > 0:
		if _, err := readLine(append(line[:len(line)-1:len(line)-1], '\n')); err == nil {
			return Event{}, errBadLine // complete except for its end
		}
		return Event{}, errTorn
	case err != nil:
		return Event{}, err
	}
	return readLine(line)
}
