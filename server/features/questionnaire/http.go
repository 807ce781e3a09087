package questionnaire

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

// Questions answers GET /api/coreg/:slug/questions.
func (h HTTP) Questions(c *gin.Context) error {
	httpx.Tag(c, "content")
	questions, err := h.Store.Questions(c.Request.Context(), c.Param("slug"))
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, questions)
	return nil
}

// TrackView answers POST /api/coreg/:slug/track-view: one view of the page.
func (h HTTP) TrackView(c *gin.Context) error {
	var body struct {
		EventID string `json:"eventId"`
	}
	p, known := h.Catalog.Get()[c.Param("slug")]
	if !known {
		return ErrNotFound
	}
	if err := httpx.OptionalJSON(c, &body); err != nil {
		return err
	}
	return h.count(c, p, body.EventID, tracking.Fact{Subject: tracking.Page, ID: p.ID, Action: tracking.View})
}

// TrackClick answers POST /api/coreg/:slug/track-click: an answer or the press
// of Continue. A yes counts a click on the question's offer too. Without a
// body the click is counted as of unknown type.
func (h HTTP) TrackClick(c *gin.Context) error {
	var body struct {
		QuestionID httpx.ID        `json:"questionId"`
		ClickType  tracking.Action `json:"clickType"`
		EventID    string          `json:"eventId"`
	}
	p, known := h.Catalog.Get()[c.Param("slug")]
	if !known {
		return ErrNotFound
	}
	if err := httpx.OptionalJSON(c, &body); err != nil {
		return err
	}
	if body.ClickType == "" {
		body.ClickType = tracking.Unknown
	}
	offer, asked := p.Targets[int64(body.QuestionID)]
	if body.QuestionID != 0 && !asked {
		return errUnknownQuestion
	}
	facts := []tracking.Fact{{Subject: tracking.Question, ID: int64(body.QuestionID), Action: body.ClickType}}
	switch body.ClickType {
	case tracking.Unknown, tracking.Continue:
		facts[0].Subject, facts[0].ID = tracking.Page, p.ID
	case tracking.Yes, tracking.No:
		if !asked {
			return errUnknownQuestion
		}
	default:
		return errUnknownClick
	}
	if body.ClickType == tracking.Yes && offer != 0 {
		facts = append(facts, tracking.Fact{Subject: tracking.ContentOffer, ID: offer, Action: tracking.Click})
	}
	return h.count(c, p, body.EventID, facts...)
}

func (h HTTP) count(c *gin.Context, p PageIndex, eventID string, facts ...tracking.Fact) error {
	receipt, err := h.Counter.Count(tracking.Act{Request: c.Request, Address: c.ClientIP(), EventID: eventID, Page: p.ID, Facts: facts})
	if err != nil {
		return err
	}
	c.JSON(receipt.Code(), receipt)
	return nil
}
