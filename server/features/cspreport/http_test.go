package cspreport

import (
	"bytes"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"thriftwell/server/platform/httpx"
)

// post returns the reports, a function that posts a body and returns the
// status, and the log.
func post(t *testing.T) (*Reports, func(body string) int, *bytes.Buffer) {
	t.Helper()
	gin.SetMode(gin.TestMode)
	var log bytes.Buffer
	r, engine := New(slog.New(slog.NewTextHandler(&log, nil))), gin.New()
	engine.POST(Path, httpx.LimitBody(1000), httpx.Handle(r.Take))
	return r, func(body string) int {
		w := httptest.NewRecorder()
		engine.ServeHTTP(w, httptest.NewRequest("POST", Path, strings.NewReader(body)))
		return w.Code
	}, &log
}

func TestReportsInBothFormatsAreCountedAndLoggedWithoutURLs(t *testing.T) {
	t.Parallel()
	r, send, log := post(t)
	for _, body := range []string{
		`{"csp-report":{"document-uri":"https://site.example/preview/secret?email=ann@x.example","blocked-uri":"https://evil.example/x?y","effective-directive":"img-src"}}`,
		`[{"type":"csp-violation","body":{"documentURL":"https://site.example/guides/a","blockedURL":"data:text/html,jane","effectiveDirective":"img-src"}},{"type":"other"}]`,
		`{"csp-report":{"effective-directive":"made up","blocked-uri":"inline"}}`, `[1]`, `nothing`, ``,
	} {
		if got := send(body); got != 200 {
			t.Errorf("%s: %d", body, got)
		}
	}
	if images, other := testutil.ToFloat64(r.Count.WithLabelValues("img-src")), testutil.ToFloat64(r.Count.WithLabelValues("other")); images != 2 || other != 1 {
		t.Errorf("counted %v of images and %v others", images, other)
	}
	for _, want := range []string{"directive=img-src blocked=https://evil.example section=/preview\n", "blocked=data: section=/guides\n", "directive=other blocked=inline"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%q is not in the log", want)
		}
	}
	for _, private := range []string{"secret", "ann@", "jane", "made up"} {
		if strings.Contains(log.String(), private) {
			t.Errorf("%q was logged", private)
		}
	}
}

func TestReportsAreLimited(t *testing.T) {
	t.Parallel()
	r, send, log := post(t)
	if got := send(strings.Repeat("x", 2000)); got != 413 {
		t.Errorf("a large report: %d", got)
	}
	taken := 0
	for range maxRead + 20 {
		if send(`{"csp-report":{"effective-directive":"img-src"}}`) == 200 {
			taken++
		}
	}
	if lines := strings.Count(log.String(), "\n"); taken != maxRead-1 || lines != maxLines {
		t.Errorf("%d accepted, %d log lines", taken, lines)
	}
	if n := testutil.CollectAndCount(r.Count); n != 1 {
		t.Errorf("%d counters", n)
	}
}

// Whatever a browser sends, a log line contains little of it, and no path.
func FuzzReportIsParsedOrIgnored(f *testing.F) {
	f.Add(`{"csp-report":{"document-uri":"https://site.example/a/b?c","blocked-uri":"https://evil.example/x","effective-directive":"img-src"}}`)
	f.Add(`[{"type":"csp-violation","body":{"documentURL":"https://site.example/guides/a","blockedURL":"data:text/html,jane"}}]`)
	f.Fuzz(func(t *testing.T, body string) {
		for _, r := range reportsIn([]byte(body)) {
			known(r.Directive)
			if host, section := hostOf(r.Blocked), sectionOf(r.Page); len(host) > maxReported || len(section) > maxReported || strings.Count(section, "/") > 1 {
				t.Errorf("%q was logged as %q in %q", body, host, section)
			}
		}
	})
}
