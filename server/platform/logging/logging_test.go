package logging_test

import (
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"thriftwell/server/platform/logging"
)

// sink records each write.
type sink struct {
	mu     sync.Mutex
	writes []string
	err    error
}

func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	s.writes = append(s.writes, string(p))
	return len(p), nil
}

func (s *sink) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.writes)
}

// open returns a log whose lines have only their message.
func open(out *sink) (*slog.Logger, *logging.Buffer) {
	buffer := logging.NewBuffer(out)
	bare := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key != slog.MessageKey {
			return slog.Attr{}
		}
		return a
	}}
	return slog.New(logging.Handler{Handler: slog.NewTextHandler(buffer, bare), Out: buffer}), buffer
}

func TestLinesAreWrittenTogetherAfterASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out sink
		log, _ := open(&out)
		log.Info("one")
		time.Sleep(900 * time.Millisecond)
		log.Info("two")
		if out.count() != 0 {
			t.Errorf("written at once: %q", out.writes)
		}
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()
		if out.count() != 1 || out.writes[0] != "msg=one\nmsg=two\n" {
			t.Errorf("after a second: %q", out.writes)
		}
		log.Info("three")
		time.Sleep(time.Second)
		synctest.Wait()
		if out.count() != 2 || out.writes[1] != "msg=three\n" {
			t.Errorf("after another second: %q", out.writes)
		}
	})
}

func TestWarningsAndErrorsFlushTheBuffer(t *testing.T) {
	for _, level := range []slog.Level{slog.LevelWarn, slog.LevelError} {
		synctest.Test(t, func(t *testing.T) {
			var out sink
			log, _ := open(&out)
			log.Info("before")
			log.With("a", 1).WithGroup("g").Log(t.Context(), level, "trouble")
			if out.count() != 1 || out.writes[0] != "msg=before\nmsg=trouble\n" {
				t.Errorf("%s: %q", level, out.writes)
			}
		})
	}
}

func TestFlushWritesTheLastLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out sink
		log, buffer := open(&out)
		log.Info("last words")
		if err := buffer.Flush(); err != nil || out.count() != 1 {
			t.Errorf("%v, %q", err, out.writes)
		}
	})
}

func TestLinesAreNotSplit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out sink
		_, buffer := open(&out)
		line := strings.Repeat("x", 999) + "\n"
		long := strings.Repeat("y", 100_000) + "\n"
		want := strings.Repeat(line, 200) + long + line
		for range 200 {
			_, _ = buffer.Write([]byte(line))
		}
		_, _ = buffer.Write([]byte(long))
		_, _ = buffer.Write([]byte(line))
		_ = buffer.Flush()
		if strings.Join(out.writes, "") != want {
			t.Error("lines are missing or out of order")
		}
		if out.count() > 10 {
			t.Errorf("%d writes of 202 lines", out.count())
		}
		for _, w := range out.writes {
			if !strings.HasSuffix(w, "\n") {
				t.Errorf("a write ends within a line: …%q", w[len(w)-20:])
			}
		}
	})
}

func TestWritingContinuesAfterAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := sink{err: errors.New("no space left on device")}
		log, buffer := open(&out)
		log.Info("lost")
		if err := buffer.Flush(); err == nil {
			t.Error("Flush hid the error")
		}
		out.err = nil
		log.Info("there is room again")
		if err := buffer.Flush(); err != nil || out.count() != 1 || out.writes[0] != "msg=\"there is room again\"\n" {
			t.Errorf("%v, %q", err, out.writes)
		}
	})
}
