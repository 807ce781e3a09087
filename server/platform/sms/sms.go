// Package sms sends text messages with Twilio or, in development, to a folder.
package sms

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf16"

	"gorm.io/gorm"

	"thriftwell/server/platform/vault"
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

// Stops is the list of numbers that opted out by text, or that one of several
// users sharing a number opted out. They get no texts until they opt in from
// the same number, whatever is checked on a page. It stores hashes only.
type Stops struct{ Secret vault.Secret }

// Hash returns the hash that identifies a number.
func (s Stops) Hash(number string) []byte { return s.Secret.MAC("phone", []byte(number)) }

// Add adds a number to the list.
func (s Stops) Add(tx *gorm.DB, number string) error {
	// GORM treats bytes after a parenthesis as a list, so the hash isn't first.
	err := tx.Exec("INSERT INTO text_stops (created_at, phone_hash) VALUES (now(), ?) ON CONFLICT DO NOTHING", s.Hash(number)).Error
	if err != nil {
		return fmt.Errorf("record an opt-out: %w", err)
	}
	return nil
}

// End removes a number from the list.
func (s Stops) End(tx *gorm.DB, number string) error {
	if err := tx.Exec("DELETE FROM text_stops WHERE phone_hash = ?", s.Hash(number)).Error; err != nil {
		return fmt.Errorf("record an opt-in: %w", err)
	}
	return nil
}

// Has reports whether a number is on the list.
func (s Stops) Has(tx *gorm.DB, number string) (on bool, err error) {
	if err = tx.Raw("SELECT EXISTS (SELECT FROM text_stops WHERE phone_hash = ?)", s.Hash(number)).Scan(&on).Error; err != nil {
		err = fmt.Errorf("look up an opt-out: %w", err)
	}
	return on, err
}

// Size is the length of a text for the carrier, which charges by the segment.
type Size struct {
	Encoding string `json:"encoding" enum:"GSM-7|UCS-2"`
	Units    int    `json:"units"`
	Segments int    `json:"segments"` // what the carrier charges for
	Unusual  string `json:"unusual"`  // characters that GSM-7 lacks
}

// Units in a single segment, and in each of several.
const (
	gsmSingle, gsmPart = 160, 153
	ucsSingle, ucsPart = 70, 67
)

// gsmBasic and gsmExtended are the characters of GSM 03.38. Extended ones take
// two units.
const (
	gsmBasic = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§" +
		"¿abcdefghijklmnopqrstuvwxyzäöñüà"
	gsmExtended = "\f^{}\\[~]|€"
)

// Measure returns the size of a text.
func Measure(text string) Size {
	var gsm, ucs []int // units of each character; no character is split between segments
	unusual := ""
	for _, r := range text {
		ucs = append(ucs, len(utf16.AppendRune(nil, r)))
		switch {
		case strings.ContainsRune(gsmBasic, r):
			gsm = append(gsm, 1)
		case strings.ContainsRune(gsmExtended, r):
			gsm = append(gsm, 2)
		case !strings.ContainsRune(unusual, r):
			unusual += string(r)
		}
	}
	if unusual == "" {
		units, n := segments(gsm, gsmSingle, gsmPart)
		return Size{"GSM-7", units, n, ""}
	}
	units, n := segments(ucs, ucsSingle, ucsPart)
	return Size{"UCS-2", units, n, unusual}
}

// segments returns how many units and segments characters of these widths take.
func segments(widths []int, single, part int) (units, n int) {
	n, used := 1, 0
	for _, w := range widths {
		units += w
		if used+w > part {
			n, used = n+1, 0
		}
		used += w
	}
	if units <= single {
		n = 1
	}
	return units, n
}
