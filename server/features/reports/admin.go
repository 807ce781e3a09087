package reports

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
)

// Admin handles staff requests. Location is the site's time zone.
type Admin struct {
	Store    *Store
	Location *time.Location
	Currency string // of revenue
	// Within is the database timeout for a report.
	Within time.Duration
}

// Report handles GET
// /api/admin/reports?from=&to=&compare=&by=&on=click|arrival&count=human|all&format=json|csv
// with a filter for each dimension.
func (a Admin) Report(c *gin.Context) error {
	now := time.Now().In(a.Location)
	today := calendar.DayOf(now, a.Location)
	q, err := a.read(c, today)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), a.Within)
	defer cancel()
	r := Report{Timezone: a.Location.String(), Currency: a.Currency, By: string(q.by), Filters: append([]Filter{}, q.filter.of...)}
	err = a.Store.snapshot(ctx, func(s *Store) (err error) {
		if r.RulesSince, err = s.rulesSince(ctx); err != nil {
			return err
		}
		if r.Sheet, err = s.sheet(ctx, q); err != nil || c.Query("compare") != "previous" {
			return err
		}
		if q.to.Equal(today.Time) {
			r.Until = &now
			q.until = now.AddDate(0, 0, -q.days())
		}
		q.period, q.also = q.before(), r.refs()
		r.Compare = &Sheet{}
		*r.Compare, err = s.sheet(ctx, q)
		return err
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return fault.Busy("This report takes too long. Choose fewer days or a narrower filter.", time.Minute, err)
	}
	if err != nil {
		return err
	}
	if c.Query("format") != "csv" {
		c.JSON(http.StatusOK, r)
		return nil
	}
	return sendCSV(c, r)
}

// read parses the parameters of a report.
func (a Admin) read(c *gin.Context, today calendar.Day) (q question, err error) {
	if q.period, err = periodOf("from", "to", c.Query("from"), c.Query("to"), today); err != nil {
		return q, err
	}
	if q.to.After(today.Time) && !q.from.After(today.Time) {
		q.to = today // the compared period has the same length
	}
	q.by = dimension(c.DefaultQuery("by", string(byDay)))
	if _, known := measures()[q.by.counted()]; !known {
		return q, wrong("by", "Choose day, page, piece, offer, advertiser, source, medium, campaign, content, referrer, link, or reason.")
	}
	if err := chosen(c, "Please choose", []choice{{"count", "human", "all"}, {"format", "json", "csv"}, {"compare", "previous", "none"}, {"on", "click", "arrival"}}); err != nil {
		return q, err
	}
	q.all = c.Query("count") == "all"
	q.arrival, q.timezone, q.currency = c.Query("on") == "arrival", a.Location.String(), a.Currency
	if q.filter, err = a.filter(c); err != nil {
		return q, err
	}
	if keys := c.Query("keys"); keys != "" {
		q.only, err = a.refsOf(c.Request.Context(), q.by, strings.Split(keys, ","))
	}
	return q, err
}

// choice is a parameter with two values; the first is the default.
type choice struct{ field, first, second string }

// chosen returns an error that names all parameters with other values.
func chosen(c *gin.Context, choose string, choices []choice) error {
	var wrong []fault.Field
	for _, of := range choices {
		if v := c.Query(of.field); v != "" && v != of.first && v != of.second {
			wrong = append(wrong, fault.Field{Field: of.field, Message: choose + " " + of.first + " or " + of.second + "."})
		}
	}
	return fault.Form(wrong)
}

// refsOf returns the internal keys of the rows whose public keys are given. It
// leaves out keys that match nothing.
func (a Admin) refsOf(ctx context.Context, by dimension, keys []string) ([]string, error) {
	if len(keys) > MaxKeys {
		return nil, wrong("keys", fmt.Sprintf("Request at most %d rows.", MaxKeys))
	}
	if !by.named() {
		return keys, nil
	}
	found, err := a.Store.refs(ctx, by, keys)
	only := []string{""} // matches no row
	for _, n := range found {
		only = append(only, n.Ref)
	}
	return only, err
}

