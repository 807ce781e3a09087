// Package dkim has the keys that sign email for a domain (RFC 6376), in the
// formats of the settings and of DNS.
package dkim

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// bits is the size of a new key: verified by all receivers, and accepted as a
// record by all DNS servers.
const bits = 2048

// Key is a key with its selector. The zero Key signs nothing.
type Key struct {
	Selector string // distinguishes its record from those of other keys
	key      *rsa.PrivateKey
}

var selectorForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// New generates a key.
func New(selector string) (Key, error) {
	if !selectorForm.MatchString(selector) {
		return Key{}, fmt.Errorf("the selector %q must be lowercase letters, digits, and hyphens", selector)
	}
	key, err := rsa.GenerateKey(rand.Reader, bits)
	return Key{selector, key}, err
}

// Parse parses a key as written by Setting.
func Parse(text string) (Key, error) {
	selector, encoded, _ := strings.Cut(text, ":")
	if !selectorForm.MatchString(selector) {
		return Key{}, errors.New("the selector before the colon is missing")
	}
	der, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return Key{}, errors.New("the key after the colon is not base64") // without the cause, which would quote the key
	}
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	key, ok := parsed.(*rsa.PrivateKey)
	if err != nil || !ok || key.N.BitLen() < bits {
		return Key{}, fmt.Errorf("the key after the colon is not an RSA key of %d bits or more", bits)
	}
	return Key{selector, key}, nil
}

// Signer returns the private key.
func (k Key) Signer() crypto.Signer { return k.key }

// IsSet reports whether there is a key.
func (k Key) IsSet() bool { return k.key != nil }

// Setting returns the key with its selector in the format of the setting. It is
// a secret.
func (k Key) Setting() string {
	der, err := x509.MarshalPKCS8PrivateKey(k.key)
	if err != nil {
		return ""
	}
	return k.Selector + ":" + base64.StdEncoding.EncodeToString(der)
}

// Name returns the DNS name of the key's record for a domain.
func (k Key) Name(domain string) string { return k.Selector + "._domainkey." + domain }

// Record returns the text of the DNS record.
func (k Key) Record() string {
	der, err := x509.MarshalPKIXPublicKey(&k.key.PublicKey)
	if err != nil {
		return ""
	}
	return "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der)
}
