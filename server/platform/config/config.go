// Package config is the site's settings: one typed struct, read from the
// environment and checked as a whole, so that a start names everything that is
// wrong at once. README lists every setting with its default.
package config

import (
	"errors"
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"thriftwell/server/platform/vault"
)

// GCPercent trades a few megabytes for less collecting: what is alive is small
// (the page cache is a few large blocks), what a request leaves behind is not.
const GCPercent = 200

// Config holds every setting. Fields are documented by README's table.
type Config struct {
	Env      string `env:"APP_ENV" envDefault:"development"`
	Port     int    `env:"PORT" envDefault:"8080"`
	Host     string `env:"HOST"`
	BaseURL  string `env:"BASE_URL"`
	SiteName string `env:"SITE_NAME" envDefault:"Thriftwell"`
	Timezone string `env:"SITE_TIMEZONE" envDefault:"America/New_York"`
	LogLevel string `env:"LOG_LEVEL" envDefault:"info"`

	DataDir     string `env:"DATA_DIR" envDefault:".data"`
	DatabaseURL string `env:"DATABASE_URL"`

	RenderWorkers  int           `env:"RENDER_WORKERS"`
	RenderDeadline time.Duration `env:"RENDER_DEADLINE" envDefault:"5s"`
	RendererURLs   []string      `env:"RENDERER_URL"`
	PageCacheMB    int           `env:"PAGE_CACHE_MB" envDefault:"64"`

	TrustedProxies []string `env:"TRUSTED_PROXIES"`
	MetricsToken   string   `env:"METRICS_TOKEN"`
	TrackingLimit  int      `env:"TRACKING_LIMIT" envDefault:"6000"`

	AdminEmails        []string `env:"ADMIN_EMAILS"`
	GoogleClientID     string   `env:"GOOGLE_CLIENT_ID"`
	GoogleClientSecret string   `env:"GOOGLE_CLIENT_SECRET"`
	OIDCIssuer         string   `env:"OIDC_ISSUER"`
	OIDCClientID       string   `env:"OIDC_CLIENT_ID"`
	OIDCClientSecret   string   `env:"OIDC_CLIENT_SECRET"`
	OIDCLabel          string   `env:"OIDC_LABEL" envDefault:"single sign-on"`
	DevSignIn          *bool    `env:"DEV_SIGN_IN"` // never nil after Load

	SupportEmail     string `env:"SUPPORT_EMAIL" envDefault:"support@thriftwell.example"`
	AffiliateEmail   string `env:"AFFILIATE_EMAIL" envDefault:"affiliates@thriftwell.example"`
	AdvertisingEmail string `env:"ADVERTISING_EMAIL" envDefault:"advertising@thriftwell.example"`
	PostalAddress    string `env:"POSTAL_ADDRESS"`

	SMTPURL     string `env:"SMTP_URL"`
	MailFrom    string `env:"MAIL_FROM"`
	DoubleOptIn bool   `env:"DOUBLE_OPT_IN"`
	DataKeys    string `env:"DATA_KEYS"`

	FacebookURL  string `env:"FACEBOOK_URL"`
	XURL         string `env:"X_URL"`
	InstagramURL string `env:"INSTAGRAM_URL"`
	YouTubeURL   string `env:"YOUTUBE_URL"`

	// Location is Timezone, loaded.
	Location *time.Location `env:"-"`
	// Proxies is TrustedProxies, parsed.
	Proxies []netip.Prefix `env:"-"`
	// Keys is DataKeys, parsed; nil where it is unset, which only development permits.
	Keys *vault.Keys `env:"-"`
}

// Load reads the settings from environment (as os.Environ gives them) and
// checks them. The error joins one sentence for each setting that is wrong.
func Load(environment []string) (Config, error) {
	var c Config
	unreadable := readable(env.ParseWithOptions(&c, env.Options{Environment: env.ToMap(environment)}))
	c.fillIn()
	return c, errors.Join(unreadable, c.check())
}

