package pagecache

import (
	"net/http"
	"strconv"
	"time"
)

// sendStored answers from memory with a page whose time ran out.
func (c *Cache) sendStored(w http.ResponseWriter, r *http.Request, t ticket) {
	switch {
	case t.reason == "":
		c.count.hits.Add(1)
	case t.reason == "stale-if-error":
		c.count.rescued.Add(1)
	default:
		c.count.stale.Add(1)
	}
	c.send(w, r, t.stored, c.staleStatus("hit", t.stored, t.reason), t.stored.ageAt(t.at))
}

// sendRendered answers after the render that the request waited for: with what
// it gave, else with the stale page, else with the renderer's own error page,
// else with the fallback.
func (c *Cache) sendRendered(w http.ResponseWriter, r *http.Request, t ticket) {
	f := t.flight
	if f.err == nil {
		c.count.misses.Add(1)
		c.send(w, r, f.page, c.forwardStatus(t), nil)
		return
	}
	now := c.now()
	if e := t.stored; e != nil && e.servedOnError(now) {
		c.count.rescued.Add(1)
		c.send(w, r, e, c.staleStatus("fwd=stale", e, "stale-if-error"), e.ageAt(now))
		return
	}
	c.count.failed.Add(1)
	if f.page != nil {
		c.send(w, r, f.page, c.forwardStatus(t), nil)
		return
	}
	h := w.Header()
	h["Cache-Status"] = c.forwardStatus(t)
	h["Cache-Control"] = one("no-store")
	c.opt.Fallback(w, r, f.err)
}

// send writes the whole answer: 304 where the client has the bytes already.
func (c *Cache) send(w http.ResponseWriter, r *http.Request, e *entry, status, age []string) {
	enc := identity
	if e.vary != nil {
		enc = negotiate(r.Header["Accept-Encoding"])
	}
	v := c.variant(e, enc)
	h := w.Header()
	h["Cache-Control"] = e.cacheControl
	h["Cache-Status"] = status
	if age != nil {
		h["Age"] = age
	}
	if e.vary != nil {
		h["Vary"] = e.vary
	}
	if v.etag != nil {
		h["Etag"] = v.etag
		if known := r.Header["If-None-Match"]; len(known) > 0 {
			if tag := v.match(known); tag != nil {
				h["Etag"] = tag
				w.WriteHeader(http.StatusNotModified)
				return
			}
		}
	}
	for i := range e.fields {
		h[e.fields[i].name] = e.fields[i].values
	}
	if v.encoding != nil {
		h["Content-Encoding"] = v.encoding
	}
	h["Content-Length"] = v.length
	w.WriteHeader(e.status)
	if r.Method != http.MethodHead {
		w.Write(v.body) // an error means that the client has gone
	}
}

// staleStatus is the Cache-Status of a page from memory that is not fresh; its
// ttl is negative.
func (c *Cache) staleStatus(how string, e *entry, detail string) []string {
	ttl := (time.Duration(e.expires.Load()) - c.now()) / time.Second
	s := c.opt.Name + "; " + how + "; ttl=" + strconv.FormatInt(int64(ttl), 10)
	if detail != "" {
		s += "; detail=" + detail
	}
	return one(s)
}

// forwardStatus is the Cache-Status of a page that was rendered for this
// request and for those that came with it.
func (c *Cache) forwardStatus(t ticket) []string {
	s := c.opt.Name + "; fwd=" + t.reason
	if t.flight.page != nil {
		s += "; fwd-status=" + strconv.Itoa(t.flight.page.status)
	}
	if t.flight.stored {
		s += "; stored"
	}
	if t.joined {
		s += "; collapsed"
	}
	return one(s)
}
