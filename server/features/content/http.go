package content

import (
	"slices"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/catalog"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/tracking"
)

// HTTP handles the public calls.
type HTTP struct {
	Store   *Store
	Catalog *catalog.Of[Index]
	Counter *tracking.Counter
	// Currency is the currency clicks earn in.
	Currency string
}

// Pages handles GET /api/offer-pages: the active pages.
func (h HTTP) Pages(c *gin.Context) error {
	httpx.Tag(c, "content")
	pages, err := h.Store.Pages(c.Request.Context())
	return httpx.JSON(c, pages, err)
}

// Page handles GET /api/content/pages/:slug: an active page.
func (h HTTP) Page(c *gin.Context) error {
	httpx.Tag(c, "content")
	p, err := h.Store.Page(c.Request.Context(), c.Param("slug"))
	return httpx.JSON(c, p, err)
}

// Offers handles GET /api/content/:slug/offers: the active offers of an active
// page.
func (h HTTP) Offers(c *gin.Context) error {
	httpx.Tag(c, "content")
	p, err := h.Store.Page(c.Request.Context(), c.Param("slug"))
	if err != nil {
		return err
	}
	offers, err := h.Store.Offers(c.Request.Context(), p.ID)
	return httpx.JSON(c, offers, err)
}

// TrackView handles POST /api/content/:slug/track-view. It counts a view of the
// page and an impression of each offer in offerIds, by default of all active
// ones.
func (h HTTP) TrackView(c *gin.Context) error {
	var body struct {
		OfferIDs *[]httpx.ID `json:"offerIds"`
		tracking.Sent
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
			if _, known := p.Pays[int64(id)]; !known {
				return errUnknownOffer
			}
			if !slices.Contains(shown, int64(id)) {
				shown = append(shown, int64(id))
			}
		}
	}
	hits := []tracking.Hit{{Subject: tracking.Page, ID: p.ID, Action: tracking.View}}
	for _, id := range shown[:min(len(shown), MaxImpressions)] {
		hits = append(hits, tracking.Hit{Subject: tracking.ContentOffer, ID: id, Action: tracking.View})
	}
	return h.Counter.Answer(c, p.ID, body.Sent, hits...)
}

// TrackClick handles POST /api/content/:slug/track-click.
func (h HTTP) TrackClick(c *gin.Context) error {
	var body struct {
		OfferID httpx.ID `json:"offerId"`
		tracking.Sent
	}
	p, known := h.Catalog.Get()[c.Param("slug")]
	if !known {
		return ErrNotFound
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	pays, shown := p.Pays[int64(body.OfferID)]
	if !shown {
		return errUnknownOffer
	}
	return h.Counter.Answer(c, p.ID, body.Sent, pays.Hit(tracking.ContentOffer, int64(body.OfferID), tracking.Click, h.Currency))
}
