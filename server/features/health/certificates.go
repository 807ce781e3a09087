package health

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/smtp"
	"net/url"
	"time"
)

// Certificate is the certificate of a server that a setting names.
type Certificate struct {
	Name string // of the setting
	Ends time.Time
}

// dialTimeout is how long a server may take to show its certificate.
const dialTimeout = 10 * time.Second

// errPlain is the error for a server that doesn't use TLS.
var errPlain = errors.New("it doesn't use TLS")

// expiry returns when the certificate of an address ends: https, smtps, or smtp
// with STARTTLS.
func expiry(ctx context.Context, address string) (time.Time, error) {
	u, err := url.Parse(address)
	if err != nil {
		return time.Time{}, errors.New("the address can't be read") // without the cause, which may quote a password
	}
	port := map[string]string{"https": "443", "smtps": "465", "smtp": "587"}[u.Scheme]
	if port == "" {
		return time.Time{}, errPlain
	}
	if u.Port() != "" {
		port = u.Port()
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return time.Time{}, err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(dialTimeout))
	// An expired certificate is read too. Nothing is sent to the server.
	settings := &tls.Config{ServerName: u.Hostname(), InsecureSkipVerify: true}
	var state tls.ConnectionState
	if u.Scheme == "smtp" {
		if state, err = startTLS(conn, settings); err != nil {
			return time.Time{}, err
		}
	} else {
		c := tls.Client(conn, settings)
		if err := c.HandshakeContext(ctx); err != nil {
			return time.Time{}, err
		}
		state = c.ConnectionState()
	}
	return state.PeerCertificates[0].NotAfter, nil
}

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
