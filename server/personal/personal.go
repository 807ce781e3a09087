// Package personal handles what the site stores about people, across all
// features: it opens, exports, erases and re-encrypts it.
package personal

import (
	"context"
	"path/filepath"

	"github.com/jackc/pgx/v5"

	"thriftwell/db"
	"thriftwell/server/features/advertisers"
	"thriftwell/server/features/auth"
	"thriftwell/server/features/campaigns"
	"thriftwell/server/features/contact"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/sms"
	"thriftwell/server/platform/vault"
)

// Data has what the site stores about people, and the keys that protect it.
type Data struct {
	keys         *vault.Keys
	Secret       vault.Secret
	Limiter      *ratelimit.Limiter
	Mailer       *mail.Mailer
	Suppressions *mail.Suppressions
	Subscribers  *subscribers.Store
	Contact      *contact.Store
	Accounts     *auth.Store
	Advertisers  advertisers.Store
	Campaigns    *campaigns.Store
	journal      journal
}

// Open opens the vault and repeats the erasures in the journal, in case the
// database was restored to a state before them. It fails if the database was
// written with keys that are missing.
func Open(ctx context.Context, c config.Config, d *db.DB) (p Data, err error) {
	p = Data{keys: c.Keys, journal: journal{filepath.Join(c.DataDir, JournalFile)}}
	if p.keys == nil {
		if p.keys, err = vault.DevelopmentKeys(c.DataDir); err != nil {
			return p, err
		}
	}
	if p.Secret, err = vault.LoadSecret(ctx, d.Pool, p.keys); err != nil {
		return p, err
	}
	p.Suppressions = &mail.Suppressions{DB: d, Secret: p.Secret}
	site := mail.Site{Name: c.SiteName, BaseURL: c.BaseURL, PostalAddress: c.PostalAddress}
	if p.Mailer, err = mail.New(c.SMTPURL, EmailFolder(c), c.EmailFrom, site, p.Suppressions); err != nil {
		return p, err
	}
	p.Mailer.Key, p.Mailer.UnsubscribeInbox = c.DKIM, c.UnsubscribeTo
	p.Mailer.Returns = mail.ParseReturns(c.BounceAddress)
	p.Limiter = &ratelimit.Limiter{Pool: d.Pool, Secret: p.Secret}
	p.Subscribers = &subscribers.Store{DB: d, Keys: p.keys, Secret: p.Secret, Suppressions: p.Suppressions, Stops: sms.Stops{Secret: p.Secret},
		Seller: subscribers.Seller{Name: c.SiteName, BaseURL: c.BaseURL}, Location: c.Location, ProofMonths: c.ConsentsKeep, DoubleOptIn: c.DoubleOptIn, Engagement: c.CampaignEngagement}
	p.Accounts = auth.NewStore(d)
	p.Advertisers = advertisers.Store{DB: d}
	p.Campaigns = &campaigns.Store{DB: d, Location: c.Location, Engagement: c.CampaignEngagement, Opens: c.CampaignOpens}
	p.Contact = &contact.Store{DB: d, Keys: p.keys, Secret: p.Secret}
	return p, p.ReplayErasures(ctx)
}

// CheckKeys fails if the database was written with keys that are missing. It
// changes nothing.
func CheckKeys(ctx context.Context, c config.Config, conn *pgx.Conn) (err error) {
	keys := c.Keys
	if keys == nil {
		if keys, err = vault.FindDevelopmentKeys(c.DataDir); err != nil {
			return err
		}
	}
	return vault.CheckSecret(ctx, conn, keys)
}

// RecordEmailEvent records what was reported about an email to an address: for the
// subscriber, and for the campaign. The messageID may be empty.
func (p Data) RecordEmailEvent(ctx context.Context, addressHash []byte, messageID string, e mail.Event) error {
	if err := p.Subscribers.Record(ctx, addressHash, e); err != nil {
		return err
	}
	return p.Campaigns.Record(ctx, addressHash, messageID, e)
}

// TextFolder returns the folder for texts that are stored instead of sent.
func TextFolder(c config.Config) string { return filepath.Join(c.DataDir, "texts") }

// EmailFolder returns the folder for emails that are stored instead of sent.
func EmailFolder(c config.Config) string { return filepath.Join(c.DataDir, "mail") }
