package tracking

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"time"
)

const (
	replayEvery   = time.Second
	replayBatch   = 1000
	replayTimeout = 10 * time.Second
)

// Run brings in what is in the spool, as soon as Postgres takes it, until ctx
// ends.
func (r *Recorder) Run(ctx context.Context) {
	tick := time.NewTicker(replayEvery)
	defer tick.Stop()
	for {
		r.catchUp(ctx)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// catchUp looks whether Postgres is back and empties the spool.
func (r *Recorder) catchUp(ctx context.Context) {
	if r.away.Load() {
		ping, cancel := context.WithTimeout(ctx, replayEvery)
		defer cancel()
		if r.store.pool.Ping(ping) != nil {
			return
		}
		r.away.Store(false)
		r.log.Info("Postgres is back, events go there again")
	}
	r.spool.rotate()
	for _, path := range r.spool.files() {
		if err := r.replay(ctx, path); err != nil {
			r.log.Warn("the spool could not be brought in yet", "error", err)
			return
		}
	}
	r.settled.Clear()
}

// replay commits the events of one file and removes it. When it fails half way,
// the file stays and is read again: what is in the tables already counts once.
func (r *Recorder) replay(ctx context.Context, path string) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // another process was faster
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return nil // being written, or brought in by another process
	}
	events, damaged, torn, err := r.replayLines(ctx, bufio.NewReaderSize(file, 1<<16))
	if err != nil {
		return err
	}
	r.metrics.replayed.Add(float64(events))
	r.log.Info("events of the spool are counted", "events", events)
	if torn {
		// A writer died in the middle of a line: nobody was told it is kept.
		r.metrics.torn.Inc()
		r.log.Warn("the last line of the spool was torn and is left out", "file", path)
	}
	if damaged == 0 {
		if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil // another process read it too
	}
	r.metrics.damaged.Add(float64(damaged))
	aside := strings.TrimSuffix(path, spoolEnding) + damagedEnding
	r.log.Error("lines of the spool can't be read, the file is kept", "lines", damaged, "file", aside)
	return os.Rename(path, aside)
}

// replayLines commits batch after batch. A last line that is no whole one is
// torn, any other is damaged.
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
	bad := false // the line before this one can't be read
	for {
		line, readErr := lines.ReadBytes('\n')
		if readErr != nil && !errors.Is(readErr, io.EOF) {
			return events, damaged, false, readErr
		}
		if len(line) == 0 {
			return events, damaged, bad, commit()
		}
		if bad {
			damaged++
		}
		e, err := readLine(line)
		if bad = err != nil; bad {
			continue
		}
		if _, settled := r.settled.LoadAndDelete(e.ID); settled {
			continue
		}
		if batch = append(batch, e); len(batch) == replayBatch {
			if err := commit(); err != nil {
				return events, damaged, false, err
			}
		}
	}
}
