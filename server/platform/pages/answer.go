package pages

import (
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
	"time"

	"thriftwell/server/platform/encoding"
)

// A stamp holds the header fields that depend on a page's state in the cache.
type stamp struct {
	second       time.Duration // the age in seconds for which a hit's stamp is valid
	status       []string      // Cache-Status
	age          []string      // Age
	cacheControl []string      // Cache-Control
}

// hitStamp returns the stamp of a fresh page. It is made once a second.
func (c *Cache) hitStamp(e *entry, now time.Duration) *stamp {
	second := (now - e.rendered) / time.Second
	if s := e.stamp.Load(); s != nil && s.second == second {
		return s
	}
	s := c.memoryStamp(e, "hit", "", now)
	e.stamp.Store(s)
	return s
}

// memoryStamp returns the stamp of a page from memory. If the page isn't fresh,
// its ttl is negative and detail says why it is served.
func (c *Cache) memoryStamp(e *entry, how, detail string, now time.Duration) *stamp {
	age := (now - e.rendered) / time.Second
	ttl := (time.Duration(e.expires.Load()) - now) / time.Second
	status := "thriftwell; " + how + "; ttl=" + strconv.FormatInt(int64(ttl), 10)
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
func (c *Cache) sendStored(w http.ResponseWriter, r *http.Request, d decision) {
	switch d.reason {
	case "":
		c.count.hits.Add(1)
	case whileRevalidating:
		c.count.stale.Add(1)
	case onError:
		c.sendInsteadOfError(w, r, d, "hit")
		return
	}
	c.send(w, r, d.stored, c.memoryStamp(d.stored, "hit", d.reason, d.at))
}

// sendFilled answers after the fill that the request waited for: with its page,
// else the stale page, else the source's error page. The error is why only an
// error page, or nothing, could be sent.
func (c *Cache) sendFilled(w http.ResponseWriter, r *http.Request, d decision) (sent bool, err error) {
	m := d.fill
	if m.err == nil {
		c.count.misses.Add(1)
		c.send(w, r, m.page, c.forwardStamp(d))
		return true, nil
	}
	if d.stored != nil && d.stored.servedOnError(c.now()) {
		c.sendInsteadOfError(w, r, d, "fwd=stale")
		return true, nil
	}
	c.count.failed.Add(1)
	s := c.forwardStamp(d)
	if m.page != nil {
		c.send(w, r, m.page, s)
		return true, m.err
	}
	w.Header()["Cache-Status"] = s.status
	w.Header()["Cache-Control"] = s.cacheControl
	return false, m.err
}

// sendInsteadOfError sends a stored page because no fresh one could be made.
// The page may be wrong, so caches in front must not treat it as fresh.
func (c *Cache) sendInsteadOfError(w http.ResponseWriter, r *http.Request, d decision, how string) {
	c.count.rescued.Add(1)
	s := c.memoryStamp(d.stored, how, onError, c.now())
	s.cacheControl = one("no-cache")
	c.send(w, r, d.stored, s)
}

// forwardStamp returns the stamp of an answer made for this request and those
// that joined it.
func (c *Cache) forwardStamp(d decision) *stamp {
	s := &stamp{cacheControl: one("no-store")}
	status := "thriftwell; fwd=" + d.reason
	if p := d.fill.page; p != nil {
		s.cacheControl = p.cacheControl
		status += "; fwd-status=" + strconv.Itoa(p.status)
	}
	if d.fill.stored {
		status += "; stored"
	}
	if d.joined {
		status += "; collapsed"
	}
	s.status = one(status)
	return s
}

// send writes the answer, or a 304 if the client has these bytes.
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
		_, _ = w.Write(v.body) // fails only if the client has left
	}
}

// match returns the entity tag of this variant that If-None-Match contains, or
// nil. The comparison is weak, and "*" matches anything (RFC 9110, 13.1.2).
func (v *variant) match(header []string) []string {
	for _, line := range header {
		if textproto.TrimString(line) == "*" {
			return v.etag
		}
		for {
			line = strings.TrimLeft(line, " \t,")
			line = strings.TrimPrefix(line, "W/")
			if !strings.HasPrefix(line, `"`) {
				break // the end, or not an entity tag
			}
			end := strings.IndexByte(line[1:], '"')
			if end < 0 {
				break
			}
			var tag string
			tag, line = line[:end+2], line[end+2:]
			switch {
			case tag == v.etag[0]:
				return v.etag
			case v.otherETag != nil && tag == v.otherETag[0]:
				return v.otherETag
			}
		}
	}
	return nil
}
