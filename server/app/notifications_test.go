package app

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"thriftwell/db"
	"thriftwell/db/bundled"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/health"
	"thriftwell/server/platform/session"
)

const boss = "boss@example.com"

// runNotices runs the job that looks for problems and returns the subjects of
// the emails to boss so far, newest first.
func runNotices(s *testSite) (subjects []string) {
	s.T.Helper()
	if err := notices(s.App, s.people.Mailer, s.auth.Admins).Run(s.T.Context()); err != nil {
		s.T.Fatal(err)
	}
	for _, m := range s.Emails(boss) {
		subjects = append(subjects, m.Subject)
	}
	return subjects
}

// makeOlder makes the recorded notices older by interval.
func makeOlder(s *testSite, interval string) {
	s.Exec("UPDATE notices SET seen_at = seen_at - $1::interval, mailed_at = mailed_at - $1::interval", interval)
}

func openWithNotices(t *testing.T, settings ...string) *testSite {
	t.Helper()
	s := openIdle(t, "../..", sitetest.Warnings(t), append([]string{"ADMIN_EMAILS=" + boss, "BASE_URL=http://localhost:8080"}, settings...)...)
	s.health.Disk = halfFull
	return s
}

// halfFull stands in for the machine's disks, which may be full.
func halfFull(string) (health.Disk, error) { return health.Disk{Free: 50e9, Bytes: 100e9}, nil }

func TestAdminsAreNotifiedDailyAndWhenAProblemIsResolved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openWithNotices(t, "BACKUP_DIR="+dir)
	if got := runNotices(s); len(got) != 0 {
		t.Fatalf("emails about a healthy site: %q", got)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if err := s.backups.Run(t.Context()); err == nil {
		t.Fatal("a backup without a folder succeeded")
	}
	for range 2 {
		if got := runNotices(s); len(got) != 1 || got[0] != "Thriftwell: Backups are failing" {
			t.Fatalf("first run: %q", got)
		}
	}
	makeOlder(s, "25 hours")
	if got := runNotices(s); len(got) != 2 {
		t.Errorf("the next day: %q", got)
	}
	s.health.Backups = nil // as if a backup had succeeded
	s.Exec("DELETE FROM outcomes")
	if got := runNotices(s); len(got) != 2 {
		t.Errorf("resolved only briefly: %q", got)
	}
	makeOlder(s, "16 minutes")
	down := notices(s.App, s.people.Mailer, s.auth.Admins)
	down.Admins = func(context.Context) ([]string, error) { return nil, errors.New("away") }
	if err := down.Run(t.Context()); err == nil {
		t.Error("a problem's end that nobody was told about is no error")
	}
	for range 2 {
		if got := runNotices(s); len(got) != 3 || got[0] != "Thriftwell: Resolved: Backups are failing" {
			t.Errorf("resolved: %q", got)
		}
	}
}

func TestInstancesNotifyOnce(t *testing.T) {
	t.Parallel()
	s := openWithNotices(t)
	other := openWithNotices(t, "DATABASE_URL="+s.Config.DatabaseURL, "DATA_DIR="+s.Config.DataDir)
	stall(s)
	runNotices(s)
	if got := runNotices(other); len(got) != 1 {
		t.Errorf("with two instances: %q", got)
	}
}

// stall adds a job to the queue that nobody runs.
func stall(s *testSite) {
	s.T.Helper()
	s.Exec("INSERT INTO river_job (kind, args, max_attempts, queue, created_at, scheduled_at) VALUES ('contact.receipt_mail', '{}', 25, 'default', now() - interval '1 hour', now() - interval '1 hour')")
}

