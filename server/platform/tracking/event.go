// Package tracking counts what visitors do. A handler names what happened
// (Counter); the event is written down before the handler answers (Recorder):
// committed together with the roll-ups that reports read or, while Postgres is
// away, kept in a spool file that is brought in later. Every event is counted
// once however often it is sent, and counts for a person, a robot, a prefetch
// or a duplicate.
package tracking

import (
	"encoding/binary"
	"time"

	"github.com/google/uuid"
)

// Subject is the kind of thing that an event happened to.
type Subject string

// The subjects; their ids are those of the tables content_pages, offers,
// content_offers, daily_offers, static_offers and questions.
const (
	Page         Subject = "page"
	Offer        Subject = "offer"
	ContentOffer Subject = "content_offer"
	DailyOffer   Subject = "daily_offer"
	StaticOffer  Subject = "static_offer"
	Question     Subject = "question"
)

// Action is what happened.
type Action string

// The actions. On an offer of the carousel Click is the press of the button
// and ClickOut the redirect; they are never added up. Continue and Unknown are
// the questionnaire's.
const (
	View     Action = "view"
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
	Duplicate Reason = "duplicate" // the same visitor did the same within DuplicateWithin
)

// Fact is one thing that an event counts.
type Fact struct {
	Subject Subject `json:"s"`
	ID      int64   `json:"i"`
	Action  Action  `json:"a"`
}

// Event is one call of a client: one or more facts that are counted together
// or not at all, and once per ID.
type Event struct {
	ID      uuid.UUID `json:"id"` // version 7
	At      time.Time `json:"at"`
	Day     Day       `json:"day"` // in the site's timezone
	Reason  Reason    `json:"reason"`
	Visitor uuid.UUID `json:"visitor"`        // a hash; zero unless Human
	Page    int64     `json:"page,omitempty"` // the content page it happened on
	Facts   []Fact    `json:"facts"`
}

// Day is a calendar day, kept as its midnight in UTC.
type Day struct{ time.Time }

// DayOf is the calendar day of t at a place.
func DayOf(t time.Time, at *time.Location) Day {
	y, m, d := t.In(at).Date()
	return Day{time.Date(y, m, d, 0, 0, 0, 0, time.UTC)}
}

// Add gives the day that lies n days later.
func (d Day) Add(n int) Day { return Day{d.AddDate(0, 0, n)} }

// String gives YYYY-MM-DD.
func (d Day) String() string { return d.Format(time.DateOnly) }

// MarshalText gives YYYY-MM-DD.
func (d Day) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads YYYY-MM-DD.
func (d *Day) UnmarshalText(b []byte) (err error) {
	d.Time, err = time.Parse(time.DateOnly, string(b))
	return err
}

// timeOf is the moment in a version 7 UUID.
func timeOf(id uuid.UUID) time.Time {
	return time.UnixMilli(int64(binary.BigEndian.Uint64(id[:8]) >> 16))
}

// withTime gives id another moment and keeps its random part.
func withTime(id uuid.UUID, t time.Time) uuid.UUID {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(t.UnixMilli())<<16)
	copy(id[:6], b[:6])
	return id
}
