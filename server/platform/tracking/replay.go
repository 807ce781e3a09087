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

	// maxLine is longer than any line that an event makes, in bytes.
	maxLine = 64 << 10
)

// Run replays the spool, as soon as Postgres takes it, until ctx ends.
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

// keepBallast makes the ballast whole once there is room, and tells when the disk
// gets full and when it is so no longer.
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

// replay checks whether Postgres is back and replays all files.
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
	var failed error
	for _, path := range r.spool.files() {
		if _, err := r.replayFile(ctx, path); err != nil {
			failed = err
			r.log.Warn("couldn't replay a spool file yet", "file", path, "error", err)
			if refused := new(pgconn.PgError); !errors.As(err, &refused) {
				break // Postgres did not answer, and would not for the next file
			}
		}
	}
	if failed == nil {
		r.committedLate.Clear()
	}
}

// Replayed is what became of a spool.
type Replayed struct {
	Events int // that were in files and are committed; one that was committed before counts once
	Aside  int // files that can't be read whole and were put aside
	Left   int // files that a running process writes or replays itself
}

// ReplaySpool commits the events of o.SpoolDir, the spool of an instance that is
// gone, and removes its files. When Postgres fails, what is left stays to be
// replayed again.
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

// replayFile commits the events of one file, returns how many, and removes it, or
// quarantines it when it can't be read whole. When it fails, as Postgres did, the
// file stays and is replayed again; what is committed already counts once.
func (r *Recorder) replayFile(ctx context.Context, path string) (events int, _ error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		r.quarantine(path, errors.New("it is no file")) // to open a pipe would wait for ever
		return 0, nil
	}
	file, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil // another process was faster
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return 0, err // too many files are open, which is no fault of this one
	case err != nil:
		r.quarantine(path, err)
		return 0, nil
	}
	defer file.Close()
	if syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return 0, nil // being written, or replayed by another process
	}
	events, damaged, torn, err := r.replayLines(ctx, bufio.NewReaderSize(file, maxLine))
	if err != nil {
		return 0, err
	}
	r.metrics.replayed.Add(float64(events))
	r.log.Info("replayed events from the spool", "events", events)
	if torn {
		// A writer died in the middle of a line, which was never acknowledged.
		r.metrics.torn.Inc()
		r.log.Warn("skipped the spool's incomplete last line", "file", path)
	}
	if damaged > 0 {
		r.metrics.damaged.Add(float64(damaged))
		r.quarantine(path, fmt.Errorf("%d lines are damaged", damaged))
		return events, nil
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) { // another process read it too
		r.log.Error("couldn't remove a replayed spool file", "error", err)
	}
	return events, nil
}

// damagedName is the name of a file of the spool once it is put aside.
func damagedName(path string) string { return strings.TrimSuffix(path, spoolExt) + damagedExt }

// quarantine renames a file that somebody has to look at.
func (r *Recorder) quarantine(path string, why error) {
	renamed := damagedName(path)
	if err := os.Rename(path, renamed); err != nil {
		r.log.Error("couldn't set aside a damaged spool file", "error", err)
		return
	}
	r.metrics.quarantined.Inc()
	r.log.Error("set aside a damaged spool file", "file", renamed, "error", why)
}

// replayLines commits batch after batch. damaged is how many lines can't be
// read; torn reports whether the last one has no end.
func (r *Recorder) replayLines(ctx context.Context, lines *bufio.Reader) (events, damaged int, torn bool, err error) {
	var batch []Event
	commit := func() error {
		if len(batch) == 0 {
			return nil
		}
		ctx, cancel := context.WithTimeout(ctx, replayTimeout)
		defer cancel()
		err := r.store.write(ctx, replayed(batch))
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
		if _, committed := r.committedLate.LoadAndDelete(e.ID); committed {
			continue
		}
		if batch = append(batch, e); len(batch) == replayBatch {
			if err := commit(); err != nil {
				return events, damaged, false, err
			}
		}
	}
}

// errTorn is the error for a last line without an end.
var errTorn = errors.New("an incomplete spool line")

// nextEvent reads the next line. A line that is too long for the reader is
// skipped and, like any that can't be read, an errBadLine.
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
			return Event{}, errBadLine // whole, but for its end
		}
		return Event{}, errTorn
	case err != nil:
		return Event{}, err
	}
	return readLine(line)
}