func TestAdminsAreNotifiedOfEachKindOfProblem(t *testing.T) {
	t.Parallel()
	soon := serverUntil(t, time.Now().Add(10*24*time.Hour))
	s := openWithNotices(t, "BACKUP_DIR="+t.TempDir(), "BASE_URL="+soon, "SMTP_URL=")
	s.Exec("INSERT INTO contact_messages (id, address_hash, inquiry_type, letter) VALUES (gen_random_uuid(), '', 'support', '\\x0161ff')")
	s.Exec("INSERT INTO letters (slug, subject, status, trouble) VALUES ('a', 'A', 'paused', 'Too many were refused.'), ('b', 'B', 'paused', '')")
	s.Exec("INSERT INTO tokens (hash, email, role, created_by, expires_at) VALUES ('a', 'robot@example.com', 'admin', 'x', '2126-12-24 12:00Z'), ('b', 'over@example.com', 'admin', 'x', now())")
	stall(s)
	s.health.Started = time.Now().Add(-50 * time.Hour) // without a backup
	told := strings.Join(runNotices(s), "\n")
	for _, want := range []string{
		"There's been no backup for 50 hours", "Email has waited for 60 minutes", "Personal data can't be decrypted (1 row)", "The campaign “A” is paused", "Access tokens without an owner: 1", "The certificate of BASE_URL expires on ",
	} {
		if !strings.Contains(told, "Thriftwell: "+want) {
			t.Errorf("no email about %q: %s", want, told)
		}
	}
	if strings.Contains(told, "“B”") {
		t.Errorf("email about a campaign that was paused by hand: %s", told)
	}
	for _, m := range s.Emails(boss) {
		if redirects := strings.Contains(m.HTML, `href="`+soon+`/admin/letters/1"`) && strings.Contains(m.Text, soon+"/admin/letters/1\n"); redirects != strings.Contains(m.Subject, "“A”") {
			t.Errorf("%s: links to the campaign: %v", m.Subject, redirects)
		}
	}
	if strings.Contains(told, "gone unanswered") {
		t.Errorf("email about a new message: %s", told)
	}
	s.Exec("UPDATE contact_messages SET created_at = now() - interval '20 hours'")
	runNotices(s)
	if m := s.Email(boss, "A message has gone unanswered for more than 20 hours"); !strings.Contains(m.Text, soon+"/admin/messages\n") {
		t.Errorf("%s", m.Text)
	}
	if shown := s.answer("GET", "/metrics", "").Body.String(); !strings.Contains(shown, "sealed_rows_unreadable 1") || !strings.Contains(shown, `certificate_seconds_left{server="BASE_URL"} 8`) {
		t.Errorf("metrics: %s", shown)
	}
	s.Exec("INSERT INTO daily_reports SELECT 'day', day::date, true, '', 9000000000000000000, 0, 0, 0, 0, 0, 0 FROM generate_series('2026-03-05', '2026-03-06', interval '1 day') day")
	s.Exec("INSERT INTO open_days VALUES ('2026-03-04', 1)") // the total of its month overflows
	if err := s.adder.Run(t.Context()); err == nil {
		t.Error("an overflowing total is no error")
	}
	unadded := s.health.Facts(t.Context())
	if shown := s.answer("GET", "/metrics", "").Body.String(); !strings.Contains(shown, "reports_days_failing 1") || slices.ContainsFunc(s.health.Troubles(unadded), isOfReports) {
		t.Errorf("a day not added up yet: %+v, %s", unadded, shown)
	}
	unadded.UnaddedFor = 6 * time.Minute
	if !slices.ContainsFunc(s.health.Troubles(unadded), isOfReports) {
		t.Errorf("a day that can't be added up: %+v", s.health.Troubles(unadded))
	}
	s.health.Disk = func(string) (health.Disk, error) { return health.Disk{Free: 9, Bytes: 100}, nil }
	if all := s.health.Troubles(s.health.Facts(t.Context())); !slices.ContainsFunc(all, func(f health.Trouble) bool { return strings.HasSuffix(f.What, "is 91% full") }) {
		t.Errorf("a full disk: %+v", all)
	}
}

func isOfReports(t health.Trouble) bool { return t.What == "Reports are behind (1 day)" }

