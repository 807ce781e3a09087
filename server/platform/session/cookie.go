package session

import (
	"net"
	"net/http"
	"net/url"
	"time"
)

// Marker is the cookie beside the session's that scripts may read: "1" while
// it may be worth asking who is signed in. It authorizes nothing.
const Marker = "signed_in"

// Cookies names and writes the site's cookies: __Host-, Secure, HttpOnly and
// SameSite=Lax. On plain http that holds only for loopback, where browsers
// refuse such names, they carry the plain one.
type Cookies struct{ plain bool }

// NewCookies makes Cookies for the site at baseURL.
func NewCookies(baseURL string) Cookies {
	u, err := url.Parse(baseURL)
	return Cookies{plain: err == nil && u.Scheme == "http" && isLoopback(u.Hostname())}
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Name is a cookie's full name.
func (c Cookies) Name(name string) string {
	if c.plain {
		return name
	}
	return "__Host-" + name
}

// Set writes a cookie that lives so long.
func (c Cookies) Set(w http.ResponseWriter, name, value string, life time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: c.Name(name), Value: value, Path: "/", MaxAge: int(life.Seconds()),
		Secure: !c.plain, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// Read gives a cookie's value, "" when it is not there.
func (c Cookies) Read(r *http.Request, name string) string {
	cookie, err := r.Cookie(c.Name(name))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// Clear takes a cookie away.
func (c Cookies) Clear(w http.ResponseWriter, name string) { c.Set(w, name, "", -time.Second) }

// sessionCookie holds the session's id.
const sessionCookie = "session"

// SetSession writes the session's cookie and the marker.
func (c Cookies) SetSession(w http.ResponseWriter, id string, life time.Duration) {
	c.Set(w, sessionCookie, id, life)
	c.mark(w, "1", life)
}

// ClearSession takes away both.
func (c Cookies) ClearSession(w http.ResponseWriter) {
	c.Clear(w, sessionCookie)
	c.mark(w, "", -time.Second)
}

// Session gives the id in the session's cookie, "" when there is none.
func (c Cookies) Session(r *http.Request) string { return c.Read(r, sessionCookie) }

func (c Cookies) mark(w http.ResponseWriter, value string, life time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: Marker, Value: value, Path: "/", MaxAge: int(life.Seconds()), Secure: !c.plain, SameSite: http.SameSiteLaxMode,
	})
}