// filter parses ?page=, ?piece=, ?offer=, ?link=, ?source= … A value that was
// never counted gives an empty report.
func (a Admin) filter(c *gin.Context) (f filter, err error) {
	for _, d := range []struct {
		by    dimension
		where string
	}{
		{byPage, "c.place = ? AND c.place_id = CAST(? AS bigint)"},
		{byPiece, "c.piece = ? AND c.piece_id = CAST(? AS bigint)"},
		{byOffer, "t.subject = CAST(? AS event_subject) AND t.subject_id = CAST(? AS bigint)"},
		{byLink, "'link' = ? AND o.link_id = CAST(? AS bigint)"},
	} {
		of, ref, err := a.named(c, d.by)
		if err != nil {
			return f, err
		}
		if ref != "" {
			subject, id, _ := strings.Cut(ref, ":")
			f.add(of, alike(d.where, []any{subject, id}, ref))
		}
	}
	of, ref, err := a.named(c, byAdvertiser)
	if err != nil {
		return f, err
	}
	if ref != "" {
		f.add(of, advertisedBy(of.Key, ref))
	}
	for _, by := range []dimension{bySource, byMedium, byCampaign, byContent, byReferrer} {
		if value, given := c.GetQuery(string(by)); given {
			f.add(Filter{by, value, value}, alike("o."+string(by)+" = ?", []any{value}, value))
		}
	}
	if reason, given := c.GetQuery(string(byReason)); given {
		f.add(Filter{byReason, reason, reason}, alike("t.reason::text = ?", []any{reason}, reason))
	}
	return f, nil
}

// named parses the value of a dimension to filter by, and returns its internal
// key, or "" if there is none.
func (a Admin) named(c *gin.Context, by dimension) (of Filter, ref string, err error) {
	key, given := c.GetQuery(string(by))
	if !given {
		return of, "", nil
	}
	found, err := a.Store.refs(c.Request.Context(), by, []string{key})
	if err == nil && len(found) == 0 {
		err = wrong(string(by), "There is no such "+string(by)+".")
	}
	if err != nil {
		return of, "", err
	}
	return Filter{by, key, found[0].Label}, found[0].Ref, nil
}

// addEmptyDays adds empty rows for the days without events.
func (p period) addEmptyDays(rows []Row) []Row {
	known := map[string]bool{}
	for _, r := range rows {
		known[r.Key] = true
	}
	for day := p.from; !day.After(p.to.Time); day = day.Add(1) {
		if !known[day.String()] {
			rows = append(rows, Row{Key: day.String()})
		}
	}
	return rows
}

// figureColumns returns the CSV columns of figures, in the order of cells.
func figureColumns() []string {
	return []string{"views", "reads", "uniques", "clicks", "clickouts", "signups", "conversions", "revenue", "pending", "pendingRevenue", "ctr", "epc"}
}

func (f Figures) cells() []any {
	return []any{f.Views, f.Reads, f.Uniques, f.Clicks, f.Clickouts, f.Signups, f.Conversions, f.Revenue, f.Pending, f.PendingRevenue, f.CTR, f.EPC}
}

// amounts formats amounts of money for one cell: "EUR 1500; JPY 900".
func amounts(all []Amount) string {
	var texts []string
	for _, a := range all {
		texts = append(texts, fmt.Sprint(a.Currency, " ", a.Amount))
	}
	return strings.Join(texts, "; ")
}

