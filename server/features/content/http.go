package content

import (
	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/tracking"
)

// HTTP handles the public calls.
type HTTP struct {
	Store   *Store
	Counter offer.Counter
	Place   func(path string) (p tracking.Place, known bool) // an active page
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
	page, known := h.Place(Path + c.Param("slug"))
	if !known {
		return ErrNotFound
	}
	if err := httpx.OptionalJSON(c, &body); err != nil {
		return err
	}
	seen := h.Counter.AllSeen(page.ID)
	if body.OfferIDs != nil {
		if len(*body.OfferIDs) > MaxImpressions {
			return errTooMany
		}
		var err error
		if seen, err = h.Counter.Seen(page.ID, *body.OfferIDs, errUnknownOffer); err != nil {
			return err
		}
	}
	hits := []tracking.Hit{{Subject: tracking.Page, ID: page.ID, Action: tracking.View}}
	return h.Counter.Answer(c, page.ID, body.Sent, append(hits, seen[:min(len(seen), MaxImpressions)]...)...)
}

// TrackClick handles POST /api/content/:slug/track-click.
func (h HTTP) TrackClick(c *gin.Context) error {
	var body struct {
		OfferID httpx.ID `json:"offerId"`
		tracking.Sent
	}
	page, known := h.Place(Path + c.Param("slug"))
	if !known {
		return ErrNotFound
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	return h.Counter.Click(c, page.ID, body.OfferID, body.Sent, errUnknownOffer)
}
