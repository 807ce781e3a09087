package tracking

import (
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/platform/calendar"
)

// Subject is the kind of thing that was viewed or clicked.
type Subject string

// The subjects; their ids are those of the tables content_pages, articles,
// guides, authors, letters, paths, offers, content_offers, daily_offers,
// static_offers and questions.
const (
	Page         Subject = "page"
	Article      Subject = "article"
	Guide        Subject = "guide"
	Author       Subject = "author"
	Newsletter   Subject = "newsletter"
	Path         Subject = "path"
	Offer        Subject = "offer"
	ContentOffer Subject = "content_offer"
	DailyOffer   Subject = "daily_offer"
	StaticOffer  Subject = "static_offer"
	Question     Subject = "question"
)

// Action is what was done to a subject.
type Action string

// The actions. On an offer of the carousel Click is the press of the button
// and ClickOut the redirect; they are never added up. Continue and Unknown are
// the questionnaire's. Read is of a page: half of it was seen, and it was visible
// for 15 seconds. Signup and Contact are of the page with the form.
const (
	View     Action = "view"
	Read     Action = "read"
	Signup   Action = "signup"
	Contact  Action = "contact"
	Click    Action = "click"
	Skip     Action = "skip"
	ClickOut Action = "clickout"
	Yes      Action = "yes"
	No       Action = "no"
	Continue Action = "continue"
	Unknown  Action = "unknown"
)

// Reason says why an event counts, or why it does not. Reports count Human.
type Reason string

// The reasons.
const (
	Human     Reason = "human"
	Robot     Reason = "robot"
	Prefetch  Reason = "prefetch"
	Embedded  Reason = "embedded"  // a click-out that is no navigation, as of a picture on a foreign page
	Staff     Reason = "staff"     // somebody signed in who works for the site
	Duplicate Reason = "duplicate" // the same visitor did the same within DuplicateWithin
	Excess    Reason = "excess"    // beyond MaxClicks of a network within an hour, or its NetworkLimit within a day
)

// Hit is one action on one subject.
type Hit struct {
	Subject Subject `json:"s"`
	ID      int64   `json:"i"`
	Action  Action  `json:"a"`
	// Earns is what a partner pays for it when a person did it, in the smallest
	// unit of the site's currency.
	Earns int64 `json:"e,omitempty"`
	// ForeignPay is what a partner pays for it in another currency, of which there
	// is none where it is 0.
	ForeignPay int64  `json:"f,omitempty"`
	Currency   string `json:"c,omitempty"` // of ForeignPay
	// NetworkLimit is how many of them count of one network within a day of the
	// server's clock; 0 for any number. It bounds what one network takes of an
	// offer's cap.
	NetworkLimit int64 `json:"n,omitempty"`
}

// isClick reports whether a hit is a click on an offer or the way out of it.
func (h Hit) isClick() bool {
	switch h.Subject {
	case Offer, ContentOffer, DailyOffer, StaticOffer:
		return h.Action == Click || h.Action == ClickOut
	}
	return false
}

// isWayOut reports whether a hit leads to a partner: the redirect of a carousel's
// offer, and the click on any other. Caps count these.
func (h Hit) isWayOut() bool {
	return h.isClick() && (h.Action == ClickOut) == (h.Subject == Offer)
}

// Event is one call of a client: one or more hits that are counted together
// or not at all, and once per ID. Its JSON is the format of the spool.
type Event struct {
	ID       uuid.UUID    `json:"id"`                // version 7
	At       time.Time    `json:"at"`                // by the client's clock
	Received time.Time    `json:"received,omitzero"` // by the server's clock; zero is At
	Day      calendar.Day `json:"day"`               // of At, in the site's timezone
	Reason   Reason       `json:"reason"`
	Visitor  uuid.UUID    `json:"visitor"`           // a hash; zero unless Human
	Network  uint64       `json:"network,omitempty"` // a hash; 0 unless Human. Kept with clicks only
	Page     int64        `json:"page,omitempty"`    // the content page it happened on
	Visit    *Visit       `json:"visit,omitzero"`    // shared by events, so nobody changes it; nil for an unknown one
	Hits     []Hit        `json:"facts"`
}

func (e *Event) received() time.Time {
	if e.Received.IsZero() {
		return e.At
	}
	return e.Received
}

// timeOf returns the time in a version 7 UUID.
func timeOf(id uuid.UUID) time.Time {
	return time.UnixMilli(int64(binary.BigEndian.Uint64(id[:8]) >> 16))
}

// withTime returns id with another time and the same random part.
func withTime(id uuid.UUID, t time.Time) uuid.UUID {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(t.UnixMilli())<<16)
	copy(id[:6], b[:6])
	return id
}
