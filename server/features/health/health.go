// Package health reads how the site is doing, once for the health page, the
// doctor, /metrics, /readyz and the alerts to admins.
package health

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"thriftwell/db/backup"
)

// Facts are how the site is doing.
type Facts struct {
	Database error  // why we couldn't ask it; then Queues and Outcomes are unknown
	Server   string // version of Postgres
	Bytes    int64  // size of the database
	Schema   int64  // its newest migration
	ReadOnly error  // why writes fail; see Report
	Outcomes map[string]Outcome
	Queues   []Queue
	Disks    []Disk
	Backup   *backup.Stats // nil where the site doesn't back itself up
	// BackupDue is how old the newest backup is, or how long the site has run
	// without one; BackupEvery is how old it should get.
	BackupDue, BackupEvery time.Duration
	// Unadded counts the days whose report totals can't be updated, UnaddedFor says
	// for how long.
	Unadded    int
	UnaddedFor time.Duration
	Paused     []PausedCampaign // those that paused by themselves
	Unowned    UnownedTokens
	Late       int           // messages without an answer after LateAfter
	LateAfter  time.Duration // less than the 24 hours we promise
	Links      int64         // broken links of offers, and those with a new destination

	Renderers     *Renderers    // nil where nobody knows
	NoRendererFor time.Duration // how long none has run
	Jobs          map[string]jobFailure
	// As of the last daily check:
	Checked            bool
	Certificates       []Certificate
	CertificateProblem string // why we couldn't check that of BASE_URL
	Unreadable         int    // rows of personal data that no key decrypts
}

// Renderers counts the Node processes that render pages.
type Renderers struct{ Running, Wanted int }

// Queue is a queue of jobs.
type Queue struct {
	Name    string
	Waiting int           // not done yet
	Failed  int           // those that failed at least once or were given up
	GivenUp int           // those of them that aren't retried
	Oldest  time.Duration // how long the oldest due job has waited
}

// Disk is a file system that the site writes to.
type Disk struct {
	Name        string // of the setting that names the folder
	Free, Bytes uint64 // what the site's user may use
}

// PausedCampaign is a campaign that paused by itself.
type PausedCampaign struct {
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
	// Backups is nil where the site doesn't back itself up, BackupDir empty where it
	// uses a bucket.
	Backups   *backup.Schedule
	BackupDir string
	Disk      func(folder string) (Disk, error) // measures the file system of a folder, such as DiskOf
	Started   time.Time
	Servers   map[string]string                           // addresses whose certificates are checked, by setting
	Sealed    func(context.Context) (int, error)          // counts the rows that no key decrypts
	Adding    func() (failing int, lasting time.Duration) // counts the days whose report totals fail to update
	// Messages counts those that wait for an answer, and of them those that are late.
	Messages  func(context.Context) (open, late int, err error)
	LateAfter time.Duration                        // how long a message waits until it is late
	Links     func(context.Context) (int64, error) // counts the broken links of offers
	Renderers func() Renderers                     // nil where they can't be asked
	Reach     func(context.Context) error          // the mail server; nil where there is none
	Site      Site
	Log       *slog.Logger

	mu            sync.Mutex // guards what follows
	tried         time.Time
	written       error // why the last try to write failed
	looked        time.Time
	asked         bool // for certificates
	certificates  []Certificate
	uncertain     string // why the certificate of BASE_URL couldn't be checked
	unreadable    int
	noRenderer    time.Time // since when none runs; zero while one does
	jobs          map[string]jobFailure
	emailTaken    bool
	emailRecorded time.Time
}

// Site is what the settings say of the site.
type Site struct {
	Version     string
	Schema      int64 // the newest migration that comes with it
	BaseURL     string
	Production  bool
	Bundled     bool // its Postgres came with it
	SendsEmail  bool
	RestoreTest bool
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
		f.Outcomes, f.Database = w.Store.Outcomes(ctx)
	}
	if f.Database == nil {
		f.Server, f.Bytes, f.Schema, f.Database = w.Store.server(ctx)
	}
	if f.Database == nil {
		f.Links, f.Database = w.Links(ctx)
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
	if w.Renderers != nil {
		r := w.Renderers()
		f.Renderers = &r
		switch {
		case r.Running > 0:
			w.noRenderer = time.Time{}
		case w.noRenderer.IsZero():
			w.noRenderer = time.Now()
		default:
			f.NoRendererFor = time.Since(w.noRenderer)
		}
	}
	f.Checked, f.Certificates, f.CertificateProblem, f.Unreadable = w.asked, w.certificates, w.uncertain, w.unreadable
	f.Jobs = maps.Clone(w.jobs)
	return f
}

// Report returns the parts of the site's health, and tries to write.
func (w *Watch) Report(ctx context.Context) []Part {
	f := w.Facts(ctx)
	f.ReadOnly = w.Writable(ctx)
	return w.Parts(f)
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

// Look does what takes longer: it reaches the mail server, checks certificates
// and decrypts all personal data.
func (w *Watch) Look(ctx context.Context) error {
	w.reach(ctx)
	w.CheckCertificates(ctx)
	unreadable, err := w.Sealed(ctx)
	if err != nil {
		return fmt.Errorf("decrypt personal data: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.looked, w.unreadable = time.Now(), unreadable
	return nil
}

// CheckCertificates asks the servers that the settings name for theirs.
func (w *Watch) CheckCertificates(ctx context.Context) {
	var found []Certificate
	uncertain := ""
	for name, address := range w.Servers {
		c, err := inspect(ctx, address)
		switch {
		case err == nil:
			c.Name = name
			found = append(found, c)
		case !errors.Is(err, errPlain):
			w.Log.Info("couldn't check a certificate", "of", name, "error", err)
			if name == baseURL {
				uncertain = err.Error()
			}
			found = append(found, w.lastSeen(name)...)
		}
	}
	slices.SortFunc(found, func(a, b Certificate) int { return strings.Compare(a.Name, b.Name) })
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked, w.certificates, w.uncertain = true, found, uncertain
}

// lastSeen returns the certificate that the last check found, if any: it still ends
// then, so a problem with it isn't over.
func (w *Watch) lastSeen(name string) (c []Certificate) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(w.certificates), func(c Certificate) bool { return c.Name != name })
}

// baseURL names the setting with the site's own address.
const baseURL = "BASE_URL"

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
