package weburl

import (
	"net"
	"net/http"
	"net/url"
	"strings"
)

// IsLocal reports whether a request was made on this machine and for it: from
// loopback, to a local host, and not through a proxy, as far as that can be
// detected. A proxy that adds no headers, such as nginx by default, often uses
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