func TestFailedNotificationsAreRetried(t *testing.T) {
	t.Parallel()
	s := openWithNotices(t)
	stall(s)
	n := notices(s.App, s.people.Mailer, s.auth.Admins)
	folder := s.Config.DataDir + "/mail"
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // in the way
		t.Fatal(err)
	}
	if err := n.Run(t.Context()); err == nil {
		t.Error("a failed email is no error")
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if got := runNotices(s); len(got) != 1 {
		t.Errorf("after the failure: %q", got)
	}
}

func TestAWebhookHearsOfAProblemOnceAndOfItsEnd(t *testing.T) {
	t.Parallel()
	s := openWithNotices(t, "SMTP_URL=smtp://127.0.0.1:1")
	var got []string
	away := false
	chat := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mac := hmac.New(sha256.New, []byte("secret"))
		fmt.Fprintf(mac, "%s.%s.%s", r.Header.Get("Webhook-Id"), r.Header.Get("Webhook-Timestamp"), body)
		if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); r.Header.Get("Webhook-Signature") != want {
			t.Errorf("signed %q", r.Header.Get("Webhook-Signature"))
		}
		if away {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		got = append(got, string(body))
	}))
	t.Cleanup(chat.Close)
	n := notices(s.App, s.people.Mailer, s.auth.Admins)
	n.Webhook = &health.Webhook{URL: chat.URL, Key: []byte("secret"), Client: chat.Client()}
	run := func() {
		t.Helper()
		_ = n.Run(t.Context()) // no email goes out
	}
	run()
	if len(got) != 0 {
		t.Errorf("a failure of a moment: %q", got)
	}
	s.Exec("UPDATE outcomes SET since = now() - interval '6 minutes'")
	away = true
	run()
	away = false
	run()
	makeOlder(s, "25 hours") // it isn't repeated
	run()
	if len(got) != 1 || !strings.Contains(got[0], `"text":"Thriftwell: Email isn't going out. The last error was: `) || !strings.Contains(got[0], `"event":"problem","cause":"email","url":"http://localhost:8080/admin/health"`) {
		t.Errorf("of a mail server that is away: %q", got)
	}
	s.health.Reach = func(context.Context) error { return nil }
	run()
	makeOlder(s, "16 minutes")
	run()
	run()
	if len(got) != 2 || !strings.Contains(got[1], `"text":"Thriftwell: Resolved: Email isn't going out.","event":"resolved"`) {
		t.Errorf("over: %q", got)
	}
}

func TestAnOutageOfTheDatabaseIsAnnouncedOnceAndSoIsItsEnd(t *testing.T) {
	t.Parallel()
	s := openWithNotices(t)
	var posted []string
	chat := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		posted = append(posted, string(body))
	}))
	t.Cleanup(chat.Close)
	n := notices(s.App, s.people.Mailer, s.auth.Admins)
	n.Webhook, n.AwayFor = &health.Webhook{URL: chat.URL, Client: chat.Client()}, 0
	run := func(times int) {
		for range times {
			_ = n.Run(t.Context())
		}
	}
	gone, err := db.Open(t.Context(), s.Config.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	gone.Close()
	here := s.health.Store
	run(1)
	s.health.Store, n.Admins = health.NewStore(gone.Gorm), func(context.Context) ([]string, error) { return nil, errors.New("away") }
	run(2)
	if got := s.Emails(boss); len(got) != 1 || got[0].Subject != "Thriftwell: We can't reach the database" || len(posted) != 1 || !strings.Contains(posted[0], `"event":"problem","cause":"database"`) {
		t.Errorf("while it's away: %+v, %q", got, posted)
	}
	restarted := notices(s.App, s.people.Mailer, s.auth.Admins)
	restarted.Webhook = n.Webhook
	s.health.Store, n = here, restarted
	run(2)
	if got := s.Emails(boss); len(got) != 2 || got[0].Subject != "Thriftwell: Resolved: We can't reach the database" || len(posted) != 2 || !strings.Contains(posted[1], `"event":"resolved"`) {
		t.Errorf("when it's back: %+v, %q", got, posted)
	}
}

