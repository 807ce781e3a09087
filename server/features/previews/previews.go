// Package previews shows offer pages with one offer that is not live yet to
// anyone who has the link.
package previews

import (
	"context"
	"crypto/hmac"
	"encoding/base32"
	"encoding/binary"
	"strings"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/vault"
)

// lifetime is how long a preview link works.
const lifetime = 7 * 24 * time.Hour

// Kind is one kind of record that can be previewed.
type Kind struct {
	// Offers returns what the record's page would show. It returns an error if
	// no record has the ID.
	Offers func(ctx context.Context, id int64) (any, error)
	// Page returns the record's content page. It is nil for kinds without one.
	Page func(ctx context.Context, id int64) (any, error)
}

// Links signs and verifies preview links.
type Links struct {
	Secret  vault.Secret
	BaseURL string
}

// Link is the address of a preview and when it expires.
type Link struct {
	URL       string    `json:"url"`
	ExpiresAt time.Time `json:"expiresAt"`
}

var (
	errNotFound = fault.Missing("Preview")
	errExpired  = fault.New(fault.Gone, "This preview has expired. Ask for a new link.")
)

const macSize = 16

func encoding() *base32.Encoding { return base32.StdEncoding.WithPadding(base32.NoPadding) }

// to returns a link to the preview of a record.
func (l Links) to(kind string, id int64) Link {
	until := time.Now().Add(lifetime).Truncate(time.Second)
	body := binary.BigEndian.AppendUint64(nil, uint64(id))
	body = binary.BigEndian.AppendUint64(body, uint64(until.Unix()))
	token := encoding().EncodeToString(append(body, l.mac(kind, body)...))
	return Link{l.BaseURL + "/preview/offers/" + kind + "/" + strings.ToLower(token), until}
}

func (l Links) mac(kind string, body []byte) []byte {
	return l.Secret.MAC("offer preview", []byte(kind), body)[:macSize]
}

// open returns the record ID in a token.
func (l Links) open(kind, token string) (id int64, err error) {
	raw, err := encoding().DecodeString(strings.ToUpper(token))
	const size = 16 // ID and time
	if err != nil || len(raw) != size+macSize || !hmac.Equal(raw[size:], l.mac(kind, raw[:size])) {
		return 0, errNotFound
	}
	if time.Now().Unix() > int64(binary.BigEndian.Uint64(raw[8:])) {
		return 0, errExpired
	}
	return int64(binary.BigEndian.Uint64(raw)), nil
}
