package mail

import (
	"encoding/base32"
	"net/mail"
	"strings"
)

// Returns is where mail that can't be delivered comes back to: an address of
// its own for each receiver (VERP), so that a report need not be trusted with
// whom it is about.
type Returns struct {
	local, domain string
}

// ParseReturns reads an address such as bounce@example.com; without one there
// are no Returns.
func ParseReturns(address string) Returns {
	local, domain, _ := strings.Cut(address, "@")
	return Returns{local, domain}
}

// tokens encodes with letters that mail servers may put into lower case.
func tokens() *base32.Encoding { return base32.StdEncoding.WithPadding(base32.NoPadding) }

// Address returns the address for a receiver, or "".
func (r Returns) Address(addressHash []byte) string {
	if r.domain == "" {
		return ""
	}
	return r.local + "+" + strings.ToLower(tokens().EncodeToString(addressHash)) + "@" + r.domain
}

// Hash returns the hash of the receiver's address that one of some addresses
// was made for.
func (r Returns) Hash(addresses []string) (hash []byte, ok bool) {
	for _, line := range addresses {
		all, err := mail.ParseAddressList(line)
		if err != nil {
			all = []*mail.Address{{Address: strings.Trim(strings.TrimSpace(line), "<>")}}
		}
		for _, a := range all {
			at := strings.LastIndexByte(a.Address, '@')
			if r.domain == "" || at < 0 || !strings.EqualFold(a.Address[at+1:], r.domain) {
				continue
			}
			local, token, _ := strings.Cut(a.Address[:at], "+")
			hash, err := tokens().DecodeString(strings.ToUpper(token))
			if err == nil && len(hash) > 0 && strings.EqualFold(local, r.local) {
				return hash, true
			}
		}
	}
	return nil, false
}
