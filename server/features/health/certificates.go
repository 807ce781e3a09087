package health

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/smtp"
	"net/url"
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/weburl"
)

// Certificate is the certificate of a server that a setting names.
type Certificate struct {
	Name string // of the setting
	Ends time.Time
	// Wrong is why clients reject it apart from its end, such as "isn't trusted", and
	// Mend how to fix that. They are empty if nothing is wrong.
	Wrong, Mend string
}

// dialTimeout is how long a server may take to show its certificate.
const dialTimeout = 10 * time.Second

// errPlain is the error for a server that doesn't use TLS.
var errPlain = errors.New("it doesn't use TLS")

// inspect returns the certificate of an address: https, smtps, or smtp with
// STARTTLS.
func inspect(ctx context.Context, address string) (c Certificate, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return c, errors.New("the address can't be read") // without the cause, which may quote a password
	}
	port := map[string]string{"https": "443", "smtps": "465", "smtp": "587"}[u.Scheme]
	if port == "" {
		return c, errPlain
	}
	if u.Port() != "" {
		port = u.Port()
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return c, err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(dialTimeout))
	// A certificate that is rejected is read too. Nothing is sent to the server.
	settings := &tls.Config{ServerName: u.Hostname(), InsecureSkipVerify: true}
	var state tls.ConnectionState
	if u.Scheme == "smtp" {
		if state, err = startTLS(conn, settings); err != nil {
			return c, err
		}
	} else {
		secure := tls.Client(conn, settings)
		if err := secure.HandshakeContext(ctx); err != nil {
			return c, err
		}
		state = secure.ConnectionState()
	}
	c.Ends = state.PeerCertificates[0].NotAfter
	if !weburl.IsLoopback(u.Hostname()) { // a server on this machine needs no trust
		c.Wrong, c.Mend = reject(state.PeerCertificates, u.Hostname(), nil)
	}
	return c, nil
}

// reject returns why clients reject a certificate for a host, and how to fix it,
// apart from its end. The authorities are those of the system if roots is nil.
func reject(chain []*x509.Certificate, host string, roots *x509.CertPool) (wrong, mend string) {
	own, between := chain[0], x509.NewCertPool()
	for _, c := range chain[1:] {
		between.AddCert(c)
	}
	if now := time.Now(); now.Before(own.NotBefore) {
		return "isn't valid yet", fmt.Sprintf("It's valid from %s on. Check the clocks of that server and of this machine.", day(own.NotBefore))
	} else if now.After(own.NotAfter) {
		return "", "" // which is said elsewhere
	}
	if own.VerifyHostname(host) != nil {
		names := slices.Clone(own.DNSNames)
		for _, ip := range own.IPAddresses {
			names = append(names, ip.String())
		}
		return "is for another host name", fmt.Sprintf("It's for %s, not for %s. Get one for that name, or correct the setting.", cmp.Or(strings.Join(names, ", "), "no name"), host)
	}
	_, err := own.Verify(x509.VerifyOptions{Roots: roots, Intermediates: between})
	switch {
	case err == nil:
		return "", ""
	case own.CheckSignatureFrom(own) == nil, bytes.Equal(own.RawIssuer, own.RawSubject):
		mend = "It's self-signed. Get one from a certificate authority; Caddy does so by itself."
	case len(chain) == 1:
		mend = fmt.Sprintf("The server sends only its own certificate, issued by %s, and not the ones between that and an authority this machine knows. Give the server the full chain (a file often called fullchain.pem).", issuer(own))
	default:
		mend = fmt.Sprintf("It leads to %s, which isn't an authority this machine knows. Get one from a public authority, or add this one to the machine's certificates.", issuer(chain[len(chain)-1]))
	}
	return "isn't trusted", mend
}

func issuer(c *x509.Certificate) string { return cmp.Or(c.Issuer.CommonName, c.Issuer.String()) }

func startTLS(conn net.Conn, settings *tls.Config) (state tls.ConnectionState, err error) {
	c, err := smtp.NewClient(conn, settings.ServerName)
	if err != nil {
		return state, err
	}
	defer c.Close()
	if offered, _ := c.Extension("STARTTLS"); !offered {
		return state, errPlain
	}
	if err := c.StartTLS(settings); err != nil {
		return state, err
	}
	state, _ = c.TLSConnectionState()
	return state, nil
}
