package dailyoffers

import (
	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/tracking"
)

// HTTP handles the public calls.
type HTTP struct {
	Store   Store
	Counter offer.Counter
}

// List handles GET /api/daily-offers?page=&limit=.
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
	return httpx.JSON(c, list, err)
}

// View handles POST /api/daily-offers/view. It counts an impression of each
// offer shown.
func (h HTTP) View(c *gin.Context) error {
	var body struct {
		OfferIDs []httpx.ID `json:"offerIds"`
		tracking.Sent
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	if len(body.OfferIDs) == 0 || len(body.OfferIDs) > MaxLimit {
		return errNoOffers
	}
	hits, err := h.Counter.Seen(0, body.OfferIDs, errUnknownOffers)
	if err != nil {
		return err
	}
	return h.Counter.Answer(c, 0, body.Sent, hits...)
}

// Click handles POST /api/daily-offers/click. The page is where the offer was
// clicked, if the client says so.
func (h HTTP) Click(c *gin.Context) error {
	var body struct {
		OfferID httpx.ID `json:"offerId"`
		Page    *int     `json:"page"`
		tracking.Sent
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	if body.Page != nil && (*body.Page < 1 || *body.Page > MaxPage) {
		return errNoPage
	}
	return h.Counter.Click(c, 0, body.OfferID, body.Sent, errUnknownOffer)
}
