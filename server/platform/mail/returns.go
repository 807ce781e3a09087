package mail

import (
	"encoding/base32"
	"net/mail"
	"strings"
)

// Returns makes the addresses to which undeliverable email returns. Each
// receiver has a separate one (VERP), so that a report's claim about the
// receiver need not be trusted.
type Returns struct {
	local, domain string
}

// ParseReturns parses an address such as bounce@example.com. If address is
// empty, there are no return addresses.
func ParseReturns(address string) Returns {
	local, domain, _ := strings.Cut(address, "@")
	return Returns{local, domain}
}

// tokenEncoding uses letters only, as mail servers may change their case.
func tokenEncoding() *base32.Encoding { return base32.StdEncoding.WithPadding(base32.NoPadding) }

// Address returns the return address for a receiver, or "".
func (r Returns) Address(addressHash []byte) string {
	if r.domain == "" {
		return ""
	}
	return r.local + "+" + strings.ToLower(tokenEncoding().EncodeToString(addressHash)) + "@" + r.domain
}

// Hash returns the hash of the receiver for whom one of the addresses was made.
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
			hash, err := tokenEncoding().DecodeString(strings.ToUpper(token))
			if err == nil && len(hash) > 0 && strings.EqualFold(local, r.local) {
				return hash, true
			}
		}
	}
	return nil, false
}
