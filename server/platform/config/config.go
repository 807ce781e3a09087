// Package config reads the site's settings from the environment into one struct
// and validates them together, so that a start reports everything wrong at
// once.
package config

import (
	"errors"
	"fmt"
	"math"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"filippo.io/age"
	"github.com/caarlos0/env/v11"

	"thriftwell/server/platform/address"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/dkim"
	"thriftwell/server/platform/logging"
	"thriftwell/server/platform/money"
	"thriftwell/server/platform/vault"
	"thriftwell/server/platform/weburl"
)

// GCPercent trades a few megabytes for less garbage collection: the live heap
// is small (the page cache is a few large blocks), but requests make much
// garbage.
const GCPercent = 200

// Config holds every setting. This is their only declaration: "go test
// ./server/platform/config -update" writes .env.example and the settings pages
// of the manual from its tags.
//
//	section  the heading that starts here
//	doc      what the setting does; {} is the doc of the struct around it
//	default  what happens when it is unset, where envDefault can't say it
//	example  a value for .env.example, where there is no default
type Config struct {
	Env          string `section:"The site" env:"APP_ENV" envDefault:"development" doc:"development or production. Production refuses to start with unsafe or example settings."`
	Port         int    `env:"PORT" envDefault:"8080" doc:"Port to listen on."`
	Host         string `env:"HOST" default:"loopback in development, all addresses in production" example:"127.0.0.1" doc:"Address to listen on."`
	BaseURL      string `env:"BASE_URL" default:"http://localhost:PORT" example:"http://localhost:8080" doc:"The site's public address. Must be https:// in production."`
	SiteName     string `env:"SITE_NAME" envDefault:"Thriftwell" doc:"Brand name on every page and in every email."`
	Timezone     string `env:"SITE_TIMEZONE" envDefault:"America/New_York" doc:"Time zone for reports and schedules."`
	LogLevel     string `env:"LOG_LEVEL" envDefault:"info" doc:"What is logged: debug, info, warn or error. Parts can have a level of their own, as in info,database=warn,jobs=debug: requests, backups, database, jobs, pages, email, texts and tracking."`
	SiteCurrency string `env:"SITE_CURRENCY" envDefault:"USD" doc:"Currency of revenue. Other currencies are shown separately and never added to it."`

	DataDir         string `section:"Data" env:"DATA_DIR" envDefault:".data" doc:"Folder for everything kept on disk. A relative path starts at the folder of the release or checkout. In production use a folder outside the release, so the next release finds it."`
	DatabaseURL     string `env:"DATABASE_URL" default:"the bundled Postgres" example:"postgres://user:password@localhost:5432/thriftwell" doc:"Your own Postgres, version 15 or newer. May list several servers."`
	StartingContent string `env:"STARTING_CONTENT" envDefault:"example" doc:"What a new site starts with: example articles, guides and offers, or empty for topics alone."`
	DataKeys        string `env:"DATA_KEYS" default:"a key made in DATA_DIR; required in production" example:"2026-01-31-a1b2:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=" doc:"Keys that encrypt personal data, separated by commas. The first encrypts; all of them decrypt. bin/server keys new prints one."`

	Pictures Bucket `envPrefix:"S3_" doc:"pictures that staff upload" default:"DATA_DIR/pictures"`

	EventsKeep    int    `env:"EVENTS_KEEP" envDefault:"25" doc:"Months to keep raw events. Daily totals are kept forever."`
	EventsArchive string `env:"EVENTS_ARCHIVE_DIR" default:"not archived" example:"/var/lib/thriftwell-events" doc:"Existing folder that gets each day's raw events as Parquet before they're deleted."`
	ProfilesKeep  int    `env:"PROFILES_KEEP" envDefault:"30" doc:"Days to keep the profile of a subscriber who left. Only the address stays after that."`
	MessagesKeep  int    `env:"MESSAGES_KEEP" envDefault:"24" doc:"Months to keep messages from the contact form."`
	ConsentsKeep  int    `env:"CONSENTS_KEEP" envDefault:"60" doc:"Months to keep sealed proof of consent after someone leaves or is erased."`

	BackupDir       string        `section:"Backups" env:"BACKUP_DIR" default:"no scheduled backups" example:"/var/backups/thriftwell" doc:"Existing folder for scheduled backups, preferably on another disk."`
	BackupBucket    Bucket        `envPrefix:"BACKUP_S3_" doc:"scheduled backups" default:"BACKUP_DIR"`
	BackupEvery     time.Duration `env:"BACKUP_EVERY" envDefault:"24h" doc:"Age of the newest backup at which the next one is made."`
	BackupKeep      int           `env:"BACKUP_KEEP" envDefault:"7" doc:"Number of backups to keep."`
	BackupRecipient string        `env:"BACKUP_RECIPIENT" default:"not encrypted" example:"age1xew5mq82hdwayl8h8d2r6gmrugqxn3vh5zes0k9ewj06heqfg9gsm8txh5" doc:"Public age keys (age1…) that backups are encrypted to, separated by commas."`

	BackupWAL bool `env:"BACKUP_WAL" envDefault:"false" doc:"Whether to also store every change as it's made (the write-ahead log), so that bin/server restore --at can bring back any moment. Only for the bundled Postgres."`

	RestoreTest         bool   `env:"RESTORE_TEST" envDefault:"true" doc:"Whether to restore the newest scheduled backup into a scratch database once a week, to test it."`
	RestoreTestIdentity string `env:"RESTORE_TEST_IDENTITY" default:"encrypted backups aren't tested" example:"/etc/thriftwell/identity" doc:"File with the age key that opens encrypted backups, for that test."`

	SmallServer    bool          `section:"Pages" env:"SMALL_SERVER" envDefault:"false" doc:"Use less memory, for a server with 1 GB: one renderer, a page cache of 16 MB, and small buffers in the bundled Postgres."`
	RenderWorkers  int           `env:"RENDER_WORKERS" default:"one per core, at most 4; 1 with SMALL_SERVER" example:"4" doc:"Number of Node processes that render pages."`
	RenderDeadline time.Duration `env:"RENDER_DEADLINE" envDefault:"5s" doc:"Longest time a page may take to render."`
	RendererURLs   []string      `env:"RENDERER_URL" default:"local workers" example:"http://127.0.0.1:9001" doc:"Renderers that run elsewhere, separated by commas."`
	PageCacheMB    *int          `env:"PAGE_CACHE_MB" default:"64; 16 with SMALL_SERVER" example:"64" doc:"Memory for rendered pages, in megabytes. 0 renders every page again."` // never nil after Load
	NodeBinary     string        `env:"NODE_BINARY" default:"the Node that ships with the site, then PATH" example:"/usr/bin/node" doc:"Node to render with, version 22 or newer."`

	TrustedProxies []string       `section:"Network and monitoring" env:"TRUSTED_PROXIES" default:"none; required in production" example:"none" doc:"Proxies whose X-Forwarded-For is trusted: addresses or networks (/8 or narrower), separated by commas, or none."`
	ShutdownWait   *time.Duration `env:"SHUTDOWN_WAIT" default:"5s in production, else 0s" example:"0s" doc:"How long /readyz answers 503 at shutdown before the site stops listening. Allow two of your balancer's health checks."` // never nil after Load
	TrackingLimit  int            `env:"TRACKING_LIMIT" envDefault:"6000" doc:"Views and clicks that one address may send per minute."`
	MetricsToken   string         `env:"METRICS_TOKEN" default:"no /metrics page" example:"a-long-random-word" doc:"Bearer token for /metrics, 8 characters or more. Not needed in development on this machine."`
	OTLPEndpoint   string         `env:"OTEL_EXPORTER_OTLP_ENDPOINT" default:"no traces" example:"http://localhost:4318" doc:"Where traces go, by OTLP over HTTP. The other standard OTEL_ variables work too."`

	Alerts Alerts `envPrefix:"ALERT_"`

	Fastly     Fastly     `envPrefix:"FASTLY_" section:"CDN and search engines"`
	Cloudflare Cloudflare `envPrefix:"CLOUDFLARE_"`

	IndexNowKey string `env:"INDEXNOW_KEY" default:"off" example:"8f2c1e5d7a904b36" doc:"Key you make up, 8 to 128 letters, digits and hyphens. Tells IndexNow search engines about published and changed pages."`

	AdminEmails        []string `section:"Sign-in" env:"ADMIN_EMAILS" default:"nobody" example:"jane@example.com" doc:"Verified addresses that sign in as admins, separated by commas."`
	EmailSignIn        bool     `env:"MAIL_SIGN_IN" envDefault:"true" doc:"Whether staff can sign in with an emailed link."`
	GoogleClientID     string   `env:"GOOGLE_CLIENT_ID" example:"1234.apps.googleusercontent.com" doc:"Sign-in with Google. The callback is BASE_URL/api/auth/google/callback."`
	GoogleClientSecret string   `env:"GOOGLE_CLIENT_SECRET" example:"secret" doc:"Secret that belongs to GOOGLE_CLIENT_ID."`
	OIDCIssuer         string   `env:"OIDC_ISSUER" example:"https://login.example.com" doc:"Sign-in at any OpenID Connect issuer. The callback is BASE_URL/api/auth/oidc/callback."`
	OIDCClientID       string   `env:"OIDC_CLIENT_ID" example:"thriftwell" doc:"The site's ID at OIDC_ISSUER."`
	OIDCClientSecret   string   `env:"OIDC_CLIENT_SECRET" example:"secret" doc:"Secret that belongs to OIDC_CLIENT_ID."`
	OIDCLabel          string   `env:"OIDC_LABEL" envDefault:"single sign-on" doc:"Name of OIDC_ISSUER on the sign-in page."`
	DevSignIn          *bool    `env:"DEV_SIGN_IN" default:"on in development while BASE_URL is on localhost" example:"true" doc:"Sign-in without a password, only from this machine. The site won't start with it elsewhere."` // never nil after Load

	SMTPURL       string `section:"Email" env:"SMTP_URL" default:"email is kept in DATA_DIR/mail and shown at /dev/mail; required in production" example:"smtp://user:password@mail.example.com:587" doc:"Mail server: smtps:// for TLS from the start, smtp:// for STARTTLS. TLS is required unless the server is on this machine or a URL without a password ends with ?tls=optional."`
	EmailFrom     string `env:"MAIL_FROM" default:"an example; required in production" example:"Thriftwell <newsletter@example.com>" doc:"Sender of every email."`
	PostalAddress string `env:"POSTAL_ADDRESS" default:"an example; required in production" example:"Thriftwell, 1 Main Street, Springfield, IL 62701" doc:"Postal address in the footer of every email, as the law requires."`
	DoubleOptIn   bool   `env:"DOUBLE_OPT_IN" envDefault:"false" doc:"Whether new subscribers must confirm by a link in an email."`
	DKIMKey       string `env:"DKIM_KEY" default:"the site doesn't sign email" example:"" doc:"Key that signs email (DKIM), as selector:key. bin/server keys dkim makes one with its DNS record."`
	BounceAddress string `env:"BOUNCE_ADDRESS" default:"MAIL_FROM" example:"bounce@mail.example.com" doc:"Return address of email to subscribers. Your mail server pipes what arrives there to bin/server bounce."`
	UnsubscribeTo string `env:"UNSUBSCRIBE_EMAIL" example:"unsubscribe@example.com" doc:"Inbox that someone reads, for email programs that unsubscribe by email."`
	SESTopic      string `env:"SES_TOPIC_ARN" example:"arn:aws:sns:us-east-1:123456789012:mail" doc:"Amazon SNS topic that reports SES bounces and complaints to BASE_URL/webhooks/ses."`
	PostmarkAuth  string `env:"POSTMARK_WEBHOOK_AUTH" example:"postmark:a-long-random-word" doc:"user:password that Postmark uses to report bounces to BASE_URL/webhooks/postmark."`

	CampaignRate       int  `section:"Campaigns" env:"LETTER_RATE" envDefault:"50" doc:"Campaign emails to send per second. 0 means no limit."`
	CampaignDomainRate int  `env:"LETTER_DOMAIN_RATE" envDefault:"10" doc:"The same limit for one receiving domain."`
	CampaignEngagement bool `env:"LETTER_ENGAGEMENT" envDefault:"false" doc:"Whether to keep the day of each subscriber's last click in a campaign, for audiences by engagement."`
	CampaignOpens      bool `env:"LETTER_OPENS" envDefault:"false" doc:"Whether campaigns carry a one-pixel picture whose loads are counted."`

	Twilio Twilio `envPrefix:"TWILIO_"`

	SupportEmail     string `section:"Contact and social" env:"SUPPORT_EMAIL" envDefault:"support@thriftwell.example" doc:"Inbox for readers on the contact page. Production needs a real one."`
	AffiliateEmail   string `env:"AFFILIATE_EMAIL" envDefault:"affiliates@thriftwell.example" doc:"Inbox for affiliates. Production needs a real one."`
	AdvertisingEmail string `env:"ADVERTISING_EMAIL" envDefault:"advertising@thriftwell.example" doc:"Inbox for advertisers. Production needs a real one."`
	FacebookURL      string `env:"FACEBOOK_URL" example:"https://www.facebook.com/example" doc:"The brand's Facebook page. Admins can override these links and inboxes at /admin/settings."`
	XURL             string `env:"X_URL" example:"https://x.com/example" doc:"Page on X."`
	InstagramURL     string `env:"INSTAGRAM_URL" example:"https://www.instagram.com/example" doc:"Instagram page."`
	YouTubeURL       string `env:"YOUTUBE_URL" example:"https://www.youtube.com/@example" doc:"YouTube channel."`

	// Unknown has a sentence for each variable that looks like a misspelled setting.
	Unknown []string `env:"-"`
	// Location is the parsed Timezone.
	Location *time.Location `env:"-"`
	// Levels are the parsed LogLevel.
	Levels logging.Levels `env:"-"`
	// Proxies are the parsed TrustedProxies.
	Proxies []netip.Prefix `env:"-"`
	// Keys are the parsed DataKeys; nil if unset, which only development allows.
	Keys *vault.Keys `env:"-"`
	// DKIM is the parsed DKIMKey.
	DKIM dkim.Key `env:"-"`
	// Recipients are the parsed BackupRecipient.
	Recipients []age.Recipient `env:"-"`
}

