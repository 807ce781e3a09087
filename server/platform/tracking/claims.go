package tracking

import (
	"encoding/json"

	"thriftwell/server/platform/fault"
)

// visit returns the credible part of a claim in JSON. Page is the content page
// it was made on, as the server knows, or 0. The visit is nil if nothing is
// known. It returns a fault if the claim is malformed.
func (c *Counter) visit(claim json.RawMessage, page int64) (*Visit, error) {
	if len(claim) == 0 && page == 0 {
		return nil, nil
	}
	var said Claim
	if len(claim) > 0 && json.Unmarshal(claim, &said) != nil {
		return nil, fault.Form([]fault.Field{{Field: "visit", Message: "This has the wrong type."}})
	}
	var site *Site
	if c.site != nil {
		site = c.site()
	}
	v := site.Visit(said)
	if page != 0 {
		v.Place = Place{Page, page}
	}
	return &v, nil
}
