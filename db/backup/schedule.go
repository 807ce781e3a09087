package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"regexp"
	"slices"
	"sync"
	"time"

	"filippo.io/age"

	"thriftwell/db"
)

// retryAfter is the longest pause after a failed backup.
const retryAfter = 15 * time.Minute

// listedFor is how long Stats caches the list of backups.
const listedFor = time.Minute

// Store stores backups by name.
type Store interface {
	// Put stores the output of write, once it is complete.
	Put(ctx context.Context, name string, write func(io.Writer) error) error
	// Sweep removes unfinished backups of killed servers, but none that is still being written, such as a
	// manual one.
	Sweep(ctx context.Context) error
	Open(ctx context.Context, name string) (io.ReadCloser, error)
	Remove(ctx context.Context, name string) error
	// List lists the files in the store, in any order.
	List(ctx context.Context) ([]Stored, error)
	// Within returns a folder in the store, which List leaves out. It creates the folder if necessary.
	Within(folder string) (Store, error)
	// Address returns where a backup is, for people.
	Address(name string) string
}

// Stored is a file in a Store.
type Stored struct {
	Name  string
	Bytes int64
}

// Schedule keeps the newest backups of a site in a store. Several instances may
// share it.
type Schedule struct {
	Store  Store
	Every  time.Duration
	Keep   int
	Source Source
	// WAL, if set, gets a base backup with each backup, and when it needs one.
	WAL *WAL
	// Report, if set, is told when a backup fails, and when the newest one is recent
	// enough again.
	Report func(failure error)
	Log    *slog.Logger

	mu       sync.Mutex // guards what follows
	failedAt time.Time
	failures int
	isFine   bool // as Report was told last
	swept    bool // since the start
	listed   time.Time
	newest   Kept
	oldest   time.Time
}

// Stats describes the newest backup in a store, and failures since the start.
type Stats struct {
	Made     time.Time // zero if there is none
	Bytes    int64
	Failures int
	Failed   bool // the last attempt
	// Since is the earliest moment that can be restored; zero if only backups can.
	Since time.Time
}

