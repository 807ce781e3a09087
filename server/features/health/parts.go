package health

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Part is a part of the site's health.
type Part struct {
	Name     string    `json:"name"`     // as in a sentence
	Level    Level     `json:"level"`    // of its worst problem
	Sentence string    `json:"sentence"` // of its worst problem, or that it's fine
	Help     string    `json:"help"`     // its page of the manual, and the section
	Troubles []Trouble `json:"problems"` // the worst first
	Details  []Detail  `json:"details"`
}

// Detail is a line of figures: a text, a time or both.
type Detail struct {
	Label string     `json:"label"`
	Text  string     `json:"text"`
	At    *time.Time `json:"at"`
}

func (p *Part) add(t Trouble) { p.Troubles = append(p.Troubles, t) }

func (p *Part) say(label, text string) {
	p.Details = append(p.Details, Detail{Label: label, Text: text})
}

func (p *Part) sayWhen(label string, at time.Time, otherwise string) {
	d := Detail{Label: label, Text: otherwise}
	if !at.IsZero() {
		d.Text, d.At = "", &at
	}
	p.Details = append(p.Details, d)
}

// Parts judges the facts. Everyone who reports on the site's health goes by it:
// the page, the card, the doctor and the alerts.
func (w *Watch) Parts(f Facts) []Part {
	parts := []Part{w.email(f), w.backups(f), disks(f), w.database(f)}
	if f.Renderers != nil { // else only the running site knows
		parts = append(parts, renderers(*f.Renderers, f.NoRendererFor))
	}
	parts = append(parts, jobs(f), w.certificate(f), w.links(f), w.version(f), tasks(f))
	for i := range parts {
		p := &parts[i]
		p.Troubles, p.Details = append([]Trouble{}, p.Troubles...), append([]Detail{}, p.Details...) // [] in JSON, not null
		slices.SortStableFunc(p.Troubles, func(a, b Trouble) int { return rank(a.Level) - rank(b.Level) })
		p.Level = Fine
		if len(p.Troubles) > 0 {
			p.Level, p.Sentence = p.Troubles[0].Level, p.Troubles[0].What+"."
		}
	}
	return parts
}

func rank(l Level) int { return slices.Index([]Level{Bad, Warning, Fine}, l) }

// emailQueue is the queue of jobs that send email.
const emailQueue = "default"

func (w *Watch) email(f Facts) Part {
	p := Part{Name: "Email", Sentence: "Email is going out.", Help: "health#email"}
	o := f.Outcomes[Email]
	if o.SucceededAt == nil {
		p.Sentence = "No email has been sent yet."
	}
	if !w.Site.SendsEmail {
		p.Sentence, o = "This site doesn't send email. It keeps it in DATA_DIR and shows it at /dev/mail.", Outcome{} // of an SMTP_URL from before
	}
	waiting := Queue{}
	for _, q := range f.Queues {
		if q.Name == emailQueue {
			waiting = q
		}
	}
	if o.State == Failing {
		t := Trouble{What: "Email isn't going out", Level: Bad, NoEmail: true, Mend: fmt.Sprintf(
			"The last error was: %s. Check SMTP_URL, and that the mail server is running and accepts connections from this machine. Email waits until this is fixed. To sign in meanwhile, run bin/server sign-in-link --email E.", strings.TrimSuffix(o.Problem, "."))}
		if time.Since(o.Since) > lasting {
			t.Cause = "email"
		}
		p.add(t)
	}
	if waiting.Oldest > stalled {
		p.add(Trouble{Cause: "queue " + waiting.Name, What: "Email has waited for " + long(waiting.Oldest), Level: Bad,
			Mend: fmt.Sprintf("%d are waiting, and %d have failed at least once. See the log (job attempt failed), and check that the mail server at SMTP_URL accepts email.", waiting.Waiting, waiting.Failed)})
	}
	if waiting.GivenUp > 0 {
		p.add(givenUp(waiting.GivenUp, "email"))
	}
	for _, l := range f.Paused {
		p.add(Trouble{Cause: fmt.Sprintf("letter %d", l.ID), What: fmt.Sprintf("The campaign “%s” is paused", l.Subject), Mend: l.Trouble, Page: fmt.Sprintf("/admin/letters/%d", l.ID), Level: Warning})
	}
	p.sayWhen("Last accepted", value(o.SucceededAt), "never")
	p.say("Waiting", queued(waiting.Waiting, waiting.Failed))
	if o.FailedAt != nil {
		p.Details = append(p.Details, Detail{"Last error", o.Problem, o.FailedAt})
	}
	return p
}

