package pagecache

import (
	"net/http"
	"strconv"
	"time"

	"thriftwell/server/platform/encoding"
)

// A stamp is what an answer says of the page's standing in the cache.
type stamp struct {
	second       time.Duration // of its age, as a number: a hit's stamp is good for as long
	status       []string      // Cache-Status
	age          []string      // Age
	cacheControl []string      // Cache-Control
}

// hitStamp is for a fresh page; it is made once a second.
func (c *Cache) hitStamp(e *entry, now time.Duration) *stamp {
	second := (now - e.rendered) / time.Second
	if s := e.stamp.Load(); s != nil && s.second == second {
		return s
	}
	s := c.memoryStamp(e, "hit", "", now)
	e.stamp.Store(s)
	return s
}

// memoryStamp is for a page from memory. Its ttl is negative when the page is
// not fresh, and detail then says why it is served all the same.
func (c *Cache) memoryStamp(e *entry, how, detail string, now time.Duration) *stamp {
	age := (now - e.rendered) / time.Second
	ttl := (time.Duration(e.expires.Load()) - now) / time.Second
	status := c.opt.Name + "; " + how + "; ttl=" + strconv.FormatInt(int64(ttl), 10)
	if detail != "" {
		status += "; detail=" + detail
	}
	return &stamp{
		second:       age,
		status:       one(status),
		age:          one(strconv.FormatInt(int64(age), 10)),
		cacheControl: e.cacheControl,
	}
}

// sendStored answers from memory without waiting for a render.
func (c *Cache) sendStored(w http.ResponseWriter, r *http.Request, t ticket) {
	switch t.reason {
	case "":
		c.count.hits.Add(1)
	case whileRevalidating:
		c.count.stale.Add(1)
	case onError:
		c.rescue(w, r, t, "hit")
		return
	}
	c.send(w, r, t.stored, c.memoryStamp(t.stored, "hit", t.reason, t.at))
}

// sendRendered answers after the render that the request waited for: with what
// it gave, else with the stale page, else with the renderer's own error page,
// else with the fallback. The error is why the answer is one of the last two.
func (c *Cache) sendRendered(w http.ResponseWriter, r *http.Request, t ticket) error {
	f := t.flight
	if f.err == nil {
		c.count.misses.Add(1)
		c.send(w, r, f.page, c.forwardStamp(t))
		return nil
	}
	if t.stored != nil && t.stored.servedOnError(c.now()) {
		c.rescue(w, r, t, "fwd=stale")
		return nil
	}
	c.count.failed.Add(1)
	if f.page != nil {
		c.send(w, r, f.page, c.forwardStamp(t))
		return f.err
	}
	s := c.forwardStamp(t)
	w.Header()["Cache-Status"] = s.status
	w.Header()["Cache-Control"] = s.cacheControl
	c.opt.Fallback(w, r, f.err)
	return f.err
}

// rescue answers with a page that a fresh one should have replaced. It may be
// wrong, so no cache in front may take it for fresh.
func (c *Cache) rescue(w http.ResponseWriter, r *http.Request, t ticket, how string) {
	c.count.rescued.Add(1)
	s := c.memoryStamp(t.stored, how, onError, c.now())
	s.cacheControl = one("no-cache")
	c.send(w, r, t.stored, s)
}

// forwardStamp is for a page that was rendered for this request and for those
// that came with it.
func (c *Cache) forwardStamp(t ticket) *stamp {
	s := &stamp{cacheControl: one("no-store")}
	status := c.opt.Name + "; fwd=" + t.reason
	if p := t.flight.page; p != nil {
		s.cacheControl = p.cacheControl
		status += "; fwd-status=" + strconv.Itoa(p.status)
	}
	if t.flight.stored {
		status += "; stored"
	}
	if t.joined {
		status += "; collapsed"
	}
	s.status = one(status)
	return s
}

// send writes the whole answer: 304 where the client has the bytes already.
func (c *Cache) send(w http.ResponseWriter, r *http.Request, e *entry, s *stamp) {
	enc := encoding.Identity
	if e.vary != nil {
		enc = encoding.Negotiate(r.Header["Accept-Encoding"], encoding.Gzip, encoding.Zstd, encoding.Brotli)
	}
	v := c.variant(e, enc)
	h := w.Header()
	h["Cache-Control"] = s.cacheControl
	h["Cache-Status"] = s.status
	if s.age != nil {
		h["Age"] = s.age
	}
	if e.vary != nil {
		h["Vary"] = e.vary
	}
	if e.policy != nil {
		h["Content-Security-Policy"] = e.policy // a browser takes on what a 304 says
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
		_, _ = w.Write(v.body) // an error means that the client has gone
	}
}
