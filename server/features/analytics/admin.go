package analytics

import (
	"context"
	"fmt"
	"net/http"
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
	name   string // file name
}

// read parses ?range=&start=&end=&days=&count=human|all&format=json|csv.
func (a Admin) read(c *gin.Context) (q question, err error) {
	asked := Asked{Range: c.Query("range"), Start: c.Query("start"), End: c.Query("end")}
	if asked.Days, err = httpx.QueryInt(c, "days", 0, 1, MaxDays); err != nil {
		return q, err
	}
	if q.period, err = asked.period(calendar.Today(a.Location)); err != nil {
		return q, err
	}
	switch c.Query("count") {
	case "", "human":
	case "all":
		q.all = true
	default:
		return q, wrong("count", "Choose human or all.")
	}
	switch c.Query("format") {
	case "", "json":
	case "csv":
		q.csv = true
	default:
		return q, wrong("format", "Choose json or csv.")
	}
	q.name = fmt.Sprintf("%s-%s", q.period.From, q.period.To)
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
	return send(c, q, c.Param("slug")+"-"+q.name, rows, err, []string{"date", "views", "clicks", "ctr", "uniqueVisitors"},
		func(r Row) []any { return []any{r.Date, r.Views, r.Clicks, r.CTR, r.UniqueVisitors} })
}

// send answers with rows, as JSON or as a file.
func send[T any](c *gin.Context, q question, name string, rows []T, err error, head []string, cells func(T) []any) error {
	if err != nil || !q.csv {
		return httpx.JSON(c, rows, err)
	}
	var table [][]any
	for _, r := range rows {
		table = append(table, cells(r))
	}
	return httpx.SendCSV(c, name, head, table)
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
	if out.Reasons, err = a.Store.reasons(ctx, q.page, q.period); err != nil {
		return err
	}
	c.JSON(http.StatusOK, out)
	return nil
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
	return send(c, q, c.Param("slug")+"-offers-"+q.name, rows, err, []string{"offerId", "title", "views", "clicks", "ctr"},
		func(r OfferRow) []any { return []any{r.OfferID, r.Title, r.Views, r.Clicks, r.CTR} })
}
