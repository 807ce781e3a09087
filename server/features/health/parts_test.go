package health

import (
	"errors"
	"strings"
	"testing"
	"time"

	"thriftwell/db/backup"
)

// levels returns the parts that aren't fine, with their levels and worst problems.
func levels(w *Watch, f Facts) map[string]string {
	out := map[string]string{}
	for _, p := range w.Parts(f) {
		if p.Level != Fine {
			out[p.Name] = string(p.Level) + ": " + p.Troubles[0].What
		}
	}
	return out
}

func production() *Watch {
	return &Watch{
		Backups: &backup.Schedule{Store: backup.Folder("/backups")},
		Site:    Site{Schema: 324, BaseURL: "https://www.site.example", Production: true, SendsEmail: true, RestoreTest: true},
	}
}

func healthy() Facts {
	now := time.Now()
	return Facts{
		Server: "18.1", Bytes: 5e7, Schema: 324, Checked: true, Renderers: &Renderers{Running: 2, Wanted: 2},
		Backup: &backup.Stats{Made: now, Bytes: 3e6}, BackupEvery: 24 * time.Hour,
		Disks:        []Disk{{"DATA_DIR", 50e9, 100e9}},
		Certificates: []Certificate{{Name: "BASE_URL", Ends: now.Add(60 * 24 * time.Hour)}},
		Outcomes:     map[string]Outcome{Email: {State: Good, SucceededAt: &now}, RestoreTest: {State: Good, SucceededAt: &now}},
	}
}

