package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/jackc/pgx/v5"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"thriftwell/db/dbtest"
	"thriftwell/server/app/sitetest"
)

func TestServerErrorsAreLoggedWithTheirCause(t *testing.T) {
	t.Parallel()
	long(t)
	root, log := sitetest.FaultyRoot(t), &sitetest.Log{}
	s := openLoggedSite(t, root, log)
	fill := regexp.MustCompile(`:\w+|\*\w+`)
	failed := 0
	// ask requests every address and checks that each server error is logged
	// with its cause.
	ask := func(cause string, only func(route) bool) {
		t.Helper()
		for _, r := range routes(s.services) {
			if !only(r) || r.path == "/readyz" || r.path == "/dev/reload" { // polls aren't logged; the other never ends
				continue
			}
			path := fill.ReplaceAllString(r.path, "1")
			logged := path
			if strings.Contains(r.path, ":token") {
				logged = r.path // the token must not be logged
			}
			for _, method := range strings.Fields(r.methods) {
				before := len(log.Lines("msg=request ", "path="+logged+" ", "status=5"))
				a := s.Call(method, path, "")
				if a.Status < 500 {
					continue
				}
				failed++
				var lines []string
				sitetest.Eventually(t, "the line of "+path, func() bool {
					lines = log.Lines("msg=request ", "path="+logged+" ", "status=5")
					return len(lines) > before
				})
				last := lines[len(lines)-1]
				if !strings.Contains(last, " id=") || !regexp.MustCompile(`error=.*(`+cause+`)`).MatchString(last) {
					t.Errorf("%s %s: the log lacks the cause: %s", method, path, last)
				}
			}
		}
	}
	s.Exec("ALTER SCHEMA public RENAME TO away") // as after a failed upgrade
	ask("does not exist|/api/[a-z/0-9-]+: 500", func(r route) bool { return r.path != "/metrics" })
	if failed < 30 {
		t.Errorf("only %d addresses failed", failed)
	}
	failed = 0
	breakRenderer(t, root)
	s.signalWorkers(syscall.SIGKILL)
	sitetest.Eventually(t, "no renderer is running", func() bool { return !s.renderer.Ready() })
	ask("no renderer is running|renderer|cause", func(r route) bool { return r.caching.isPage() })
	if failed < 10 {
		t.Errorf("only %d pages failed", failed)
	}
}

func TestFailedEmailsAreLoggedWithoutTheAddress(t *testing.T) {
	t.Parallel()
	log := &sitetest.Log{}
	s := openLoggedSite(t, "../..", log, noPages, "SMTP_URL=smtp://127.0.0.1:1")
	s.Send("/api/contact", sitetest.Note())
	sitetest.Eventually(t, "the attempts are logged", func() bool { return len(log.Lines("level=WARN", "job attempt failed")) >= 2 })
	for _, line := range log.Lines("job attempt failed") {
		if !strings.Contains(line, "connection refused") || strings.Contains(line, "@") {
			t.Error(line)
		}
	}
}

func TestReadinessPollsDuringStartupAreNotLogged(t *testing.T) {
	t.Parallel()
	log := &sitetest.Log{}
	s := openIdle(t, "../..", log, noPages)
	answer := httptest.NewRecorder()
	s.site.Handler.ServeHTTP(answer, httptest.NewRequest("GET", "/readyz", nil))
	if said := log.Lines("the site is not ready"); answer.Code != 503 || len(said) > 0 {
		t.Errorf("%d: %v", answer.Code, said)
	}
}

