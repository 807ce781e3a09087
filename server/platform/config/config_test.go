package config

import (
	"strings"
	"testing"
)

func TestEmptyEnvironmentIsDevelopment(t *testing.T) {
	c, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.Addr() != "127.0.0.1:8080" || c.BaseURL != "http://localhost:8080" || c.Location.String() != "America/New_York" || c.SiteCurrency != "USD" {
		t.Errorf("got address %s, base %s, zone %s, currency %s", c.Addr(), c.BaseURL, c.Location, c.SiteCurrency)
	}
}

func TestHostMayBeAnIPv6Address(t *testing.T) {
	for _, host := range []string{"::1", "[::1]"} {
		if c, err := Load([]string{"HOST=" + host, "PORT=9000"}); err != nil || c.Addr() != "[::1]:9000" || c.Host != "::1" {
			t.Errorf("HOST=%s: address %s of host %s, %v", host, c.Addr(), c.Host, err)
		}
	}
}

func TestEveryWrongSettingIsReported(t *testing.T) {
	_, err := Load([]string{"APP_ENV=live", "PORT=70000", "BASE_URL=example.com/x", "SITE_TIMEZONE=Mars/Base", "SITE_CURRENCY=dollar", "TRUSTED_PROXIES=nobody", "LOG_LEVEL=loud", "DATABASE_URL=mysql://x", "RENDER_WORKERS=-1", "ADMIN_EMAILS=me", "X_URL=javascript:alert(1)", "BACKUP_EVERY=1s", "BACKUP_KEEP=0", "BACKUP_RECIPIENT=AGE-SECRET-KEY-1", "RENDERER_URL=10.0.0.1"})
	if err == nil {
		t.Fatal("accepted")
	}
	for _, name := range []string{"APP_ENV", "PORT", "BASE_URL", "SITE_TIMEZONE", "SITE_CURRENCY", "TRUSTED_PROXIES", "LOG_LEVEL", "DATABASE_URL", "RENDER_WORKERS", "ADMIN_EMAILS", "X_URL", "BACKUP_EVERY", "BACKUP_KEEP", "BACKUP_RECIPIENT", "RENDERER_URL"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not named in: %v", name, err)
		}
	}
}

func TestMisspelledSettingsAreReported(t *testing.T) {
	t.Parallel()
	for given, meant := range map[string]string{
		"BASE_ULR": "BASE_URL", "BASEURL": "BASE_URL", "BASE_URLS": "BASE_URL", "LETTER_RATES": "LETTER_RATE", "PROT": "PORT", "SMTP_URI": "SMTP_URL",
		"BACKUP_S3_BUKCET": "BACKUP_S3_BUCKET", "DATA_KEY_FILE": "DATA_KEYS_FILE",
		"HOME": "", "HOSTS": "", "PATH": "", "POST": "", "DB_PASSWORD": "", "ENV_FILE": "", "DATA_KEYS_FILE": "", "S3_REGION": "",
	} {
		c, _ := Load([]string{given + "="})
		if want := given + " isn't a setting. Did you mean " + meant + "?"; meant == "" && len(c.Unknown) > 0 || meant != "" && (len(c.Unknown) != 1 || c.Unknown[0] != want) {
			t.Errorf("%s: %q", given, c.Unknown)
		}
	}
}

func TestWrongTypesAreReportedByVariable(t *testing.T) {
	_, err := Load([]string{"PORT=http", "RENDER_DEADLINE=soon", "SITE_TIMEZONE=Mars/Base"})
	if err == nil || !strings.Contains(err.Error(), "We couldn't read PORT; set it to a whole number") || !strings.Contains(err.Error(), "We couldn't read RENDER_DEADLINE") || !strings.Contains(err.Error(), "SITE_TIMEZONE") {
		t.Errorf("got %v", err)
	}
}

func TestProductionRequiresHTTPS(t *testing.T) {
	if _, err := Load([]string{"APP_ENV=production", "BASE_URL=http://www.example.com"}); err == nil || !strings.Contains(err.Error(), "https://") {
		t.Errorf("got %v", err)
	}
}

func TestDevelopmentSignInRequiresLocalhost(t *testing.T) {
	for settings, want := range map[string]bool{
		"": true, "BASE_URL=http://127.0.0.1:9000": true, "BASE_URL=http://[::1]:9000": true, "DEV_SIGN_IN=false": false,
		"BASE_URL=http://www.example.com": false, "BASE_URL=https://localhost.example.com": false, "BASE_URL=http://192.168.1.4:8080": false,
	} {
		if c, err := Load([]string{settings}); err != nil || *c.DevSignIn != want {
			t.Errorf("with %q it is %v (%v), want %v", settings, *c.DevSignIn, err, want)
		}
	}
	for _, settings := range [][]string{{"BASE_URL=http://www.example.com"}, {"APP_ENV=production", "BASE_URL=https://localhost"}} {
		if _, err := Load(append(settings, "DEV_SIGN_IN=true")); err == nil || !strings.Contains(err.Error(), "DEV_SIGN_IN is on") {
			t.Errorf("DEV_SIGN_IN with %s: %v", settings, err)
		}
	}
}

func TestProductionRequiresTheEmailSettings(t *testing.T) {
	_, err := Load([]string{"APP_ENV=production", "BASE_URL=https://www.example.com"})
	if err == nil {
		t.Fatal("accepted")
	}
	for _, name := range []string{"SMTP_URL", "MAIL_FROM", "POSTAL_ADDRESS", "DATA_KEYS"} {
		if !strings.Contains(err.Error(), name+" is not set") {
			t.Errorf("%s is not named in: %v", name, err)
		}
	}
}

