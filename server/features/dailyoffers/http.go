package dailyoffers

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/catalog"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/tracking"
)

// HTTP is what the public may call.
type HTTP struct {
	Store   *Store
	Catalog *catalog.Of[Index]
	Counter *tracking.Counter
}

// List answers GET /api/daily-offers?page=&limit=.
func (h HTTP) List(c *gin.Context) error {
	page, err := httpx.QueryInt(c, "page", 1, 1, MaxPage)
	if err != nil {
		return err
	}
	limit, err := httpx.QueryInt(c, "limit", PageSize, 1, MaxLimit)
	if err != nil {
		return err
	}
	httpx.Tag(c, "dailyoffers")
	list, err := h.Store.Page(c.Request.Context(), page, limit)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, list)
	return nil
}

// Click answers POST /api/daily-offers/click. The page is the one that the
// offer was clicked on, if the client says so.
func (h HTTP) Click(c *gin.Context) error {
	var body struct {
		OfferID httpx.ID `json:"offerId"`
		Page    *int     `json:"page"`
		EventID string   `json:"eventId"`
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	if body.Page != nil && (*body.Page < 1 || *body.Page > MaxPage) {
		return errNoPage
	}
	if !h.Catalog.Get()[int64(body.OfferID)] {
		return errUnknownOffer
	}
	receipt, err := h.Counter.Count(tracking.Act{
		Request: c.Request, Address: c.ClientIP(), EventID: body.EventID,
		Facts: []tracking.Fact{{Subject: tracking.DailyOffer, ID: int64(body.OfferID), Action: tracking.Click}},
	})
	if err != nil {
		return err
	}
	c.JSON(receipt.Code(), receipt)
	return nil
}
