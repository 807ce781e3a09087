package config

import (
	"strings"
	"testing"
)

func TestTheWebhookForAlertsIsSecureAndSigned(t *testing.T) {
	const chat = "ALERT_WEBHOOK_URL=https://chat.example.com/hooks/hidden"
	for settings, want := range map[string]string{
		"ALERT_WEBHOOK_URL=http://chat.example.com/hooks/hidden":  "must be an address that starts with https://",
		"ALERT_WEBHOOK_SECRET=hidden-hidden-hidden":               "and ALERT_WEBHOOK_URL",
		chat + "\nALERT_WEBHOOK_SECRET=hidden":                    "at least 16 characters",
		chat + "\nALERT_WEBHOOK_SECRET=0123456789abcdef":          "",
		chat + "\nALERT_WEBHOOK_SECRET=whsec_AAECAwQFBgcICQoLDA0": "",
		chat: "",
	} {
		_, err := Load(strings.Split(settings, "\n"))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hidden")) {
			t.Errorf("%s: %v", settings, err)
		}
	}
	for secret, want := range map[string]string{"whsec_aGVsbG8gdGhlcmU=": "hello there", "whsec_a long-random word": "whsec_a long-random word", "": ""} {
		if got := string(Alerts{Secret: secret}.Key()); got != want {
			t.Errorf("%q signs with %q", secret, got)
		}
	}
}

func TestASmallServerUsesLessMemoryUnlessToldOtherwise(t *testing.T) {
	for settings, want := range map[string][2]int{
		"SMALL_SERVER=true": {1, 16},
		"SMALL_SERVER=true\nRENDER_WORKERS=2\nPAGE_CACHE_MB=0":   {2, 0},
		"SMALL_SERVER=false\nRENDER_WORKERS=3\nPAGE_CACHE_MB=64": {3, 64},
	} {
		c, err := Load(strings.Split(settings, "\n"))
		if err != nil || c.RenderWorkers != want[0] || *c.PageCacheMB != want[1] {
			t.Errorf("%s: %d renderers, %d MB, %v", settings, c.RenderWorkers, *c.PageCacheMB, err)
		}
	}
}
