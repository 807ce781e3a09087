package config

import (
	"strings"
	"testing"
)

func TestEmptyEnvironmentIsADevelopmentSite(t *testing.T) {
	c, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.Addr() != "127.0.0.1:8080" || c.BaseURL != "http://localhost:8080" || c.Location.String() != "America/New_York" {
		t.Errorf("got address %s, base %s, zone %s", c.Addr(), c.BaseURL, c.Location)
	}
}

func TestEverythingWrongIsNamedAtOnce(t *testing.T) {
	_, err := Load([]string{"APP_ENV=live", "PORT=70000", "BASE_URL=example.com/x", "SITE_TIMEZONE=Mars/Base", "TRUSTED_PROXIES=nobody", "LOG_LEVEL=loud", "DATABASE_URL=mysql://x", "RENDER_WORKERS=-1", "ADMIN_EMAILS=me", "X_URL=javascript:alert(1)"})
	if err == nil {
		t.Fatal("accepted")
	}
	for _, name := range []string{"APP_ENV", "PORT", "BASE_URL", "SITE_TIMEZONE", "TRUSTED_PROXIES", "LOG_LEVEL", "DATABASE_URL", "RENDER_WORKERS", "ADMIN_EMAILS", "X_URL"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not named in: %v", name, err)
		}
	}
}

func TestASettingOfTheWrongKindIsNamedByItsVariable(t *testing.T) {
	_, err := Load([]string{"PORT=http", "RENDER_DEADLINE=soon", "SITE_TIMEZONE=Mars/Base"})
	if err == nil || !strings.Contains(err.Error(), "PORT can't be read; set it to a whole number") || !strings.Contains(err.Error(), "RENDER_DEADLINE can't be read") || !strings.Contains(err.Error(), "SITE_TIMEZONE") {
		t.Errorf("got %v", err)
	}
}

func TestProductionNeedsHTTPS(t *testing.T) {
	if _, err := Load([]string{"APP_ENV=production", "BASE_URL=http://www.example.com"}); err == nil || !strings.Contains(err.Error(), "https://") {
		t.Errorf("got %v", err)
	}
}

func TestProductionNeedsWhatMailNeeds(t *testing.T) {
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

func TestSecretsAreNotInTheComplaints(t *testing.T) {
	_, err := Load([]string{"SMTP_URL=http://user:hunter2@mail.example", "DATA_KEYS=a:c2VjcmV0LXdvcmQ="})
	if err == nil || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "c2VjcmV0") {
		t.Errorf("got %v", err)
	}
}