func TestAHealthySiteHasNoTrouble(t *testing.T) {
	if got := levels(production(), healthy()); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func TestEachPartSaysWhatIsWrong(t *testing.T) {
	past := time.Now().Add(-time.Hour)
	for _, c := range []struct {
		name   string
		change func(*Watch, *Facts)
		want   string
		alert  string // its cause; empty for none
	}{
		{"Email", func(_ *Watch, f *Facts) {
			f.Outcomes[Email] = Outcome{State: Failing, Since: time.Now(), Problem: "refused"}
		}, "bad: Email isn't going out", ""},
		{"Email", func(_ *Watch, f *Facts) { f.Outcomes[Email] = Outcome{State: Failing, Since: past, Problem: "refused"} }, "bad: Email isn't going out", "email"},
		{"Email", func(_ *Watch, f *Facts) { f.Queues = []Queue{{emailQueue, 3, 1, 0, time.Hour}} }, "bad: Email has waited for 60 minutes", "queue default"},
		{"Backups", func(w *Watch, f *Facts) { f.Backup = nil }, "warning: Scheduled backups are off", ""},
		{"Backups", func(_ *Watch, f *Facts) { f.Outcomes[Backup] = Outcome{State: Failing, Problem: "disk full"} }, "bad: Backups are failing", "backup"},
		{"Backups", func(_ *Watch, f *Facts) { f.BackupDue = 50 * time.Hour }, "bad: The newest backup is 50 hours old", "backup"},
		{"Backups", func(_ *Watch, f *Facts) { f.Outcomes[RestoreTest] = Outcome{State: Failing, Problem: "damaged"} }, "bad: The restore test failed", "restore test"},
		{"Backups", func(_ *Watch, f *Facts) { f.Outcomes[RestoreTest] = Outcome{State: Skipped, Detail: "No room."} }, "warning: The restore test didn't run", ""},
		{"Backups", func(w *Watch, f *Facts) {
			w.Backups.WAL = new(backup.WAL)
			f.Outcomes[WAL] = Outcome{State: Failing, Since: past, Problem: "no space left"}
		}, "bad: Changes since the last backup aren't being stored", "write-ahead log"},
		{"Disk space", func(_ *Watch, f *Facts) { f.Disks[0].Free = 9e9 }, "warning: The disk with DATA_DIR is 91% full", "disk DATA_DIR"},
		{"Disk space", func(_ *Watch, f *Facts) { f.Disks[0].Free = 1e9 }, "bad: The disk with DATA_DIR is 99% full", "disk DATA_DIR"},
		{"Database", func(_ *Watch, f *Facts) { f.ReadOnly = errors.New("disk full") }, "bad: The site can't save anything", ""},
		{"Database", func(_ *Watch, f *Facts) { f.Unreadable = 2 }, "bad: Personal data can't be decrypted (2 rows)", "keys"},
		{"Renderers", func(_ *Watch, f *Facts) { f.Renderers.Running = 0 }, "bad: No renderer is running", ""},
		{"Renderers", func(_ *Watch, f *Facts) { f.Renderers.Running, f.NoRendererFor = 0, time.Hour }, "bad: No renderer is running", "renderers"},
		{"Renderers", func(_ *Watch, f *Facts) { f.Renderers.Running = 1 }, "warning: 1 of 2 renderers are running", ""},
		{"Jobs", func(_ *Watch, f *Facts) { f.Queues = []Queue{{"consents", 3, 0, 0, time.Hour}} }, `bad: Jobs in the queue "consents" have waited for 60 minutes`, "queue consents"},
		{"Jobs", func(_ *Watch, f *Facts) { f.Queues = []Queue{{"consents", 1, 1, 0, 0}} }, "warning: 1 queued job failed at least once", ""},
		{"Jobs", func(_ *Watch, f *Facts) { f.Queues = []Queue{{"consents", 0, 2, 2, 0}} }, "warning: 2 queued jobs failed for good", ""},
		{"Email", func(_ *Watch, f *Facts) { f.Queues = []Queue{{emailQueue, 0, 1, 1, 0}} }, "warning: 1 email failed for good", ""},
		{"Jobs", func(_ *Watch, f *Facts) { f.Jobs = map[string]jobFailure{"purge CDNs": {time.Now(), "away"}} }, "warning: The job “purge CDNs” is failing", ""},
		{"Jobs", func(_ *Watch, f *Facts) { f.Jobs = map[string]jobFailure{"purge CDNs": {past, "away"}} }, "bad: The job “purge CDNs” is failing", "job purge CDNs"},
		{"Certificate", func(_ *Watch, f *Facts) { f.Certificates[0].Ends = time.Now().Add(13 * 24 * time.Hour) }, "warning: The certificate of BASE_URL expires on", "certificate BASE_URL"},
		{"Certificate", func(_ *Watch, f *Facts) { f.Certificates[0].Ends = past }, "bad: The certificate of BASE_URL expired on", "certificate BASE_URL"},
		{"Certificate", func(_ *Watch, f *Facts) { f.Certificates[0].Wrong = "isn't trusted" }, "bad: The certificate of BASE_URL isn't trusted", "trust of BASE_URL"},
		{"Certificate", func(_ *Watch, f *Facts) { f.Certificates, f.CertificateProblem = nil, "timeout" }, "warning: We couldn't check the site's certificate", ""},
		{"Link checks", func(_ *Watch, f *Facts) { f.Links = 2 }, "warning: Offer links that are broken or have a new destination: 2", ""},
		{"Version", func(_ *Watch, f *Facts) { f.Schema = 330 }, "warning: A newer version has upgraded the database", ""},
		{"Tasks", func(_ *Watch, f *Facts) { f.Late, f.LateAfter = 1, 20*time.Hour }, "warning: A message has gone unanswered for more than 20 hours", "messages"},
	} {
		w, f := production(), healthy()
		c.change(w, &f)
		if got := levels(w, f); len(got) != 1 || !strings.HasPrefix(got[c.name], c.want) {
			t.Errorf("%s should be %q: %v", c.name, c.want, got)
		}
		alerts := ""
		for _, t := range w.Troubles(f) {
			alerts += t.Cause
		}
		if alerts != c.alert {
			t.Errorf("%q alerts admins as %q, not %q", c.want, alerts, c.alert)
		}
	}
}

func TestASiteThatSendsNoEmailForgetsAnEarlierMailServer(t *testing.T) {
	w, f := production(), healthy()
	w.Site.SendsEmail = false
	f.Outcomes[Email] = Outcome{State: Failing, Problem: "refused"}
	if got := levels(w, f); len(got) != 0 || w.EmailFails(t.Context()) {
		t.Errorf("%v", got)
	}
}

func TestTheWorstProblemComesFirst(t *testing.T) {
	w, f := production(), healthy()
	f.Paused = []PausedCampaign{{1, "Hello", "Too many bounces."}}
	f.Queues = []Queue{{emailQueue, 3, 1, 0, time.Hour}}
	if got := w.Parts(f)[0]; got.Level != Bad || len(got.Troubles) != 2 || got.Troubles[1].Page != "/admin/letters/1" {
		t.Errorf("%+v", got)
	}
}

func TestAJobThatWorksAgainFailsNoLonger(t *testing.T) {
	w := new(Watch)
	w.Ran("purge CDNs", errors.New("away"))
	since := w.jobs["purge CDNs"].Since
	w.Ran("purge CDNs", errors.New("still away"))
	if got := w.jobs["purge CDNs"]; got.Since != since || got.Problem != "still away" {
		t.Errorf("%+v", got)
	}
	w.Ran(BackupJob, errors.New("full")) // which says so itself
	w.Ran("purge CDNs", nil)
	if len(w.jobs) != 0 {
		t.Errorf("%+v", w.jobs)
	}
}