func TestAdminsSeeOnThePageAndAtSignInThatEmailFails(t *testing.T) {
	t.Parallel()
	s := openWithNotices(t, "SMTP_URL=smtp://127.0.0.1:1")
	level := func() string {
		t.Helper()
		report := sitetest.Decode[struct {
			Parts []struct{ Name, Level, Sentence string }
		}](t, s.answer("GET", "/api/admin/health", "", "Authorization", "Bearer "+s.Token(session.Admin)).Body.String())
		return report.Parts[0].Name + ": " + report.Parts[0].Level + ": " + report.Parts[0].Sentence
	}
	signIn := func() string { return s.answer("GET", "/api/auth/login?by=mail", "").Body.String() }
	const note = "We’re having trouble sending email right now"
	if got := level(); got != "Email: good: No email has been sent yet." || strings.Contains(signIn(), note) {
		t.Errorf("at first: %s", got)
	}
	if err := s.health.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := level(); got != "Email: bad: Email isn't going out." || !strings.Contains(signIn(), note) {
		t.Errorf("while the mail server is away: %s", got)
	}
	s.health.RecordEmail(nil)
	if got := level(); got != "Email: good: Email is going out." || strings.Contains(signIn(), note) {
		t.Errorf("afterward: %s", got)
	}
	if a := s.answer("GET", "/api/admin/health", "", "Authorization", "Bearer "+s.Token(session.Editor)); a.Code != 403 {
		t.Errorf("for an editor: %d", a.Code)
	}
}

func TestTheRestoreTestSaysHowItWent(t *testing.T) {
	long(t)
	t.Parallel()
	s := openWithNotices(t, noPages, "BACKUP_DIR="+t.TempDir())
	test := s.testRestores()
	outcome := func() health.Outcome {
		t.Helper()
		all, err := s.health.Store.Outcomes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return all[health.RestoreTest]
	}
	if err := test(t.Context()); err != nil || outcome().State != "" {
		t.Errorf("without a backup: %v, %+v", err, outcome())
	}
	s.runBackupJob()
	if err := test(t.Context()); err != nil || outcome().State != health.Good || !strings.Contains(outcome().Detail, " rows of ") {
		t.Errorf("a good backup: %v, %+v", err, outcome())
	}
	first := *outcome().SucceededAt
	if err := test(t.Context()); err != nil || !outcome().SucceededAt.Equal(first) {
		t.Errorf("it's tested again at once: %v", err)
	}
	s.Exec("UPDATE outcomes SET succeeded_at = now() - interval '8 days'")
	s.health.Disk = func(string) (health.Disk, error) { return health.Disk{Free: 11e6, Bytes: 100e6}, nil }
	s.postgres = new(bundled.Server) // beside which DATA_DIR holds the scratch database
	if err := test(t.Context()); err != nil || outcome().State != health.Skipped || !strings.Contains(outcome().Detail, "only 11 MB are free") {
		t.Errorf("without room: %v, %+v", err, outcome())
	}
	s.postgres, s.health.Disk = nil, halfFull
	if err := test(t.Context()); err != nil || outcome().State != health.Skipped {
		t.Errorf("it reads the backup again at once: %v, %+v", err, outcome())
	}
	test = s.testRestores() // after a restart
	made, _ := filepath.Glob(filepath.Join(s.config.BackupDir, "backup-*"))
	if err := os.WriteFile(made[0], []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := test(t.Context()); err == nil || outcome().State != health.Failing {
		t.Errorf("a damaged backup: %v, %+v", err, outcome())
	}
	if got := runNotices(s); len(got) != 1 || got[0] != "Thriftwell: The restore test failed" {
		t.Errorf("%q", got)
	}
}

// serverUntil starts a server whose certificate expires at end and returns its
// address.
func serverUntil(t *testing.T, end time.Time) (address string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: end, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(nil)
	server.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{certificate}, PrivateKey: key}}}
	server.StartTLS()
	t.Cleanup(server.Close)
	return server.URL
}
