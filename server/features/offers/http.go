package offers

import (
	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/tracking"
)

// HTTP handles the public calls of offers.
type HTTP struct {
	Store            offer.Store
	Carousel, Static offer.Counter
}

// List handles GET /api/offers?active=true. It ignores the query: only active
// offers are public.
func (h HTTP) List(c *gin.Context) error {
	if _, err := httpx.QueryBool(c, "active"); err != nil {
		return err
	}
	httpx.Tag(c, "offers")
	offers, err := offer.List[Offer](c.Request.Context(), h.Store, offer.Carousel(), 0)
	return httpx.JSON(c, offers, err)
}

// ListStatic handles GET /api/hot-offers.
func (h HTTP) ListStatic(c *gin.Context) error {
	httpx.Tag(c, "offers")
	offers, err := offer.List[StaticOffer](c.Request.Context(), h.Store, offer.Static(), 0)
	return httpx.JSON(c, offers, err)
}

// Interact handles POST /api/offer-interactions: a view, click or skip in the
// carousel.
func (h HTTP) Interact(c *gin.Context) error {
	var body interaction
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	switch body.Action {
	case tracking.View, tracking.Click, tracking.Skip:
	default:
		return errUnknownAction
	}
	if _, counts := h.Carousel.Index().Pays(0, int64(body.OfferID)); !counts {
		return errUnknownOffer
	}
	return h.Carousel.Answer(c, 0, body.Sent, tracking.Hit{Subject: tracking.Offer, ID: int64(body.OfferID), Action: body.Action})
}

// interaction is the body of Interact.
type interaction struct {
	OfferID httpx.ID        `json:"offerId"`
	Action  tracking.Action `json:"action"`
	tracking.Sent
}

// StaticView handles POST /api/hot-offers/track-view. It counts an impression
// of each static offer.
func (h HTTP) StaticView(c *gin.Context) error {
	var body struct {
		tracking.Sent
	}
	if err := httpx.OptionalJSON(c, &body); err != nil {
		return err
	}
	return h.Static.Answer(c, 0, body.Sent, h.Static.AllSeen(0)...)
}

// StaticClick handles POST /api/hot-offers/track-click.
func (h HTTP) StaticClick(c *gin.Context) error {
	var body struct {
		OfferID httpx.ID `json:"offerId"`
		tracking.Sent
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	return h.Static.Click(c, 0, body.OfferID, body.Sent, errUnknownOffer)
}
