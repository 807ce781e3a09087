package logging

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// requests is the part of the lines of answered requests, which name no caller.
const requests = "requests"

// campaigns is how the names of methods in the package campaigns start.
const campaigns = "thriftwell/server/features/campaigns."

// part is a part of the program whose lines can have a level of their own.
type part struct {
	name    string
	callers []string // how the names of its functions start
}

// parts lists the parts; the first that fits a line counts.
func parts() []part {
	return []part{
		{requests, []string{"thriftwell/server/platform/httpx"}},
		{"backups", []string{"thriftwell/db/backup", "thriftwell/db/moment"}},
		{"database", []string{"thriftwell/db", "gorm.io/"}},
		{"jobs", []string{"github.com/riverqueue/", "thriftwell/server/platform/queue", "thriftwell/server/app.repeat", "thriftwell/server/app.runJobs"}},
		{"pages", []string{"thriftwell/server/platform/pages", "thriftwell/server/platform/renderer", "thriftwell/server/platform/catalog", "thriftwell/server/platform/notify"}},
		{"email", []string{"thriftwell/server/platform/mail", campaigns + "(*EmailSender)", campaigns + "(*emailRun)", campaigns + "(*Series)", campaigns + "(*HTTP)", "thriftwell/server/features/webhooks"}},
		{"texts", []string{campaigns + "(*TextSender)"}},
		{"tracking", []string{"thriftwell/server/platform/tracking"}},
	}
}

// PartNames returns the names of the parts.
func PartNames() (names []string) {
	for _, p := range parts() {
		names = append(names, p.name)
	}
	return names
}

// Levels are the least serious levels that are logged.
type Levels struct {
	Others slog.Level
	Parts  map[string]slog.Level
}

// ReadLevels reads levels such as info,database=warn,jobs=debug. Without one for
// others, it is info.
func ReadLevels(text string) (Levels, error) {
	l := Levels{Parts: map[string]slog.Level{}}
	for _, one := range strings.Split(text, ",") {
		name, value, isPart := strings.Cut(strings.TrimSpace(one), "=")
		if !isPart {
			value = name
		}
		levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}
		level, known := levels[value]
		switch {
		case !known:
			return l, fmt.Errorf("%q isn't debug, info, warn or error", value)
		case !isPart:
			l.Others = level
		case !slices.Contains(PartNames(), name):
			return l, fmt.Errorf("there's no part %q; the parts are %s", name, strings.Join(PartNames(), ", "))
		default:
			l.Parts[name] = level
		}
	}
	return l, nil
}

// Lowest returns the lowest of the levels.
func (l Levels) Lowest() slog.Level {
	return slices.Min(append(slices.Collect(maps.Values(l.Parts)), l.Others))
}

func (l Levels) of(part string) slog.Level {
	if level, set := l.Parts[part]; set {
		return level
	}
	return l.Others
}

// Filter returns a handler that passes on the records that the levels let through.
func (l Levels) Filter(h slog.Handler) slog.Handler {
	if len(l.Parts) == 0 {
		return h
	}
	return filter{h, l, new(sync.Map)}
}

// filter is a handler that knows the level of each part.
type filter struct {
	slog.Handler
	levels Levels
	known  *sync.Map // from the program counter of a caller to its level
}

// Enabled implements slog.Handler. It doesn't know the part yet.
func (f filter) Enabled(_ context.Context, level slog.Level) bool { return level >= f.levels.Lowest() }

// Handle implements slog.Handler.
func (f filter) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < f.level(r.PC) {
		return nil
	}
	return f.Handler.Handle(ctx, r)
}

// level returns the level for lines of a caller.
func (f filter) level(caller uintptr) slog.Level {
	if caller == 0 {
		return f.levels.of(requests)
	}
	if known, is := f.known.Load(caller); is {
		return known.(slog.Level)
	}
	frame, _ := runtime.CallersFrames([]uintptr{caller}).Next()
	level := f.levels.Others
	for _, p := range parts() {
		if slices.ContainsFunc(p.callers, func(start string) bool { return strings.HasPrefix(frame.Function, start) }) {
			level = f.levels.of(p.name)
			break
		}
	}
	f.known.Store(caller, level)
	return level
}

// Request is Handler.Request.
func (f filter) Request(end time.Time, id, method, path string, status, bytes int, took time.Duration) bool {
	if f.levels.of(requests) > slog.LevelInfo {
		return true
	}
	h, is := f.Handler.(Handler)
	return is && h.Request(end, id, method, path, status, bytes, took)
}

// WithAttrs implements slog.Handler.
func (f filter) WithAttrs(attrs []slog.Attr) slog.Handler {
	return filter{f.Handler.WithAttrs(attrs), f.levels, f.known}
}

// WithGroup implements slog.Handler.
func (f filter) WithGroup(name string) slog.Handler {
	return filter{f.Handler.WithGroup(name), f.levels, f.known}
}
