// Package previews shows pages of offers with one that is not live yet, to
// whoever has the link.
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

// lifetime is how long a link leads to a preview.
const lifetime = 7 * 24 * time.Hour

// Kind is one kind of record that can be previewed.
type Kind struct {
	// Offers returns what its page would show, or the error for an id that no
	// record has.
	Offers func(ctx context.Context, id int64) (any, error)
	// Page returns its content page; nil for those that are of none.
	Page func(ctx context.Context, id int64) (any, error)
}

// Links signs the links.
type Links struct {
	Secret  vault.Secret
	BaseURL string
}

// Link is where a preview is, and until when.
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

// to makes a link to the preview of a record.
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

// open returns the id that a token is of.
func (l Links) open(kind, token string) (id int64, err error) {
	raw, err := encoding().DecodeString(strings.ToUpper(token))
	const size = 16 // of an id and a time
	if err != nil || len(raw) != size+macSize || !hmac.Equal(raw[size:], l.mac(kind, raw[:size])) {
		return 0, errNotFound
	}
	if time.Now().Unix() > int64(binary.BigEndian.Uint64(raw[8:])) {
		return 0, errExpired
	}
	return int64(binary.BigEndian.Uint64(raw)), nil
}
