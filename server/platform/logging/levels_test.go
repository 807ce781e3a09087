package logging

import (
	"bytes"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm/logger"
)

func TestLevelsAreReadTogether(t *testing.T) {
	l, err := ReadLevels("warn, database=error,jobs=debug")
	if err != nil || l.Others != slog.LevelWarn || l.of("database") != slog.LevelError || l.of("jobs") != slog.LevelDebug || l.Lowest() != slog.LevelDebug {
		t.Errorf("%v, %v", l, err)
	}
	for text, want := range map[string]string{"loud": `"loud" isn't debug`, "info,database=loud": `"loud" isn't debug`, "info,penguins=warn": "the parts are requests, ", "": `"" isn't debug`} {
		if _, err := ReadLevels(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestEachPartHasItsLevel(t *testing.T) {
	var out bytes.Buffer
	logged := func(levels string, log func(*slog.Logger)) string {
		t.Helper()
		l, err := ReadLevels(levels)
		if err != nil {
			t.Fatal(err)
		}
		out.Reset()
		buffer := NewBuffer(&out)
		log(slog.New(l.Filter(Handler{Handler: slog.NewTextHandler(buffer, &slog.HandlerOptions{Level: l.Lowest()}), Out: buffer, Lines: Text})))
		_ = buffer.Flush()
		return out.String()
	}
	slow := func(log *slog.Logger) { // as if GORM wrote it
		_ = log.Handler().Handle(t.Context(), slog.NewRecord(time.Now(), slog.LevelWarn, "slow", reflect.ValueOf(logger.NewSlogLogger).Pointer()+1))
	}
	other := func(log *slog.Logger) { log.Info("other") }
	request := func(log *slog.Logger) {
		fast := log.Handler().(interface {
			Request(end time.Time, id, method, path string, status, bytes int, took time.Duration) bool
		})
		if !fast.Request(time.Now(), "1", "GET", "/", 200, 1, time.Second) {
			t.Error("not written fast")
		}
	}
	for _, c := range []struct {
		levels string
		log    func(*slog.Logger)
		is     bool
	}{
		{"info", slow, true}, {"info,database=error", slow, false}, {"error,database=warn", slow, true},
		{"info,database=error", other, true}, {"warn,database=debug", other, false},
		{"info", request, true}, {"info,requests=warn", request, false}, {"warn,requests=info", request, true},
	} {
		if got := logged(c.levels, c.log); (got != "") != c.is {
			t.Errorf("%s: %q", c.levels, got)
		}
	}
}
