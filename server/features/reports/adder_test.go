package reports_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"

	"thriftwell/server/app/apptest"
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/reports"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/tracking"
)

func failingDayDoesNotBlockOtherDays(t *testing.T, s *sitetest.Site) {
	s.Send("/api/views", `{"action":"view","visit":{"page":"/"}}`, sitetest.Person(21)...)
	addUp(s)
	today := calendar.Today(s.Config.Location)
	s.Exec(`INSERT INTO daily_traffic SELECT day - ago, context_id, subject, subject_id + twice, action, reason, CASE ago WHEN 20 THEN 9000000000000000000 ELSE 3 END, 0, 0, 0
		FROM daily_traffic, generate_series(10, 30, 10) ago, generate_series(0, 1) twice WHERE subject = 'path'`) // one day's sum overflows
	s.Exec("INSERT INTO open_days SELECT DISTINCT day, 1 FROM daily_traffic WHERE day < $1", today.Time)
	arrive(s, 0, 1)
	adder := &reports.Adder{Store: reports.NewStore(s.DB.Gorm)}
	bad := today.Add(-20)
	sitetest.Eventually(t, "all other days to be added up", func() bool { // the site runs this job too
		if err := adder.Run(t.Context()); err == nil || !strings.Contains(err.Error(), bad.String()) {
			return false
		}
		return s.Count("SELECT count(*) FROM open_days") == 1 && s.Count("SELECT count(*) FROM recent_batches") == 0
	})
	if days, lasting := adder.Failing(); days != 1 || lasting <= 0 {
		t.Errorf("%d days failing for %s", days, lasting)
	}
	s.Exec("DELETE FROM daily_traffic WHERE day = $1", bad.Time)
	sitetest.Eventually(t, "it is added up", func() bool {
		if err := adder.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return s.Count("SELECT count(*) FROM open_days") == 0
	})
	if days, lasting := adder.Failing(); days != 0 || lasting != 0 {
		t.Errorf("after all days were added up, %d days failing for %s", days, lasting)
	}
}

func TestReportReadsRowsAndTotalFromOneSnapshot(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t)
	s.Send("/api/views", `{"action":"view","visit":{"page":"/"}}`, sitetest.Person(1)...)
	addUp(s)
	// Traffic arrives between the statements of a report.
	busy, err := gorm.Open(s.DB.Gorm.Dialector, &gorm.Config{Logger: s.DB.Gorm.Logger, SkipDefaultTransaction: true})
	if err != nil {
		t.Fatal(err)
	}
	statements := 0
	_ = busy.Callback().Row().After("gorm:row").Register("traffic", func(*gorm.DB) {
		statements++
		arrive(s, 0, 100)
	})
	calls := gin.New()
	calls.GET("/", httpx.Handle(reports.Admin{Store: reports.NewStore(busy), Location: s.Config.Location, Currency: "USD", Within: time.Minute}.Report))
	for _, by := range []string{"page", "source"} {
		statements = 0
		w := httptest.NewRecorder()
		calls.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/?keys=/,direct&by="+by, nil))
		got := sitetest.Decode[report](t, w.Body.String())
		for _, r := range got.Rows {
			if statements < 3 || r.Views != got.Total.Views {
				t.Errorf("by %s, %d statements: %+v, in all %+v", by, statements, r, got.Total)
			}
		}
	}
}

// arrive repeats each of today's hits so many times on an earlier day.
func arrive(s *sitetest.Site, daysAgo, times int) {
	s.T.Helper()
	s.Exec(`INSERT INTO recent_batches (day, subjects, subject_ids, actions, reasons, earned, kinds, contexts, counts, visitors, arrivals)
		SELECT day - $2::int, ARRAY[subject], ARRAY[subject_id], ARRAY[action], ARRAY[reason], '{0}', '{1}', ARRAY[context_id], ARRAY[$3::int], '{0}', '{0}'
		FROM daily_traffic WHERE day = $1`, calendar.Today(s.Config.Location).Time, daysAgo, times)
}

// addUp waits until the site has added up all events. Reports are complete
// meanwhile.
func addUp(s *sitetest.Site) {
	s.T.Helper()
	store := reports.NewStore(s.DB.Gorm)
	sitetest.Eventually(s.T, "everything is added up", func() bool {
		if err := store.AddUp(s.T.Context()); err != nil {
			s.T.Fatal(err)
		}
		return s.Count("SELECT (SELECT count(*) FROM "+tracking.Recent+" r) + (SELECT count(*) FROM recent_conversions) + (SELECT count(*) FROM open_days)") == 0
	})
}
