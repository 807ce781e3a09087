package weburl

import (
	"net"
	"net/http"
	"net/url"
	"strings"
)

// IsLocal reports whether a request was made on this machine and for it: from
// loopback, for a local host, and not through a proxy, as far as that can be
// recognized. One that adds no headers, as nginx without settings, often speaks
// HTTP/1.0.
func IsLocal(r *http.Request) bool {
	for name := range r.Header {
		if name == "Forwarded" || name == "Via" || name == "X-Real-Ip" || strings.HasPrefix(name, "X-Forwarded-") {
			return false
		}
	}
	if !r.ProtoAtLeast(1, 1) {
		return false
	}
	peer, _, err := net.SplitHostPort(r.RemoteAddr)
	host := url.URL{Host: r.Host}
	return err == nil && IsLoopback(peer) && IsLoopback(host.Hostname())
}