// Stats returns the state of the backups. It lists the store at most once a
// minute.
func (s *Schedule) Stats(ctx context.Context) Stats {
	s.mu.Lock()
	due := time.Since(s.listed) > listedFor
	if due {
		s.listed = time.Now() // even if it fails
	}
	s.mu.Unlock()
	if due {
		_, _, _ = s.list(ctx) // Run reports errors
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return Stats{s.newest.Made, s.newest.Bytes, s.failures, !s.failedAt.IsZero(), s.oldest}
}

// Run makes a backup if one is due, and removes excess ones. The interval
// starts at the newest backup, whoever made it, so that restarts of the site
// don't matter.
func (s *Schedule) Run(ctx context.Context) error {
	s.mu.Lock()
	wait := !s.failedAt.IsZero() && time.Since(s.failedAt) < min(s.Every, retryAfter)
	s.mu.Unlock()
	if wait {
		return nil
	}
	isFresh, err := s.run(ctx)
	s.report(ctx, isFresh, err)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failedAt = time.Time{}
	if err != nil {
		s.failures++
		s.failedAt = time.Now()
		return fmt.Errorf("back up to %s: %w", s.Store.Address(""), err)
	}
	return nil
}

func (s *Schedule) report(ctx context.Context, isFresh bool, failure error) {
	if s.Report == nil || ctx.Err() != nil || failure == nil && (!isFresh || s.isFine) {
		return
	}
	s.isFine = failure == nil
	s.Report(failure)
}

// run reports whether the newest backup is recent enough now.
func (s *Schedule) run(ctx context.Context) (isFresh bool, err error) {
	if due, err := s.due(ctx); err != nil || !due.any() && s.swept {
		return err == nil, err
	}
	conn, err := connect(ctx, s.Source.URL)
	if err != nil {
		return false, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if mine, err := db.Take(ctx, conn, "backup"); err != nil || !mine {
		return false, err // another instance is making one
	}
	if err := s.Store.Sweep(ctx); err != nil {
		return false, err
	}
	s.swept = true
	due, err := s.due(ctx)
	if err != nil || !due.any() { // it has just made one
		return err == nil, err
	}
	return true, s.make(ctx, due)
}

// due is what is to be made.
type due struct{ backup, base bool }

func (d due) any() bool { return d.backup || d.base }

func (s *Schedule) due(ctx context.Context) (d due, err error) {
	kept, bases, err := s.list(ctx)
	if err != nil {
		return d, err
	}
	d.backup = len(kept) == 0 || kept[0].age(time.Now()) >= s.Every
	d.base = s.WAL != nil && (d.backup || s.WAL.needsBase(bases))
	return d, nil
}

func (s *Schedule) make(ctx context.Context, due due) error {
	start := time.Now()
	if due.backup {
		_ = s.thin(ctx) // makes room if Keep was lowered; an error returns below
		name := NamePrefix + start.UTC().Format(nameTime) + ending(s.Source.Recipients)
		m, err := WriteTo(ctx, s.Store, name, s.Source)
		if err != nil {
			return err
		}
		s.Log.Info("backup complete", "file", s.Store.Address(name), "rows", m.Rows(), "took", time.Since(start))
		if err := s.thin(ctx); err != nil {
			return err
		}
	}
	if !due.base {
		return nil
	}
	if err := s.WAL.makeBase(ctx, start); err != nil {
		return fmt.Errorf("base backup for point-in-time recovery: %w", err)
	}
	kept, bases, err := s.list(ctx)
	if err != nil {
		return err
	}
	return s.WAL.prune(ctx, bases, kept)
}

// thin removes all but the newest backups.
func (s *Schedule) thin(ctx context.Context) error {
	kept, _, err := s.list(ctx)
	for _, old := range kept[min(s.Keep, len(kept)):] {
		err = errors.Join(err, s.Store.Remove(ctx, old.Name))
	}
	return err
}

// ending returns the ending of backups' names.
func ending(recipients []age.Recipient) string {
	if len(recipients) > 0 {
		return nameEnding + encryptedEnding
	}
	return nameEnding
}

// list lists the backups and base backups, newest first, and stores the result
// for Stats.
func (s *Schedule) list(ctx context.Context) ([]Kept, []Base, error) {
	all, err := s.Store.List(ctx)
	if err != nil {
		return nil, nil, err
	}
	kept, bases := keptIn(all), basesIn(all)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listed, s.newest, s.oldest = time.Now(), Kept{}, time.Time{}
	if len(kept) > 0 {
		s.newest = kept[0]
	}
	if s.WAL != nil && len(bases) > 0 {
		s.oldest = bases[len(bases)-1].Made
	}
	return kept, bases, nil
}

// Scheduled backups are named backup-20061231T235959Z.tar.zst, with .age
// appended if they are encrypted.
const (
	NamePrefix      = "backup-"
	nameTime        = "20060102T150405Z"
	nameEnding      = ".tar.zst"
	encryptedEnding = ".age"
)

var nameFormat = regexp.MustCompile(`^backup-(\d{8}T\d{6}Z)\.tar\.zst(\.age)?$`)

// Kept is a scheduled backup in a store.
type Kept struct {
	Stored
	Made time.Time
}

// aheadAtMost is how far another instance's clock may be ahead.
const aheadAtMost = 24 * time.Hour

// age is infinite for a backup in the future, which a wrong clock dated.
func (b Kept) age(now time.Time) time.Duration {
	if b.Made.After(now.Add(aheadAtMost)) {
		return math.MaxInt64
	}
	return now.Sub(b.Made)
}

// List returns the backups in a store, newest first. It ignores other files.
func List(ctx context.Context, in Store) ([]Kept, error) {
	all, err := in.List(ctx)
	return keptIn(all), err
}

func keptIn(all []Stored) (list []Kept) {
	for _, f := range all {
		if parts := nameFormat.FindStringSubmatch(f.Name); parts != nil {
			made, _ := time.Parse(nameTime, parts[1]) // on error it is long ago
			list = append(list, Kept{f, made})
		}
	}
	now := time.Now()
	slices.SortFunc(list, func(a, b Kept) int { return cmp.Or(cmp.Compare(a.age(now), b.age(now)), cmp.Compare(b.Name, a.Name)) })
	return list
}
