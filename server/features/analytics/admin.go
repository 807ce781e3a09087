package analytics

import (
	"context"
	"fmt"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/rollup"
)

// Admin handles staff requests. Location is the site's time zone.
type Admin struct {
	Store    *Store
	Location *time.Location
}

// question is a report's page, period and scope.
type question struct {
	page   int64
	period Period
	all    bool // all events, not only people's
	csv    bool
}

// send responds with rows as JSON or, as cells, as CSV. Of is part of the file's
// name.
func (q question) send(c *gin.Context, rows any, of string, head []string, cells [][]any) error {
	if !q.csv {
		return httpx.JSON(c, rows, nil)
	}
	return httpx.SendCSV(c, fmt.Sprintf("%s%s-%s-%s", c.Param("slug"), of, q.period.From, q.period.To), head, cells)
}

// read parses ?range=&start=&end=&days=&count=human|all&format=json|csv.
func (a Admin) read(c *gin.Context) (q question, err error) {
	days, err := httpx.QueryInt(c, "days", DefaultDays, 1, MaxDays)
	if err != nil {
		return q, err
	}
	if q.period, err = periodOf(c.Query("range"), days, c.Query("start"), c.Query("end"), calendar.Today(a.Location)); err != nil {
		return q, err
	}
	for field, values := range map[string][2]string{"count": {"human", "all"}, "format": {"json", "csv"}} {
		if v := c.Query(field); v != "" && v != values[0] && v != values[1] {
			return q, wrong(field, "Choose "+values[0]+" or "+values[1]+".")
		}
	}
	q.all, q.csv = c.Query("count") == "all", c.Query("format") == "csv"
	q.page, err = a.Store.page(c.Request.Context(), c.Param("slug"))
	return q, err
}

// Daily handles GET /api/content/:slug/analytics.
func (a Admin) Daily(c *gin.Context) error {
	q, err := a.read(c)
	if err != nil {
		return err
	}
	rows, err := a.Store.daily(c.Request.Context(), q.page, q.period, q.all)
	if err != nil {
		return err
	}
	var cells [][]any
	for _, r := range rows {
		cells = append(cells, []any{r.Date, r.Views, r.Clicks, r.CTR, r.UniqueVisitors})
	}
	return q.send(c, rows, "", []string{"date", "views", "clicks", "ctr", "uniqueVisitors"}, cells)
}

// Summary handles GET /api/content/:slug/analytics/summary.
func (a Admin) Summary(c *gin.Context) error {
	q, err := a.read(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	var out Summary
	if out.Totals, err = a.totals(ctx, q, q.period); err != nil {
		return err
	}
	if out.Previous, err = a.totals(ctx, q, q.period.Before()); err != nil {
		return err
	}
	out.Reasons, err = a.Store.reasons(ctx, q.page, q.period)
	return httpx.JSON(c, out, err)
}

func (a Admin) totals(ctx context.Context, q question, p Period) (Totals, error) {
	t := Totals{From: p.From.String(), To: p.To.String()}
	rows, err := a.Store.daily(ctx, q.page, p, q.all)
	for _, r := range rows {
		t.Views += r.Views
		t.Clicks += r.Clicks
		t.UniqueVisitors += r.UniqueVisitors
	}
	t.CTR = rollup.CTR(t.Views, t.Clicks)
	return t, err
}

// Offers handles GET /api/content/:slug/analytics/offers.
func (a Admin) Offers(c *gin.Context) error {
	q, err := a.read(c)
	if err != nil {
		return err
	}
	rows, err := a.Store.offers(c.Request.Context(), q.page, q.period, q.all)
	if err != nil {
		return err
	}
	var cells [][]any
	for _, r := range rows {
		cells = append(cells, []any{r.OfferID, r.Title, r.Views, r.Clicks, r.CTR})
	}
	return q.send(c, rows, "-offers", []string{"offerId", "title", "views", "clicks", "ctr"}, cells)
}
