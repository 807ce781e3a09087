package questionnaire

import (
	"context"
	"strconv"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/httpx"
)

// Admin is what staff may call.
type Admin = httpx.Records[StaffQuestion, body, CountedQuestion]

// body is a question as it is sent. Its page counts when it is made.
type body struct {
	PageID        httpx.ID                 `json:"pageId"`
	TargetOfferID editable.Maybe[httpx.ID] `json:"targetOfferId"`
	Input
}

// NewAdmin makes an Admin that works on site. A question without a position
// goes to the end.
func NewAdmin(store *Store, site editable.Site) Admin {
	return Admin{
		Table: table(site), Show: store.Counted, Version: func(in body) *int { return in.Version },
		Values: func(ctx context.Context, in body, old *StaffQuestion) (map[string]any, error) {
			columns, err := values(in.Input, old == nil)
			if err != nil {
				return nil, err
			}
			if in.TargetOfferID.Sent {
				columns["target_offer_id"] = in.TargetOfferID.Value
			}
			if old == nil {
				err = store.place(ctx, int64(in.PageID), columns)
			}
			return columns, err
		},
		Where: func(c *gin.Context) (map[string]any, error) {
			page, err := strconv.ParseInt(c.Query("pageId"), 10, 64)
			if err != nil {
				return nil, errNoSuchPage
			}
			return map[string]any{"page_id": page}, nil
		},
	}
}