// The two values of STARTING_CONTENT.
const (
	ExampleContent = "example"
	EmptyContent   = "empty"
)

// production is the APP_ENV of a site that the public reads.
const production = "production"

// Load reads the settings from environment, in the form of os.Environ, and
// validates them. The error joins a sentence for each wrong setting.
func Load(environment []string) (Config, error) { return LoadAt("", environment) }

// LoadAt is Load for a site in the folder root. Relative paths start there.
func LoadAt(root string, environment []string) (Config, error) {
	var c Config
	values := env.ToMap(environment)
	missing := readFiles(values, root)
	unreadable := readable(env.ParseWithOptions(&c, env.Options{Environment: values}))
	c.setDefaults(root)
	c.Unknown = misspelled(values)
	return c, errors.Join(missing, unreadable, c.check())
}

// Production reports whether APP_ENV is production.
func (c *Config) Production() bool { return c.Env == production }

// Developing reports whether the site runs in development at a local address.
// It is false at a public address, so that a forgotten APP_ENV exposes nothing.
func (c *Config) Developing() bool {
	u, err := url.Parse(c.BaseURL)
	return !c.Production() && err == nil && weburl.IsLoopback(u.Hostname())
}

// Addr returns the address to listen on. In development the default is loopback
// only.
func (c *Config) Addr() string { return net.JoinHostPort(c.Host, strconv.Itoa(c.Port)) }

