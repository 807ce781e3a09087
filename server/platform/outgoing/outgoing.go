// Package outgoing is the life of what staff write and send to many people,
// from draft to sent.
package outgoing

import (
	"slices"
	"time"

	"thriftwell/server/platform/fault"
)

// Statuses. Staff can edit drafts and what is scheduled, pause what is sending,
// and cancel what isn't sent.
const (
	Draft     = "draft"
	Scheduled = "scheduled"
	Sending   = "sending"
	Paused    = "paused"
	Sent      = "sent"
	Cancelled = "cancelled"
)

// State is how far something has come.
type State struct {
	Status      string
	ScheduledAt *time.Time // nil if sent by hand
}

// IsOpen reports whether staff may still edit it.
func (s State) IsOpen() bool { return s.Status == Draft || s.Status == Scheduled }

// follows reports whether a status may follow another.
func follows(from, to string) bool {
	return slices.Contains(map[string][]string{
		Draft:     {Draft, Scheduled, Sending, Cancelled},
		Scheduled: {Draft, Scheduled, Sending, Cancelled},
		Sending:   {Paused, Cancelled, Sent},
		Paused:    {Sending, Cancelled},
	}[from], to)
}

// Derive checks that a write is valid in the life of a thing, and returns its
// state after the write. Noun names the thing in messages. Something scheduled
// must have a time. Changes says whether the write changes what people get.
// What is moved to the trash becomes a draft, so that it isn't sent when it is
// restored.
func Derive(noun string, before State, values map[string]any, changes bool) (State, error) {
	next := before
	if values["deleted_at"] != nil && before.Status == Scheduled {
		values["status"] = Draft
	}
	status, turns := values["status"].(string)
	if turns {
		next.Status = status
	}
	if status == Sent {
		values["sent_at"] = time.Now()
	}
	sent, timed := values["scheduled_at"]
	if timed {
		next.ScheduledAt = nil
		if at, ok := sent.(time.Time); ok {
			next.ScheduledAt = &at
		}
	}
	switch {
	case turns && !follows(before.Status, status), !before.IsOpen() && (changes || timed):
		return next, fault.New(fault.Conflict, "This "+noun+" is sending, or has been sent or canceled, so you can't change it.")
	case values["deleted_at"] != nil && (before.Status == Sending || before.Status == Paused):
		return next, fault.New(fault.Conflict, "This "+noun+" is sending. Cancel it first.")
	case next.Status == Scheduled && next.ScheduledAt == nil:
		return next, untimely("Choose when to send this " + noun + ".")
	}
	return next, nil
}

// ToCome fails if the scheduled time has passed.
func (s State) ToCome(noun string) error {
	if s.Status == Scheduled && s.ScheduledAt.Before(time.Now()) {
		return untimely("Choose a time in the future, or send this " + noun + " now.")
	}
	return nil
}

func untimely(sentence string) error {
	return fault.Form([]fault.Field{{Field: "scheduledAt", Message: sentence}})
}
