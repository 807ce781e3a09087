// Package sms sends text messages with Twilio or, in development, to a folder.
package sms

import (
	"context"
	"errors"
	"time"
)

// Message is one text to one number.
type Message struct {
	ID   string    `json:"id"` // the same whenever the text is resent
	To   string    `json:"to"` // E.164
	Body string    `json:"body"`
	At   time.Time `json:"at"` // when it was stored, in a Folder
	// Within, if positive, is how long the carrier may hold the text. What isn't sent by then is dropped.
	Within time.Duration `json:"-"`
}

// Outcome is the result of sending a text.
type Outcome int

// Outcomes.
const (
	Taken   Outcome = iota // the carrier accepted it
	Refused                // the number doesn't accept texts
	Stopped                // its owner told the carrier to stop
	Unsure                 // it was sent, but no response came
	Away                   // the carrier can't be reached, or accepts nothing from us now
)

// Line is a way to send texts.
type Line interface {
	// Send sends a text and returns its outcome, with the carrier's id if it was accepted. The error says why
	// it wasn't.
	Send(ctx context.Context, m Message) (outcome Outcome, id string, err error)
	// Find looks for a text that was sent since a time and may or may not have been accepted. It returns the
	// carrier's id, or ErrNone.
	Find(ctx context.Context, m Message, since time.Time) (id string, err error)
}

// ErrNone is returned for a text that the carrier doesn't have.
var ErrNone = errors.New("text not found")
