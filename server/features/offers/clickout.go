package offers

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/catalog"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/tracking"
)

// ClickOut redirects visitors to the stored targets of offers.
type ClickOut struct {
	Catalog *catalog.Of[Index]
	Linked  *catalog.Of[Linked]
	Counter *tracking.Counter
	Unknown gin.HandlerFunc // handles links that aren't an offer's
	// Currency is the currency click-outs earn in.
	Currency string
}

// Open handles GET and HEAD /links/?aid=offer&subid={offerId}&url={target}. It
// redirects to the offer's stored target and nowhere else, because links in
// emails and open tabs outlive an edit. If url matches the stored target,
// visitor data is taken from its placeholders, otherwise only from the
// parameters beside it. Robots and prefetches are redirected too, and counted
// as such. A link to an offer on hold leads to its replacement, one to an ended
// offer to the page of offers.
func (h ClickOut) Open(c *gin.Context) error {
	c.Header("Cache-Control", "no-store")
	c.Header("X-Robots-Tag", "noindex, nofollow")
	query := c.Request.URL.Query()
	id, err := strconv.ParseInt(query.Get("subid"), 10, 64)
	index := h.Catalog.Get()
	to, known := index.Targets[id]
	switch {
	case err != nil || query.Get("aid") != "offer" || id < 1 || id > index.Last:
		h.Unknown(c)
		return nil
	case !known:
		c.Redirect(http.StatusFound, "/offers?ended=1")
		return nil
	}
	data, appended, ok := to.match(query.Get("url"))
	if !ok { // such as an earlier target
		data, appended = visitorData{}, nil
	}
	if shown, onHold := index.Instead[id]; onHold {
		id, to = shown, index.Targets[shown]
	}
	return h.leave(c, to, data, appended, index.Pays[id].Hit(tracking.Offer, id, tracking.ClickOut, h.Currency), json.RawMessage(query.Get("visit")))
}

// placeParameter is the parameter with the path of the page that a link is on.
const placeParameter = "in"

// Follow handles GET and HEAD /go/:kind/:id?in={path}, a link in a text to an
// offer of any kind. It works like Open.
func (h ClickOut) Follow(c *gin.Context) error {
	c.Header("Cache-Control", "no-store")
	c.Header("X-Robots-Tag", "noindex, nofollow")
	offers := h.Linked.Get()
	r, ok := parseRef(markdown.OfferPath + c.Param("kind") + "/" + c.Param("id"))
	if !ok || !offers.isKnown(r) {
		h.Unknown(c)
		return nil
	}
	o, live := offers.lead(r)
	if !live {
		c.Redirect(http.StatusFound, "/offers?ended=1")
		return nil
	}
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
	return h.leave(c, o.target, visitorData{}, nil, o.hit(h.Currency), claim)
}

// leave counts a click-out and redirects the visitor to the target.
func (h ClickOut) leave(c *gin.Context, to target, data visitorData, appended []string, hit tracking.Hit, visit json.RawMessage) (err error) {
	for name, values := range c.Request.URL.Query() {
		if isVisitorField(name) && data[name] == "" && len(values[0]) <= maxValue {
			data[name] = values[0]
		}
	}
	if httpx.OptedOut(c.Request) || to.healthPlan {
		appended = withoutPersonal(appended)
		for name := range data {
			if !isPublicField(name) {
				delete(data, name)
			}
		}
	}
	data["subid"] = strconv.FormatInt(hit.ID, 10)
	data["clickid"], err = h.Counter.ClickOut(c.Request.Context(), tracking.Call{
		Request: c.Request, Address: c.ClientIP(), Sent: tracking.Sent{Visit: visit},
		Hits: []tracking.Hit{hit},
	})
	if err != nil {
		return err
	}
	c.Header("Location", to.fill(data, appended))
	c.Status(http.StatusFound)
	return nil
}
