package subscribers

import (
	"crypto/hmac"
	"encoding/base64"
	"encoding/binary"
	"strings"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/vault"
)

// purpose is what a token can be used for.
type purpose byte

const (
	forEmail   purpose = 'm' // in every email: unsubscribe, reduce
	forManage  purpose = 'g' // emailed on request: also turn on, see, correct and delete
	forReturn  purpose = 'r' // in a receipt, which may be forwarded: also turn on
	forConfirm purpose = 'c' // confirm a signup; revoked by unsubscribing
	forMonthly purpose = 'o' // forConfirm, for one email a month
	forSignup  purpose = 's' // cookie of a signup: add a phone number
	forResult  purpose = 'e' // of nobody: show the result of a form sent without JavaScript
)

// Lifetimes of tokens. Those in emails don't expire: people keep emails.
const (
	manageLifetime  = 7 * 24 * time.Hour
	confirmLifetime = 30 * 24 * time.Hour
	signupLifetime  = 30 * time.Minute
	resultLifetime  = 10 * time.Minute
)

// errLink returns the error for an invalid or expired token.
func errLink() error {
	return fault.Form([]fault.Field{{Field: "eid", Message: "This link no longer works. Please get a new one."}})
}

// token identifies a subscriber for a purpose. Signed, it's an eid.
type token struct {
	subscriber uuid.UUID
	purpose    purpose
	expires    int64 // Unix seconds; 0 means never
}

// A signed token is the subscriber, purpose, expiry and the first half of an
// HMAC.
const (
	macSize   = 16
	tokenSize = 16 + 1 + 8 + macSize
)

// signer signs and verifies tokens.
type signer struct{ secret vault.Secret }

// sign returns a signed token that is valid for life; 0 means forever. To
// verify it, read needs the same bound.
func (s signer) sign(id uuid.UUID, p purpose, life time.Duration, bound []byte) string {
	t := token{subscriber: id, purpose: p}
	if life > 0 {
		t.expires = time.Now().Add(life).Unix()
	}
	body := t.body()
	return base64.RawURLEncoding.EncodeToString(append(body, s.mac(body, bound)...))
}

// read verifies a signed token that has one of these purposes.
func (s signer) read(text string, bound []byte, purposes ...purpose) (token, error) {
	raw, err := decode(text)
	if err != nil || len(raw) != tokenSize {
		return token{}, errLink()
	}
	body := raw[:tokenSize-macSize]
	if !hmac.Equal(raw[tokenSize-macSize:], s.mac(body, bound)) {
		return token{}, errLink()
	}
	t := token{uuid.UUID(body[:16]), purpose(body[16]), int64(binary.BigEndian.Uint64(body[17:]))}
	if t.expires > 0 && time.Now().Unix() > t.expires {
		return token{}, errLink()
	}
	for _, p := range purposes {
		if t.purpose == p {
			return t, nil
		}
	}
	return token{}, errLink()
}

// decode decodes the base64 text of a token. It refuses line breaks,
// which encoding/base64 ignores, so that each token has exactly one text.
func decode(text string) ([]byte, error) {
	if strings.ContainsAny(text, "\r\n") {
		return nil, errLink()
	}
	return base64.RawURLEncoding.Strict().DecodeString(text)
}

// subscriberIn returns the subscriber in an unverified token.
func subscriberIn(text string) (id uuid.UUID) {
	raw, err := decode(text)
	if err == nil {
		copy(id[:], raw)
	}
	return id
}

func (t token) body() []byte {
	body := append(t.subscriber[:], byte(t.purpose))
	return binary.BigEndian.AppendUint64(body, uint64(t.expires))
}

func (s signer) mac(body, bound []byte) []byte {
	return s.secret.MAC("subscriber token", body, bound)[:macSize]
}