// queued returns "3, and 1 failed at least once".
func queued(waiting, failed int) string {
	if failed == 0 {
		return fmt.Sprint(waiting)
	}
	return fmt.Sprintf("%d, and %d failed at least once", waiting, failed)
}

func value(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

func (w *Watch) backups(f Facts) Part {
	p := Part{Name: "Backups", Sentence: "Backups are up to date.", Help: "health#backups"}
	if f.Backup == nil {
		p.Sentence = "Scheduled backups are off."
		if w.Site.Production {
			p.add(Trouble{What: "Scheduled backups are off", Level: Warning, Mend: "Set BACKUP_DIR to a folder on another disk, set BACKUP_S3_ENDPOINT, or run bin/server backup on a schedule."})
		}
		return p
	}
	o := f.Outcomes[Backup]
	switch {
	case f.Backup.Failed || o.State == Failing:
		p.add(Trouble{Cause: "backup", What: "Backups are failing", Level: Bad, Mend: because(o.Problem) +
			"Check that the folder or bucket exists and has free space, and that the site can write to it. The site tries again within 15 minutes. Earlier backups are still there."})
	case f.BackupDue > 2*f.BackupEvery:
		p.add(Trouble{Cause: "backup", What: "The newest backup is " + long(f.BackupDue) + " old", Level: Bad,
			Mend: "Check that the site keeps running and that its clock is right. To make a backup now, run bin/server backup FILE."})
		if f.Backup.Made.IsZero() {
			p.Troubles[len(p.Troubles)-1].What = "There's been no backup for " + long(f.BackupDue)
		}
	case f.Backup.Made.IsZero():
		p.Sentence = "The first backup is about to start."
	}
	p.sayWhen("Last good backup", f.Backup.Made, "none yet")
	if made := f.Backup.Made; !made.IsZero() {
		p.say("Size", size(f.Backup.Bytes))
		next := made.Add(f.BackupEvery)
		if time.Until(next) < 0 {
			next = time.Time{}
		}
		p.sayWhen("Next backup", next, "due now")
	}
	p.say("Kept in", w.Backups.Store.Address(""))
	w.pointInTime(f, &p)
	w.restoreTest(f.Outcomes[RestoreTest], &p)
	return p
}

// pointInTime is about what restore --at needs.
func (w *Watch) pointInTime(f Facts, p *Part) {
	if w.Backups.WAL == nil {
		return
	}
	if o := f.Outcomes[WAL]; o.State == Failing {
		t := Trouble{What: "Changes since the last backup aren't being stored", Level: Bad, Mend: because(o.Problem) +
			"Until this is fixed, restore --at can't bring back moments from now on, and the log of changes fills up to 1 GB of the disk with DATA_DIR. Check that the folder or bucket for backups exists and has free space."}
		if time.Since(o.Since) > lasting {
			t.Cause = "write-ahead log"
		}
		p.add(t)
	}
	p.sayWhen("Can go back to", f.Backup.Since, "no moment yet")
}

func (w *Watch) restoreTest(o Outcome, p *Part) {
	const label = "Last restore test"
	switch {
	case !w.Site.RestoreTest:
		p.say(label, "off (RESTORE_TEST)")
		return
	case o.State == Failing:
		p.add(Trouble{Cause: "restore test", What: "The restore test failed", Level: Bad, Mend: because(o.Problem) +
			"Until a test succeeds, don't count on this backup. Restore an older one on another machine to find out which still work."})
	case o.State == Skipped:
		p.add(Trouble{What: "The restore test didn't run", Level: Warning, Mend: o.Detail})
	}
	p.sayWhen(label, value(o.SucceededAt), "none yet")
	if o.State == Good {
		p.Details[len(p.Details)-1].Text = o.Detail
	}
}

// because returns the sentence about an error, if there is one.
func because(problem string) string {
	if problem == "" {
		return ""
	}
	return "The last error was: " + strings.TrimSuffix(problem, ".") + ". "
}

func disks(f Facts) Part {
	p := Part{Name: "Disk space", Sentence: "There's enough free space.", Help: "health#disk-space"}
	slices.SortFunc(f.Disks, func(a, b Disk) int { return cmp.Compare(b.Name, a.Name) })
	for _, d := range f.Disks {
		p.say(d.Name, fmt.Sprintf("%s of %s free", size(d.Free), size(d.Bytes)))
		if d.Free*100 >= d.Bytes*leastFree {
			continue
		}
		t := Trouble{Cause: "disk " + d.Name, What: fmt.Sprintf("The disk with %s is %d%% full", d.Name, 100-d.Free*100/max(1, d.Bytes)), Level: Warning,
			Mend: fmt.Sprintf("%s are free. Once it's full, %s. Free up space, or move the folder to a larger disk.", size(d.Free), cmp.Or(map[string]string{"BACKUP_DIR": "backups fail"}[d.Name], "the site can't save anything"))}
		if d.Free*100 < d.Bytes*almostNone {
			t.Level = Bad
		}
		p.add(t)
	}
	return p
}

func (w *Watch) database(f Facts) Part {
	p := Part{Name: "Database", Sentence: "The database is working.", Help: "health#database"}
	if f.Database != nil {
		p.add(Trouble{What: "We can't reach the database", Level: Bad, Mend: because(f.Database.Error()) + w.mendDatabase()})
		return p
	}
	if f.ReadOnly != nil {
		p.add(Trouble{What: "The site can't save anything", Level: Bad, Mend: because(f.ReadOnly.Error()) + "Check that the disk isn't full or read-only, and that DATABASE_URL leads to the primary."})
	}
	if f.Unreadable > 0 {
		p.add(Trouble{Cause: "keys", What: fmt.Sprintf("Personal data can't be decrypted (%s)", many(f.Unreadable, "row")), Level: Bad,
			Mend: "DATA_KEYS is missing the key that encrypted it. Add that key after the first one, then run bin/server rekey to encrypt everything with the first."})
	}
	if f.Unadded > 0 && f.UnaddedFor > notAdded {
		p.add(Trouble{Cause: "reports", What: fmt.Sprintf("Reports are behind (%s)", many(f.Unadded, "day")), Level: Warning,
			Mend: "They're still correct, but get slower with each event. See the log for the days and the reason (job failed: update report totals)."})
	}
	p.say("Postgres", f.Server)
	p.say("Size", size(f.Bytes))
	return p
}

// mendDatabase says what to do about a database that is away.
func (w *Watch) mendDatabase() string {
	const meanwhile = "Visitors get cached pages, and nothing can be saved. "
	if w.Site.Bundled {
		return meanwhile + "The site restarts its Postgres by itself. If that doesn't help, see postgres.log in DATA_DIR, check that the disk isn't full, and restart the site."
	}
	return meanwhile + "Check that the Postgres at DATABASE_URL is running and accepts connections from this machine."
}

func renderers(r Renderers, noneFor time.Duration) Part {
	p := Part{Name: "Renderers", Sentence: "All renderers are running.", Help: "health#renderers"}
	switch {
	case r.Running == 0:
		t := Trouble{What: "No renderer is running", Level: Bad,
			Mend: "Visitors get cached pages, and new pages load in their browser. See the log (renderer). Check that the machine has enough memory, and RENDERER_URL if you set it."}
		if noneFor > lasting {
			t.Cause = "renderers"
		}
		p.add(t)
	case r.Running < r.Wanted:
		p.add(Trouble{What: fmt.Sprintf("%d of %d renderers are running", r.Running, r.Wanted), Level: Warning,
			Mend: "The site restarts a renderer that stops, which takes seconds. If this lasts, see the log (renderer), and check that the machine has enough memory."})
	}
	p.say("Running", fmt.Sprintf("%d of %d", r.Running, r.Wanted))
	return p
}

func jobs(f Facts) Part {
	p := Part{Name: "Jobs", Sentence: "All background jobs are working.", Help: "health#jobs"}
	waiting, failed, lost := 0, 0, 0
	for _, q := range f.Queues {
		if q.Name == emailQueue {
			continue
		}
		waiting, failed, lost = waiting+q.Waiting, failed+q.Failed, lost+q.GivenUp
		if q.Oldest > stalled {
			p.add(Trouble{Cause: "queue " + q.Name, What: fmt.Sprintf("Jobs in the queue %q have waited for %s", q.Name, long(q.Oldest)), Level: Bad,
				Mend: fmt.Sprintf("%d are waiting, and %d have failed at least once. See the log (job attempt failed).", q.Waiting, q.Failed)})
		}
	}
	if retried := failed - lost; retried > 0 {
		p.add(Trouble{What: many(retried, "queued job") + " failed at least once", Level: Warning, Mend: "The site retries this by itself. See the log (job attempt failed) for the reason."})
	}
	if lost > 0 {
		p.add(givenUp(lost, "queued job"))
	}
	for _, name := range slices.Sorted(maps.Keys(f.Jobs)) {
		failure := f.Jobs[name]
		t := Trouble{What: fmt.Sprintf("The job “%s” is failing", name), Level: Warning, Mend: because(failure.Problem) + "See the log (job failed)."}
		if time.Since(failure.Since) > stalled {
			t.Cause, t.Level = "job "+name, Bad
		}
		p.add(t)
	}
	p.say("Waiting", queued(waiting, failed))
	return p
}

// givenUp is about jobs that failed as often as they may.
func givenUp(n int, noun string) Trouble {
	return Trouble{What: many(n, noun) + " failed for good", Level: Warning,
		Mend: "After 25 tries, the site doesn't retry anymore. See the log (job attempt failed) for the reason. This note stays for a week."}
}

func (w *Watch) certificate(f Facts) Part {
	p := Part{Name: "Certificate", Sentence: "The site's certificate is valid.", Help: "health#certificate"}
	isSecure := strings.HasPrefix(w.Site.BaseURL, "https:")
	switch {
	case !isSecure:
		p.Sentence = "BASE_URL isn't https, so the site needs no certificate."
	case !f.Checked:
		p.Sentence = "We haven't checked yet. The site does so a minute after it starts."
	case f.CertificateProblem != "":
		p.add(Trouble{What: "We couldn't check the site's certificate", Level: Warning,
			Mend: because(f.CertificateProblem) + "This machine may not be able to reach its own public address. Check in a browser when the certificate expires."})
	}
	for _, c := range f.Certificates {
		label, mend := c.Name, "Ask the person who runs that server to renew it."
		if c.Name == baseURL {
			label, mend = "Expires", "Renew it, and see the log of your proxy for why it wasn't renewed automatically (with Caddy, journalctl -u caddy). Once it has expired, browsers warn visitors away."
		}
		p.sayWhen(label, c.Ends, "")
		if c.Wrong != "" {
			p.add(Trouble{Cause: "trust of " + c.Name, What: fmt.Sprintf("The certificate of %s %s", c.Name, c.Wrong), Mend: cmp.Or(map[string]string{baseURL: "Browsers warn visitors away. "}[c.Name], "The site can't connect there. ") + c.Mend, Level: Bad})
		}
		left := time.Until(c.Ends)
		if left >= expirySoon {
			continue
		}
		t := Trouble{Cause: "certificate " + c.Name, What: fmt.Sprintf("The certificate of %s expires on %s", c.Name, day(c.Ends)), Mend: mend, Level: Warning}
		if left < expiryNow {
			t.Level = Bad
		}
		if left < 0 {
			t.What = fmt.Sprintf("The certificate of %s expired on %s", c.Name, day(c.Ends))
		}
		p.add(t)
	}
	return p
}

func (w *Watch) links(f Facts) Part {
	p := Part{Name: "Link checks", Sentence: "The links of all offers work.", Help: "health#link-checks"}
	if !w.Site.Production {
		p.Sentence = "Links are checked only in production."
	}
	if f.Links > 0 {
		p.add(Trouble{What: "Offer links that are broken or have a new destination: " + fmt.Sprint(f.Links), Level: Warning, Mend: "Open the offer to see where its link leads now.", Page: "/admin"})
	}
	return p
}

func (w *Watch) version(f Facts) Part {
	p := Part{Name: "Version", Sentence: "The database matches this version.", Help: "health#version"}
	p.say("Version", cmp.Or(w.Site.Version, "built from source"))
	p.say("Newest migration", fmt.Sprintf("%d (%d comes with this version)", f.Schema, w.Site.Schema))
	if f.Schema > w.Site.Schema && w.Site.Schema > 0 {
		p.add(Trouble{What: "A newer version has upgraded the database", Level: Warning, Mend: "Upgrade this instance too."})
	}
	return p
}

// tasks are what waits for staff.
func tasks(f Facts) Part {
	p := Part{Name: "Tasks", Sentence: "Nothing is waiting for an admin.", Help: "health#tasks"}
	if f.Late > 0 {
		who := fmt.Sprintf("%d messages have", f.Late)
		if f.Late == 1 {
			who = "A message has"
		}
		p.add(Trouble{Cause: "messages", What: fmt.Sprintf("%s gone unanswered for more than %.0f hours", who, f.LateAfter.Hours()),
			Mend: "We promise an answer within 24 hours. Reply and mark it as answered.", Page: "/admin/messages", Level: Warning})
	}
	if u := f.Unowned; u.Count > 0 {
		p.add(Trouble{Cause: "tokens", What: fmt.Sprintf("Access tokens without an owner: %d", u.Count), Level: Warning, Page: "/admin/content?view=access",
			Mend: fmt.Sprintf("They were created before tokens had owners, so the audit log can't say who used them. The last one expires on %s. Create new tokens for the programs that use them, then revoke these.", day(u.Until))})
	}
	return p
}
