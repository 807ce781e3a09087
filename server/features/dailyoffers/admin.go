package dailyoffers

import (
	"context"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/httpx"
)

// Admin is what staff may call.
type Admin = httpx.Records[StaffOffer, Input, CountedOffer]

// NewAdmin makes an Admin that works on site. An offer without a position goes
// to the end.
func NewAdmin(store *Store, site editable.Site) Admin {
	return Admin{
		Table: table(site), Show: store.Counted, Version: func(in Input) *int { return in.Version },
		Values: func(ctx context.Context, in Input, old *StaffOffer) (map[string]any, error) {
			columns, err := values(in, old == nil)
			if err == nil && old == nil && in.Position == nil {
				columns["position"], err = store.nextPosition(ctx)
			}
			return columns, err
		},
	}
}
