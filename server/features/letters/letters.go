// Package letters writes the letters to subscribers, sends each of them once to
// everybody who is to get it, and tells what became of it.
package letters

import (
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/outgoing"
)

// The statuses of a letter.
const (
	Draft     = outgoing.Draft
	Scheduled = outgoing.Scheduled
	Sending   = outgoing.Sending
	Paused    = outgoing.Paused
	Sent      = outgoing.Sent
	Cancelled = outgoing.Cancelled
)

// Letter is a letter as staff write it.
type Letter struct {
	ID          int64      `json:"id"`
	Slug        string     `json:"slug"` // of its page, /newsletter/{slug}, and the campaign of visits that it brings
	Subject     string     `json:"subject"`
	Preheader   string     `json:"preheader"`
	Body        string     `json:"body"` // Markdown
	Pieces      []string   `json:"pieces" gorm:"serializer:json"`
	Offers      []int64    `json:"offers" gorm:"serializer:json"` // the sponsored ones
	Audience    Audience   `json:"audience" gorm:"serializer:json"`
	Status      string     `json:"status" enum:"draft|scheduled|sending|paused|sent|cancelled"`
	ScheduledAt *time.Time `json:"scheduledAt"`
	Trouble     string     `json:"trouble"` // why it is paused, or waits; empty if neither
	SentAt      *time.Time `json:"sentAt"`
	editable.Meta

	ListedAt  *time.Time `json:"-"` // when it was written down who gets it
	ResumedAt *time.Time `json:"-"`
}

// TableName tells GORM where letters are kept.
func (Letter) TableName() string { return "letters" }

func (l Letter) state() outgoing.State {
	return outgoing.State{Status: l.Status, ScheduledAt: l.ScheduledAt}
}

// Audience says who gets a letter: of those who get mail at all, everybody whom
// each of its conditions holds for. The empty one is everybody.
type Audience struct {
	Topics         []string `json:"topics,omitempty"` // who chose one of them, or none at all
	Frequency      string   `json:"frequency,omitempty" enum:"|weekly|monthly"`
	SignedUpSince  string   `json:"signedUpSince,omitempty"`  // a day as YYYY-MM-DD, included
	SignedUpBefore string   `json:"signedUpBefore,omitempty"` // a day as YYYY-MM-DD, not included
	Source         string   `json:"source,omitempty"`         // the utm_source that the signup came with
	// Engagement is who followed a link of a letter within so many days, or who did
	// not though a letter that would tell went to them before. Only with
	// LETTER_ENGAGEMENT.
	Engagement string `json:"engagement,omitempty" enum:"|clicked-30|clicked-90|clicked-365|not-clicked-90"`
}

// Who clicked in letters lately, and who did not for 90 days though a letter that
// tells so went to them before.
const (
	Clicked30  = "clicked-30"
	Clicked90  = "clicked-90"
	Clicked365 = "clicked-365"
	NotClicked = "not-clicked-90"

	// untold are those who would be NotClicked, if such a letter had gone to them.
	untold = "untold"
)

// daysOf are the days of an engagement.
func daysOf(engagement string) int {
	return map[string]int{Clicked30: 30, Clicked90: 90, Clicked365: 365, NotClicked: 90, untold: 90}[engagement]
}

// The most that the fields of a letter take.
const (
	maxSubject   = 150 // characters
	maxPreheader = 200 // characters
	maxPieces    = 20
	maxOffers    = 2
	maxSource    = 100 // characters
	maxBody      = 1 << 20
)

// ErrNotFound is the error for an id that no letter has.
var ErrNotFound = fault.Missing("Campaign")

// KindName is what the audit log calls a letter.
const KindName = "letter"

// Tag is the cache tag of the letters on the web.
const Tag = "letters"
