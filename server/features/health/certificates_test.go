package health

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"log/slog"
	"math/big"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestACertificateOfAServerThatIsAwayIsRemembered(t *testing.T) {
	server := httptest.NewTLSServer(nil)
	w := &Watch{Servers: map[string]string{baseURL: server.URL}, Log: slog.New(slog.DiscardHandler)}
	w.CheckCertificates(t.Context())
	server.Close()
	w.CheckCertificates(t.Context())
	if len(w.certificates) != 1 || w.uncertain == "" {
		t.Errorf("%v, %q", w.certificates, w.uncertain)
	}
}

// authority issues certificates.
type authority struct {
	own *x509.Certificate
	key *ecdsa.PrivateKey
}

// issue returns a certificate for a host, valid from a time on, and its key; a nil
// authority makes one that signs itself.
func (a *authority) issue(t *testing.T, name string, isAuthority bool, from time.Time) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: from, NotAfter: from.Add(48 * time.Hour),
		IsCA: isAuthority, BasicConstraintsValid: true,
	}
	if !isAuthority {
		template.DNSNames = []string{name}
	}
	if a == nil {
		a = &authority{template, key}
	}
	text, err := x509.CreateCertificate(rand.Reader, template, a.own, key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	made, err := x509.ParseCertificate(text)
	if err != nil {
		t.Fatal(err)
	}
	return &authority{made, key}
}

func TestARejectedCertificateSaysWhy(t *testing.T) {
	now := time.Now().Add(-time.Hour)
	var nobody *authority
	root := nobody.issue(t, "Root", true, now)
	between := root.issue(t, "Between", true, now)
	site := between.issue(t, "www.site.example", false, now)
	unknown := nobody.issue(t, "Unknown", true, now)
	chain := func(all ...*authority) (c []*x509.Certificate) {
		for _, a := range all {
			c = append(c, a.own)
		}
		return c
	}
	known := x509.NewCertPool()
	known.AddCert(root.own)
	for _, c := range []struct {
		chain             []*x509.Certificate
		host, wrong, mend string
	}{
		{chain(site, between), "www.site.example", "", ""},
		{chain(site, between), "site.example", "is for another host name", "for www.site.example, not for site.example"},
		{chain(site), "www.site.example", "isn't trusted", "the full chain"},
		{chain(nobody.issue(t, "www.site.example", false, now)), "www.site.example", "isn't trusted", "self-signed"},
		{chain(unknown.issue(t, "www.site.example", false, now), unknown), "www.site.example", "isn't trusted", "It leads to Unknown"},
		{chain(between.issue(t, "www.site.example", false, now.Add(72*time.Hour)), between), "www.site.example", "isn't valid yet", "clocks"},
		{chain(between.issue(t, "www.site.example", false, now.Add(-72*time.Hour)), between), "www.site.example", "", ""}, // it expired
	} {
		if wrong, mend := reject(c.chain, c.host, known); wrong != c.wrong || !strings.Contains(mend, c.mend) {
			t.Errorf("%s: %q, %q; not %q, %q", c.host, wrong, mend, c.wrong, c.mend)
		}
	}
}
