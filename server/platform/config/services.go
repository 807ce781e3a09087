package config

import (
	"encoding/base64"
	"net/url"
	"regexp"
	"strings"
)

// Bucket is a bucket of an S3-compatible store. It may be unset.
type Bucket struct {
	Endpoint        string `env:"ENDPOINT" example:"https://s3.us-east-1.amazonaws.com" doc:"S3-compatible store for {}."`
	Name            string `env:"BUCKET" example:"thriftwell" doc:"Bucket there."`
	Region          string `env:"REGION" envDefault:"us-east-1" doc:"Region of the bucket."`
	AccessKeyID     string `env:"ACCESS_KEY_ID" example:"id" doc:"ID of a key that may read, write, list and delete there."`
	SecretAccessKey string `env:"SECRET_ACCESS_KEY" example:"secret" doc:"Secret of that key."`
}

// IsSet reports whether the settings name a bucket.
func (b Bucket) IsSet() bool { return b.Endpoint != "" }

// check validates a bucket whose settings start with prefix.
func (b Bucket) check(prefix string, bad func(string, ...any)) {
	set := b.IsSet()
	if set != (b.Name != "") || set != (b.AccessKeyID != "") || set != (b.SecretAccessKey != "") {
		bad("%[1]sENDPOINT, %[1]sBUCKET, %[1]sACCESS_KEY_ID and %[1]sSECRET_ACCESS_KEY go together; set all four or none.", prefix)
	}
	u, err := url.Parse(b.Endpoint)
	if set && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.User != nil) {
		bad("%sENDPOINT is %q; set it to the address of the store without a bucket, such as https://s3.us-east-1.amazonaws.com.", prefix, b.Endpoint)
	}
}

// Fastly is the Fastly service in front of the site. It may be unset.
type Fastly struct {
	Service string `env:"SERVICE_ID" example:"SU1Z0isxPaozGVKXdv0eY" doc:"Fastly service in front of the site. Answers carry Surrogate-Key, and edits purge what they change."`
	Token   string `env:"API_TOKEN" example:"token" doc:"Token that may purge that service by key."`
}

// Cloudflare is the Cloudflare zone in front of the site. It may be unset.
type Cloudflare struct {
	Zone  string `env:"ZONE_ID" example:"023e105f4ecef8ad9ca31a8372d0c353" doc:"Cloudflare zone in front of the site. Works the same way, with Cache-Tag."`
	Token string `env:"API_TOKEN" example:"token" doc:"Token that may purge the cache of that zone."`
}

// checkCDN validates the settings for purging CDNs.
func (c *Config) checkCDN(bad func(string, ...any)) {
	if (c.Fastly.Service == "") != (c.Fastly.Token == "") {
		bad("FASTLY_SERVICE_ID and FASTLY_API_TOKEN go together; set both or none.")
	}
	if (c.Cloudflare.Zone == "") != (c.Cloudflare.Token == "") {
		bad("CLOUDFLARE_ZONE_ID and CLOUDFLARE_API_TOKEN go together; set both or none.")
	}
	id := regexp.MustCompile(`^[0-9A-Za-z]*$`)
	if !id.MatchString(c.Fastly.Service) {
		bad("FASTLY_SERVICE_ID is %q; set it to the id of the service, which has letters and digits only.", c.Fastly.Service)
	}
	if !id.MatchString(c.Cloudflare.Zone) {
		bad("CLOUDFLARE_ZONE_ID is %q; set it to the id of the zone, which has letters and digits only.", c.Cloudflare.Zone)
	}
}

// Twilio is the account that sends texts. It may be unset.
type Twilio struct {
	Account string `env:"ACCOUNT_SID" default:"no texts; in development they are kept in DATA_DIR/texts and shown at /dev/texts" example:"AC0123456789abcdef0123456789abcdef" doc:"Twilio account that sends texts."`
	Token   string `env:"AUTH_TOKEN" example:"a-long-random-word" doc:"Token of that account. It also verifies what Twilio sends to BASE_URL/webhooks/twilio."`
	From    string `env:"FROM" example:"+12015550123" doc:"Number that texts come from, or the SID of a messaging service."`
}

// IsSet reports whether the settings name an account.
func (t Twilio) IsSet() bool { return t.Account != "" }

// Missing returns the required settings that are not set.
func (t Twilio) Missing() (names []string) {
	for _, s := range []struct{ name, value string }{{"TWILIO_ACCOUNT_SID", t.Account}, {"TWILIO_AUTH_TOKEN", t.Token}, {"TWILIO_FROM", t.From}} {
		if s.value == "" {
			names = append(names, s.name)
		}
	}
	return names
}

func (t Twilio) check(bad func(string, ...any)) {
	if n := len(t.Missing()); n == 1 || n == 2 {
		bad("TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM go together; set all three or none.")
	}
	if t.Account != "" && !regexp.MustCompile(`^AC[0-9a-f]{32}$`).MatchString(t.Account) {
		bad("TWILIO_ACCOUNT_SID is %q; set it to the account SID, AC followed by 32 letters and digits.", t.Account)
	}
	if t.From != "" && !regexp.MustCompile(`^(\+1[2-9]\d{9}|[2-9]\d{4,5}|MG[0-9a-f]{32})$`).MatchString(t.From) {
		bad("TWILIO_FROM is %q; set it to a number such as +12015550123, a short code, or a messaging service SID.", t.From)
	}
}

// Alerts is where alerts go besides admins' email.
type Alerts struct {
	URL    string `env:"WEBHOOK_URL" default:"only email" example:"https://chat.example.com/hooks/abc" doc:"Address that gets a JSON message when a problem begins and when it's over, besides the email to admins. Must be https and public."`
	Secret string `env:"WEBHOOK_SECRET" default:"not signed" example:"whsec_a-long-random-word" doc:"Secret that signs these messages, as Standard Webhooks does. 16 characters or more."`
}

// IsSet reports whether there is a webhook.
func (a Alerts) IsSet() bool { return a.URL != "" }

// minAlertSecret is the least length of ALERT_WEBHOOK_SECRET.
const minAlertSecret = 16

// encodedSecret begins a secret that is base64, as Standard Webhooks has them.
const encodedSecret = "whsec_"

// Key returns what signs alerts; nil if nothing does.
func (a Alerts) Key() []byte {
	if rest, encoded := strings.CutPrefix(a.Secret, encodedSecret); encoded {
		if key, err := base64.StdEncoding.DecodeString(rest); err == nil {
			return key
		}
	}
	return []byte(a.Secret)
}

func (a Alerts) check(bad func(string, ...any)) {
	if u, err := url.Parse(a.URL); a.IsSet() && (err != nil || u.Scheme != "https" || u.Hostname() == "") {
		bad("ALERT_WEBHOOK_URL must be an address that starts with https://.") // its value may be secret
	}
	if a.Secret != "" && (len(a.Secret) < minAlertSecret || !a.IsSet()) {
		bad("ALERT_WEBHOOK_SECRET needs at least %d characters, and ALERT_WEBHOOK_URL.", minAlertSecret)
	}
}
