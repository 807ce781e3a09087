// Package config reads the site's settings from the environment into one struct
// and checks them together, so that a start reports everything wrong at once.
// README and .env.example list every setting with its default.
package config

import (
	"errors"
	"fmt"
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
	"thriftwell/server/platform/money"
	"thriftwell/server/platform/vault"
	"thriftwell/server/platform/weburl"
)

// GCPercent trades a few megabytes for less garbage collection: the live heap
// is small (the page cache is a few large blocks), the garbage of a request is
// not.
const GCPercent = 200

// Config holds every setting. README's table documents the fields.
type Config struct {
	Env          string `env:"APP_ENV" envDefault:"development"`
	Port         int    `env:"PORT" envDefault:"8080"`
	Host         string `env:"HOST"`
	BaseURL      string `env:"BASE_URL"`
	SiteName     string `env:"SITE_NAME" envDefault:"Thriftwell"`
	Timezone     string `env:"SITE_TIMEZONE" envDefault:"America/New_York"`
	LogLevel     string `env:"LOG_LEVEL" envDefault:"info"`
	SiteCurrency string `env:"SITE_CURRENCY" envDefault:"USD"`

	DataDir     string `env:"DATA_DIR" envDefault:".data"`
	DatabaseURL string `env:"DATABASE_URL"`

	Pictures Bucket `envPrefix:"S3_"`

	BackupDir       string        `env:"BACKUP_DIR"`
	BackupBucket    Bucket        `envPrefix:"BACKUP_S3_"`
	BackupEvery     time.Duration `env:"BACKUP_EVERY" envDefault:"24h"`
	BackupKeep      int           `env:"BACKUP_KEEP" envDefault:"7"`
	BackupRecipient string        `env:"BACKUP_RECIPIENT"`

	NodeBinary     string        `env:"NODE_BINARY"`
	RenderWorkers  int           `env:"RENDER_WORKERS"`
	RenderDeadline time.Duration `env:"RENDER_DEADLINE" envDefault:"5s"`
	RendererURLs   []string      `env:"RENDERER_URL"`
	PageCacheMB    int           `env:"PAGE_CACHE_MB" envDefault:"64"`

	TrustedProxies []string       `env:"TRUSTED_PROXIES"`
	MetricsToken   string         `env:"METRICS_TOKEN"`
	OTLPEndpoint   string         `env:"OTEL_EXPORTER_OTLP_ENDPOINT"`
	ShutdownWait   *time.Duration `env:"SHUTDOWN_WAIT"` // never nil after Load
	TrackingLimit  int            `env:"TRACKING_LIMIT" envDefault:"6000"`
	EventsKeep     int            `env:"EVENTS_KEEP" envDefault:"25"` // months
	EventsArchive  string         `env:"EVENTS_ARCHIVE_DIR"`
	ProfilesKeep   int            `env:"PROFILES_KEEP" envDefault:"30"` // days after leaving
	MessagesKeep   int            `env:"MESSAGES_KEEP" envDefault:"24"` // months
	ConsentsKeep   int            `env:"CONSENTS_KEEP" envDefault:"60"` // months after leaving or an erasure

	AdminEmails        []string `env:"ADMIN_EMAILS"`
	GoogleClientID     string   `env:"GOOGLE_CLIENT_ID"`
	GoogleClientSecret string   `env:"GOOGLE_CLIENT_SECRET"`
	OIDCIssuer         string   `env:"OIDC_ISSUER"`
	OIDCClientID       string   `env:"OIDC_CLIENT_ID"`
	OIDCClientSecret   string   `env:"OIDC_CLIENT_SECRET"`
	OIDCLabel          string   `env:"OIDC_LABEL" envDefault:"single sign-on"`
	MailSignIn         bool     `env:"MAIL_SIGN_IN" envDefault:"true"`
	DevSignIn          *bool    `env:"DEV_SIGN_IN"` // never nil after Load

	SupportEmail     string `env:"SUPPORT_EMAIL" envDefault:"support@thriftwell.example"`
	AffiliateEmail   string `env:"AFFILIATE_EMAIL" envDefault:"affiliates@thriftwell.example"`
	AdvertisingEmail string `env:"ADVERTISING_EMAIL" envDefault:"advertising@thriftwell.example"`
	PostalAddress    string `env:"POSTAL_ADDRESS"`

	SMTPURL     string `env:"SMTP_URL"`
	MailFrom    string `env:"MAIL_FROM"`
	DoubleOptIn bool   `env:"DOUBLE_OPT_IN"`

	BounceAddress string `env:"BOUNCE_ADDRESS"`
	DKIMKey       string `env:"DKIM_KEY"`
	UnsubscribeTo string `env:"UNSUBSCRIBE_EMAIL"`
	SESTopic      string `env:"SES_TOPIC_ARN"`
	PostmarkAuth  string `env:"POSTMARK_WEBHOOK_AUTH"`

	Twilio Twilio `envPrefix:"TWILIO_"`

	DataKeys string `env:"DATA_KEYS"`

	LetterRate       int `env:"LETTER_RATE" envDefault:"50"`        // mails a second
	LetterDomainRate int `env:"LETTER_DOMAIN_RATE" envDefault:"10"` // likewise, to one receiving domain

	LetterEngagement bool `env:"LETTER_ENGAGEMENT"` // keep the day of each subscriber's last click in a letter
	LetterOpens      bool `env:"LETTER_OPENS"`      // count how often a letter's picture is loaded

	IndexNowKey string `env:"INDEXNOW_KEY"`

	Fastly     Fastly     `envPrefix:"FASTLY_"`
	Cloudflare Cloudflare `envPrefix:"CLOUDFLARE_"`

	FacebookURL  string `env:"FACEBOOK_URL"`
	XURL         string `env:"X_URL"`
	InstagramURL string `env:"INSTAGRAM_URL"`
	YouTubeURL   string `env:"YOUTUBE_URL"`

	// Unknown has a sentence for each variable that looks like a setting that is
	// spelled wrong.
	Unknown []string `env:"-"`
	// Location is Timezone, loaded.
	Location *time.Location `env:"-"`
	// Proxies is TrustedProxies, parsed.
	Proxies []netip.Prefix `env:"-"`
	// Keys is DataKeys, parsed; nil if unset, which only development permits.
	Keys *vault.Keys `env:"-"`
	// DKIM is DKIMKey, parsed.
	DKIM dkim.Key `env:"-"`
	// Recipients is BackupRecipient, parsed.
	Recipients []age.Recipient `env:"-"`
}

