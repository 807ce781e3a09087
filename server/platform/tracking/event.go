package tracking

import (
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/platform/calendar"
)

// Subject is the kind of thing that was viewed or clicked.
type Subject string

// Subjects. Their ids come from the tables content_pages, articles, guides,
// authors, letters, paths and questions; those of offers are the numbers of
// placements.
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

// Actions. For a carousel offer, Click is the button and ClickOut the redirect;
// they are never added up. Continue and Unknown belong to the questionnaire.
// Read means that half of a page was seen and it was visible for 15 seconds.
// Signup and Contact belong to the page with the form.
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

// Reason says why an event counts or doesn't. Reports count only Human.
type Reason string

// Reasons.
const (
	Human     Reason = "human"
	Robot     Reason = "robot"
	Prefetch  Reason = "prefetch"
	Embedded  Reason = "embedded"  // a click-out that is no navigation, such as an image on another site
	Staff     Reason = "staff"     // a signed-in user with a staff role
	Duplicate Reason = "duplicate" // the same visitor repeated the action within DuplicateWithin
	Excess    Reason = "excess"    // beyond a network's MaxClicks in an hour or NetworkLimit in a day
)

// Hit is one action on one subject.
type Hit struct {
	Subject Subject `json:"s"`
	ID      int64   `json:"i"`
	Action  Action  `json:"a"`
	// Earns is what a partner pays for the hit if a person made it, in the smallest unit of the site's
	// currency.
	Earns int64 `json:"e,omitempty"`
	// ForeignPay is what a partner pays for it in another currency, or 0.
	ForeignPay int64  `json:"f,omitempty"`
	Currency   string `json:"c,omitempty"` // of ForeignPay
	// NetworkLimit is how many click-outs of the offer count for one network in a day by the server's
	// clock, at all its placements together; 0 is unlimited. It limits one network's share of a cap.
	NetworkLimit int64 `json:"n,omitempty"`
	// Offer is the offer that the subject is a placement of, or 0 if unknown.
	Offer int64 `json:"o,omitempty"`
}

// isClick reports whether a hit is a click or click-out of an offer.
func (h Hit) isClick() bool {
	switch h.Subject {
	case Offer, ContentOffer, DailyOffer, StaticOffer:
		return h.Action == Click || h.Action == ClickOut
	}
	return false
}

// isOutbound reports whether a hit leads to a partner: the redirect of a
// carousel offer, or a click on any other offer. Caps count these.
func (h Hit) isOutbound() bool {
	return h.isClick() && (h.Action == ClickOut) == (h.Subject == Offer)
}

// Event is one call of a client. Its hits are counted together, once per ID.
// Its JSON is the format of the spool.
type Event struct {
	ID       uuid.UUID    `json:"id"`                // version 7
	At       time.Time    `json:"at"`                // by the client's clock
	Received time.Time    `json:"received,omitzero"` // by the server's clock; zero means At
	Day      calendar.Day `json:"day"`               // of At, in the site's time zone
	Reason   Reason       `json:"reason"`
	Visitor  uuid.UUID    `json:"visitor"`           // a hash; zero unless Human
	Network  uint64       `json:"network,omitempty"` // a hash; 0 unless Human. Stored with clicks only
	Page     int64        `json:"page,omitempty"`    // the content page, or 0
	Visit    *Visit       `json:"visit,omitzero"`    // nil if unknown
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
