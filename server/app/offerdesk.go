package app

import (
	"context"
	"time"

	"thriftwell/server/features/advertisers"
	"thriftwell/server/features/content"
	"thriftwell/server/features/dailyoffers"
	"thriftwell/server/features/offerdesk"
	"thriftwell/server/features/offers"
)

// bulkDeadline is how long a change to many offers may take.
const bulkDeadline = time.Minute

// offerDeskRoutes is how staff find, copy and change offers of all kinds.
func offerDeskRoutes(s *services) []route {
	desk := offerdesk.Admin{
		Store: offerdesk.Store{DB: s.db.Gorm, Location: s.config.Location, Figures: s.reports.OfferFigures},
		Kinds: []offerdesk.Kind{
			offerdesk.Of("carousel", offers.Carousel(s.partners), "targetUrl"),
			offerdesk.Of("static", offers.Hot(s.partners), "link"),
			offerdesk.Of("daily", dailyoffers.Offers(s.partners), "link"),
			offerdesk.Of("content", content.Offers(s.partners), "url"),
		},
	}
	return []route{
		{"GET", "/api/admin/all-offers", readers(), noStore(), ofCall(), desk.List},
		{"GET", "/api/admin/all-offers/summary", readers(), noStore(), ofCall(), desk.Summary},
		{"POST", "/api/admin/all-offers/batch", editors(), noStore(), limits{bulkDeadline, maxBody}, desk.Bulk},
		{"GET", "/api/admin/all-offers/:id", readers(), noStore(), ofCall(), desk.Show},
		{"POST", "/api/admin/all-offers/:id/copies", editors(), noStore(), ofCall(), desk.Copy},
	}
}

// earned returns what the reports say of an advertiser's last months.
func (s *services) earned(ctx context.Context, id int64, months int) (out []advertisers.Earned, err error) {
	reported, err := s.reports.Months(ctx, id, months)
	for _, m := range reported {
		others := map[string]int64{}
		for _, amount := range m.OtherRevenue {
			others[amount.Currency] = amount.Amount
		}
		out = append(out, advertisers.Earned{Month: m.Month, Revenue: m.Revenue, Pending: m.PendingRevenue, InOthers: others})
	}
	return out, err
}
