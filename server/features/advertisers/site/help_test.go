package site_test

import (
	"thriftwell/server/app/sitetest"
	"thriftwell/server/features/advertisers"
	"thriftwell/server/platform/editable"
)

// store is the site's, for what its jobs do.
func store(s *sitetest.Site) advertisers.Store {
	return advertisers.Store{DB: s.DB, Location: s.Config.Location, Currency: s.Config.SiteCurrency}
}

// desk is the site's, for what its jobs do.
func desk(s *sitetest.Site) *advertisers.Desk {
	return advertisers.Advertisers(editable.Site{DB: s.DB.Gorm}, store(s), s.Config.BaseURL, nil)
}

// cleared deletes the advertisers, conversions, log lines and payouts of other
// subtests.
func cleared(s *sitetest.Site) {
	s.T.Helper()
	for _, change := range []string{
		"DROP TABLE IF EXISTS away", "DELETE FROM conversions", "DELETE FROM advertisers", "DELETE FROM audit_log",
		"UPDATE daily_offers SET payout_model = NULL, payout_amount = NULL, payout_currency = NULL",
	} {
		s.Exec(change)
	}
}
