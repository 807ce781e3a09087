package tracking

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/platform/fault"
)

// How long an event is waited for.
const (
	// patience is how long a tracking call waits for the commit before its
	// event goes to the spool.
	patience = time.Second
	// clickPatience is the same for a click-out, whose visitor is on the way to
	// somewhere else.
	clickPatience = 30 * time.Millisecond
	// clickLimit is when a click-out is answered though nothing is confirmed.
	clickLimit = 75 * time.Millisecond
)

// believed is how far a client's clock may be off the server's.
const believed = 24 * time.Hour

// Writer writes an event down and returns when that is done: at the latest,
// after some patience, in the spool. Recorder is the real one.
type Writer interface {
	Record(e Event, patience time.Duration) (Outcome, error)
}

// Outcome says how an event was written down.
type Outcome string

// The outcomes.
const (
	Recorded Outcome = "recorded" // committed, roll-ups included
	Accepted Outcome = "accepted" // kept in the spool, to be counted later
)

// Counter turns requests into events.
type Counter struct {
	writer   Writer
	metrics  *metrics
	location *time.Location
	visitors *visitors
	robots   *robots
	limiter  *limiter
}

// Receipt is what a tracking call answers.
type Receipt struct {
	Status  Outcome `json:"status"`
	EventID string  `json:"eventId"`
}

// Code is the HTTP status that goes with the receipt.
func (r Receipt) Code() int {
	if r.Status == Accepted {
		return http.StatusAccepted
	}
	return http.StatusOK
}

// Act is what a request says happened.
type Act struct {
	Request *http.Request
	Address string // the client's
	EventID string // made by the client, a UUIDv7; "" for one of the server's
	Page    int64  // the content page it happened on, if any
	Facts   []Fact // none of them twice
}

// Count writes down what happened. It fails with a fault when the event id is
// none or the address sends too much, and with Busy when the event could
// neither be committed nor spooled.
func (c *Counter) Count(a Act) (Receipt, error) {
	e, err := c.event(a)
	if err != nil {
		return Receipt{}, err
	}
	outcome, err := c.writer.Record(e, patience)
	if err != nil {
		return Receipt{}, fault.Busy("The site is busy right now. Please try again in a moment.", time.Second, err)
	}
	return Receipt{Status: outcome, EventID: e.ID.String()}, nil
}

// ClickOut writes down a redirect and returns its click id. It waits for the
// commit or the spool, but never longer than the visitor can be kept: then it
// returns while the event is still on its way, which a metric tells.
func (c *Counter) ClickOut(ctx context.Context, a Act) (clickID string, err error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	a.EventID = id.String()
	e, err := c.event(a)
	if err != nil {
		return "", err
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		if _, err := c.writer.Record(e, clickPatience); err != nil {
			c.metrics.lost(ctx, err)
		}
	}()
	limit := time.NewTimer(clickLimit)
	defer limit.Stop()
	select {
	case <-written:
	case <-limit.C:
		c.metrics.unconfirmed.Inc()
	}
	return a.EventID, nil
}

// event makes the event of an act. The id's moment is the event's when the
// client's clock can be believed. Else the server's day takes its place and
// the random part stays, so that sending it again is still no second event.
func (c *Counter) event(a Act) (Event, error) {
	now := time.Now()
	if wait := c.limiter.allow(a.Address, now); wait > 0 {
		f := fault.New(fault.TooMany, "That was too much at once. Please try again in a moment.")
		f.RetryAfter = wait
		return Event{}, f
	}
	id, err := eventID(a.EventID)
	if err != nil {
		return Event{}, err
	}
	today := DayOf(now, c.location)
	e := Event{ID: id, At: timeOf(id), Page: a.Page, Facts: a.Facts, Reason: c.robots.reason(a.Request)}
	if now.Sub(e.At).Abs() > believed {
		e.ID, e.At = withTime(id, today.Time), now
	}
	e.Day = DayOf(e.At, c.location)
	if e.Reason == Human {
		e.Visitor = c.visitors.hash(today, a.Address, a.Request.UserAgent())
	}
	return e, nil
}

func eventID(s string) (uuid.UUID, error) {
	if s == "" {
		return uuid.NewV7()
	}
	id, err := uuid.Parse(s)
	if err != nil || len(s) != 36 || id.Version() != 7 || id.Variant() != uuid.RFC4122 {
		return id, fault.Form([]fault.Field{{Field: "eventId", Message: "Please give a UUID of version 7."}})
	}
	return id, nil
}
