package tracking

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/google/uuid"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/fault"
)

const (
	// clickCommitWait is Options.CommitWait for click-outs, whose visitors wait for the redirect.
	clickCommitWait = 30 * time.Millisecond
	// clickDeadline is how long a click-out waits before its event is also kept without a sync. After as long
	// again the redirect is sent anyway.
	clickDeadline = 75 * time.Millisecond

	// maxClockSkew is how far a client's clock may differ from the server's.
	maxClockSkew = 24 * time.Hour
)

// Writer stores events durably. The site uses Recorder.
type Writer interface {
	// Record returns when the event is committed or, if that takes longer than commitWait, spooled.
	Record(e Event, commitWait time.Duration) (Outcome, error)
	// Keep returns when the event would survive the process, but perhaps not the machine. An event that is
	// both kept and recorded counts once.
	Keep(e Event) error
}

// Outcome says how an event was stored.
type Outcome string

// Outcomes of recording an event.
const (
	Recorded Outcome = "recorded" // committed, with roll-ups
	Accepted Outcome = "accepted" // spooled, to be counted later
)

// Counter turns requests into events and passes them to a Writer.
type Counter struct {
	commitWait time.Duration
	writer     Writer
	metrics    *metrics
	location   *time.Location
	isStaff    func(*http.Request) bool
	site       func() *Site // may be nil
	salts      *salts
	robots     *robots
	limiter    *limiter
}

// Receipt is the answer to a tracking call.
type Receipt struct {
	Status  Outcome `json:"status"`
	EventID string  `json:"eventId"`
}

// Code returns the HTTP status of the receipt.
func (r Receipt) Code() int {
	if r.Status == Accepted {
		return http.StatusAccepted
	}
	return http.StatusOK
}

// Call is what a client reports.
type Call struct {
	Request *http.Request
	Address string // of the client
	Sent
	Page int64 // the content page, or 0
	Hits []Hit // without duplicates
}

// Sent has the fields that the body of every tracking call may have.
type Sent struct {
	EventID string          `json:"eventId"` // a UUIDv7 made by the client; if "", the server makes one
	Visit   json.RawMessage `json:"visit"`   // a Claim
}

// Count records a call. It returns a fault if the event id is invalid or the
// address sends too much, and fault.Busy if the event could be neither
// committed nor spooled.
func (c *Counter) Count(call Call) (Receipt, error) {
	e, err := c.event(call)
	if err != nil {
		return Receipt{}, err
	}
	outcome, err := c.writer.Record(e, c.commitWait)
	if err != nil {
		return Receipt{}, fault.Busy("We’re busy right now. Try again in a moment.", time.Second, err)
	}
	return Receipt{Status: outcome, EventID: e.ID.String()}, nil
}

// ClickOut records a redirect and returns its click id, which is the event's. It waits until the
// event is committed or spooled, or until clickDeadline. Then it keeps the
// event, so that it survives the process, while the write goes on.
func (c *Counter) ClickOut(ctx context.Context, call Call) (clickID string, err error) {
	call.Visit = c.readable(call.Visit)
	e, err := c.event(call)
	if err != nil {
		return "", err
	}
	if e.Reason == Human && !navigation(call.Request) {
		e.Reason, e.Visitor, e.Network = Embedded, uuid.Nil, 0
	}
	written := make(chan struct{}, 2)
	go func() {
		if _, err := c.writer.Record(e, clickCommitWait); err != nil {
			c.metrics.lost(ctx, err)
		}
		written <- struct{}{}
	}()
	deadline := time.NewTimer(clickDeadline)
	defer deadline.Stop()
	select {
	case <-written:
		return e.ID.String(), nil
	case <-deadline.C:
	}
	go func() {
		if c.writer.Keep(e) == nil {
			written <- struct{}{}
		}
	}()
	deadline.Reset(clickDeadline)
	select {
	case <-written:
	case <-deadline.C:
		c.metrics.unconfirmed.Inc()
	}
	return e.ID.String(), nil
}

