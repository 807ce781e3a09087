package commands

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"thriftwell/server/platform/config"
)

func logged(env string, about ...any) string {
	var out bytes.Buffer
	log, flush := newLog(config.Config{Env: env}, &out)
	log.Info("request", about...)
	flush()
	return out.String()
}

func TestLogIsTextInDevelopment(t *testing.T) {
	line := logged("development", "path", "/a guide", "took", 1500*time.Microsecond)
	if !regexp.MustCompile(`^time=\S+ level=INFO msg=request path="/a guide" took=1\.5ms\n$`).MatchString(line) {
		t.Errorf("%q", line)
	}
	var colored bytes.Buffer
	slog.New(readable(&colored, slog.LevelInfo, false)).Error("trouble")
	if !strings.Contains(colored.String(), "\x1b[") {
		t.Errorf("no color on a terminal: %q", colored.String())
	}
}

func TestLogIsJSONInProduction(t *testing.T) {
	var line map[string]any
	if err := json.Unmarshal([]byte(logged("production", "took", 1500*time.Microsecond)), &line); err != nil || line["msg"] != "request" || line["took"] != "1.5ms" {
		t.Errorf("%v %v", err, line)
	}
}

func TestFailedStartsAreLoggedAsJSONInProduction(t *testing.T) {
	a := run(t, []string{"APP_ENV=production", "PORT=http"}, "serve")
	var line struct{ Level, Error string }
	if err := json.Unmarshal([]byte(a.out), &line); err != nil || a.code != 1 || a.err != "" {
		t.Fatalf("%v %+v", err, a)
	}
	if line.Level != "ERROR" || !strings.Contains(line.Error, "couldn't read PORT") || !strings.Contains(line.Error, "SMTP_URL") {
		t.Errorf("%+v", line)
	}
}

func TestTheSetupPageIsNotForASiteInAnotherPostgres(t *testing.T) {
	a := run(t, append(onDatabase(t), "APP_ENV=production", "BASE_URL=https://www.site.example", "TRUSTED_PROXIES=none", "PORT=0"), "serve")
	if a.code != 1 || !strings.Contains(a.out, "SMTP_URL") {
		t.Errorf("%+v", a)
	}
}
