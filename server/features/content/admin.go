package content

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/rollup"
	"thriftwell/server/platform/session"
)

// Limits of a bulk import: 1,000 addresses of 2,048 bytes, plus JSON.
const (
	maxImportBody  = 4 << 20
	importDeadline = time.Minute
)

// Pages declares the content pages. Those with a layout of their own can't be
// deleted.
func Pages(site editable.Site) editable.Kind[StaffPage, StaffPage] {
	const required = "Title and slug are required"
	return editable.Kind[StaffPage, StaffPage]{
		Site: site, Name: "page", Table: "content_pages", Tags: []string{"content"},
		Path: "/api/content/pages", Param: "slug",
		Derive:  checkPage,
		Missing: ErrNotFound,
		Key:     func(p StaffPage) editable.Key { return editable.Key{ID: p.ID, Version: p.Version} },
		Fields: []editable.Field{
			{Column: "title", Label: "Title", Rule: editable.Line(editable.MaxTitle), Required: required},
			{Column: "slug", Label: "Slug", Rule: editable.Slug(), Required: required, Taken: "Another page has this slug. Check the trash, too.", Hint: "End of the address: /content/…"},
			{Column: "description", Label: "Description", Rule: editable.Text(editable.MaxText)},
			editable.Active("Shown to visitors"),
			{Column: "is_indexed", Label: "In search engines", Rule: editable.Flag(), Hint: "For pages with their own text, not bare offer lists"},
		},
	}
}

// Offers declares the offers of pages.
func Offers(site offer.Site) editable.Kind[StaffOffer, CountedOffer] {
	offers := offer.Declare(offer.Declaration[StaffOffer, CountedOffer]{
		Offers: site, Of: offer.OnPage(), Address: "url", Within: "page_id", Apart: "Choose an offer from the same page.",
		Counted: func(o StaffOffer, n rollup.Sums) CountedOffer { return CountedOffer{o, figuresOf(n)} },
		Kind: editable.Kind[StaffOffer, CountedOffer]{
			Name: "content offer", Path: "/api/content/offers", Query: editable.OfPage(noSuchPage), Where: ofPage(Pages(site.Site)),
			Key: func(o StaffOffer) editable.Key { return editable.Key{ID: o.ID, Version: o.Version, Sort: o.Priority} },
			Fields: []editable.Field{
				offer.Priority(),
				{Column: "is_featured", Label: "Featured", Rule: editable.Flag()},
				{Column: "page_id", Rule: editable.ID(), Fixed: true, Required: noSuchPage, Unknown: noSuchPage, Doc: "Can't be changed later."},
				{Column: "deadline", Label: "Deadline", Rule: editable.Time(), Control: "day", Nullable: true, Hint: "Settlements: last day to file a claim"},
				{Column: "proof_needed", Label: "Proof needed", Rule: editable.Flag(), Hint: "Settlements: proof of purchase required"},
			},
		},
	})
	offers.More = append(offers.More, editable.Call{
		Method: http.MethodPost, Path: "/api/content/bulk-import", Roles: session.Editors(),
		Handle: bulkImport(offers), Body: maxImportBody, Deadline: importDeadline,
		Doc: editable.Doc{
			Name: "bulkImport", Does: "Adds an inactive offer for each URL, titled by its host. Adds all or none.",
			Takes: addresses{}, Status: http.StatusCreated, Gives: imported{},
		},
	})
	return offers
}

// ofPage limits a list to the page in ?pageId=.
func ofPage(pages editable.Kind[StaffPage, StaffPage]) func(context.Context, url.Values) (map[string]any, error) {
	return func(ctx context.Context, query url.Values) (map[string]any, error) {
		id, err := strconv.ParseInt(query.Get("pageId"), 10, 64)
		if err != nil {
			return nil, errNoSuchPage
		}
		_, err = pages.Get(ctx, id)
		return map[string]any{"page_id": id}, err
	}
}

// lines are the addresses of a bulk import: a text with one per line, or a
// list.
type lines []string

// UnmarshalJSON accepts both forms.
func (l *lines) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '[' {
		return json.Unmarshal(b, (*[]string)(l))
	}
	var text string
	err := json.Unmarshal(b, &text)
	*l = strings.Split(text, "\n")
	return err
}

// addresses is the body of a bulk import.
type addresses struct {
	URLs   lines    `json:"urls"` // at most 1,000, or a text with one address per line
	PageID httpx.ID `json:"pageId"`
}

// imported is the number of new offers.
type imported struct {
	Imported int `json:"imported"`
}

// bulkImport handles POST /api/content/bulk-import. It imports all lines or
// none.
func bulkImport(offers editable.Kind[StaffOffer, CountedOffer]) func(*gin.Context) error {
	return func(c *gin.Context) error {
		var in addresses
		if err := httpx.ReadStrictJSON(c, &in); err != nil {
			return err
		}
		rows, err := importValues(in.URLs, int64(in.PageID))
		if err != nil {
			return err
		}
		ctx := c.Request.Context()
		made, err := offers.Create(ctx, session.ActorOf(ctx), rows...)
		if err != nil {
			return err
		}
		c.JSON(http.StatusCreated, imported{len(made)})
		return nil
	}
}