// inProduction returns valid production settings, followed by the given ones.
func inProduction(settings ...string) []string {
	return append([]string{"APP_ENV=production", "BASE_URL=https://www.example.com", "SMTP_URL=smtp://mail.example.com", "MAIL_FROM=news@example.com",
		"POSTAL_ADDRESS=1 Main St", "DATA_KEYS=a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "TRUSTED_PROXIES=10.0.0.1",
		"SUPPORT_EMAIL=help@example.com", "AFFILIATE_EMAIL=help@example.com", "ADVERTISING_EMAIL=help@example.com"}, settings...)
}

func TestProductionRejectsExampleValues(t *testing.T) {
	if _, err := Load(inProduction()); err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{
		"SUPPORT_EMAIL=support@thriftwell.example", "AFFILIATE_EMAIL=affiliates@Thriftwell.example", "ADVERTISING_EMAIL=ads@thriftwell.example",
		"MAIL_FROM=Thriftwell <newsletter@thriftwell.example>", "POSTAL_ADDRESS=Thriftwell, 100 Example Street, Springfield, IL 62701",
	} {
		name, _, _ := strings.Cut(setting, "=")
		if _, err := Load(inProduction(setting)); err == nil || !strings.Contains(err.Error(), name+" is ") || !strings.Contains(err.Error(), "an example") {
			t.Errorf("%s: %v", setting, err)
		}
	}
}

func TestProductionRequiresTrustedProxies(t *testing.T) {
	if _, err := Load(inProduction("TRUSTED_PROXIES=")); err == nil || !strings.Contains(err.Error(), "TRUSTED_PROXIES is not set") {
		t.Errorf("unset: %v", err)
	}
	for setting, want := range map[string]int{"none": 0, "10.0.0.0/8,192.0.2.1": 2} {
		if c, err := Load(inProduction("TRUSTED_PROXIES=" + setting)); err != nil || len(c.Proxies) != want || len(c.TrustedProxies) != want {
			t.Errorf("%s: %v, %v", setting, err, c.TrustedProxies)
		}
	}
	for _, all := range []string{"0.0.0.0/0", "::/0", "10.0.0.1,0.0.0.0/1", "2000::/3"} {
		if _, err := Load([]string{"TRUSTED_PROXIES=" + all}); err == nil || !strings.Contains(err.Error(), "could fake their address") {
			t.Errorf("%s: %v", all, err)
		}
	}
	if _, err := Load(inProduction("TRUSTED_PROXIES=none,10.0.0.1")); err == nil {
		t.Error("\"none\" with an address is accepted")
	}
}

func TestShortTokensAreRejected(t *testing.T) {
	for token, want := range map[string]bool{"x": false, "seven77": false, "eight888": true, "": true} {
		if _, err := Load([]string{"METRICS_TOKEN=" + token}); (err == nil) != want || err != nil && token != "x" && strings.Contains(err.Error(), token) {
			t.Errorf("%q: %v", token, err)
		}
	}
}

func TestIndexNowKeyMustNotCollideWithPages(t *testing.T) {
	for key, want := range map[string]bool{"security": false, "sixteen-letters1": true, "": true} {
		if _, err := Load([]string{"INDEXNOW_KEY=" + key}); (err == nil) != want {
			t.Errorf("%q: %v", key, err)
		}
	}
}

func TestErrorsDoNotQuoteSecrets(t *testing.T) {
	_, err := Load([]string{"SMTP_URL=http://user:hunter2@mail.example", "DATA_KEYS=a:c2VjcmV0LXdvcmQ="})
	if err == nil || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "c2VjcmV0") {
		t.Errorf("got %v", err)
	}
}

func TestBackupsGoToOnePlace(t *testing.T) {
	store := []string{"BACKUP_S3_ENDPOINT=http://localhost:9000", "BACKUP_S3_BUCKET=b", "BACKUP_S3_ACCESS_KEY_ID=id", "BACKUP_S3_SECRET_ACCESS_KEY=secret"}
	c, err := Load(store)
	if err != nil || !c.BackupBucket.IsSet() || c.Pictures.IsSet() || c.BackupBucket.Region != "us-east-1" {
		t.Errorf("%v, %+v", err, c.BackupBucket)
	}
	for want, settings := range map[string][]string{
		"BACKUP_S3_ENDPOINT are both set":   append(store, "BACKUP_DIR=/srv"),
		"BACKUP_S3_ACCESS_KEY_ID and":       store[:1],
		"BACKUP_S3_ENDPOINT is \"nowhere\"": append(store, "BACKUP_S3_ENDPOINT=nowhere"),
	} {
		if _, err := Load(settings); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("not %q: %v", want, err)
		}
	}
}

func TestTLSIsOptionalOnlyWithoutAPassword(t *testing.T) {
	t.Parallel()
	for address, fine := range map[string]bool{
		"smtp://mail.example.com:25?tls=optional": true, "smtp://jane:x@mail.example.com?tls=optional": false,
		"smtps://mail.example.com?tls=optional": false, "smtp://mail.example.com?tls=none": false,
	} {
		if _, err := Load([]string{"SMTP_URL=" + address}); (err == nil) != fine {
			t.Errorf("%s: %v", address, err)
		}
	}
}
