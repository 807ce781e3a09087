package config

import (
	"net/mail"
	"strings"

	"thriftwell/server/platform/dkim"
)

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
