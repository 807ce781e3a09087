// Package health reads how the site is doing, once for /metrics, /readyz and
// the mails that tell admins of trouble.
package health

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"syscall"
	"time"

	"thriftwell/db/backup"
)

// Facts are how the site is doing.
type Facts struct {
	Database error // why it could not be asked; then Queues are unknown
	Queues   []Queue
	Disks    []Disk
	Backup   *backup.Stats // nil where the site does not back itself up
	// BackupDue is how old the newest backup is, or how long the site has run
	// without one; BackupEvery is how old it should get.
	BackupDue, BackupEvery time.Duration
	// Unadded is how many days reports can't be added up for, UnaddedFor for how
	// long that has lasted.
	Unadded    int
	UnaddedFor time.Duration
	Paused     []PausedLetter // those that paused by themselves
	Unowned    UnownedTokens
	Late       int           // messages that have waited for an answer for LateAfter
	LateAfter  time.Duration // less than the 24 hours we promise
	// As of the last daily look:
	Certificates []Certificate
	Unreadable   int // rows of personal data that no key opens
}

// Queue is a queue of jobs; "default" is that of the mails.
type Queue struct {
	Name    string
	Waiting int           // not done yet
	Failed  int           // of which an attempt failed, or that were given up
	Oldest  time.Duration // how long the oldest that is due waits
}

// Disk is a file system that the site writes to.
type Disk struct {
	Name        string // of the setting that names the folder
	Free, Bytes uint64 // what the site's user may use
}

// PausedLetter is a letter that paused by itself.
type PausedLetter struct {
	ID      int64
	Subject string
	Trouble string // why
}

// UnownedTokens are the access tokens from before tokens had owners that still
// work.
type UnownedTokens struct {
	Count int
	Until time.Time // when the last of them expires
}

// Watch reads the facts.
type Watch struct {
	Store   *Store
	DataDir string
	// Backups is nil where the site does not back itself up, BackupDir empty
	// where it does so into a bucket.
	Backups   *backup.Schedule
	BackupDir string
	Disk      func(folder string) (Disk, error) // measures the file system of a folder, such as DiskOf
	Started   time.Time
	Servers   map[string]string                           // addresses whose certificate is looked at, by setting
	Sealed    func(context.Context) (int, error)          // counts the rows that no key opens
	Adding    func() (failing int, lasting time.Duration) // up of what reports read, by days
	// Messages counts those that wait for an answer, and of them those that are late.
	Messages  func(context.Context) (open, late int, err error)
	LateAfter time.Duration // how long a message waits until it is late
	Log       *slog.Logger

	mu           sync.Mutex // guards what follows
	tried        time.Time
	written      error // why the last try to write failed
	looked       time.Time
	certificates []Certificate
	unreadable   int
}

// factsTimeout is how long the database may take to answer.
const factsTimeout = 2 * time.Second

// Facts returns how the site is doing now.
func (w *Watch) Facts(ctx context.Context) (f Facts) {
	ctx, cancel := context.WithTimeout(ctx, factsTimeout)
	defer cancel()
	if f.Queues, f.Database = w.Store.queues(ctx); f.Database == nil {
		f.Paused, f.Database = w.Store.paused(ctx)
	}
	if f.Database == nil {
		f.Unowned, f.Database = w.Store.unowned(ctx)
	}
	if f.Database == nil {
		_, f.Late, f.Database = w.Messages(ctx)
		f.LateAfter = w.LateAfter
	}
	for name, folder := range map[string]string{"DATA_DIR": w.DataDir, "BACKUP_DIR": w.BackupDir} {
		if folder == "" {
			continue
		}
		if d, err := w.Disk(folder); err == nil {
			d.Name = name
			f.Disks = append(f.Disks, d)
		}
	}
	if w.Backups != nil {
		s := w.Backups.Stats(ctx)
		f.Backup, f.BackupEvery = &s, w.Backups.Every
		since := w.Started
		if !s.Made.IsZero() {
			since = s.Made
		}
		f.BackupDue = time.Since(since)
	}
	if w.Adding != nil {
		f.Unadded, f.UnaddedFor = w.Adding()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	f.Certificates, f.Unreadable = w.certificates, w.unreadable
	return f
}

// lookDaily is Look, once a day.
func (w *Watch) lookDaily(ctx context.Context) error {
	w.mu.Lock()
	due := time.Since(w.looked) >= 24*time.Hour
	w.mu.Unlock()
	if !due {
		return nil
	}
	return w.Look(ctx)
}

// Look does what takes longer: it looks at certificates and opens every sealed
// row.
func (w *Watch) Look(ctx context.Context) error {
	var found []Certificate
	for name, address := range w.Servers {
		ends, err := expiry(ctx, address)
		switch {
		case err == nil:
			found = append(found, Certificate{name, ends})
		case !errors.Is(err, errPlain):
			w.Log.Info("couldn't check a certificate", "of", name, "error", err)
		}
	}
	unreadable, err := w.Sealed(ctx)
	if err != nil {
		return fmt.Errorf("decrypt personal data: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.looked, w.certificates, w.unreadable = time.Now(), found, unreadable
	return nil
}

// DiskOf measures the file system of a folder.
func DiskOf(folder string) (Disk, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return Disk{}, err
	}
	size := uint64(s.Bsize)
	return Disk{Free: s.Bavail * size, Bytes: (s.Blocks - s.Bfree + s.Bavail) * size}, nil
}

// tryEvery is how long what Writable found is good for.
const tryEvery = 5 * time.Second

// Writable reports why writes cannot succeed: a disk that is full or read-only,
// a database that takes none. It tries at most every 5 seconds.
func (w *Watch) Writable(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.tried) < tryEvery {
		return w.written
	}
	w.written = w.Store.takesWrites(ctx)
	if err := tryToWrite(w.DataDir); err != nil {
		w.written = errors.Join(w.written, fmt.Errorf("write to DATA_DIR: %w", err))
	}
	w.tried = time.Now()
	return w.written
}

// tryToWrite writes a small file and removes it.
func tryToWrite(folder string) error {
	f, err := os.CreateTemp(folder, ".writable-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, 4096))
	return errors.Join(err, f.Sync(), f.Close())
}
