package health

import (
	"context"
	"time"
)

// Outcome is how the last try of something went, on any instance.
type Outcome struct {
	Name        string
	State       string
	Since       time.Time // when the state began
	Detail      string    // of the last try
	SucceededAt *time.Time
	FailedAt    *time.Time
	Problem     string // of the last failure
}

// The names of outcomes.
const (
	Email       = "email"
	Backup      = "backup"
	RestoreTest = "restore test"
	WAL         = "write-ahead log"
)

// The states of outcomes.
const (
	Good    = "good"
	Failing = "failing"
	Skipped = "skipped"
)

// recordTimeout is how long it may take to record an outcome.
const recordTimeout = 2 * time.Second

// emailEvery is how often a success of the mail server is recorded at most:
// campaigns send many emails a second.
const emailEvery = 10 * time.Second

// RecordEmail records whether the mail server took an email.
func (w *Watch) RecordEmail(err error) {
	w.mu.Lock()
	isNews := (err == nil) != w.emailTaken || time.Since(w.emailRecorded) > emailEvery
	w.emailTaken = err == nil
	if isNews {
		w.emailRecorded = time.Now()
	}
	w.mu.Unlock()
	if isNews {
		w.Record(Email, "", err)
	}
}

// Record records a success or a failure. As that is no reason for what was tried
// to fail, an error is only logged.
func (w *Watch) Record(name, detail string, failure error) {
	o := Outcome{Name: name, State: Good, Detail: detail}
	now := time.Now()
	if failure != nil {
		o.State, o.Problem, o.FailedAt = Failing, failure.Error(), &now
	} else {
		o.SucceededAt = &now
	}
	w.record(o)
}

// RecordSkipped records why something wasn't tried.
func (w *Watch) RecordSkipped(name, why string) {
	w.record(Outcome{Name: name, State: Skipped, Detail: why})
}

func (w *Watch) record(o Outcome) {
	ctx, cancel := context.WithTimeout(context.Background(), recordTimeout)
	defer cancel()
	if err := w.Store.record(ctx, o); err != nil {
		w.Log.Warn("couldn't record an outcome for the health page", "of", o.Name, "error", err)
	}
}

// EmailFails reports whether the mail server takes no email, as far as is known.
func (w *Watch) EmailFails(ctx context.Context) bool {
	if !w.Site.SendsEmail {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, recordTimeout)
	defer cancel()
	all, err := w.Store.Outcomes(ctx)
	return err == nil && all[Email].State == Failing
}

// reach tries to reach the mail server, and reports whether it could. A success
// ends a failure, but the server took no email by it.
func (w *Watch) reach(ctx context.Context) bool {
	if w.Reach == nil {
		return true
	}
	if err := w.Reach(ctx); err != nil {
		w.RecordEmail(err)
		return false
	}
	w.mu.Lock()
	w.emailTaken = true
	w.mu.Unlock()
	if w.EmailFails(ctx) {
		w.record(Outcome{Name: Email, State: Good})
	}
	return true
}

// jobFailure is a scheduled job whose last run failed on this instance.
type jobFailure struct {
	Since   time.Time
	Problem string
}

// The jobs whose outcomes are recorded. Their failures aren't reported twice.
const (
	BackupJob      = "back up"
	RestoreTestJob = "test a restore"
	WALJob         = "store the write-ahead log"
)

// Ran notes how a run of a scheduled job ended.
func (w *Watch) Ran(job string, err error) {
	if job == BackupJob || job == RestoreTestJob || job == WALJob {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil {
		delete(w.jobs, job)
		return
	}
	if w.jobs == nil {
		w.jobs = map[string]jobFailure{}
	}
	failure, known := w.jobs[job]
	if !known {
		failure.Since = time.Now()
	}
	failure.Problem = err.Error()
	w.jobs[job] = failure
}
