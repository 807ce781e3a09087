package pages

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"thriftwell/server/platform/encoding"
)

// An entry is a page ready to be sent. Its times are from Cache.now.
type entry struct {
	key      string
	status   int
	tags     []string
	life     Lifetime
	rendered time.Duration

	expires atomic.Int64 // when its fresh time ends
	invalid atomic.Bool  // it was invalidated
	retryAt atomic.Int64 // after a failed renewal, the time of the next attempt
	stamp   atomic.Pointer[stamp]

	// Header fields as slices shared by all answers: assigning them allocates nothing. Their capacity equals
	// their length, so append copies.
	fields       []field
	cacheControl []string
	vary         []string // nil if the only encoding is identity

	etag     string     // prefix of the entity tags of all encodings; "" for none
	encoding sync.Mutex // held while a variant is made
	variants [encoding.Count]atomic.Pointer[variant]
	queued   atomic.Bool // for dense compression
}

type field struct {
	name   string
	values []string
}

// newEntry makes a page ready to be sent. If it also returns an error, the
// entry, if not nil, is the renderer's error page.
func (c *Cache) newEntry(key string, p Page, life Lifetime, rendered time.Duration) (*entry, error) {
	if !answerable(p.Status) {
		return nil, fmt.Errorf("the renderer answered with status %d", p.Status)
	}
	if p.Header.Get("Content-Encoding") != "" {
		return nil, fmt.Errorf("the renderer answered in %q instead of identity encoding", p.Header.Get("Content-Encoding"))
	}
	e := &entry{key: key, status: p.Status, tags: p.Tags, life: life, rendered: rendered}
	for name, values := range p.Header {
		if !dropsField(name) {
			e.fields = append(e.fields, field{name, slices.Clip(values)})
		}
	}
	if len(p.Tags) > 0 {
		for name, separator := range c.opt.TagHeaders {
			e.fields = append(e.fields, field{name, one(strings.Join(p.Tags, separator))})
		}
	}
	plain := &variant{body: p.Body, length: one(strconv.Itoa(len(p.Body)))}
	e.variants[encoding.Identity].Store(plain)
	if compressible(p.Header.Get("Content-Type")) {
		e.vary = one("Accept-Encoding")
	}
	if p.Status >= 500 || p.Failure != "" {
		e.forbidStoring()
		return e, fmt.Errorf("an error page with status %d: %s", p.Status, p.Failure)
	}
	switch {
	case p.Status == http.StatusOK && life.Fresh > 0: // uncached pages need no validator
		sum := sha256.Sum256(p.Body)
		e.etag = `"` + base64.RawURLEncoding.EncodeToString(sum[:12])
		plain.etag = one(e.etag + `"`)
	case life.Fresh > 0 && (p.Status == http.StatusNotFound || p.Status == http.StatusGone):
		e.life = Lifetime{Name: "not found", Fresh: 10 * time.Second}
	case p.Status >= 400:
		e.life.Fresh = 0
	}
	e.expires.Store(int64(rendered + e.life.Fresh))
	e.cacheControl = one(cacheControl(e.life))
	return e, nil
}

// cacheControl makes shared caches in front behave like this one and browsers
// always revalidate. It omits must-revalidate if there are stale directives,
// because it would override them in a shared cache (RFC 9111, 5.2.2.2).
func cacheControl(l Lifetime) string {
	if l.Fresh <= 0 {
		return "no-store"
	}
	var b strings.Builder
	directive := func(name string, d time.Duration) {
		if d > 0 {
			fmt.Fprintf(&b, ", %s=%d", name, int64(d.Seconds()))
		}
	}
	b.WriteString("public, max-age=0")
	if l.Stale <= 0 && l.Error <= 0 {
		b.WriteString(", must-revalidate")
	}
	directive("s-maxage", l.Fresh)
	directive("stale-while-revalidate", l.Stale)
	directive("stale-if-error", l.Error)
	return b.String()
}

// forbidStoring makes an entry that is sent but not cached anywhere.
func (e *entry) forbidStoring() {
	e.etag = ""
	e.variants[encoding.Identity].Load().etag = nil
	e.cacheControl = one("no-store")
}

func (e *entry) freshAt(now time.Duration) bool { return int64(now) < e.expires.Load() }

// servedWhileRenewed reports whether the entry may be served while it is
// renewed: it expired recently and was not invalidated.
func (e *entry) servedWhileRenewed(now time.Duration) bool {
	return !e.invalid.Load() && int64(now) < e.expires.Load()+int64(e.life.Stale)
}

// servedOnError reports whether the entry may be served instead of an error.
func (e *entry) servedOnError(now time.Duration) bool {
	return int64(now) < e.expires.Load()+int64(e.life.Error) || e.servedWhileRenewed(now)
}

// inRetryPause reports whether a renewal failed a moment ago and is not to be
// retried yet.
func (e *entry) inRetryPause(now time.Duration) bool {
	return int64(now) < e.retryAt.Load() && e.servedOnError(now)
}

func (e *entry) hold(now time.Duration) { e.retryAt.Store(int64(now + retryAfter)) }

func (e *entry) expire(now time.Duration) {
	e.expires.Store(min(e.expires.Load(), int64(now)))
}

func (e *entry) invalidate(now time.Duration) {
	e.expire(now)
	e.invalid.Store(true)
	e.retryAt.Store(0)
}

// cost returns how many of the store's bytes the entry takes.
func (e *entry) cost() int64 {
	const structs = 1024 // about the size of entry, node, map slot and header slices
	n := structs + len(e.key)
	for _, f := range e.fields {
		for _, v := range f.values {
			n += len(f.name) + len(v)
		}
	}
	for _, t := range e.tags {
		n += len(t)
	}
	plain := e.variants[encoding.Identity].Load()
	n += len(plain.body)
	for enc := encoding.Identity + 1; enc < encoding.Count; enc++ {
		if v := e.variants[enc].Load(); v != nil && v != plain {
			n += len(v.body)
		}
	}
	return int64(n)
}

// answerable reports whether a status comes with a page.
func answerable(status int) bool {
	switch status {
	case http.StatusOK, http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return 400 <= status && status <= 599
}

// dropsField reports whether a header field is set by the cache or the
// connection, or must not be shared between visitors.
func dropsField(name string) bool {
	switch name {
	case "Age", "Cache-Control", "Cache-Status", "Connection", "Content-Encoding",
		"Content-Length", "Date", "Etag", "Expires", "Keep-Alive", "Pragma", "Set-Cookie",
		"Trailer", "Transfer-Encoding", "Upgrade", "Vary":
		return true
	}
	return false
}

func one(value string) []string { return []string{value} }
