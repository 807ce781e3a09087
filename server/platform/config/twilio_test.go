package config

import (
	"strings"
	"testing"
)

func TestTwilioSettingsGoTogether(t *testing.T) {
	const account, token, from = "TWILIO_ACCOUNT_SID=AC0123456789abcdef0123456789abcdef", "TWILIO_AUTH_TOKEN=secret", "TWILIO_FROM=+12015550123"
	for _, whole := range [][]string{nil, {account, token, from}, {account, token, "TWILIO_FROM=MG0123456789abcdef0123456789abcdef"}, {account, token, "TWILIO_FROM=24365"}} {
		if _, err := Load(whole); err != nil {
			t.Errorf("%s: %v", whole, err)
		}
	}
	for want, settings := range map[string][]string{
		"set all three or none":  {account},
		"all three":              {token, from},
		"TWILIO_FROM is":         {account, token, "TWILIO_FROM=Thriftwell"},
		"TWILIO_ACCOUNT_SID is ": {"TWILIO_ACCOUNT_SID=AC1", token, from},
	} {
		if _, err := Load(settings); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", settings, err)
		}
	}
}
