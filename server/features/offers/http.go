package offers

import (
	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/catalog"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/tracking"
)

// HTTP handles the public calls of offers.
type HTTP struct {
	Store   *Store
	Catalog *catalog.Of[Index]
	Counter *tracking.Counter
	// Currency is the currency clicks earn in.
	Currency string
}

// List handles GET /api/offers?active=true. It ignores the query: only active
// offers are public.
func (h HTTP) List(c *gin.Context) error {
	if _, err := httpx.QueryBool(c, "active"); err != nil {
		return err
	}
	httpx.Tag(c, "offers")
	offers, err := h.Store.Shown(c.Request.Context())
	return httpx.JSON(c, offers, err)
}

// Static handles GET /api/hot-offers.
func (h HTTP) Static(c *gin.Context) error {
	httpx.Tag(c, "offers")
	offers, err := h.Store.Static(c.Request.Context())
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
	if _, known := h.Catalog.Get().Pays[int64(body.OfferID)]; !known {
		return errUnknownOffer
	}
	return h.Counter.Answer(c, 0, body.Sent, tracking.Hit{Subject: tracking.Offer, ID: int64(body.OfferID), Action: body.Action})
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
	var hits []tracking.Hit
	for _, id := range h.Catalog.Get().StaticShown {
		hits = append(hits, tracking.Hit{Subject: tracking.StaticOffer, ID: id, Action: tracking.View})
	}
	return h.Counter.Answer(c, 0, body.Sent, hits...)
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
	pays, shown := h.Catalog.Get().Static[int64(body.OfferID)]
	if !shown {
		return errUnknownOffer
	}
	return h.Counter.Answer(c, 0, body.Sent, pays.Hit(tracking.StaticOffer, int64(body.OfferID), tracking.Click, h.Currency))
}
