package site_test

import (
	"testing"

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

// cleared returns the site for a subtest, without the advertisers, conversions,
// log lines and offers' payouts of others.
func cleared(t *testing.T, s *sitetest.Site) *sitetest.Site {
	t.Helper()
	s = s.In(t)
	for _, change := range []string{
		"DROP TABLE IF EXISTS away", "DELETE FROM conversions", "DELETE FROM advertisers", "DELETE FROM audit_log",
		"UPDATE daily_offers SET payout_model = NULL, payout_amount = NULL, payout_currency = NULL",
	} {
		s.Exec(change)
	}
	return s
}
