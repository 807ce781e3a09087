package offers

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/tracking"
)

// ClickOut redirects visitors to the stored targets of offers. A link to an
// offer on hold leads to its replacement, one to an ended offer to the page of
// offers. Robots and prefetches are redirected too, and counted as such.
type ClickOut struct {
	Offers  offer.Catalogs
	Counter *tracking.Counter
	Unknown gin.HandlerFunc // handles links that aren't an offer's
	// Currency is the currency click-outs earn in.
	Currency string
}

// Open handles GET and HEAD /links/?aid=offer&subid={offerId}&url={target}. It
// redirects to the offer's stored target and nowhere else, because links in
// emails and open tabs outlive an edit. If url matches the stored target,
// visitor data is taken from its placeholders, otherwise only from the
// parameters beside it.
func (h ClickOut) Open(c *gin.Context) error {
	query := c.Request.URL.Query()
	id, err := strconv.ParseInt(query.Get("subid"), 10, 64)
	if err != nil || query.Get("aid") != "offer" {
		id = 0 // no offer has it
	}
	return h.leave(c, ref{offer.Carousel().Name, id}, query.Get("url"), json.RawMessage(query.Get("visit")))
}

// placeParameter is the parameter with the path of the page that a link is on.
const placeParameter = "in"

// Follow handles GET and HEAD /go/:kind/:id?in={path}, a link in a text to an
// offer of any kind.
func (h ClickOut) Follow(c *gin.Context) error {
	r, _ := parseRef(markdown.OfferPath + c.Param("kind") + "/" + c.Param("id"))
	query := c.Request.URL.Query()
	var visit tracking.Claim
	if json.Unmarshal([]byte(query.Get("visit")), &visit) != nil {
		visit = tracking.Claim{}
	}
	if page := query.Get(placeParameter); page != "" {
		visit.Page = page
	}
	claim, err := json.Marshal(visit)
	if err != nil {
		return err
	}
	return h.leave(c, r, "", claim)
}

// leave counts a click-out and redirects the visitor to the offer's target.
// given is the target in the link, "" if it has none.
func (h ClickOut) leave(c *gin.Context, r ref, given string, visit json.RawMessage) error {
	c.Header("Cache-Control", "no-store")
	c.Header("X-Robots-Tag", "noindex, nofollow")
	if !h.Offers.IsKnown(r.kind, r.id) {
		h.Unknown(c)
		return nil
	}
	o := h.Offers.Lead(r.kind, r.id)
	to, live := targetOf(o)
	if !live {
		c.Redirect(http.StatusFound, "/offers?ended=1")
		return nil
	}
	clickID, err := uuid.NewV7()
	if err != nil {
		return err
	}
	linked, _ := targetOf(h.Offers[r.kind].Get().Active(r.id))
	link := link{given, c.Request.URL.Query(), httpx.OptedOut(c.Request) || o.Category == offer.HealthPlan}
	address := to.fill(link.data(linked, o.ID, clickID.String()))
	_, err = h.Counter.ClickOut(c.Request.Context(), tracking.Call{
		Request: c.Request, Address: c.ClientIP(), Sent: tracking.Sent{EventID: clickID.String(), Visit: visit},
		Hits: []tracking.Hit{o.ClickOut(h.Currency)},
	})
	if err != nil {
		return err
	}
	c.Header("Location", address)
	c.Status(http.StatusFound)
	return nil
}