// Production reports whether the site runs for the public.
func (c *Config) Production() bool { return c.Env == "production" }

// Addr is the address to listen on: loopback only in development.
func (c *Config) Addr() string { return fmt.Sprintf("%s:%d", c.Host, c.Port) }

// fillIn gives every setting that was left out the value that follows from the others.
func (c *Config) fillIn() {
	if c.Host == "" && !c.Production() {
		c.Host = "127.0.0.1"
	}
	if c.BaseURL == "" {
		c.BaseURL = fmt.Sprintf("http://localhost:%d", c.Port)
	}
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	if c.RenderWorkers == 0 {
		c.RenderWorkers = min(4, max(1, runtime.NumCPU()))
	}
	if c.PostalAddress == "" && !c.Production() {
		c.PostalAddress = "Thriftwell, 100 Example Street, Springfield, IL 62701"
	}
	if c.DevSignIn == nil {
		on := !c.Production()
		c.DevSignIn = &on
	}
	if c.MailFrom == "" && !c.Production() {
		c.MailFrom = c.SiteName + " <newsletter@thriftwell.example>"
	}
	for i, e := range c.AdminEmails {
		c.AdminEmails[i] = strings.ToLower(strings.TrimSpace(e))
	}
	if dir, err := filepath.Abs(c.DataDir); err == nil {
		c.DataDir = dir
	}
}

func (c *Config) check() error {
	var wrong []error
	bad := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }

	if c.Env != "development" && c.Env != "production" {
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
	switch c.LogLevel {
	case "debug", "info", "warn", "error":
	default:
		bad("LOG_LEVEL is %q; set it to debug, info, warn or error.", c.LogLevel)
	}
	c.checkParts(bad)
	c.checkSignIn(bad)
	c.checkMail(bad)
	return errors.Join(wrong...)
}

func (c *Config) checkParts(bad func(string, ...any)) {
	if c.DatabaseURL != "" {
		if u, err := url.Parse(c.DatabaseURL); err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") {
			bad("DATABASE_URL must look like postgres://user:password@host:5432/name; leave it unset for the bundled Postgres.")
		}
	}
	if c.RenderWorkers < 1 || c.RenderWorkers > 64 {
		bad("RENDER_WORKERS is %d; set it to a number from 1 to 64.", c.RenderWorkers)
	}
	if c.RenderDeadline < 100*time.Millisecond || c.RenderDeadline > time.Minute {
		bad("RENDER_DEADLINE is %s; set it between 100ms and 1m.", c.RenderDeadline)
	}
	if c.PageCacheMB < 0 || c.PageCacheMB > 1<<16 {
		bad("PAGE_CACHE_MB is %d; set it to a number from 1 to 65536, or to 0 to render each page anew.", c.PageCacheMB)
	}
	if c.TrackingLimit < 1 {
		bad("TRACKING_LIMIT is %d; set it to how many events an address may send a minute.", c.TrackingLimit)
	}
	for _, p := range c.TrustedProxies {
		prefix, err := parsePrefix(p)
		if err != nil {
			bad("TRUSTED_PROXIES has %q; give addresses or networks such as 10.0.0.0/8, separated by commas.", p)
			continue
		}
		c.Proxies = append(c.Proxies, prefix)
	}
	for name, value := range map[string]string{"SUPPORT_EMAIL": c.SupportEmail, "AFFILIATE_EMAIL": c.AffiliateEmail, "ADVERTISING_EMAIL": c.AdvertisingEmail} {
		if !isEmail(value) {
			bad("%s is %q; set it to an e-mail address.", name, value)
		}
	}
	for _, e := range c.AdminEmails {
		if !isEmail(e) {
			bad("ADMIN_EMAILS has %q; give e-mail addresses separated by commas.", e)
		}
	}
	for name, value := range map[string]string{"FACEBOOK_URL": c.FacebookURL, "X_URL": c.XURL, "INSTAGRAM_URL": c.InstagramURL, "YOUTUBE_URL": c.YouTubeURL} {
		if u, err := url.Parse(value); value != "" && (err != nil || u.Scheme != "https" || u.Host == "") {
			bad("%s is %q; set it to an address that starts with https://, or leave it unset.", name, value)
		}
	}
}

