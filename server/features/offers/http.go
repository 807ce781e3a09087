package offers

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

// List answers GET /api/offers?active=true. The public sees active offers
// only, whatever it asks for.
func (h HTTP) List(c *gin.Context) error {
	if _, err := httpx.QueryBool(c, "active"); err != nil {
		return err
	}
	httpx.Tag(c, "offers")
	offers, err := h.Store.Active(c.Request.Context())
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, offers)
	return nil
}

// Static answers GET /api/hot-offers.
func (h HTTP) Static(c *gin.Context) error {
	httpx.Tag(c, "offers")
	offers, err := h.Store.Static(c.Request.Context())
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, offers)
	return nil
}

// Interact answers POST /api/offer-interactions: a view, click or skip of the
// carousel.
func (h HTTP) Interact(c *gin.Context) error {
	var body struct {
		OfferID httpx.ID        `json:"offerId"`
		Action  tracking.Action `json:"action"`
		EventID string          `json:"eventId"`
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	switch body.Action {
	case tracking.View, tracking.Click, tracking.Skip:
	default:
		return errUnknownAction
	}
	if _, known := h.Catalog.Get().Targets[int64(body.OfferID)]; !known {
		return errUnknownOffer
	}
	return h.count(c, body.EventID, tracking.Fact{Subject: tracking.Offer, ID: int64(body.OfferID), Action: body.Action})
}

// StaticView answers POST /api/hot-offers/track-view: an impression for each
// of the static offers.
func (h HTTP) StaticView(c *gin.Context) error {
	var body struct {
		EventID string `json:"eventId"`
	}
	if err := httpx.OptionalJSON(c, &body); err != nil {
		return err
	}
	var facts []tracking.Fact
	for id := range h.Catalog.Get().Static {
		facts = append(facts, tracking.Fact{Subject: tracking.StaticOffer, ID: id, Action: tracking.View})
	}
	return h.count(c, body.EventID, facts...)
}

// StaticClick answers POST /api/hot-offers/track-click.
func (h HTTP) StaticClick(c *gin.Context) error {
	var body struct {
		OfferID httpx.ID `json:"offerId"`
		EventID string   `json:"eventId"`
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	if !h.Catalog.Get().Static[int64(body.OfferID)] {
		return errUnknownOffer
	}
	return h.count(c, body.EventID, tracking.Fact{Subject: tracking.StaticOffer, ID: int64(body.OfferID), Action: tracking.Click})
}

func (h HTTP) count(c *gin.Context, eventID string, facts ...tracking.Fact) error {
	receipt, err := h.Counter.Count(tracking.Act{Request: c.Request, Address: c.ClientIP(), EventID: eventID, Facts: facts})
	if err != nil {
		return err
	}
	c.JSON(receipt.Code(), receipt)
	return nil
}