// OldestEvents returns the first day whose raw events are kept.
func (c *Config) OldestEvents() calendar.Day {
	return calendar.Day{Time: calendar.Today(c.Location).AddDate(0, -c.EventsKeep, 0)}
}

// setDefaults sets omitted settings whose defaults depend on others.
func (c *Config) setDefaults(root string) {
	if c.Host == "" && !c.Production() {
		c.Host = "127.0.0.1"
	}
	c.Host = strings.Trim(c.Host, "[]") // of an IPv6 address
	if c.BaseURL == "" {
		c.BaseURL = fmt.Sprintf("http://localhost:%d", c.Port)
	}
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	c.OTLPEndpoint = strings.TrimSuffix(c.OTLPEndpoint, "/")
	workers, cache := min(4, max(1, runtime.NumCPU())), 64
	if c.SmallServer {
		workers, cache = 1, 16
	}
	if c.RenderWorkers == 0 {
		c.RenderWorkers = workers
	}
	if c.PageCacheMB == nil {
		c.PageCacheMB = &cache
	}
	if c.PostalAddress == "" && !c.Production() {
		c.PostalAddress = examplePostalAddress
	}
	if c.ShutdownWait == nil {
		wait := time.Duration(0)
		if c.Production() {
			wait = 5 * time.Second
		}
		c.ShutdownWait = &wait
	}
	if c.DevSignIn == nil {
		on := c.Developing()
		c.DevSignIn = &on
	}
	if c.EmailFrom == "" && !c.Production() {
		c.EmailFrom = c.SiteName + " <newsletter" + exampleDomain + ">"
	}
	for i, e := range c.AdminEmails {
		c.AdminEmails[i] = address.Normal(e)
	}
	for _, dir := range []*string{&c.DataDir, &c.BackupDir, &c.EventsArchive, &c.RestoreTestIdentity} {
		if *dir == "" {
			continue
		}
		if !filepath.IsAbs(*dir) {
			*dir = filepath.Join(root, *dir)
		}
		if absolute, err := filepath.Abs(*dir); err == nil {
			*dir = absolute
		}
	}
}

