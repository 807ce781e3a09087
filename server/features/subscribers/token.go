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

// purpose is what a token is good for.
type purpose byte

const (
	forMail    purpose = 'm' // in each mail: unsubscribe, choose less
	forManage  purpose = 'g' // mailed on request: also turn mail and texts on, see, correct and delete
	forReturn  purpose = 'r' // in a receipt, which may be forwarded: also turn mail and texts on
	forConfirm purpose = 'c' // confirm a signup; bound to when its owner last left
	forMonthly purpose = 'o' // forConfirm, for one mail a month
	forSignup  purpose = 's' // the cookie of a signup: add a phone number
)

// Lifetimes of tokens. That of each mail has none: it must work as long as
// somebody keeps the mail.
const (
	manageLifetime  = 7 * 24 * time.Hour
	confirmLifetime = 30 * 24 * time.Hour
	signupLifetime  = 30 * time.Minute
)

// errLink is the error for a token that was not made here, was changed, or is
// too old.
func errLink() error {
	return fault.Form([]fault.Field{{Field: "eid", Message: "This link no longer works. Please get a new one."}})
}

// token stands for a subscriber and a purpose; signed, it is an eid.
type token struct {
	subscriber uuid.UUID
	purpose    purpose
	expires    int64 // Unix seconds; 0 is never
}

// The parts of a signed token: subscriber, purpose, end and the first half of
// an HMAC.
const (
	macSize   = 16
	tokenSize = 16 + 1 + 8 + macSize
)

// signer makes and reads tokens.
type signer struct{ secret vault.Secret }

// sign makes a token that ends after life; 0 is never. bound is something
// outside of it that it is good for only.
func (s signer) sign(id uuid.UUID, p purpose, life time.Duration, bound []byte) string {
	t := token{subscriber: id, purpose: p}
	if life > 0 {
		t.expires = time.Now().Add(life).Unix()
	}
	body := t.body()
	return base64.RawURLEncoding.EncodeToString(append(body, s.mac(body, bound)...))
}

// read returns the token that text encodes if its signature, expiry and purpose
// are right.
func (s signer) read(text string, bound []byte, purposes ...purpose) (token, error) {
	raw, err := decoded(text)
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

// decoded is what a text of a link or a proof encodes. Of one thing there is one
// text: what encoding/base64 passes over, ends of lines, is refused.
func decoded(text string) ([]byte, error) {
	if strings.ContainsAny(text, "\r\n") {
		return nil, errLink()
	}
	return base64.RawURLEncoding.Strict().DecodeString(text)
}

// subscriberIn is whom text would stand for, if its signature were right.
func subscriberIn(text string) (id uuid.UUID) {
	raw, err := decoded(text)
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

// proof makes the sign by which a page knows until when it may say that its form
// ended so.
func (s signer) proof(page, end string, until time.Time) string {
	body := binary.BigEndian.AppendUint64(nil, uint64(until.Unix()))
	return base64.RawURLEncoding.EncodeToString(append(body, s.macOfProof(body, page, end)...))
}

// proves reports whether text is a proof that has not expired.
func (s signer) proves(text, page, end string) bool {
	raw, err := decoded(text)
	if err != nil || len(raw) != 8+macSize || !hmac.Equal(raw[8:], s.macOfProof(raw[:8], page, end)) {
		return false
	}
	return time.Now().Unix() <= int64(binary.BigEndian.Uint64(raw))
}

func (s signer) macOfProof(body []byte, page, end string) []byte {
	return s.secret.MAC("end of a form", body, []byte(page), []byte(end))[:macSize]
}
