package weburl

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

const (
	maxRedirects = 5        // redirects that a Client follows
	maxHeader    = 64 << 10 // bytes of an answer's header
)

// ErrNotPublic is returned for an address inside the operator's network.
var ErrNotPublic = errors.New("not a public address")

// IsPublic reports whether an address is public: not private, local or reserved
// (RFC 6890).
func IsPublic(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !isReserved(ip)
}

// NewClient returns a client for untrusted addresses. It connects only to
// public hosts, whatever name or redirect leads there, and follows redirects
// only to https.
func NewClient(timeout time.Duration) *http.Client {
	dialer := &net.Dialer{Timeout: timeout, Control: refuseInside}
	return &http.Client{
		Timeout:       timeout,
		Transport:     &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true, TLSHandshakeTimeout: timeout, MaxResponseHeaderBytes: maxHeader},
		CheckRedirect: staySecure,
	}
}

func refuseInside(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if !IsPublic(to.Addr()) {
		return fmt.Errorf("%s is %w", to.Addr(), ErrNotPublic)
	}
	return nil
}

func staySecure(to *http.Request, via []*http.Request) error {
	if to.URL.Scheme != "https" {
		return fmt.Errorf("a redirect leads to %s, not https", to.URL.Scheme)
	}
	if len(via) >= maxRedirects {
		return errors.New("too many redirects")
	}
	return nil
}
