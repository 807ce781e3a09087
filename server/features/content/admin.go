package content

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
)

// Admin is what staff may call.
type Admin struct {
	Pages  httpx.Records[StaffPage, PageInput, StaffPage]
	Offers httpx.Records[StaffOffer, newOffer, CountedOffer]
}

// newOffer is the body of an offer. Its page counts when it is made.
type newOffer struct {
	PageID httpx.ID `json:"pageId"`
	OfferInput
}

// NewAdmin makes an Admin that works on site.
func NewAdmin(store *Store, site editable.Site) Admin {
	pages := pageTable(site)
	return Admin{
		Pages: httpx.Records[StaffPage, PageInput, StaffPage]{
			Table: pages, Show: httpx.AsIs[StaffPage], Version: func(in PageInput) *int { return in.Version },
			Values: func(_ context.Context, in PageInput, old *StaffPage) (map[string]any, error) {
				return pageValues(in, old)
			},
		},
		Offers: httpx.Records[StaffOffer, newOffer, CountedOffer]{
			Table: offerTable(site), Show: store.Counted, Version: func(in newOffer) *int { return in.Version },
			Values: func(ctx context.Context, in newOffer, old *StaffOffer) (map[string]any, error) {
				values, err := offerValues(in.OfferInput, old == nil)
				if err == nil && old == nil {
					values["page_id"], err = pageOf(ctx, pages, in.PageID)
				}
				return values, err
			},
			Where: func(c *gin.Context) (map[string]any, error) { return wherePage(c, pages) },
		},
	}
}

// pageOf gives the id of an existing page.
func pageOf(ctx context.Context, pages editable.Table[StaffPage], id httpx.ID) (int64, error) {
	_, err := pages.Get(ctx, int64(id))
	if fault.Is(err, fault.NotFound) {
		err = errNoSuchPage
	}
	return int64(id), err
}

// wherePage narrows a list to the page of ?pageId=.
func wherePage(c *gin.Context, pages editable.Table[StaffPage]) (map[string]any, error) {
	id, err := strconv.ParseInt(c.Query("pageId"), 10, 64)
	if err != nil {
		return nil, errNoSuchPage
	}
	_, err = pages.Get(c.Request.Context(), id)
	return map[string]any{"page_id": id}, err
}

// UpdatePage answers PUT /api/content/pages/:slug, with the page's number.
func (a Admin) UpdatePage(c *gin.Context) error {
	c.AddParam("id", c.Param("slug"))
	return a.Pages.Update(c)
}

// lines are the addresses of a bulk import: one text with a line each, or a
// list of texts.
type lines []string

// UnmarshalJSON reads both forms.
func (l *lines) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '[' {
		return json.Unmarshal(b, (*[]string)(l))
	}
	var text string
	err := json.Unmarshal(b, &text)
	*l = strings.Split(text, "\n")
	return err
}

// BulkImport answers POST /api/content/bulk-import: all lines, or none.
func (a Admin) BulkImport(c *gin.Context) error {
	var in struct {
		URLs   lines    `json:"urls"`
		PageID httpx.ID `json:"pageId"`
	}
	if err := httpx.ReadJSON(c, &in); err != nil {
		return err
	}
	ctx := c.Request.Context()
	page, err := pageOf(ctx, a.Pages.Table, in.PageID)
	if err != nil {
		return err
	}
	rows, err := importValues(in.URLs, page)
	if err != nil {
		return err
	}
	made, err := a.Offers.Table.Create(ctx, session.ActorOf(ctx), rows...)
	if err != nil {
		return err
	}
	c.JSON(http.StatusCreated, gin.H{"imported": len(made)})
	return nil
}