func (c *Config) check() error {
	var wrong []error
	bad := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }

	if c.Env != "development" && c.Env != production {
		bad("APP_ENV is %q; set it to development or production.", c.Env)
	}
	if u, err := url.Parse(c.BaseURL); err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.Path != "" || u.RawQuery != "" || u.User != nil {
		bad("BASE_URL is %q; set it to the site's address, such as https://www.example.com, without a path.", c.BaseURL)
	} else if c.Production() && u.Scheme != "https" {
		bad("BASE_URL is %q; in production it must start with https://.", c.BaseURL)
	}
	if strings.TrimSpace(c.SiteName) == "" || strings.ContainsAny(c.SiteName, "\r\n<>") {
		bad("SITE_NAME must be a plain name on one line.")
	}
	loc, err := time.LoadLocation(c.Timezone)
	if err != nil || c.Timezone == "" || c.Timezone == "Local" {
		bad("SITE_TIMEZONE is %q; set it to an IANA name such as America/New_York.", c.Timezone)
	}
	c.Location = loc
	if c.StartingContent != ExampleContent && c.StartingContent != EmptyContent {
		bad("STARTING_CONTENT is %q; set it to example or empty.", c.StartingContent)
	}
	if !money.IsCurrency(c.SiteCurrency) {
		bad("SITE_CURRENCY is %q; set it to an ISO 4217 code such as USD.", c.SiteCurrency)
	}
	if c.Levels, err = logging.ReadLevels(c.LogLevel); err != nil {
		bad("LOG_LEVEL is %q, but %w. Set it to one of these, with parts if you like: info,database=warn.", c.LogLevel, err)
	}
	c.checkNumbers(bad)
	c.checkParts(bad)
	c.Pictures.check("S3_", bad)
	c.BackupBucket.check("BACKUP_S3_", bad)
	c.checkSignIn(bad)
	c.checkEmail(bad)
	c.Twilio.check(bad)
	c.Alerts.check(bad)
	c.checkCDN(bad)
	return errors.Join(wrong...)
}

