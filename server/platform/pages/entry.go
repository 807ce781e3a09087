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

// An entry is a page ready to be sent. Times are those of Cache.now.
type entry struct {
	key      string
	status   int
	tags     []string
	life     Lifetime
	rendered time.Duration

	expires atomic.Int64 // when its fresh time ends or ended
	invalid atomic.Bool  // it ended by an invalidation
	retryAt atomic.Int64 // after a failed renewal: when the next may be tried
	stamp   atomic.Pointer[stamp]

	// Header fields as slices that are shared by all answers: assigning them
	// allocates nothing. Their capacity is their length, so an append copies.
	fields       []field
	cacheControl []string
	policy       []string // Content-Security-Policy, which a 304 needs too; nil for none
	vary         []string // nil when there is only the identity encoding

	etag     string     // what the entity tags of all encodings begin with; "" for none
	encoding sync.Mutex // held while a variant is made
	variants [encoding.Count]atomic.Pointer[variant]
	queued   atomic.Bool // waits for the dense compression
}

type field struct {
	name   string
	values []string
}

// newEntry makes a page ready to be sent. With an error the entry, if there is
// one, is the renderer's own error page.
func (c *Cache) newEntry(key string, p Page, life Lifetime, rendered time.Duration) (*entry, error) {
	if !answerable(p.Status) {
		return nil, fmt.Errorf("the renderer answered with status %d", p.Status)
	}
	if p.Header.Get("Content-Encoding") != "" {
		return nil, fmt.Errorf("the renderer answered in %q instead of identity encoding", p.Header.Get("Content-Encoding"))
	}
	e := &entry{key: key, status: p.Status, tags: p.Tags, life: life, rendered: rendered}
	for name, values := range p.Header {
		if name == "Content-Security-Policy" {
			e.policy = slices.Clip(values)
		} else if !decidedHere(name) {
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
	case p.Status == http.StatusOK && life.Fresh > 0: // a page that nobody keeps needs no validator
		sum := sha256.Sum256(p.Body)
		e.etag = `"` + base64.RawURLEncoding.EncodeToString(sum[:12])
		plain.etag = one(e.etag + `"`)
	case life.Fresh > 0 && (p.Status == http.StatusNotFound || p.Status == http.StatusGone):
		e.life = c.opt.NotFound
	case p.Status >= 400:
		e.life.Fresh = 0
	}
	e.expires.Store(int64(rendered + e.life.Fresh))
	e.cacheControl = one(cacheControl(e.life))
	return e, nil
}

// cacheControl lets a shared cache in front do as this one does and makes
// browsers revalidate each time. must-revalidate would forbid a shared cache
// what the stale directives allow (RFC 9111, 5.2.2.2), so it stands only where
// there are none.
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

// forbidStoring makes the entry one that is sent but kept nowhere.
func (e *entry) forbidStoring() {
	e.etag = ""
	e.variants[encoding.Identity].Load().etag = nil
	e.cacheControl = one("no-store")
}

func (e *entry) freshAt(now time.Duration) bool { return int64(now) < e.expires.Load() }

// servedWhileRenewed: its time ran out, but not long ago, and nobody said that
// it is wrong.
func (e *entry) servedWhileRenewed(now time.Duration) bool {
	return !e.invalid.Load() && int64(now) < e.expires.Load()+int64(e.life.Stale)
}

// servedOnError: it is better than an error.
func (e *entry) servedOnError(now time.Duration) bool {
	return int64(now) < e.expires.Load()+int64(e.life.Error) || e.servedWhileRenewed(now)
}

// heldAt: its renewal failed a moment ago and is not tried again yet.
func (e *entry) heldAt(now time.Duration) bool {
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

// cost is what the entry takes of the store's bytes.
func (e *entry) cost() int64 {
	const structs = 1024 // entry, node, map slot and header slices, about
	n := structs + len(e.key)
	for _, v := range e.policy {
		n += len(v)
	}
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

// decidedHere reports whether a header field is set by the cache or the
// connection, or must not be shared between visitors.
func decidedHere(name string) bool {
	switch name {
	case "Age", "Cache-Control", "Cache-Status", "Connection", "Content-Encoding",
		"Content-Length", "Date", "Etag", "Expires", "Keep-Alive", "Pragma", "Set-Cookie",
		"Trailer", "Transfer-Encoding", "Upgrade", "Vary":
		return true
	}
	return false
}

func one(value string) []string { return []string{value} }
