package optimiser

import (
	"math"
	"math/rand/v2"
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
)

// AuditKind is the audit log's name for a page's order of offers.
const AuditKind = "order of offers"

// ErrNotFound means that a page has no offers to order.
var ErrNotFound = fault.Missing("Page")

// Report describes what the optimizer does to a page, or would do in shadow.
type Report struct {
	state
	By     string  `json:"by"`   // epc, or ctr before there is revenue
	Days   int     `json:"days"` // days of evidence
	Gain   *Change `json:"gain"` // null until enough offers have enough views
	Offers []Share `json:"offers"`
}

// Change is a Gain in percent, with one decimal.
type Change struct {
	Expected float64 `json:"expected"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// Share is an offer's share of a page's attention, in percent, in the staff's
// order and in the optimizer's.
type Share struct {
	ID          int64   `json:"id"`
	Title       string  `json:"title"`
	Views       int64   `json:"views"`
	Clicks      int64   `json:"clicks"`
	Conversions int64   `json:"conversions"`
	Ordered     bool    `json:"ordered"` // whether it has enough views
	ByHand      float64 `json:"byHand"`
	Optimised   float64 `json:"optimised"`
}

// Admin handles staff requests.
type Admin struct{ Store *Store }

// Show handles GET /api/admin/optimiser/:page.
func (a Admin) Show(c *gin.Context) error {
	p, err := a.Store.page(c.Request.Context(), c.Param("page"))
	if err != nil {
		return err
	}
	return a.answer(c, p)
}

// Switch handles PUT /api/admin/optimiser/:page.
func (a Admin) Switch(c *gin.Context) error {
	var in struct {
		Live *bool `json:"live"`
	}
	ctx := c.Request.Context()
	p, err := a.Store.page(ctx, c.Param("page"))
	if err != nil {
		return err
	}
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return err
	}
	if in.Live == nil {
		return fault.Form([]fault.Field{{Field: "live", Message: "Choose true or false."}})
	}
	if err := a.Store.turn(ctx, p, *in.Live); err != nil {
		return err
	}
	return a.answer(c, p)
}

func (a Admin) answer(c *gin.Context, p page) error {
	db := a.Store.DB.WithContext(c.Request.Context())
	evidence, err := a.Store.evidence(db, p)
	if err != nil {
		return err
	}
	report := Report{By: "ctr", Offers: []Share{}}
	if report.state, err = stateOf(db, p.key()); err != nil {
		return err
	}
	if report.Days, err = days(db, p.key(), calendar.Today(a.Store.Location).Add(-Days)); err != nil {
		return err
	}
	if ByMoney(evidence) {
		report.By = "epc"
	}
	// Use a fixed seed, so that the same evidence gives the same figures.
	if gain, ok := Expect(rand.New(rand.NewPCG(1, 1)), evidence); ok {
		report.Gain = &Change{percent(gain.Expected), percent(gain.Low), percent(gain.High)}
	}
	var byHand, optimised float64
	for _, e := range evidence {
		byHand, optimised = byHand+e.ByHand, optimised+e.Optimised
	}
	for _, o := range evidence {
		report.Offers = append(report.Offers, Share{
			o.ID, o.Title, o.Views, o.Clicks, o.Conversions, o.ranked(), percent(o.ByHand / byHand), percent(o.Optimised / optimised),
		})
	}
	c.JSON(http.StatusOK, report)
	return nil
}

// percent returns a share in percent, with one decimal.
func percent(share float64) float64 { return math.Round(1000*share) / 10 }
