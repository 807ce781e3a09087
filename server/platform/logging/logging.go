// Package logging buffers the program's log. A busy site answers far more
// requests a second than it could write lines with one system call each.
package logging

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// Limits of a Buffer: the delay of a line, and the size in bytes.
const (
	maxDelay = time.Second
	maxBytes = 64 << 10
)

// Buffer collects lines and writes many at once: when the next one doesn't fit,
// a second after the first, and on Flush. It is safe for concurrent use.
type Buffer struct {
	mu      sync.Mutex
	out     io.Writer
	pending []byte
	timer   *time.Timer // runs while something is pending
}

// NewBuffer returns a Buffer that writes to out. Flush it before the program
// ends.
func NewBuffer(out io.Writer) *Buffer {
	return &Buffer{out: out, pending: make([]byte, 0, maxBytes)}
}

// Write buffers lines, which are never split. Its error may be about earlier
// lines. Lines that can't be written are lost; later ones are still tried.
func (b *Buffer) Write(lines []byte) (n int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.pending)+len(lines) > maxBytes {
		err = b.flush()
	}
	if len(lines) > maxBytes {
		n, write := b.out.Write(slices.Clone(lines)) // a copy, so that the caller's slice can stay on the stack
		return n, errors.Join(err, write)
	}
	if len(b.pending) == 0 {
		b.timer = time.AfterFunc(maxDelay, func() { _ = b.Flush() })
	}
	b.pending = append(b.pending, lines...)
	return len(lines), err
}

// Flush writes what is pending.
func (b *Buffer) Flush() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.flush()
}

func (b *Buffer) flush() error {
	if len(b.pending) == 0 {
		return nil
	}
	b.timer.Stop()
	_, err := b.out.Write(b.pending)
	b.pending = b.pending[:0]
	return err
}

// Handler formats records with a slog handler into Out, and flushes after each
// warning and error, because the program may end then.
type Handler struct {
	slog.Handler
	Out   *Buffer
	Lines Format // of the slog handler
}

// Format is a log format that Request can write.
type Format int

// Formats of slog's handlers. JSON has durations with units.
const (
	Other Format = iota
	Text
	JSON
)

// Handle implements slog.Handler.
func (h Handler) Handle(ctx context.Context, r slog.Record) error {
	err := h.Handler.Handle(ctx, r)
	if r.Level >= slog.LevelWarn {
		err = errors.Join(err, h.Out.Flush())
	}
	return err
}

// WithAttrs implements slog.Handler.
func (h Handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return Handler{Handler: h.Handler.WithAttrs(attrs), Out: h.Out}
}

// WithGroup implements slog.Handler.
func (h Handler) WithGroup(name string) slog.Handler {
	return Handler{Handler: h.Handler.WithGroup(name), Out: h.Out}
}
