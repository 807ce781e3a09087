package config

import (
	"net/mail"
	"net/url"
	"strings"

	"thriftwell/server/platform/dkim"
	"thriftwell/server/platform/vault"
)

// checkEmail validates the settings for email and personal data. Production
// requires all of them.
func (c *Config) checkEmail(bad func(string, ...any)) {
	if u, err := url.Parse(c.SMTPURL); c.SMTPURL != "" && (err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "") {
		bad("SMTP_URL must look like smtp://user:password@host:587, or smtps:// for TLS from the start.") // the value may include a password
	} else if err == nil && u.RawQuery != "" && (u.RawQuery != "tls=optional" || u.Scheme != "smtp" || u.User != nil) {
		bad("SMTP_URL may end with ?tls=optional if it's smtp:// without a password. No other parameters are allowed.")
	}
	if from, err := mail.ParseAddress(c.EmailFrom); c.EmailFrom != "" && (err != nil || strings.ContainsAny(from.Name, "\r\n")) {
		bad("MAIL_FROM is %q; set it to a sender such as Thriftwell <newsletter@example.com>.", c.EmailFrom)
	}
	c.checkReturns(bad)
	if c.DataKeys != "" {
		keys, err := vault.ParseKeys(c.DataKeys)
		if err != nil {
			bad("We couldn't read DATA_KEYS: %s. Set it to id:base64 pairs separated by commas; the first one encrypts.", err)
		}
		c.Keys = keys
	}
	if !c.Production() {
		return
	}
	for name, value := range c.inboxes() {
		if isExample(value) {
			bad("%s is %q, an example; production needs an inbox someone reads.", name, value)
		}
	}
	if from, err := mail.ParseAddress(c.EmailFrom); err == nil && isExample(from.Address) {
		bad("MAIL_FROM is %q, an example; production needs a sender of its own.", c.EmailFrom)
	}
	if strings.Contains(c.PostalAddress, examplePostalAddress) {
		bad("POSTAL_ADDRESS is an example; production needs the publisher's address.")
	}
	for name, value := range map[string]string{"SMTP_URL": c.SMTPURL, "MAIL_FROM": c.EmailFrom, "POSTAL_ADDRESS": c.PostalAddress, "DATA_KEYS": c.DataKeys} {
		if strings.TrimSpace(value) == "" {
			bad("%s is not set; production needs it.", name)
		}
	}
}

// Defaults in development.
const (
	exampleDomain        = "@thriftwell.example"
	examplePostalAddress = "100 Example Street, Springfield, IL 62701"
)

func isExample(address string) bool {
	return strings.HasSuffix(strings.ToLower(address), exampleDomain)
}

// inboxes returns the addresses that the contact form forwards to, by setting.
func (c *Config) inboxes() map[string]string {
	return map[string]string{"SUPPORT_EMAIL": c.SupportEmail, "AFFILIATE_EMAIL": c.AffiliateEmail, "ADVERTISING_EMAIL": c.AdvertisingEmail}
}

func isEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s
}

// maxBounceName is the maximum length of the local part of BOUNCE_ADDRESS. What
// is added to it takes 53 of the 64 characters allowed.
const maxBounceName = 11

// checkReturns validates the settings for returned email.
func (c *Config) checkReturns(bad func(string, ...any)) {
	a, err := mail.ParseAddress(c.BounceAddress)
	if c.BounceAddress != "" && (err != nil || a.Address != c.BounceAddress || strings.Contains(a.Address, "+") || strings.IndexByte(a.Address, '@') > maxBounceName) {
		bad("BOUNCE_ADDRESS is %q; set it to an address such as bounce@mail.example.com, with no + and at most %d characters before the @.", c.BounceAddress, maxBounceName)
	}
	if a, err := mail.ParseAddress(c.UnsubscribeTo); c.UnsubscribeTo != "" && (err != nil || a.Address != c.UnsubscribeTo || strings.ContainsAny(c.UnsubscribeTo, "<>?&% ")) {
		bad("UNSUBSCRIBE_EMAIL is %q; set it to the address of an inbox someone reads, or leave it unset.", c.UnsubscribeTo)
	}
	if c.DKIMKey != "" {
		key, err := dkim.Parse(c.DKIMKey)
		if err != nil {
			bad("We couldn't read DKIM_KEY: %s. bin/server keys dkim makes one.", err)
		}
		c.DKIM = key
	}
	if c.SESTopic != "" && !strings.HasPrefix(c.SESTopic, "arn:aws") {
		bad("SES_TOPIC_ARN is %q; set it to the ARN of the SNS topic, such as arn:aws:sns:us-east-1:123456789012:mail.", c.SESTopic)
	}
	if user, password, _ := strings.Cut(c.PostmarkAuth, ":"); c.PostmarkAuth != "" && (user == "" || len(password) < minWebhookPassword) {
		bad("POSTMARK_WEBHOOK_AUTH must look like user:password, with a password of at least %d characters.", minWebhookPassword)
	}
}

// minWebhookPassword is the minimum length of a webhook's password, in
// characters.
const minWebhookPassword = 16