func (c *Config) checkSignIn(bad func(string, ...any)) {
	if *c.DevSignIn && c.Production() {
		bad("DEV_SIGN_IN is on; it lets anybody be an admin, so production does not start with it. Unset it.")
	}
	if (c.GoogleClientID == "") != (c.GoogleClientSecret == "") {
		bad("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together; set both or neither.")
	}
	if set := c.OIDCIssuer != ""; set != (c.OIDCClientID != "") || set != (c.OIDCClientSecret != "") {
		bad("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together; set all three or none.")
	}
	u, err := url.Parse(c.OIDCIssuer)
	if c.OIDCIssuer != "" && (err != nil || u.Host == "" || u.RawQuery != "" || (u.Scheme != "https" && (c.Production() || u.Scheme != "http"))) {
		bad("OIDC_ISSUER is %q; set it to the issuer's address, such as https://login.example.com.", c.OIDCIssuer)
	}
}

// checkMail checks what mail and personal data need. Production does without
// none of it.
func (c *Config) checkMail(bad func(string, ...any)) {
	if u, err := url.Parse(c.SMTPURL); c.SMTPURL != "" && (err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "") {
		bad("SMTP_URL must look like smtp://user:password@host:587, or smtps:// for TLS from the start.") // its value may hold a password
	}
	if from, err := mail.ParseAddress(c.MailFrom); c.MailFrom != "" && (err != nil || strings.ContainsAny(from.Name, "\r\n")) {
		bad("MAIL_FROM is %q; set it to a sender such as Thriftwell <newsletter@example.com>.", c.MailFrom)
	}
	if c.DataKeys != "" {
		keys, err := vault.ParseKeys(c.DataKeys)
		if err != nil {
			bad("DATA_KEYS can't be read: %s. Set it to id:base64 pairs separated by commas; the first one encrypts.", err)
		}
		c.Keys = keys
	}
	if !c.Production() {
		return
	}
	for name, value := range map[string]string{"SMTP_URL": c.SMTPURL, "MAIL_FROM": c.MailFrom, "POSTAL_ADDRESS": c.PostalAddress, "DATA_KEYS": c.DataKeys} {
		if strings.TrimSpace(value) == "" {
			bad("%s is not set; production needs it.", name)
		}
	}
}

func parsePrefix(s string) (netip.Prefix, error) {
	s = strings.TrimSpace(s)
	if addr, err := netip.ParseAddr(s); err == nil {
		return addr.Prefix(addr.BitLen())
	}
	return netip.ParsePrefix(s)
}

func isEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s
}

// readable turns the parser's error into a sentence for each setting.
func readable(err error) error {
	var all env.AggregateError
	if !errors.As(err, &all) {
		return err
	}
	var out []error
	for _, e := range all.Errors {
		var p env.ParseError
		if errors.As(e, &p) {
			out = append(out, fmt.Errorf("%s can't be read; set it to %s.", settingName(p.Name), kindName(p.Type)))
			continue
		}
		out = append(out, e)
	}
	return errors.Join(out...)
}

// kindName says in words what kind of value a setting takes.
func kindName(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return "a duration such as 5s"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Int, t.Kind() == reflect.Int64:
		return "a whole number"
	}
	return "plain text"
}

// settingName finds the variable behind a field of Config.
func settingName(field string) string {
	f, ok := reflect.TypeFor[Config]().FieldByName(field)
	if !ok {
		return field
	}
	return f.Tag.Get("env")
}
