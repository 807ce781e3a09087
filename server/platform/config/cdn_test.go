package config

import (
	"strings"
	"testing"
)

func TestCDNSettingsGoTogether(t *testing.T) {
	fastly, cloudflare := []string{"FASTLY_SERVICE_ID=SU1Z0isxPaozGVKXdv0eY", "FASTLY_API_TOKEN=secret"}, []string{"CLOUDFLARE_ZONE_ID=023e105f4ecef8ad9ca31a8372d0c353", "CLOUDFLARE_API_TOKEN=secret"}
	for _, whole := range [][]string{nil, fastly, cloudflare, append(fastly[:2:2], cloudflare...)} {
		if _, err := Load(whole); err != nil {
			t.Errorf("%s: %v", whole, err)
		}
	}
	for want, settings := range map[string][]string{
		"FASTLY_API_TOKEN go together":     fastly[:1],
		"CLOUDFLARE_API_TOKEN go together": cloudflare[1:],
		"FASTLY_SERVICE_ID is":             {"FASTLY_SERVICE_ID=../purge", fastly[1]},
		"CLOUDFLARE_ZONE_ID is":            {"CLOUDFLARE_ZONE_ID=a/b", cloudflare[1]},
	} {
		if _, err := Load(settings); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", settings, err)
		}
	}
}
