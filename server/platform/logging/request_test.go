package logging_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"thriftwell/server/platform/logging"
)

func TestRequestMatchesSlog(t *testing.T) {
	units := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Value.Kind() == slog.KindDuration {
			a.Value = slog.StringValue(a.Value.Duration().String())
		}
		return a
	}}
	newYork := time.FixedZone("", -5*3600)
	for _, at := range []time.Time{time.Date(2026, 3, 4, 5, 6, 7, 89_999_999, time.UTC), time.Date(2026, 11, 22, 23, 59, 59, 0, newYork)} {
		for _, path := range []string{"/guides/start-an-emergency-fund", "/", "/a b", `/"`, "/größe", "/a=b", `/\`, "/%00", "/<"} {
			for format, of := range map[logging.Format]func(out *logging.Buffer) slog.Handler{
				logging.Text: func(out *logging.Buffer) slog.Handler { return slog.NewTextHandler(out, nil) },
				logging.JSON: func(out *logging.Buffer) slog.Handler { return slog.NewJSONHandler(out, units) },
			} {
				var want, got sink
				slow, fast := logging.NewBuffer(&want), logging.NewBuffer(&got)
				line := slog.NewRecord(at, slog.LevelInfo, "request", 0)
				line.Add("id", "3xy", "method", "GET", "path", path, "status", 200, "bytes", 8500, "took", 98516*time.Nanosecond)
				_ = of(slow).Handle(t.Context(), line)
				written := logging.Handler{Handler: of(fast), Out: fast, Lines: format}.Request(at, "3xy", "GET", path, 200, 8500, 98516*time.Nanosecond)
				_, _ = slow.Flush(), fast.Flush()
				if plain := !strings.ContainsAny(path, ` "=\%<ö`); written != plain {
					t.Errorf("%s: written %t", path, written)
				}
				if written && strings.Join(got.writes, "") != strings.Join(want.writes, "") {
					t.Errorf("got  %swant %s", got.writes, want.writes)
				}
			}
		}
	}
}

func TestRequestLeavesAttributesToHandle(t *testing.T) {
	out := logging.NewBuffer(&sink{})
	h := logging.Handler{Handler: slog.NewTextHandler(out, nil), Out: out, Lines: logging.Text}
	if h.WithAttrs([]slog.Attr{slog.Int("n", 1)}).(logging.Handler).Request(time.Now(), "1", "GET", "/", 200, 0, 0) {
		t.Error("an attribute is left out")
	}
}