// CountForm records an action on the page from which a form was sent. It
// returns at once, because the response time must not reveal what happened to
// the form.
func (c *Counter) CountForm(call Call, action Action) {
	call.Visit = c.readable(call.Visit)
	place, _ := c.Place(call.Sent)
	if place.Subject == "" {
		place.Subject = Path // an unknown page is path 0
	}
	call.Hits = []Hit{{Subject: place.Subject, ID: place.ID, Action: action}}
	e, err := c.event(call)
	if err != nil {
		return // a visitor who sends too much
	}
	go func() {
		if _, err := c.writer.Record(e, c.commitWait); err != nil {
			c.metrics.lost(context.WithoutCancel(call.Request.Context()), err)
		}
	}()
}

// Visitor returns a hash that identifies the client among today's visitors. It
// reports whether the client is a person who sees the answer.
func (c *Counter) Visitor(r *http.Request, address string) (of uuid.UUID, human bool) {
	if c.robots.classify(r) != Human {
		return of, false
	}
	return c.salts.visitor(calendar.Today(c.location), address, r.UserAgent()), true
}

// event makes the event of a call. Its time comes from the id, unless the
// client's clock is too far off. Then the id keeps its random part but gets the
// server's day, so that a resent call is not a second event.
func (c *Counter) event(call Call) (Event, error) {
	now := time.Now()
	if wait := c.limiter.allow(call.Address, now); wait > 0 {
		f := fault.New(fault.TooMany, "Too many events at once. Try again in a moment.")
		f.RetryAfter = wait
		return Event{}, f
	}
	id, err := eventID(call.EventID)
	if err != nil {
		return Event{}, err
	}
	visit, err := c.visit(call.Visit, call.Page)
	if err != nil {
		return Event{}, err
	}
	today := calendar.DayOf(now, c.location)
	e := Event{ID: id, At: timeOf(id), Received: now, Page: call.Page, Visit: visit, Hits: call.Hits, Reason: c.robots.classify(call.Request)}
	if now.Sub(e.At).Abs() > maxClockSkew {
		e.ID, e.At = withTime(id, today.Time), now
	}
	e.Day = calendar.DayOf(e.At, c.location)
	if e.Reason == Human && c.isStaff != nil && c.isStaff(call.Request) {
		e.Reason = Staff
	}
	if e.Reason == Human {
		e.Visitor = c.salts.visitor(today, call.Address, call.Request.UserAgent())
		e.Network = c.salts.network(today, call.Address)
	}
	return e, nil
}

// visit returns the credible part of a claim in JSON. Page is the content page
// it was made on, as the server knows, or 0. The visit is nil if nothing is
// known. It returns a fault if the claim is malformed.
func (c *Counter) visit(claim json.RawMessage, page int64) (*Visit, error) {
	if len(claim) == 0 && page == 0 {
		return nil, nil
	}
	var said Claim
	if len(claim) > 0 && json.Unmarshal(claim, &said) != nil {
		return nil, fault.Form([]fault.Field{{Field: "visit", Message: "This has the wrong type."}})
	}
	var site *Site
	if c.site != nil {
		site = c.site()
	}
	v := site.Visit(said)
	if page != 0 {
		v.Place = Place{Page, page}
	}
	return &v, nil
}

// readable returns claim, or nil if it is malformed: a visitor's click must not
// fail for that.
func (c *Counter) readable(claim json.RawMessage) json.RawMessage {
	if _, err := c.visit(claim, 0); err != nil {
		return nil
	}
	return claim
}

// Place returns the page that a call claims to be on, or the zero Place. It
// returns a fault if the claim is malformed.
func (c *Counter) Place(sent Sent) (Place, error) {
	v, err := c.visit(sent.Visit, 0)
	if v == nil || err != nil {
		return Place{}, err
	}
	return v.Place, nil
}

func eventID(s string) (uuid.UUID, error) {
	if s == "" {
		return uuid.NewV7()
	}
	id, err := uuid.Parse(s)
	if err != nil || len(s) != 36 || id.Version() != 7 || id.Variant() != uuid.RFC4122 {
		return id, fault.Form([]fault.Field{{Field: "eventId", Message: "Send a version 7 UUID."}})
	}
	return id, nil
}
