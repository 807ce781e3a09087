// Package campaigns lets staff write emails and texts to subscribers, and sends
// each once to everyone it is for. Email and text are two channels of a
// campaign: they share their schedule, sending and report. Files whose names
// begin with email or text are about one channel.
package campaigns

import (
	"fmt"
	"time"

	"thriftwell/server/platform/editable"
)

// Campaign is what the campaigns of all channels have in common.
type Campaign struct {
	ID          int64      `json:"id"`
	Status      string     `json:"status" enum:"draft|scheduled|sending|paused|sent|cancelled"`
	ScheduledAt *time.Time `json:"scheduledAt"`
	Trouble     string     `json:"trouble"` // why it is paused or waiting; empty if it is neither
	SentAt      *time.Time `json:"sentAt"`
	editable.Meta

	ListedAt *time.Time `json:"-"` // when its recipients were stored
}

// base returns the campaign itself, for any channel.
func (c Campaign) base() Campaign { return c }

// record is an Email or a Text.
type record interface{ base() Campaign }

// The kinds of campaigns in the audit log.
const (
	EmailKind = "letter"
	TextKind  = "text"
)

// channel is where the campaigns of a channel are stored, and what they are
// called.
type channel struct {
	noun      string // in messages
	kind      string // in the audit log
	campaigns string // table, end of the address for staff, and lock of the sender
	sends     string // table of who gets a campaign
	campaign  string // column of that table with the campaign's ID
	open      string // condition for those who may still get it
}

func byEmail() channel {
	return channel{"campaign", EmailKind, "letters", "letter_sends", "letter_id", fmt.Sprintf("state IN ('pending', 'unsure') AND repeats < %d AND due_at < 'infinity'", maxRepeats)}
}

func byText() channel {
	return channel{"text", TextKind, "texts", "text_sends", "text_id", "state IN ('pending', 'unsure')"}
}
