// Package sms sends text messages: by Twilio or, in development, into a folder.
package sms

import (
	"context"
	"errors"
	"time"
)

// Message is one text to one number.
type Message struct {
	ID   string    `json:"id"` // the same whenever the text is sent again
	To   string    `json:"to"` // E.164
	Body string    `json:"body"`
	At   time.Time `json:"at"` // when it was kept, in a Folder
	// Within is for how long the carrier may hold the text, if that matters. What
	// is not out by then does not go out.
	Within time.Duration `json:"-"`
}

// Outcome is what became of a text.
type Outcome int

// The outcomes.
const (
	Taken   Outcome = iota // the carrier has it
	Refused                // the number takes no texts
	Stopped                // its owner told the carrier to stop
	Unsure                 // it was handed over, but no answer came
	Away                   // the carrier can't be reached, or takes nothing from us now
)

// Line is a way by which texts leave.
type Line interface {
	// Send hands a text over and tells what became of it, with the carrier's id of
	// one that was taken. The error says why it was not.
	Send(ctx context.Context, m Message) (outcome Outcome, id string, err error)
	// Find looks for a text that was handed over since a time, of which nobody
	// knows whether it was taken. It returns the carrier's id, or ErrNone.
	Find(ctx context.Context, m Message, since time.Time) (id string, err error)
}

// ErrNone is the error for a text that the carrier does not have.
var ErrNone = errors.New("text not found")
