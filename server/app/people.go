package app

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/riverqueue/river"

	"thriftwell/server/features/contact"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/vault"
)

// firstTips is how many guides the welcome mail brings.
const firstTips = 3

// people is what the site keeps of people, and what protects it.
type people struct {
	keys        *vault.Keys
	limiter     *ratelimit.Limiter
	mailer      *mail.Mailer
	subscribers *subscribers.Store
	contact     *contact.Store
}

// openPeople opens the vault. It fails when the database was written with keys
// that are not there.
func (a *App) openPeople(ctx context.Context) (err error) {
	p := people{keys: a.config.Keys}
	if p.keys == nil {
		if p.keys, err = vault.DevelopmentKeys(a.config.DataDir); err != nil {
			return err
		}
	}
	secret, err := vault.LoadSecret(ctx, a.db.Pool, p.keys)
	if err != nil {
		return err
	}
	suppressions := &mail.Suppressions{DB: a.db.Gorm, Secret: secret}
	site := mail.Site{Name: a.config.SiteName, BaseURL: a.config.BaseURL, PostalAddress: a.config.PostalAddress}
	if p.mailer, err = mail.New(a.config.SMTPURL, a.mailFolder(), a.config.MailFrom, site, suppressions); err != nil {
		return err
	}
	p.limiter = &ratelimit.Limiter{Pool: a.db.Pool, Secret: secret}
	p.subscribers = &subscribers.Store{DB: a.db, Keys: p.keys, Secret: secret, Suppressions: suppressions, DoubleOptIn: a.config.DoubleOptIn}
	p.contact = &contact.Store{DB: a.db, Keys: p.keys, Secret: secret}
	a.people = p
	return nil
}

func (a *App) mailFolder() string { return filepath.Join(a.config.DataDir, "mail") }

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