func (c *Config) checkNumbers(bad func(string, ...any)) {
	for _, s := range []struct {
		name               string
		value, least, most int
		want               string
	}{
		{"PORT", c.Port, 0, 65535, "a number from 1 to 65535, or to 0 for any free port"},
		{"BACKUP_KEEP", c.BackupKeep, 1, math.MaxInt, "the number of backups to keep"},
		{"RENDER_WORKERS", c.RenderWorkers, 1, 64, "a number from 1 to 64"},
		{"PAGE_CACHE_MB", *c.PageCacheMB, 0, 1 << 16, "a number from 1 to 65536, or to 0 to render every page again"},
		{"TRACKING_LIMIT", c.TrackingLimit, 1, math.MaxInt, "the number of events an address may send per minute"},
		{"EVENTS_KEEP", c.EventsKeep, 1, 1200, "a number of months from 1 to 1200"},
		{"PROFILES_KEEP", c.ProfilesKeep, 0, 3650, "a number of days from 0 to 3650"},
		{"MESSAGES_KEEP", c.MessagesKeep, 1, 1200, "a number of months from 1 to 1200"},
		{"CONSENTS_KEEP", c.ConsentsKeep, 1, 1200, "a number of months from 1 to 1200"},
		{"LETTER_RATE", c.CampaignRate, 0, 10_000, "the number of campaign emails to send per second, up to 10000, or to 0 for no limit"},
		{"LETTER_DOMAIN_RATE", c.CampaignDomainRate, 0, 10_000, "the number of campaign emails to send per second, up to 10000, or to 0 for no limit"},
	} {
		if s.value < s.least || s.value > s.most {
			bad("%s is %d; set it to %s.", s.name, s.value, s.want)
		}
	}
	if c.BackupEvery < time.Minute {
		bad("BACKUP_EVERY is %s; set it to 1m or more.", c.BackupEvery)
	}
	if c.RenderDeadline < 100*time.Millisecond || c.RenderDeadline > time.Minute {
		bad("RENDER_DEADLINE is %s; set it between 100ms and 1m.", c.RenderDeadline)
	}
	if *c.ShutdownWait < 0 || *c.ShutdownWait > time.Minute {
		bad("SHUTDOWN_WAIT is %s; set it between 0s and 1m.", *c.ShutdownWait)
	}
}