// production is the APP_ENV of a site that the public reads.
const production = "production"

// Load reads the settings from environment (as os.Environ gives them) and
// checks them. The error joins a sentence for each setting that is wrong.
func Load(environment []string) (Config, error) { return LoadAt("", environment) }

// LoadAt is Load for a site in the folder root, where relative paths begin.
func LoadAt(root string, environment []string) (Config, error) {
	var c Config
	values := env.ToMap(environment)
	missing := readFiles(values, root)
	unreadable := readable(env.ParseWithOptions(&c, env.Options{Environment: values}))
	c.fillIn(root)
	c.Unknown = misspelled(values)
	return c, errors.Join(missing, unreadable, c.check())
}

// Production reports whether APP_ENV is production.
func (c *Config) Production() bool { return c.Env == production }

// Developing reports whether the site runs in development at an address of this
// machine, so that a forgotten APP_ENV opens nothing to the public.
func (c *Config) Developing() bool {
	u, err := url.Parse(c.BaseURL)
	return !c.Production() && err == nil && weburl.IsLoopback(u.Hostname())
}

// Addr returns the address to listen on: by default only loopback in
// development.
func (c *Config) Addr() string { return net.JoinHostPort(c.Host, strconv.Itoa(c.Port)) }

// OldestEvents returns the first of the days whose raw events are kept.
func (c *Config) OldestEvents() calendar.Day {
	return calendar.Day{Time: calendar.Today(c.Location).AddDate(0, -c.EventsKeep, 0)}
}

