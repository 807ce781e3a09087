package site_test

import (
	"strings"
	"testing"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
)

// policy is the complete Content-Security-Policy of a page without styles of
// its own.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; " +
	"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; report-uri /csp-reports; report-to csp"

func everyResponseHasSecurityHeaders(t *testing.T, s *sitetest.Site) {
	for _, path := range []string{"/", "/nowhere", "/api/articles", "/api/nothing", "/api/admin/users", "/pictures/none", "/robots.txt", "/g/nocode2", "/api/auth/login"} {
		a := s.Get(path)
		for name, want := range map[string]string{
			"Content-Security-Policy":   policy,
			"Reporting-Endpoints":       `csp="/csp-reports"`,
			"X-Content-Type-Options":    "nosniff",
			"Referrer-Policy":           "strict-origin",
			"Strict-Transport-Security": "max-age=31536000; includeSubDomains",

			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
			"Permissions-Policy": "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), " +
				"midi=(), payment=(), usb=()",
		} {
			if got := a.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
	}
}

func TestPlainHTTPSendsNoHSTS(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "BASE_URL=http://localhost:8080")
	if a := s.Get("/robots.txt"); a.Header.Get("Strict-Transport-Security") != "" {
		t.Errorf("%v", a.Header)
	}
}

func TestReportsAreAcceptedCrossOrigin(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "METRICS_TOKEN=0123456789abcdef")
	report := `{"csp-report":{"document-uri":"https://localhost/guides","blocked-uri":"https://evil.example","effective-directive":"img-src"}}`
	if a := s.Call("POST", "/csp-reports", report, "Content-Type", "application/csp-report", "Sec-Fetch-Site", "cross-site", "Origin", "null"); a.Status != 200 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if a := s.Call("POST", "/csp-reports", strings.Repeat("x", 20_000)); a.Status != 413 {
		t.Errorf("a large one: %d", a.Status)
	}
	if a := s.Get("/metrics", "Authorization", "Bearer 0123456789abcdef"); !strings.Contains(a.Body, `csp_reports_total{directive="img-src"} 1`) {
		t.Error("the report was not counted")
	}
}
