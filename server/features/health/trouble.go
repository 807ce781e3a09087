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
			add("backup", "Backups fail", "The log says why (back up, when it is time). bin/server doctor tries BACKUP_DIR, or the bucket. Check that it is there, that the site may write to it, and that it has room.")
		case f.BackupDue > 2*f.BackupEvery:
			add("backup", fmt.Sprintf("The newest backup is %.0f hours old", f.BackupDue.Hours()), "Check that the site runs and that its clock is right; bin/server backup FILE makes one at once.")
		}
	}
	for _, q := range f.Queues {
		if q.Oldest > stalled {
			add("queue "+q.Name, fmt.Sprintf("Jobs of the queue %q wait for %.0f minutes", q.Name, q.Oldest.Minutes()),
				fmt.Sprintf("%d wait; of %d an attempt failed. The log says why (an attempt at a job failed). Check that the mail server of SMTP_URL takes mail.", q.Waiting, q.Failed))
		}
	}
	for _, d := range f.Disks {
		if d.Free*100 < d.Bytes*leastFree {
			add("disk "+d.Name, fmt.Sprintf("The disk of %s is %d%% full", d.Name, 100-d.Free*100/max(1, d.Bytes)), fmt.Sprintf("%d MB are free. When it is full, nothing can be written any more. Make room, or move the folder to a larger disk.", d.Free>>20))
		}
	}
	if f.Unadded > 0 && f.UnaddedFor > notAdded {
		days := "days"
		if f.Unadded == 1 {
			days = "day"
		}
		add("reports", fmt.Sprintf("Reports are not added up (%d %s)", f.Unadded, days), "They stay right, but get slower with each event. The log says which days, and why (job failed: add up what reports read).")
	}
	if f.Unreadable > 0 {
		rows := "rows"
		if f.Unreadable == 1 {
			rows = "row"
		}
		add("keys", fmt.Sprintf("Personal data can't be opened (%d %s)", f.Unreadable, rows), "DATA_KEYS lacks the key that sealed them. Put it back behind the first one; bin/server rekey then seals everything under the first.")
	}
	if f.Late > 0 {
		who := fmt.Sprintf("%d messages have", f.Late)
		if f.Late == 1 {
			who = "A message has"
		}
		what := fmt.Sprintf("%s waited for an answer for more than %.0f hours", who, f.LateAfter.Hours())
		out = append(out, Trouble{"messages", what, "We promise an answer within 24 hours. Answer it and mark it as answered.", "/admin/messages"})
	}
	for _, l := range f.Paused {
		out = append(out, Trouble{fmt.Sprintf("letter %d", l.ID), fmt.Sprintf("The letter “%s” pauses", l.Subject), l.Trouble, fmt.Sprintf("/admin/letters/%d", l.ID)})
	}
	if u := f.Unowned; u.Count > 0 {
		out = append(out, Trouble{"tokens", fmt.Sprintf("Access tokens without an owner: %d", u.Count), fmt.Sprintf("They are from before tokens had owners, and the audit log doesn't tell whose they are. "+
			"The last of them stops working on %s. Create new ones for the programs that use them, then revoke these.", u.Until.UTC().Format("January 2, 2006")), "/admin?view=access"})
	}
	for _, c := range f.Certificates {
		if left := time.Until(c.Ends); left < expirySoon {
			add("certificate "+c.Name, fmt.Sprintf("The certificate of %s ends on %s", c.Name, c.Ends.UTC().Format("January 2, 2006")), "Renew it, and check what should have renewed it.")
		}
	}
	return out
}
