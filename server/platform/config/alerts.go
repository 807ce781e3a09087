package config

import (
	"encoding/base64"
	"net/url"
	"strings"
)

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
