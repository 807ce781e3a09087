package content

import (
	"net/http"
	"slices"

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

// Page answers GET /api/content/pages/:slug with an active page.
func (h HTTP) Page(c *gin.Context) error {
	httpx.Tag(c, "content")
	p, err := h.Store.Page(c.Request.Context(), c.Param("slug"))
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, p)
	return nil
}

// Offers answers GET /api/content/:slug/offers with the active offers of an
// active page.
func (h HTTP) Offers(c *gin.Context) error {
	httpx.Tag(c, "content")
	p, err := h.Store.Page(c.Request.Context(), c.Param("slug"))
	if err != nil {
		return err
	}
	offers, err := h.Store.Offers(c.Request.Context(), p.ID)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, offers)
	return nil
}

// TrackView answers POST /api/content/:slug/track-view: one view of the page
// and an impression for each of its active offers or, when the client says
// which ones it shows (offerIds), for those.
func (h HTTP) TrackView(c *gin.Context) error {
	var body struct {
		OfferIDs *[]httpx.ID `json:"offerIds"`
		EventID  string      `json:"eventId"`
	}
	p, known := h.Catalog.Get()[c.Param("slug")]
	if !known {
		return ErrNotFound
	}
	if err := httpx.OptionalJSON(c, &body); err != nil {
		return err
	}
	shown := p.Offers
	if body.OfferIDs != nil {
		if shown = nil; len(*body.OfferIDs) > MaxImpressions {
			return errTooMany
		}
		for _, id := range *body.OfferIDs {
			if !slices.Contains(p.Offers, int64(id)) {
				return errUnknownOffer
			}
			if !slices.Contains(shown, int64(id)) {
				shown = append(shown, int64(id))
			}
		}
	}
	facts := []tracking.Fact{{Subject: tracking.Page, ID: p.ID, Action: tracking.View}}
	for _, id := range shown[:min(len(shown), MaxImpressions)] {
		facts = append(facts, tracking.Fact{Subject: tracking.ContentOffer, ID: id, Action: tracking.View})
	}
	return h.count(c, p.ID, body.EventID, facts...)
}

// TrackClick answers POST /api/content/:slug/track-click.
func (h HTTP) TrackClick(c *gin.Context) error {
	var body struct {
		OfferID httpx.ID `json:"offerId"`
		EventID string   `json:"eventId"`
	}
	p, known := h.Catalog.Get()[c.Param("slug")]
	if !known {
		return ErrNotFound
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	if !slices.Contains(p.Offers, int64(body.OfferID)) {
		return errUnknownOffer
	}
	return h.count(c, p.ID, body.EventID, tracking.Fact{Subject: tracking.ContentOffer, ID: int64(body.OfferID), Action: tracking.Click})
}

func (h HTTP) count(c *gin.Context, page int64, eventID string, facts ...tracking.Fact) error {
	receipt, err := h.Counter.Count(tracking.Act{Request: c.Request, Address: c.ClientIP(), EventID: eventID, Page: page, Facts: facts})
	if err != nil {
		return err
	}
	c.JSON(receipt.Code(), receipt)
	return nil
}
