package app

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/health"
)

const boss = "boss@example.com"

// runNotices runs the job that looks for problems and returns the subjects of
// the emails to boss so far, newest first.
func runNotices(s *testSite) (subjects []string) {
	s.T.Helper()
	if err := notices(s.services).Run(s.T.Context()); err != nil {
		s.T.Fatal(err)
	}
	for _, m := range s.Mails(boss) {
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
	s := openIdle(t, "../..", io.Discard, append([]string{"ADMIN_EMAILS=" + boss, "BASE_URL=http://localhost:8080"}, settings...)...)
	s.health.Disk = halfFull
	return s
}

// halfFull stands in for the machine's disks, which may be full.
func halfFull(string) (health.Disk, error) { return health.Disk{Free: 50, Bytes: 100}, nil }

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
		if got := runNotices(s); len(got) != 1 || got[0] != "Thriftwell: Backups fail" {
			t.Fatalf("first run: %q", got)
		}
	}
	makeOlder(s, "25 hours")
	if got := runNotices(s); len(got) != 2 {
		t.Errorf("the next day: %q", got)
	}
	s.health.Backups = nil // as if a backup had succeeded
	if got := runNotices(s); len(got) != 2 {
		t.Errorf("resolved only briefly: %q", got)
	}
	makeOlder(s, "16 minutes")
	for range 2 {
		if got := runNotices(s); len(got) != 3 || got[0] != "Thriftwell: Resolved: Backups fail" {
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
		"The newest backup is 50 hours old", `Jobs in the queue "default" have waited for 6`, "Personal data can't be decrypted (1 row)", "The campaign “A” is paused", "Access tokens without an owner: 1", "The certificate of BASE_URL expires on ",
	} {
		if !strings.Contains(told, "Thriftwell: "+want) {
			t.Errorf("no email about %q: %s", want, told)
		}
	}
	if strings.Contains(told, "“B”") {
		t.Errorf("email about a campaign that was paused by hand: %s", told)
	}
	for _, m := range s.Mails(boss) {
		if redirects := strings.Contains(m.HTML, `href="`+soon+`/admin/letters/1"`) && strings.Contains(m.Text, soon+"/admin/letters/1\n"); redirects != strings.Contains(m.Subject, "“A”") {
			t.Errorf("%s: links to the campaign: %v", m.Subject, redirects)
		}
	}
	if strings.Contains(told, "gone unanswered") {
		t.Errorf("email about a new message: %s", told)
	}
	s.Exec("UPDATE contact_messages SET created_at = now() - interval '20 hours'")
	runNotices(s)
	if m := s.Mail(boss, "A message has gone unanswered for more than 20 hours"); !strings.Contains(m.Text, soon+"/admin/messages\n") {
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
	if shown := s.answer("GET", "/metrics", "").Body.String(); !strings.Contains(shown, "reports_days_failing 1") || slices.ContainsFunc(unadded.Troubles(), isOfReports) {
		t.Errorf("a day not added up yet: %+v, %s", unadded, shown)
	}
	unadded.UnaddedFor = 6 * time.Minute
	if !slices.ContainsFunc(unadded.Troubles(), isOfReports) {
		t.Errorf("a day that can't be added up: %+v", unadded.Troubles())
	}
	s.health.Disk = func(string) (health.Disk, error) { return health.Disk{Free: 9, Bytes: 100}, nil }
	if all := s.health.Facts(t.Context()).Troubles(); !slices.ContainsFunc(all, func(f health.Trouble) bool { return strings.HasSuffix(f.What, "is 91% full") }) {
		t.Errorf("a full disk: %+v", all)
	}
}

func isOfReports(t health.Trouble) bool { return t.What == "Reports are behind (1 day)" }

func TestFailedNotificationsAreRetried(t *testing.T) {
	t.Parallel()
	s := openWithNotices(t)
	stall(s)
	n := notices(s.services)
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

// receiver is an OTLP receiver.
type receiver struct {
	*httptest.Server
	mu    sync.Mutex
	spans []*tracepb.Span // guarded by mu
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		var got collector.ExportTraceServiceRequest
		if err != nil || req.URL.Path != "/v1/traces" || proto.Unmarshal(body, &got) != nil {
			t.Errorf("not a trace: %s %v", req.URL.Path, err)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, resource := range got.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				r.spans = append(r.spans, scope.Spans...)
			}
		}
	}))
	t.Cleanup(r.Close)
	return r
}

// find returns a span with the name whose parent is parent, unless parent is
// nil.
func (r *receiver) find(name string, parent *tracepb.Span) *tracepb.Span {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.spans {
		if (s.Name == name || strings.HasPrefix(s.Name, name+" ")) && (parent == nil || string(s.TraceId) == string(parent.TraceId) && string(s.ParentSpanId) == string(parent.SpanId)) {
			return s
		}
	}
	return nil
}

func TestTracesSpanPageRendererAPIAndDatabase(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	s := openSite(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+r.URL+"/")
	const foreign = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	s.Get(hotPage+"?email=jane@example.com", "Traceparent", foreign, "User-Agent", "Jane's browser")
	var page *tracepb.Span
	sitetest.Eventually(t, "the spans arrive, each below its caller's", func() bool {
		_ = s.tracing.provider.ForceFlush(t.Context())
		span := (*tracepb.Span)(nil)
		for _, name := range []string{"GET /guides/:id", "render", "GET /api/listicles/:id", "SELECT"} {
			if span = r.find(name, span); span == nil {
				return false
			}
			if page == nil {
				page = span
			}
		}
		return true
	})
	if strings.Contains(foreign, fmt.Sprintf("%x", page.TraceId)) {
		t.Error("a visitor's trace was continued")
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, span := range r.spans {
		for _, private := range []string{"jane", "Jane", "127.0.0.1"} {
			if strings.Contains(span.String(), private) {
				t.Errorf("%q is in %s", private, span)
			}
		}
	}
}

func TestWithoutTheSettingNothingIsTraced(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	if s.tracing != nil {
		t.Error("there is a tracer")
	}
	if s.db.Pool.Config().ConnConfig.Tracer != nil {
		t.Error("queries are traced")
	}
}
