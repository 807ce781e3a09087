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
