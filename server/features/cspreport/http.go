// Package cspreport collects browsers' reports of Content-Security-Policy
// violations.
package cspreport

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"

	"thriftwell/server/platform/fault"
)

// Path is the path that browsers send reports to.
const Path = "/csp-reports"

// Limits for all browsers together, since anyone can make up reports.
const (
	maxRead  = 300 // requests per minute
	maxLines = 10  // log lines per minute
)

// Reports counts and logs reports. Of URLs it logs only what can't identify a
// visitor.
type Reports struct {
	Count *prometheus.CounterVec // by directive

	log *slog.Logger

	mu          sync.Mutex
	since       time.Time // start of the current minute
	read, lines int       // in the current minute
}

// New returns Reports that log to log.
func New(log *slog.Logger) *Reports {
	return &Reports{log: log, Count: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "csp_reports_total", Help: "Content security policy violations reported by browsers.",
	}, []string{"directive"})}
}

// report is one report, in either of the two formats that browsers send.
type report struct {
	Page      string `json:"documentURL"`
	Blocked   string `json:"blockedURL"`
	Directive string `json:"effectiveDirective"`
}

// Take handles POST /csp-reports.
func (r *Reports) Take(c *gin.Context) error {
	if !r.allow(&r.read, maxRead) {
		return &fault.Error{Code: fault.TooMany, Detail: "That was too many requests. Wait a few minutes and try again.", RetryAfter: time.Minute}
	}
	body, err := io.ReadAll(c.Request.Body)
	if err != nil {
		return fault.New(fault.TooLarge, "That is too large.").Because(err)
	}
	for _, found := range reportsIn(body) {
		directive := known(found.Directive)
		r.Count.WithLabelValues(directive).Inc()
		if r.allow(&r.lines, maxLines) {
			r.log.WarnContext(c.Request.Context(), "content security policy violation",
				"directive", directive, "blocked", hostOf(found.Blocked), "section", sectionOf(found.Page))
		}
	}
	c.JSON(http.StatusOK, gin.H{"status": "received"})
	return nil
}

// allow increments count and reports whether it is at most most in the current
// minute.
func (r *Reports) allow(count *int, most int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := time.Now(); now.Sub(r.since) > time.Minute {
		r.since, r.read, r.lines = now, 0, 0
	}
	*count++
	return *count <= most
}

// reportsIn parses both formats: an object from report-uri or a list from
// report-to.
func reportsIn(body []byte) (out []report) {
	var list []struct {
		Type string `json:"type"`
		Body report `json:"body"`
	}
	if json.Unmarshal(body, &list) == nil {
		for _, entry := range list {
			if entry.Type == "csp-violation" {
				out = append(out, entry.Body)
			}
		}
		return out
	}
	var one struct {
		Report *struct {
			Page      string `json:"document-uri"`
			Blocked   string `json:"blocked-uri"`
			Directive string `json:"effective-directive"`
		} `json:"csp-report"`
	}
	if json.Unmarshal(body, &one) == nil && one.Report != nil {
		return []report{report(*one.Report)}
	}
	return nil
}

// known returns the directive if it exists, otherwise "other".
func known(directive string) string {
	directives := []string{
		"default-src", "script-src", "script-src-elem", "script-src-attr", "style-src", "style-src-elem", "style-src-attr", "img-src", "font-src",
		"connect-src", "frame-src", "object-src", "base-uri", "form-action", "frame-ancestors", "manifest-src", "media-src", "worker-src", "child-src",
	}
	if slices.Contains(directives, directive) {
		return directive
	}
	return "other"
}

// maxReported is the maximum length of a logged URL, in bytes.
const maxReported = 100

// hostOf returns the scheme and host of a URL, or a keyword such as "inline".
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || len(address) > 1<<10 {
		return "unreadable"
	}
	if u.Host == "" {
		u = &url.URL{Scheme: u.Scheme, Path: strings.SplitN(u.Path, "/", 2)[0]} // data: and blob: have content after the scheme
	} else {
		u = &url.URL{Scheme: u.Scheme, Host: u.Host}
	}
	return cut(u.String())
}

// sectionOf returns the first segment of a page's path. The rest may contain a
// token.
func sectionOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "unreadable"
	}
	section, _, _ := strings.Cut(strings.TrimPrefix(u.Path, "/"), "/")
	return cut("/" + section)
}

func cut(s string) string { return s[:min(len(s), maxReported)] }