// sendCSV sends the rows of a report as CSV. With a comparison, each row also
// has the previous period's figures for the same key or, in a report by day,
// for the day at the same position.
func sendCSV(c *gin.Context, r Report) error {
	head := append([]string{r.By, "label"}, figureColumns()...)
	before := map[string]Figures{}
	if r.Compare != nil {
		for _, name := range figureColumns() {
			head = append(head, name+"Before")
		}
		for i, row := range r.Compare.Rows {
			if r.By == string(byDay) {
				row.Key = r.Rows[i].Key // both periods have the same number of days
			}
			before[row.Key] = row.Figures
		}
	}
	foreign := slices.ContainsFunc(r.Rows, func(row Row) bool { return len(row.OtherRevenue) > 0 })
	if foreign {
		head = append(head, "otherRevenue")
	}
	cells := [][]any{}
	for _, row := range r.Rows {
		line := append([]any{row.Key, row.Label}, row.cells()...)
		if r.Compare != nil {
			line = append(line, before[row.Key].cells()...)
		}
		if foreign {
			line = append(line, amounts(row.OtherRevenue))
		}
		cells = append(cells, line)
	}
	return httpx.SendCSV(c, fmt.Sprintf("%s-%s-%s", r.By, r.From, r.To), head, cells)
}

// pageQuestion is the page, period and scope of a content page's report.
type pageQuestion struct {
	period
	page int64
	all  bool // all events, not only people's
}

// readPage parses ?range=&start=&end=&days=&count=human|all&format=json|csv.
func (a Admin) readPage(c *gin.Context) (q pageQuestion, err error) {
	days, err := httpx.QueryInt(c, "days", pageDays, 1, MaxDays)
	if err != nil {
		return q, err
	}
	if q.period, err = rangeOf(c.Query("range"), days, c.Query("start"), c.Query("end"), calendar.Today(a.Location)); err != nil {
		return q, err
	}
	if err := chosen(c, "Choose", []choice{{"count", "human", "all"}, {"format", "json", "csv"}}); err != nil {
		return q, err
	}
	q.all = c.Query("count") == "all"
	q.page, err = a.Store.page(c.Request.Context(), c.Param("slug"))
	return q, err
}

// send responds with rows as JSON or, as cells, as CSV. Of is part of the file's
// name.
func (q pageQuestion) send(c *gin.Context, rows any, of string, head []string, cells [][]any) error {
	if c.Query("format") != "csv" {
		return httpx.JSON(c, rows, nil)
	}
	return httpx.SendCSV(c, fmt.Sprintf("%s%s-%s-%s", c.Param("slug"), of, q.from, q.to), head, cells)
}

// PageByDay handles GET /api/content/:slug/analytics.
func (a Admin) PageByDay(c *gin.Context) error {
	q, err := a.readPage(c)
	if err != nil {
		return err
	}
	rows, err := a.Store.pageByDay(c.Request.Context(), q)
	if err != nil {
		return err
	}
	var cells [][]any
	for _, r := range rows {
		cells = append(cells, []any{r.Date, r.Views, r.Clicks, r.CTR, r.UniqueVisitors})
	}
	return q.send(c, rows, "", []string{"date", "views", "clicks", "ctr", "uniqueVisitors"}, cells)
}

// PageSummary handles GET /api/content/:slug/analytics/summary.
func (a Admin) PageSummary(c *gin.Context) error {
	q, err := a.readPage(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	var out PageSummary
	if out.Reasons, err = a.Store.pageByReason(ctx, q); err != nil {
		return err
	}
	if out.Totals, err = a.Store.pageTotals(ctx, q); err != nil {
		return err
	}
	q.period = q.before()
	out.Previous, err = a.Store.pageTotals(ctx, q)
	return httpx.JSON(c, out, err)
}

// PageByOffer handles GET /api/content/:slug/analytics/offers.
func (a Admin) PageByOffer(c *gin.Context) error {
	q, err := a.readPage(c)
	if err != nil {
		return err
	}
	rows, err := a.Store.pageByOffer(c.Request.Context(), q)
	if err != nil {
		return err
	}
	var cells [][]any
	for _, r := range rows {
		cells = append(cells, []any{r.OfferID, r.Title, r.Views, r.Clicks, r.CTR})
	}
	return q.send(c, rows, "-offers", []string{"offerId", "title", "views", "clicks", "ctr"}, cells)
}
