package links

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/weburl"
)

const path = "/api/admin/links"

// Desk manages links for staff.
type Desk struct {
	editable.Records
	store *Store
	pages Pages
	kind  editable.Kind[Link, StaffLink]
}

// Pages are the pages that links may point to, on the site at BaseURL.
type Pages struct {
	BaseURL string
	Has     func(path string) bool
}

// Links declares the kind of links. Marketers may create them too.
func Links(site editable.Site, pages Pages) *Desk {
	d := &Desk{store: NewStore(site.DB), pages: pages}
	d.kind = editable.Kind[Link, StaffLink]{
		Site: site, Name: "link", Table: "links", Tags: []string{Tag},
		Path: path, Editors: session.Readers(),
		Descending: true, Missing: ErrNotFound,
		Orders: map[string]editable.Order{"name": {By: "lower(name)", Type: "text"}, "updatedAt": editable.ByChange()},
		Derive: giveCode,
		Show:   forStaff,
		Key:    func(l Link) editable.Key { return editable.Key{ID: l.ID, Version: l.Version} },
		Fields: []editable.Field{
			{Column: "name", Label: "Name", Rule: editable.Line(maxName), Required: "Enter a name.", Hint: "Only staff see it, such as “Spring fair flyer”"},
			{Column: "path", Label: "Page", Rule: pages.rule(), Required: "Choose a page, or enter its address.", Hint: "Part of its title, or its address, such as /guides", Doc: "A public page of the site, as a URL or a path. May have a query and a fragment."},
			{Column: "source", Label: "Source", Rule: value(), Hint: "Where you post the link, such as newsletter or facebook", Doc: "utm_source of the target. The next three set the other utm_ parameters."},
			{Column: "medium", Label: "Medium", Rule: value(), Hint: "The kind of channel: email, social, or print"},
			{Column: "campaign", Label: "Campaign", Rule: value(), Hint: "What you're promoting, such as spring-2027"},
			{Column: "content", Label: "Content", Rule: value(), Hint: "Optional; tells similar links apart"},
		},
		More: []editable.Call{{Method: http.MethodGet, Path: path + "/:id/qr", Roles: session.Readers(), Handle: d.qr, Doc: editable.Doc{
			Name: "qrOf", Does: "Returns the QR code of the short link.", Gives: editable.Media{"image/svg+xml": ""},
		}}},
	}
	d.Records = d.kind
	return d
}

// EmptyBin implements editable.Records.
func (d *Desk) EmptyBin(ctx context.Context) error { return d.store.emptyBin(ctx) }

// rule accepts the address of a page, as a full URL or as a path.
func (p Pages) rule() editable.Rule {
	line := editable.Line(weburl.MaxLength)
	return editable.Rule{Control: "page", Schema: line.Schema, Read: func(sent json.RawMessage) (any, string) {
		read, wrong := line.Read(sent)
		if wrong != "" {
			return nil, wrong
		}
		address, err := url.Parse(strings.TrimPrefix(read.(string), p.BaseURL))
		if err == nil && address.Path == "" && read == p.BaseURL {
			address.Path = "/"
		}
		if err != nil || address.Scheme != "" || address.Host != "" || !p.Has(address.Path) {
			return nil, "Enter the address of a public page on this site, such as /guides."
		}
		return (&url.URL{Path: address.Path, RawQuery: address.RawQuery, Fragment: address.Fragment}).String(), ""
	}}
}

// value accepts a campaign parameter. Tracking would drop one that contains
// "@".
func value() editable.Rule {
	return editable.And(editable.Line(maxValue), func(text string) (wrong string) {
		if strings.Contains(text, "@") {
			wrong = "Leave out “@”. Links can't contain email addresses."
		}
		return wrong
	})
}

// qr handles GET …/:id/qr. It returns the QR code of the short address as SVG.
func (d *Desk) qr(c *gin.Context) error {
	link, err := d.kind.Of(c)
	if err != nil {
		return err
	}
	image, err := qrCode(d.pages.BaseURL + "/g/" + link.Code)
	if err != nil {
		return err
	}
	c.Header("Content-Disposition", fmt.Sprintf(`inline; filename="%s.svg"`, link.Code))
	c.Data(http.StatusOK, "image/svg+xml", image)
	return nil
}
