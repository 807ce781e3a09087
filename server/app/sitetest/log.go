package sitetest

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
)

// Log is a log that tests can read while the site writes to it.
type Log struct {
	mu   sync.Mutex
	text strings.Builder // guarded by mu
}

// Write implements io.Writer.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns everything logged so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Lines returns the lines that contain all of the words.
func (l *Log) Lines(words ...string) (found []string) {
next:
	for line := range strings.Lines(l.String()) {
		for _, w := range words {
			if !strings.Contains(line, w) {
				continue next
			}
		}
		found = append(found, line)
	}
	return found
}

// Warnings returns a writer for a site's text log. If the test fails, it prints
// the warnings and errors.
func Warnings(t testing.TB) io.Writer {
	w := &warnings{out: t.Output()}
	t.Cleanup(func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.out = io.Discard // after the test, writing would panic
	})
	return w
}

type warnings struct {
	mu  sync.Mutex
	out io.Writer // guarded by mu
}

// Write implements io.Writer.
func (w *warnings) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte(" level=INFO ")) {
		return len(line), nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(line)
}
