package offers

import (
	"context"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/httpx"
)

// Admin is what staff may call.
type Admin = httpx.Records[StaffOffer, Input, CountedOffer]

// NewAdmin makes an Admin that works on site.
func NewAdmin(store *Store, site editable.Site) Admin {
	return Admin{
		Table: table(site), Show: store.Counted, Version: func(in Input) *int { return in.Version },
		Values: func(_ context.Context, in Input, old *StaffOffer) (map[string]any, error) {
			return values(in, old == nil)
		},
	}
}
