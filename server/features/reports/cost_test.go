package reports_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/reports"
	"thriftwell/server/platform/httpx"
)

// askUnderLock returns a function that requests a report with a timeout while a
// table is locked, and returns the status.
func askUnderLock(t *testing.T, s *sitetest.Site, table string) (ask func(question string, within time.Duration) int) {
	t.Helper()
	tx, err := s.DB.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback(context.Background()) })
	if _, err := tx.Exec(t.Context(), "LOCK TABLE "+table+" IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	return func(question string, within time.Duration) int {
		calls := gin.New()
		calls.GET("/", httpx.Handle(reports.Admin{Store: reports.NewStore(s.DB.Gorm), Location: s.Config.Location, Currency: "USD", Within: within}.Report))
		w := httptest.NewRecorder()
		calls.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/?"+question, nil))
		if late := strings.Contains(w.Body.String(), "fewer days"); late != (w.Code == http.StatusServiceUnavailable) {
			t.Errorf("%s: %d %s", question, w.Code, w.Body)
		}
		return w.Code
	}
}

func slowReportTimesOut(t *testing.T, s *sitetest.Site) {
	if status := askUnderLock(t, s, "daily_reports")("", 50*time.Millisecond); status != http.StatusServiceUnavailable {
		t.Error(status)
	}
}

// A report's cost depends on days and values, not on the number of events.
func reportsReadRawEventsOnlyForPartOfADay(t *testing.T, s *sitetest.Site) {
	ask := askUnderLock(t, s, "events")
	for _, by := range []string{"day", "page", "piece", "offer", "advertiser", "source", "medium", "campaign", "content", "referrer", "link", "reason"} {
		for _, narrowed := range []string{"", "&source=letter", "&piece=" + fund + "&campaign=week+47", "&count=all"} {
			if status := ask("by="+by+narrowed, time.Minute); status != http.StatusOK {
				t.Errorf("by %s%s: %d", by, narrowed, status)
			}
		}
	}
	if status := ask("compare=previous", 50*time.Millisecond); status != http.StatusServiceUnavailable {
		t.Errorf("part of a day was compared without reading its events: %d", status)
	}
}

func sumsAreReadInsteadOfTheTraffic(t *testing.T, s *sitetest.Site) {
	s.Exec("UPDATE daily_traffic SET count = count + 1000") // only combined filters read this
	t.Cleanup(func() { s.Exec("UPDATE daily_traffic SET count = count - 1000") })
	p := s.As("marketer")
	for query, views := range map[string]int64{"by=source": 8, "by=day&source=letter": 6} {
		if got := sitetest.Must[report](p, "GET", "/api/admin/reports?"+query, nil).byKey(); got["total"].Views != views {
			t.Errorf("%s, from the traffic: %+v", query, got)
		}
	}
}