func (c *Config) checkParts(bad func(string, ...any)) {
	if c.DatabaseURL != "" {
		if u, err := url.Parse(c.DatabaseURL); err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") {
			bad("DATABASE_URL must look like postgres://user:password@host:5432/name; leave it unset for the bundled Postgres.")
		}
	}
	if c.BackupDir != "" && c.BackupBucket.IsSet() {
		bad("BACKUP_DIR and BACKUP_S3_ENDPOINT are both set; set only one.")
	}
	if c.BackupWAL && c.DatabaseURL != "" {
		bad("BACKUP_WAL is for the bundled Postgres; the operator of the Postgres at DATABASE_URL sets up point-in-time recovery there.")
	}
	if c.BackupWAL && c.BackupDir == "" && !c.BackupBucket.IsSet() {
		bad("BACKUP_WAL needs a place for backups; set BACKUP_DIR or BACKUP_S3_ENDPOINT.")
	}
	if c.BackupRecipient != "" {
		recipients, err := age.ParseRecipients(strings.NewReader(strings.ReplaceAll(c.BackupRecipient, ",", "\n")))
		if err != nil {
			bad("We couldn't read BACKUP_RECIPIENT; set it to age public keys, such as age1…, separated by commas.") // the value may be the secret key
		}
		c.Recipients = recipients
	}
	for _, r := range c.RendererURLs {
		if u, err := url.Parse(r); err != nil || !(u.Scheme == "http" && u.Host != "" && strings.Trim(u.Path, "/") == "") && !(u.Scheme == "unix" && u.Path != "") {
			bad("RENDERER_URL has %q; use addresses such as http://10.0.0.5:9001 or unix:/path, separated by commas.", r)
		}
	}
	if u, err := url.Parse(c.OTLPEndpoint); c.OTLPEndpoint != "" && (err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "") {
		bad("OTEL_EXPORTER_OTLP_ENDPOINT is %q; set it to a collector's address, such as http://localhost:4318, or leave it unset.", c.OTLPEndpoint)
	}
	if c.IndexNowKey == "security" {
		bad("INDEXNOW_KEY is %q, which clashes with /security.txt; choose another key.", c.IndexNowKey)
	} else if c.IndexNowKey != "" && !regexp.MustCompile(`^[a-zA-Z0-9-]{8,128}$`).MatchString(c.IndexNowKey) {
		bad("INDEXNOW_KEY is %q; set it to 8 to 128 letters, digits and hyphens, or leave it unset.", c.IndexNowKey)
	}
	c.checkProxies(bad)
	for name, value := range c.inboxes() {
		if !isEmail(value) {
			bad("%s is %q; set it to an email address.", name, value)
		}
	}
	for _, e := range c.AdminEmails {
		if !isEmail(e) || !address.IsPlain(e) {
			bad("ADMIN_EMAILS has %q; use email addresses separated by commas.", e)
		}
	}
	for name, value := range map[string]string{"FACEBOOK_URL": c.FacebookURL, "X_URL": c.XURL, "INSTAGRAM_URL": c.InstagramURL, "YOUTUBE_URL": c.YouTubeURL} {
		if u, err := url.Parse(value); value != "" && (err != nil || u.Scheme != "https" || u.Host == "") {
			bad("%s is %q; set it to an address that starts with https://, or leave it unset.", name, value)
		}
	}
}
