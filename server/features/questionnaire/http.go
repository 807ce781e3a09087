package questionnaire

import (
	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/catalog"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/tracking"
)

// HTTP handles public requests.
type HTTP struct {
	Store   *Store
	Catalog *catalog.Of[Index]
	Counter *tracking.Counter
	// Currency is the currency of revenue.
	Currency string
}

// Questions handles GET /api/coreg/:slug/questions.
func (h HTTP) Questions(c *gin.Context) error {
	httpx.Tag(c, "content", "questions")
	questions, err := h.Store.Questions(c.Request.Context(), c.Param("slug"))
	return httpx.JSON(c, questions, err)
}

// TrackView handles POST /api/coreg/:slug/track-view. It counts one view of the
// page.
func (h HTTP) TrackView(c *gin.Context) error {
	var body struct {
		tracking.Sent
	}
	p, known := h.Catalog.Get().Pages[c.Param("slug")]
	if !known {
		return ErrNotFound
	}
	if err := httpx.OptionalJSON(c, &body); err != nil {
		return err
	}
	return h.Counter.Answer(c, p.ID, body.Sent, tracking.Hit{Subject: tracking.Page, ID: p.ID, Action: tracking.View})
}

// TrackClick handles POST /api/coreg/:slug/track-click, for an answer or a
// click on Continue. A yes also counts as a click on an offer: the one the page
// names in targetOfferId, which may differ from the question's current target
// or be none. Without targetOfferId it is the question's target. If that offer
// is not counted, for example because staff have deactivated it, no offer gets
// the click. Without a body the click counts as unknown.
func (h HTTP) TrackClick(c *gin.Context) error {
	var body struct {
		QuestionID    httpx.ID        `json:"questionId"`
		ClickType     tracking.Action `json:"clickType"`
		TargetOfferID *httpx.ID       `json:"targetOfferId"`
		tracking.Sent
	}
	index := h.Catalog.Get()
	p, known := index.Pages[c.Param("slug")]
	if !known {
		return ErrNotFound
	}
	if err := httpx.OptionalJSON(c, &body); err != nil {
		return err
	}
	if body.ClickType == "" {
		body.ClickType = tracking.Unknown
	}
	target, asked := p.Targets[int64(body.QuestionID)]
	if body.TargetOfferID != nil {
		target = int64(*body.TargetOfferID)
	}
	if body.QuestionID != 0 && !asked {
		return errUnknownQuestion
	}
	hits := []tracking.Hit{{Subject: tracking.Question, ID: int64(body.QuestionID), Action: body.ClickType}}
	switch body.ClickType {
	case tracking.Unknown, tracking.Continue:
		hits[0].Subject, hits[0].ID = tracking.Page, p.ID
	case tracking.Yes, tracking.No:
		if !asked {
			return errUnknownQuestion
		}
	default:
		return errUnknownClick
	}
	if pays, counted := index.Offers[target]; counted && body.ClickType == tracking.Yes {
		hits = append(hits, pays.Hit(tracking.ContentOffer, target, tracking.Click, h.Currency))
	}
	return h.Counter.Answer(c, p.ID, body.Sent, hits...)
}
