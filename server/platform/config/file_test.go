package config

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/caarlos0/env/v11"
)

// write creates a file of settings.
func write(t *testing.T, text string) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), ".env")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestEnvironmentOverridesTheFile(t *testing.T) {
	file := write(t, "# mine\nPORT=9001\nSITE_NAME='Penny $mart'\nexport LOG_LEVEL=warn\n")
	environ, err := WithFile([]string{"PORT=9002"}, file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Load(environ)
	if err != nil || c.Port != 9002 || c.SiteName != "Penny $mart" || c.LogLevel != "warn" {
		t.Errorf("%v, port %d, name %q, level %s", err, c.Port, c.SiteName, c.LogLevel)
	}
	if environ, err := WithFile(nil, file+".missing"); err != nil || len(environ) != 0 {
		t.Errorf("without the file: %v, %v", environ, err)
	}
}

func TestProductionIgnoresTheFile(t *testing.T) {
	given := []string{"APP_ENV=production"}
	if environ, err := WithFile(given, write(t, "PORT=9001\n")); err != nil || !slices.Equal(environ, given) {
		t.Errorf("%v, %v", environ, err)
	}
	if _, err := WithFile(nil, write(t, "APP_ENV=production\n")); err == nil || !strings.Contains(err.Error(), "only read in development") {
		t.Errorf("a file with APP_ENV=production: %v", err)
	}
}

func TestProductionReadsTheGivenFile(t *testing.T) {
	t.Parallel()
	text := read(t, "../../../scripts/deploy/settings.env.example")
	environ, err := WithSettings([]string{"BASE_URL=https://www.example.org"}, write(t, regexp.MustCompile(`(?m)^#([A-Z0-9_]+=)`).ReplaceAllString(text, "$1")))
	if err != nil {
		t.Fatal(err)
	}
	values := env.ToMap(environ)
	if values["APP_ENV"] != "production" || values["BASE_URL"] != "https://www.example.org" || values["TRUSTED_PROXIES"] != "127.0.0.1,::1" || !strings.HasSuffix(values["DATABASE_URL"], "?sslmode=verify-full") {
		t.Errorf("%v", values)
	}
	if _, err := WithSettings(nil, "missing"); err == nil {
		t.Error("a missing file is accepted")
	}
}

func TestSettingsCanBeReadFromFiles(t *testing.T) {
	t.Parallel()
	password := write(t, "postgres://jane:word@localhost/site\n")
	c, err := LoadAt(filepath.Dir(password), []string{"DATABASE_URL_FILE=" + filepath.Base(password), "TWILIO_AUTH_TOKEN_FILE=" + write(t, "")})
	if err != nil || c.DatabaseURL != "postgres://jane:word@localhost/site" {
		t.Errorf("%v, %q", err, c.DatabaseURL)
	}
	_, err = Load([]string{"DATABASE_URL_FILE=" + password, "DATABASE_URL=postgres://localhost/site", "DATA_KEYS_FILE=/nowhere"})
	if err == nil || !strings.Contains(err.Error(), "DATABASE_URL and DATABASE_URL_FILE are both set") || !strings.Contains(err.Error(), "couldn't read DATA_KEYS_FILE") {
		t.Errorf("%v", err)
	}
	for _, s := range declared() {
		if !slices.Contains(names(), s.name) {
			t.Errorf("%s can't be read from a file", s.name)
		}
	}
}

func TestErrorsDoNotQuoteTheFile(t *testing.T) {
	_, err := WithFile(nil, write(t, "SMTP_URL=\"smtp://me:hunter2@mail.example.com\nPORT 80\n"))
	if err == nil || !strings.Contains(err.Error(), ": write NAME=value") || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%v", err)
	}
}

func TestRelativeFoldersStartAtTheRoot(t *testing.T) {
	c, err := LoadAt("/srv/site", []string{"BACKUP_DIR=../backups"})
	if err != nil || c.DataDir != "/srv/site/.data" || c.BackupDir != "/srv/backups" {
		t.Errorf("%v, %s, %s", err, c.DataDir, c.BackupDir)
	}
}
