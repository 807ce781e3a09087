package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// Outcome is the result of delivering one email of many.
type Outcome int

// Outcomes.
const (
	Taken    Outcome = iota // the mail server accepted it
	Silenced                // the address is suppressed
	Refused                 // the address was rejected and is now suppressed
	Spoiled                 // the email can't be composed, or the mail server will never accept it
	Deferred                // the mail server wants it later
	Unsure                  // it was sent, but no response came
	Away                    // the mail server can't be reached or accepts nothing from us
)

// Connections delivers emails to the mail server, at most one at a time on each
// connection.
type Connections struct {
	mailer *Mailer
	lines  chan *line // idle connections; nil for one that isn't open yet
}

// Connect returns n connections. Each is opened when it is first needed.
func (m *Mailer) Connect(n int) *Connections {
	c := &Connections{m, make(chan *line, n)}
	for range n {
		c.lines <- nil
	}
	return c
}

// suppressionTTL is how long an email may wait for a connection after its
// address was looked up in the suppression list.
const suppressionTTL = time.Second

// Deliver sends one email and returns its outcome. The error says why, except
// for Taken, Silenced and Refused. Like Send, it checks the suppression list
// last.
func (c *Connections) Deliver(ctx context.Context, message Message) (Outcome, error) {
	m := c.mailer
	msg, err := m.compose(message)
	if err != nil {
		return Spoiled, err
	}
	looked := message.Looked
	if time.Since(looked) > suppressionTTL {
		looked = time.Now()
		silent, err := m.suppressions.Silences(ctx, message)
		if err != nil {
			return Away, err
		}
		if silent {
			return Silenced, nil
		}
	}
	server, isServer := m.transport.(smtp)
	if !isServer {
		if err := m.transport.send(ctx, message.ID, msg); err != nil {
			return Away, err
		}
		return Taken, nil
	}
	var l *line
	select {
	case l = <-c.lines:
	case <-ctx.Done():
		return Away, ctx.Err()
	}
	defer func() { c.lines <- l }()
	if time.Since(looked) > suppressionTTL {
		silent, err := m.suppressions.Silences(ctx, message)
		if err != nil {
			return Away, err
		}
		if silent {
			return Silenced, nil
		}
	}
	if ctx.Err() != nil {
		return Away, ctx.Err()
	}
	var outcome Outcome
	outcome, l, err = server.handOver(ctx, l, msg)
	if outcome == Refused {
		slog.WarnContext(ctx, "suppressed an address after a permanent rejection", "mail", message.ID, "error", err)
		return Refused, m.suppressions.Bounced(ctx, message.To)
	}
	return outcome, err
}

// handOver delivers an email on a connection, or on a new one if l is nil. It
// returns the connection for the next email. If the server has closed the
// connection, it reconnects once.
func (s smtp) handOver(ctx context.Context, l *line, msg *gomail.Msg) (Outcome, *line, error) {
	for isNew := false; ; isNew = true {
		if l == nil {
			made, err := s.dial(ctx)
			if err != nil {
				return Away, nil, fmt.Errorf("connect to %s: %w", s.host, withoutAddress(err))
			}
			l, isNew = made, true
		}
		err := l.give(msg)
		if err == nil || msg.IsDelivered() {
			return Taken, l, nil
		}
		outcome, closed := judge(err)
		if closed {
			l.close()
			l = nil
		}
		if outcome == Away && !isNew {
			continue
		}
		return outcome, l, fmt.Errorf("hand the email to %s: %w", s.host, withoutAddress(err))
	}
}

// judge returns what an error means for the email, and whether the connection
// is unusable.
func judge(err error) (outcome Outcome, closed bool) {
	var e *gomail.SendError
	if !errors.As(err, &e) {
		return Away, true
	}
	answered := e.ErrorCode() != 0
	switch {
	case e.Reason == gomail.ErrSMTPDataClose && !answered:
		return Unsure, true
	case !answered && (e.Reason == gomail.ErrGetSender || e.Reason == gomail.ErrGetRcpts || e.Reason == gomail.ErrNoUnencoded):
		return Spoiled, false
	case !answered, e.ErrorCode() == 421, e.Reason == gomail.ErrSMTPMailFrom, e.Reason == gomail.ErrConnCheck:
		return Away, true
	case e.IsTemp():
		return Deferred, e.Reason != gomail.ErrSMTPRcptTo
	case isOfAddress(e):
		return Refused, false
	}
	return Spoiled, e.Reason != gomail.ErrSMTPRcptTo
}

// isOfAddress reports whether a server permanently rejected an address, rather
// than us or this email. Without an enhanced status (RFC 3463), a rejection
// counts as one of the address.
func isOfAddress(e *gomail.SendError) bool {
	status := e.EnhancedStatusCode()
	return e.Reason == gomail.ErrSMTPRcptTo && !e.IsTemp() && (status == "" || JudgeStatus(status) == HardBounce)
}

// Close closes the connections once they are idle.
func (c *Connections) Close() {
	for range cap(c.lines) {
		if l := <-c.lines; l != nil {
			l.close()
		}
	}
}
