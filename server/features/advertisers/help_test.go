package advertisers_test

import (
	"strings"
	"sync"

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
	return advertisers.Advertisers(editable.Site{DB: s.DB.Gorm}, store(s), s.Config.BaseURL)
}

// logged is a log that a test reads while the site writes on.
type logged struct {
	mu   sync.Mutex
	text strings.Builder // guarded by mu
}

// Write implements io.Writer.
func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
