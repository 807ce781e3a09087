package development_test

import (
	"testing"

	"thriftwell/server/app/apptest"
)

func TestProductionShowsNothingOfDevelopment(t *testing.T) {
	t.Parallel()
	s := apptest.Open(t, "APP_ENV=production", "HOST=127.0.0.1", "TRUSTED_PROXIES=none", "SMTP_URL=smtp://127.0.0.1:1", "MAIL_FROM=news@site.example",
		"BASE_URL=https://site.example", "POSTAL_ADDRESS=1 Main Street", "DATA_KEYS=a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "SUPPORT_EMAIL=help@site.example",
		"AFFILIATE_EMAIL=partners@site.example", "ADVERTISING_EMAIL=ads@site.example")
	for _, path := range []string{"/metrics", "/dev/mail", "/dev/gallery", "/dev/reload", "/dev/sign-in", "/api/auth/dev"} {
		for _, token := range []string{"", "x"} {
			if a := s.Get(path, "Host", "localhost", "Authorization", "Bearer "+token); a.Status == 200 || a.Status == 302 || a.Status == 401 {
				t.Fatalf("%s with the token %q: %d", path, token, a.Status)
			}
		}
	}
}
