package lane

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// keepFor is how long an answer is given to others. Its date is exact to a second.
const keepFor = time.Second

// Refusals keeps the last refusal of each kind for a second, to be given to others.
// The zero value is ready to use. It is safe for concurrent use.
type Refusals struct {
	until atomic.Int64 // when the last one has to go, in Unix nanoseconds

	mu   sync.RWMutex // guards kept
	kept map[string]refusal
}

// refusal is an answer as it goes over the connection, and until when it may.
type refusal struct {
	until  time.Time
	answer []byte
}

// Keep keeps an answer of 503 with this header and body for its kind.
func (r *Refusals) Keep(kind string, header http.Header, body string) {
	now := time.Now()
	answer := http.Response{
		StatusCode: http.StatusServiceUnavailable, ProtoMajor: 1, ProtoMinor: 1,
		Header: header.Clone(), Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)),
	}
	answer.Header.Set("Date", now.UTC().Format(http.TimeFormat))
	var whole bytes.Buffer
	if answer.Write(&whole) != nil {
		return
	}
	until := now.Add(keepFor)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept == nil {
		r.kept = map[string]refusal{}
	}
	r.kept[kind] = refusal{until, whole.Bytes()}
	r.until.Store(until.UnixNano())
}

// Any reports whether there are any, which costs next to nothing.
func (r *Refusals) Any() bool { return time.Now().UnixNano() < r.until.Load() }

// Of returns the answer of a kind, or nil. It must not be modified.
func (r *Refusals) Of(kind string) []byte {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if kept := r.kept[kind]; time.Now().Before(kept.until) {
		return kept.answer
	}
	return nil
}
