package session

import (
	"net/http"
	"net/url"
	"time"

	"thriftwell/server/platform/weburl"
)

// Marker is a cookie that scripts may read: "1" while a user may be signed in.
// It authorizes nothing.
const Marker = "signed_in"

// Cookies names and writes the site's cookies: __Host-, Secure, HttpOnly and
// SameSite=Lax. On plain http, which is for loopback only, the prefix is left
// out because browsers reject it there.
type Cookies struct{ plain bool }

// NewCookies returns the Cookies of the site at baseURL.
func NewCookies(baseURL string) Cookies {
	u, err := url.Parse(baseURL)
	return Cookies{plain: err == nil && u.Scheme == "http" && weburl.IsLoopback(u.Hostname())}
}

// Name returns a cookie's full name.
func (c Cookies) Name(name string) string {
	if c.plain {
		return name
	}
	return "__Host-" + name
}

// Set sets a cookie with a lifetime.
func (c Cookies) Set(w http.ResponseWriter, name, value string, life time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: c.Name(name), Value: value, Path: "/", MaxAge: int(life.Seconds()),
		Secure: !c.plain, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// Read returns a cookie's value, or "".
func (c Cookies) Read(r *http.Request, name string) string {
	cookie, err := r.Cookie(c.Name(name))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// Clear deletes a cookie.
func (c Cookies) Clear(w http.ResponseWriter, name string) { c.Set(w, name, "", -time.Second) }

// sessionCookie holds the session's id.
const sessionCookie = "session"

// SetSession sets the session's cookie and the marker.
func (c Cookies) SetSession(w http.ResponseWriter, id string, life time.Duration) {
	c.Set(w, sessionCookie, id, life)
	c.mark(w, "1", life)
}

// ClearSession deletes the session's cookie and the marker.
func (c Cookies) ClearSession(w http.ResponseWriter) {
	c.Clear(w, sessionCookie)
	c.mark(w, "", -time.Second)
}

// Session returns the id in the session's cookie, or "".
func (c Cookies) Session(r *http.Request) string { return c.Read(r, sessionCookie) }

func (c Cookies) mark(w http.ResponseWriter, value string, life time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: Marker, Value: value, Path: "/", MaxAge: int(life.Seconds()), Secure: !c.plain, SameSite: http.SameSiteLaxMode,
	})
}
