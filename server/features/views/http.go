package views

import (
	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/tracking"
)

// HTTP handles public requests.
type HTTP struct {
	Counter *tracking.Counter
}

// View handles POST /api/views: a view or a read of the visit's page, or a
// click on a paid link in an article or guide. Views of content pages have
// their own endpoint, which counts their offers too.
func (h HTTP) View(c *gin.Context) error {
	var body view
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	place, err := h.Counter.Place(body.Sent)
	if err != nil {
		return err
	}
	if place.Subject == "" {
		return errUnknownPage
	}
	switch {
	case body.Action == tracking.Read, body.Action == tracking.View && place.Subject != tracking.Page:
	case body.Action == tracking.ClickOut && (place.Subject == tracking.Article || place.Subject == tracking.Guide || place.Subject == tracking.Newsletter):
	default:
		return errUnknownAction
	}
	return h.Counter.Answer(c, 0, body.Sent, tracking.Hit{Subject: place.Subject, ID: place.ID, Action: body.Action})
}

// view is the body of View.
type view struct {
	Action tracking.Action `json:"action"`
	tracking.Sent
}
