package questionnaire

import (
	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/catalog"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/tracking"
)

// HTTP handles public requests.
type HTTP struct {
	Store   *Store
	Catalog *catalog.Of[Index]
	Counter offer.Counter                                    // of the target offers
	Place   func(path string) (p tracking.Place, known bool) // an active content page
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
	p, known := h.Place("/content/" + c.Param("slug"))
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
	p, known := h.Place("/content/" + c.Param("slug"))
	if !known {
		return ErrNotFound
	}
	if err := httpx.OptionalJSON(c, &body); err != nil {
		return err
	}
	if body.ClickType == "" {
		body.ClickType = tracking.Unknown
	}
	asked, isAsked := h.Catalog.Get()[int64(body.QuestionID)]
	isAsked = isAsked && asked.PageID == p.ID
	offers, target := h.Counter.Index(), int64(0)
	if body.TargetOfferID != nil {
		target = int64(*body.TargetOfferID)
	} else if shown := offers.StandIn(asked.TargetOfferID); isAsked && shown != nil {
		target = shown.ID
	}
	if body.QuestionID != 0 && !isAsked {
		return errUnknownQuestion
	}
	hits := []tracking.Hit{{Subject: tracking.Question, ID: int64(body.QuestionID), Action: body.ClickType}}
	switch body.ClickType {
	case tracking.Unknown, tracking.Continue:
		hits[0].Subject, hits[0].ID = tracking.Page, p.ID
	case tracking.Yes, tracking.No:
		if !isAsked {
			return errUnknownQuestion
		}
	default:
		return errUnknownClick
	}
	if pays, counts := offers.Pays(0, target); counts && body.ClickType == tracking.Yes {
		hits = append(hits, pays.Hit(tracking.ContentOffer, target, tracking.Click, h.Counter.Currency))
	}
	return h.Counter.Answer(c, p.ID, body.Sent, hits...)
}