// fillIn sets every omitted setting to the value that follows from the others.
func (c *Config) fillIn(root string) {
	if c.Host == "" && !c.Production() {
		c.Host = "127.0.0.1"
	}
	c.Host = strings.Trim(c.Host, "[]") // of an IPv6 address
	if c.BaseURL == "" {
		c.BaseURL = fmt.Sprintf("http://localhost:%d", c.Port)
	}
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	c.OTLPEndpoint = strings.TrimSuffix(c.OTLPEndpoint, "/")
	if c.RenderWorkers == 0 {
		c.RenderWorkers = min(4, max(1, runtime.NumCPU()))
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
	if c.MailFrom == "" && !c.Production() {
		c.MailFrom = c.SiteName + " <newsletter" + exampleDomain + ">"
	}
	for i, e := range c.AdminEmails {
		c.AdminEmails[i] = address.Normal(e)
	}
	for _, dir := range []*string{&c.DataDir, &c.BackupDir, &c.EventsArchive} {
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
	if c.Port < 0 || c.Port > 65535 {
		bad("PORT is %d; set it to a number from 1 to 65535, or to 0 for any free port.", c.Port)
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
	if !money.IsCurrency(c.SiteCurrency) {
		bad("SITE_CURRENCY is %q; set it to a code of ISO 4217 such as USD.", c.SiteCurrency)
	}
	switch c.LogLevel {
	case "debug", "info", "warn", "error":
	default:
		bad("LOG_LEVEL is %q; set it to debug, info, warn or error.", c.LogLevel)
	}
	c.checkParts(bad)
	c.Pictures.check("S3_", bad)
	c.BackupBucket.check("BACKUP_S3_", bad)
	c.checkSignIn(bad)
	c.checkMail(bad)
	c.Twilio.check(bad)
	c.checkCDN(bad)
	return errors.Join(wrong...)
}

func (c *Config) checkParts(bad func(string, ...any)) {
	if c.DatabaseURL != "" {
		if u, err := url.Parse(c.DatabaseURL); err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") {
			bad("DATABASE_URL must look like postgres://user:password@host:5432/name; leave it unset for the bundled Postgres.")
		}
	}
	if c.BackupDir != "" && c.BackupBucket.IsSet() {
		bad("BACKUP_DIR and BACKUP_S3_ENDPOINT are two places for backups; set one.")
	}
	if c.BackupEvery < time.Minute {
		bad("BACKUP_EVERY is %s; set it to 1m or more.", c.BackupEvery)
	}
	if c.BackupKeep < 1 {
		bad("BACKUP_KEEP is %d; set it to how many backups to keep.", c.BackupKeep)
	}
	if c.BackupRecipient != "" {
		recipients, err := age.ParseRecipients(strings.NewReader(strings.ReplaceAll(c.BackupRecipient, ",", "\n")))
		if err != nil {
			bad("BACKUP_RECIPIENT can't be read; set it to public keys of age, such as age1…, separated by commas.") // its value may be the secret one
		}
		c.Recipients = recipients
	}
	if c.RenderWorkers < 1 || c.RenderWorkers > 64 {
		bad("RENDER_WORKERS is %d; set it to a number from 1 to 64.", c.RenderWorkers)
	}
	if c.RenderDeadline < 100*time.Millisecond || c.RenderDeadline > time.Minute {
		bad("RENDER_DEADLINE is %s; set it between 100ms and 1m.", c.RenderDeadline)
	}
	if *c.ShutdownWait < 0 || *c.ShutdownWait > time.Minute {
		bad("SHUTDOWN_WAIT is %s; set it between 0s and 1m.", *c.ShutdownWait)
	}
	for _, r := range c.RendererURLs {
		if u, err := url.Parse(r); err != nil || !(u.Scheme == "http" && u.Host != "" && strings.Trim(u.Path, "/") == "") && !(u.Scheme == "unix" && u.Path != "") {
			bad("RENDERER_URL has %q; give addresses such as http://10.0.0.5:9001 or unix:/path, separated by commas.", r)
		}
	}
	if c.PageCacheMB < 0 || c.PageCacheMB > 1<<16 {
		bad("PAGE_CACHE_MB is %d; set it to a number from 1 to 65536, or to 0 to render each page anew.", c.PageCacheMB)
	}
	if u, err := url.Parse(c.OTLPEndpoint); c.OTLPEndpoint != "" && (err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "") {
		bad("OTEL_EXPORTER_OTLP_ENDPOINT is %q; set it to a collector's address, such as http://localhost:4318, or leave it unset.", c.OTLPEndpoint)
	}
	if c.IndexNowKey == "security" {
		bad("INDEXNOW_KEY is %q, and /security.txt leads to whom security researchers write to; choose another key.", c.IndexNowKey)
	} else if c.IndexNowKey != "" && !regexp.MustCompile(`^[a-zA-Z0-9-]{8,128}$`).MatchString(c.IndexNowKey) {
		bad("INDEXNOW_KEY is %q; set it to 8 to 128 letters, digits and hyphens, or leave it unset.", c.IndexNowKey)
	}
	if c.TrackingLimit < 1 {
		bad("TRACKING_LIMIT is %d; set it to how many events an address may send a minute.", c.TrackingLimit)
	}
	if c.EventsKeep < 1 || c.EventsKeep > 1200 {
		bad("EVENTS_KEEP is %d; set it to a number of months from 1 to 1200.", c.EventsKeep)
	}
	if c.ProfilesKeep < 0 || c.ProfilesKeep > 3650 {
		bad("PROFILES_KEEP is %d; set it to a number of days from 0 to 3650.", c.ProfilesKeep)
	}
	for name, months := range map[string]int{"MESSAGES_KEEP": c.MessagesKeep, "CONSENTS_KEEP": c.ConsentsKeep} {
		if months < 1 || months > 1200 {
			bad("%s is %d; set it to a number of months from 1 to 1200.", name, months)
		}
	}
	c.checkProxies(bad)
	for name, value := range c.inboxes() {
		if !isEmail(value) {
			bad("%s is %q; set it to an e-mail address.", name, value)
		}
	}
	for _, e := range c.AdminEmails {
		if !isEmail(e) || !address.IsPlain(e) {
			bad("ADMIN_EMAILS has %q; give e-mail addresses separated by commas.", e)
		}
	}
	for name, value := range map[string]string{"FACEBOOK_URL": c.FacebookURL, "X_URL": c.XURL, "INSTAGRAM_URL": c.InstagramURL, "YOUTUBE_URL": c.YouTubeURL} {
		if u, err := url.Parse(value); value != "" && (err != nil || u.Scheme != "https" || u.Host == "") {
			bad("%s is %q; set it to an address that starts with https://, or leave it unset.", name, value)
		}
	}
}
