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

// heard runs the job that looks for trouble, and returns the subjects of the
// mails to the boss so far, the newest first.
func heard(s *testSite) (subjects []string) {
	s.T.Helper()
	if err := notices(s.services).Run(s.T.Context()); err != nil {
		s.T.Fatal(err)
	}
	for _, m := range s.Mails(boss) {
		subjects = append(subjects, m.Subject)
	}
	return subjects
}

// later lets time pass for what was noted.
func later(s *testSite, interval string) {
	s.Exec("UPDATE notices SET seen_at = seen_at - $1::interval, mailed_at = mailed_at - $1::interval", interval)
}

func openHeard(t *testing.T, settings ...string) *testSite {
	t.Helper()
	s := openIdle(t, "../..", io.Discard, append([]string{"ADMIN_EMAILS=" + boss, "BASE_URL=http://localhost:8080"}, settings...)...)
	s.health.Disk = roomy
	return s
}

// roomy stands for the machine's disks, which may be full.
func roomy(string) (health.Disk, error) { return health.Disk{Free: 50, Bytes: 100}, nil }

func TestAdminsHearOfTroubleOnceADayAndOfItsEnd(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openHeard(t, "BACKUP_DIR="+dir)
	if got := heard(s); len(got) != 0 {
		t.Fatalf("of a healthy site: %q", got)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if err := s.backups.Run(t.Context()); err == nil {
		t.Fatal("a backup without a folder")
	}
	for range 2 {
		if got := heard(s); len(got) != 1 || got[0] != "Thriftwell: Backups fail" {
			t.Fatalf("at first: %q", got)
		}
	}
	later(s, "25 hours")
	if got := heard(s); len(got) != 2 {
		t.Errorf("the next day: %q", got)
	}
	s.health.Backups = nil // as if one had succeeded
	if got := heard(s); len(got) != 2 {
		t.Errorf("over for a moment: %q", got)
	}
	later(s, "16 minutes")
	for range 2 {
		if got := heard(s); len(got) != 3 || got[0] != "Thriftwell: Resolved: Backups fail" {
			t.Errorf("over: %q", got)
		}
	}
}

func TestInstancesTellOfTroubleOnce(t *testing.T) {
	t.Parallel()
	s := openHeard(t)
	other := openHeard(t, "DATABASE_URL="+s.Config.DatabaseURL, "DATA_DIR="+s.Config.DataDir)
	stall(s)
	heard(s)
	if got := heard(other); len(got) != 1 {
		t.Errorf("from two: %q", got)
	}
}

// stall puts a job into the queue that nobody does.
func stall(s *testSite) {
	s.T.Helper()
	s.Exec("INSERT INTO river_job (kind, args, max_attempts, queue, created_at, scheduled_at) VALUES ('contact.receipt_mail', '{}', 25, 'default', now() - interval '1 hour', now() - interval '1 hour')")
}

func TestAdminsHearOfEachKindOfTrouble(t *testing.T) {
	t.Parallel()
	soon := serverUntil(t, time.Now().Add(10*24*time.Hour))
	s := openHeard(t, "BACKUP_DIR="+t.TempDir(), "BASE_URL="+soon, "SMTP_URL=")
	s.Exec("INSERT INTO contact_messages (id, address_hash, inquiry_type, letter) VALUES (gen_random_uuid(), '', 'support', '\\x0161ff')")
	s.Exec("INSERT INTO letters (slug, subject, status, trouble) VALUES ('a', 'A', 'paused', 'Too many were refused.'), ('b', 'B', 'paused', '')")
	s.Exec("INSERT INTO tokens (hash, email, role, created_by, expires_at) VALUES ('a', 'robot@example.com', 'admin', 'x', '2126-12-24 12:00Z'), ('b', 'over@example.com', 'admin', 'x', now())")
	stall(s)
	s.health.Started = time.Now().Add(-50 * time.Hour) // without a backup
	told := strings.Join(heard(s), "\n")
	for _, want := range []string{
		"The newest backup is 50 hours old", `Jobs of the queue "default" wait for 6`, "Personal data can't be opened (1 row)", "The letter “A” pauses", "Access tokens without an owner: 1", "The certificate of BASE_URL ends on ",
	} {
		if !strings.Contains(told, "Thriftwell: "+want) {
			t.Errorf("%q is not told of: %s", want, told)
		}
	}
	if strings.Contains(told, "“B”") {
		t.Errorf("a letter that somebody paused is told of: %s", told)
	}
	for _, m := range s.Mails(boss) {
		if leads := strings.Contains(m.HTML, `href="`+soon+`/admin/letters/1"`) && strings.Contains(m.Text, soon+"/admin/letters/1\n"); leads != strings.Contains(m.Subject, "“A”") {
			t.Errorf("%s: it leads to the letter: %v", m.Subject, leads)
		}
	}
	if strings.Contains(told, "waited for an answer") {
		t.Errorf("a message that just came is told of: %s", told)
	}
	s.Exec("UPDATE contact_messages SET created_at = now() - interval '20 hours'")
	heard(s)
	if m := s.Mail(boss, "A message has waited for an answer for more than 20 hours"); !strings.Contains(m.Text, soon+"/admin/messages\n") {
		t.Errorf("%s", m.Text)
	}
	if shown := s.answer("GET", "/metrics", "").Body.String(); !strings.Contains(shown, "sealed_rows_unreadable 1") || !strings.Contains(shown, `certificate_seconds_left{server="BASE_URL"} 8`) {
		t.Errorf("the metrics say otherwise: %s", shown)
	}
	s.Exec("INSERT INTO daily_reports SELECT 'day', day::date, true, '', 9000000000000000000, 0, 0, 0, 0, 0, 0 FROM generate_series('2026-03-05', '2026-03-06', interval '1 day') day")
	s.Exec("INSERT INTO open_days VALUES ('2026-03-04', 1)") // whose month is too much for a sum
	if err := s.adder.Run(t.Context()); err == nil {
		t.Error("more than a sum holds is added up")
	}
	unadded := s.health.Facts(t.Context())
	if shown := s.answer("GET", "/metrics", "").Body.String(); !strings.Contains(shown, "reports_days_failing 1") || slices.ContainsFunc(unadded.Troubles(), isOfReports) {
		t.Errorf("of a day that was not added up: %+v, %s", unadded, shown)
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

func isOfReports(t health.Trouble) bool { return t.What == "Reports are not added up (1 day)" }

func TestAMailOfTroubleThatFailsIsTriedAgain(t *testing.T) {
	t.Parallel()
	s := openHeard(t)
	stall(s)
	n := notices(s.services)
	folder := s.Config.DataDir + "/mail"
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // in the way
		t.Fatal(err)
	}
	if err := n.Run(t.Context()); err == nil {
		t.Error("a mail that failed is no error")
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if got := heard(s); len(got) != 1 {
		t.Errorf("afterwards: %q", got)
	}
}

// serverUntil starts a server whose certificate ends at a time.
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

// find returns a span of the name, below another one unless that is nil.
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

func TestATraceGoesThroughPageRendererAPIAndDatabase(t *testing.T) {
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
		t.Error("a visitor's trace is gone on with")
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