func TestAReadOnlyDatabaseMakesTheSiteUnready(t *testing.T) {
	t.Parallel()
	long(t)
	log := &sitetest.Log{}
	s := openLoggedSite(t, "../..", log)
	becomes := func(status int, what string) {
		t.Helper()
		sitetest.Eventually(t, what, func() bool { return s.Get("/readyz").Status == status })
	}
	becomes(200, "it is ready")
	aside := s.Config.DataDir + ".aside"
	if err := os.Rename(s.Config.DataDir, aside); err != nil {
		t.Fatal(err)
	}
	becomes(503, "the data folder is gone")
	if err := os.Rename(aside, s.Config.DataDir); err != nil {
		t.Fatal(err)
	}
	becomes(200, "the data folder is back")
	readOnly := func(how string) {
		t.Helper()
		conn, err := pgx.Connect(t.Context(), s.Config.DatabaseURL)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		for _, statement := range []string{"SET default_transaction_read_only = off", "ALTER DATABASE " + conn.Config().Database + " SET default_transaction_read_only = " + how} {
			if _, err := conn.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		s.DB.Pool.Reset() // settings apply to new connections
	}
	readOnly("on")
	becomes(503, "the database takes no writes")
	readOnly("off")
	becomes(200, "it does again")
	told := log.Lines(`msg="the site is `)
	for i, line := range told {
		if strings.Contains(line, "the site is not ready") != (i%2 == 0) {
			t.Errorf("unexpected log line: %s", line)
		}
	}
	if len(told) < 4 {
		t.Errorf("logged for two outages: %q", told)
	}
}

func TestADisconnectDoesNotMakeTheSiteUnready(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	gone, hangUp := context.WithCancel(t.Context())
	hangUp()
	for _, ctx := range []context.Context{gone, t.Context()} {
		sitetest.Eventually(t, "it is ready", func() bool { return s.ready.check(ctx) == nil })
	}
}

func TestMetricsCoverQueueDiskPoolAndBackup(t *testing.T) {
	t.Parallel()
	s := openSite(t, "BACKUP_DIR="+t.TempDir(), "SMTP_URL=smtp://127.0.0.1:1")
	s.Send("/api/contact", sitetest.Note())
	var shown string
	value := func(metric string) float64 {
		found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(metric) + ` (\S+)$`).FindStringSubmatch(shown)
		if found == nil {
			return math.NaN()
		}
		v, err := strconv.ParseFloat(found[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	sitetest.Eventually(t, "both emails failed once, and wait", func() bool {
		shown = s.Get("/metrics").Body // at once: they are retried soon
		return value(`queue_failed{queue="default"}`) == 2 && value(`queue_waiting{queue="default"}`) == 2 &&
			value(`queue_oldest_seconds{queue="default"}`) > 0 && value(`queue_waiting{queue="consents"}`) == 0
	})
	free, size := value(`disk_free_bytes{folder="DATA_DIR"}`), value(`disk_bytes{folder="BACKUP_DIR"}`)
	if !(free > 0 && size >= free/1000) {
		t.Errorf("%g of %g bytes are free", free, size)
	}
	for metric, least := range map[string]float64{"database_up": 1, "database_pool_open": 1, "database_pool_max": 16, "renderer_workers": 1, "backup_succeeded": 1} {
		if v := value(metric); !(v >= least) {
			t.Errorf("%s is %g", metric, v)
		}
	}
}

const monitoring = "../../scripts/monitoring"

// expressions returns the queries of the dashboard and the alerts.
func expressions(t *testing.T) (out []string) {
	t.Helper()
	var dashboard struct {
		Panels     []struct{ Targets []struct{ Expr string } }
		Templating struct{ List []struct{ Query string } }
	}
	var alerts struct {
		Groups []struct{ Rules []struct{ Expr string } }
	}
	for file, read := range map[string]func([]byte) error{
		"dashboard.json": func(b []byte) error { return json.Unmarshal(b, &dashboard) },
		"alerts.yml":     func(b []byte) error { return yaml.Unmarshal(b, &alerts) },
	} {
		text, err := os.ReadFile(filepath.Join(monitoring, file))
		if err == nil {
			err = read(text)
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	for _, p := range dashboard.Panels {
		for _, target := range p.Targets {
			out = append(out, target.Expr)
		}
	}
	for _, v := range dashboard.Templating.List {
		out = append(out, v.Query)
	}
	for _, g := range alerts.Groups {
		for _, r := range g.Rules {
			out = append(out, r.Expr)
		}
	}
	return out
}

func TestDashboardAndAlertsUseExistingMetrics(t *testing.T) {
	t.Parallel()
	s := openSite(t, "BACKUP_DIR="+t.TempDir(), "BASE_URL="+serverUntil(t, time.Now().Add(time.Hour)))
	s.warm(hotPage)
	if err := s.health.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	shown := s.Get("/metrics").Body
	labels, name := regexp.MustCompile(`\{[^}]*\}|by \([^)]*\)`), regexp.MustCompile(`\b[a-z]+(_[a-z]+)+\b(\()?`)
	seen := map[string]bool{}
	for _, e := range expressions(t) {
		for _, metric := range name.FindAllString(labels.ReplaceAllString(e, ""), -1) {
			if !strings.HasSuffix(metric, "(") { // a function
				seen[metric] = true
			}
		}
	}
	for metric := range seen {
		if !regexp.MustCompile(`(?m)^` + metric + `[{ ]`).MatchString(shown) {
			t.Errorf("no such metric: %s", metric)
		}
	}
	if len(seen) < 20 {
		t.Errorf("only %d metrics are used: %v", len(seen), seen)
	}
}

func TestAlertsFireWhenTheyShould(t *testing.T) {
	t.Parallel()
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		dbtest.Skip(t, "promtool is not installed; it is in Debian's package prometheus")
	}
	for _, args := range [][]string{{"check", "rules", "alerts.yml"}, {"test", "rules", "alerts_test.yml"}} {
		c := exec.Command(promtool, args...)
		c.Dir = monitoring
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
	}
}

func TestRareJobsFirstRunSoonAfterStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 150*time.Minute)
		defer cancel()
		var at []time.Duration
		began, failed := time.Now(), false
		repeat(ctx, job{"sweep", time.Hour, func(context.Context) error {
			at = append(at, time.Since(began))
			panic("a job that panics is tried again too")
		}}, time.Second, func(_ string, err error) { failed = err != nil }, slog.New(slog.DiscardHandler))
		if want := []time.Duration{61 * time.Second, time.Hour + 61*time.Second, 2*time.Hour + 61*time.Second}; !slices.Equal(at, want) {
			t.Errorf("runs at %s, want %s", at, want)
		}
		if !failed {
			t.Error("its failure isn't told")
		}
	})
}

func TestAPanicFailsTheJob(t *testing.T) {
	t.Parallel()
	err := attempt(t.Context(), job{name: "import", run: func(context.Context) error { panic("a file") }})
	if err == nil || !strings.Contains(err.Error(), "panic: a file") {
		t.Error(err)
	}
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
	long(t)
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
