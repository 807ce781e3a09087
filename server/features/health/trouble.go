package health

import (
	"fmt"
	"time"
)

// When a fact is trouble.
const (
	stalled    = 30 * time.Minute    // the oldest job that is due waits longer
	notAdded   = 5 * time.Minute     // adding up what reports read fails for longer
	leastFree  = 10                  // per cent of a disk
	expirySoon = 14 * 24 * time.Hour // until a certificate is not valid any more
)

// Trouble is something that an admin has to see to.
type Trouble struct {
	Cause string // the same as long as it lasts
	What  string // a subject line
	Mend  string // what to do about it
	Page  string // the path where to do it; "" if that is nowhere on the site
}

// Troubles returns what is wrong. A backup is overdue when the newest one is
// older than twice the time between two.
func (f Facts) Troubles() (out []Trouble) {
	add := func(cause, what, mend string) { out = append(out, Trouble{Cause: cause, What: what, Mend: mend}) }
	if b := f.Backup; b != nil {
		switch {
		case b.Failed:
			add("backup", "Backups fail", "See the log (job: back up). bin/server doctor tests BACKUP_DIR or the bucket. Check that it exists, has free space, and that the site can write to it.")
		case f.BackupDue > 2*f.BackupEvery:
			add("backup", fmt.Sprintf("The newest backup is %.0f hours old", f.BackupDue.Hours()), "Check that the site is running and its clock is right. To make a backup now, run bin/server backup FILE.")
		}
	}
	for _, q := range f.Queues {
		if q.Oldest > stalled {
			add("queue "+q.Name, fmt.Sprintf("Jobs in the queue %q have waited for %.0f minutes", q.Name, q.Oldest.Minutes()),
				fmt.Sprintf("%d are waiting; %d have failed at least once. See the log (job attempt failed). Check that the mail server at SMTP_URL accepts email.", q.Waiting, q.Failed))
		}
	}
	for _, d := range f.Disks {
		if d.Free*100 < d.Bytes*leastFree {
			add("disk "+d.Name, fmt.Sprintf("The disk with %s is %d%% full", d.Name, 100-d.Free*100/max(1, d.Bytes)), fmt.Sprintf("%d MB are free. Once it's full, the site can't save anything. Free up space, or move the folder to a larger disk.", d.Free>>20))
		}
	}
	if f.Unadded > 0 && f.UnaddedFor > notAdded {
		days := "days"
		if f.Unadded == 1 {
			days = "day"
		}
		add("reports", fmt.Sprintf("Reports are behind (%d %s)", f.Unadded, days), "They're still correct, but get slower with each event. See the log for the days and the reason (job failed: update report totals).")
	}
	if f.Unreadable > 0 {
		rows := "rows"
		if f.Unreadable == 1 {
			rows = "row"
		}
		add("keys", fmt.Sprintf("Personal data can't be decrypted (%d %s)", f.Unreadable, rows), "DATA_KEYS is missing the key that encrypted it. Add that key after the first one, then run bin/server rekey to encrypt everything with the first.")
	}
	if f.Late > 0 {
		who := fmt.Sprintf("%d messages have", f.Late)
		if f.Late == 1 {
			who = "A message has"
		}
		what := fmt.Sprintf("%s gone unanswered for more than %.0f hours", who, f.LateAfter.Hours())
		out = append(out, Trouble{"messages", what, "We promise an answer within 24 hours. Reply and mark it as answered.", "/admin/messages"})
	}
	for _, l := range f.Paused {
		out = append(out, Trouble{fmt.Sprintf("letter %d", l.ID), fmt.Sprintf("The campaign “%s” is paused", l.Subject), l.Trouble, fmt.Sprintf("/admin/letters/%d", l.ID)})
	}
	if u := f.Unowned; u.Count > 0 {
		out = append(out, Trouble{"tokens", fmt.Sprintf("Access tokens without an owner: %d", u.Count), fmt.Sprintf("They were created before tokens had owners, so the audit log can't say who used them. "+
			"The last one expires on %s. Create new tokens for the programs that use them, then revoke these.", u.Until.UTC().Format("January 2, 2006")), "/admin?view=access"})
	}
	for _, c := range f.Certificates {
		if left := time.Until(c.Ends); left < expirySoon {
			add("certificate "+c.Name, fmt.Sprintf("The certificate of %s expires on %s", c.Name, c.Ends.UTC().Format("January 2, 2006")), "Renew it, and check why it wasn't renewed automatically.")
		}
	}
	return out
}
