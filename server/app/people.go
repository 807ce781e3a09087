package app

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/riverqueue/river"

	"thriftwell/db"
	"thriftwell/server/features/auth"
	"thriftwell/server/features/contact"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/vault"
)

// firstTips is how many guides the welcome mail brings.
const firstTips = 3

// people is what the site keeps of people, and what protects it.
type people struct {
	keys         *vault.Keys
	limiter      *ratelimit.Limiter
	mailer       *mail.Mailer
	suppressions *mail.Suppressions
	subscribers  *subscribers.Store
	contact      *contact.Store
	accounts     *auth.Store
	journal      journal
}

// openPeople opens the vault and forgets again whom a restored database
// remembers against the journal of erasures. It fails when the database was
// written with keys that are not there.
func openPeople(ctx context.Context, c config.Config, d *db.DB) (p people, err error) {
	p = people{keys: c.Keys, journal: journal{filepath.Join(c.DataDir, "erasures.jsonl")}}
	if p.keys == nil {
		if p.keys, err = vault.DevelopmentKeys(c.DataDir); err != nil {
			return p, err
		}
	}
	secret, err := vault.LoadSecret(ctx, d.Pool, p.keys)
	if err != nil {
		return p, err
	}
	p.suppressions = &mail.Suppressions{DB: d.Gorm, Secret: secret}
	site := mail.Site{Name: c.SiteName, BaseURL: c.BaseURL, PostalAddress: c.PostalAddress}
	if p.mailer, err = mail.New(c.SMTPURL, mailFolder(c), c.MailFrom, site, p.suppressions); err != nil {
		return p, err
	}
	p.limiter = &ratelimit.Limiter{Pool: d.Pool, Secret: secret}
	p.subscribers = &subscribers.Store{DB: d, Keys: p.keys, Secret: secret, Suppressions: p.suppressions, DoubleOptIn: c.DoubleOptIn}
	p.accounts = auth.NewStore(d.Gorm)
	p.contact = &contact.Store{DB: d, Keys: p.keys, Secret: secret}
	return p, p.replayErasures(ctx)
}

func mailFolder(c config.Config) string { return filepath.Join(c.DataDir, "mail") }

// postmen take on the jobs that send mail.
func (a *App) postmen(workers *river.Workers) {
	c := a.config
	(&subscribers.Postman{
		Store: a.people.subscribers, Mailer: a.people.mailer, Tips: a.tips,
		SiteName: c.SiteName, BaseURL: c.BaseURL, SupportEmail: c.SupportEmail,
	}).Register(workers)
	(&contact.Postman{
		Store: a.people.contact, Mailer: a.people.mailer, SiteName: c.SiteName, BaseURL: c.BaseURL,
		Inboxes: map[string]string{"support": c.SupportEmail, "affiliate": c.AffiliateEmail, "advertiser": c.AdvertisingEmail},
	}).Register(workers)
}

// tips are the newest guides, for the welcome mail.
func (a *App) tips(ctx context.Context) ([]mail.Item, error) {
	list, _, err := guides.NewStore(a.db.Gorm).List(ctx, guides.Filter{Limit: firstTips})
	if err != nil {
		return nil, fmt.Errorf("list guides: %w", err)
	}
	items := make([]mail.Item, len(list))
	for i, g := range list {
		items[i] = mail.Item{Link: mail.Link{Text: g.Title, URL: a.config.BaseURL + "/guides/" + g.Slug}, About: strings.TrimSpace(g.Subtitle)}
	}
	return items, nil
}
