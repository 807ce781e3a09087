package offers

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/catalog"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/tracking"
)

// ClickOut sends visitors on to the stored targets of the carousel's offers.
type ClickOut struct {
	Catalog *catalog.Of[Index]
	Counter *tracking.Counter
}

// Open answers GET and HEAD /links/?aid=offer&subid={offerId}&url={target}.
// The url must be the stored one; visitor data comes in its placeholders or as
// parameters beside it. Robots and prefetches are sent on too, and counted as
// what they are.
func (h ClickOut) Open(c *gin.Context) error {
	c.Header("Cache-Control", "no-store")
	c.Header("X-Robots-Tag", "noindex, nofollow")
	query := c.Request.URL.Query()
	id, err := strconv.ParseInt(query.Get("subid"), 10, 64)
	to, known := h.Catalog.Get().Targets[id]
	if err != nil || !known || query.Get("aid") != "offer" || len(query["url"]) != 1 {
		return errUnknownLink()
	}
	data, appended, ok := to.match(query.Get("url"))
	if !ok {
		return errUnknownLink()
	}
	for name, values := range query {
		if isVisitorField(name) && data[name] == "" && len(values[0]) <= maxValue {
			data[name] = values[0]
		}
	}
	if c.GetHeader("Sec-GPC") == "1" {
		appended = withoutPersonal(appended)
		for name := range data {
			if !isPublicField(name) {
				delete(data, name)
			}
		}
	}
	data["subid"] = strconv.FormatInt(id, 10)
	data["clickid"], err = h.Counter.ClickOut(c.Request.Context(), tracking.Act{
		Request: c.Request, Address: c.ClientIP(), Facts: []tracking.Fact{{Subject: tracking.Offer, ID: id, Action: tracking.ClickOut}},
	})
	if err != nil {
		return err
	}
	c.Header("Location", to.fill(data, appended))
	c.Status(http.StatusFound)
	return nil
}

func errUnknownLink() error { return fault.New(fault.Invalid, "Unknown offer link.") }
