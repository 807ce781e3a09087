package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// Outcome is what became of a mail to one of many.
type Outcome int

// The outcomes.
const (
	Taken    Outcome = iota // the mail server has it
	Silenced                // nobody may write to the address
	Refused                 // the address takes no mail; from now on it gets none
	Spoiled                 // the mail can't be made, or the mail server never takes it
	Deferred                // the mail server wants it later
	Unsure                  // it was handed over, but no answer came
	Away                    // the mail server can't be reached, or takes nothing from us
)

// Connections bring many mails to the mail server, as many at a time as there
// are connections.
type Connections struct {
	mailer *Mailer
	lines  chan *line // those in no use; nil for one that is not made yet
}

// Connect returns n connections. Each is made once there is a mail for it.
func (m *Mailer) Connect(n int) *Connections {
	c := &Connections{m, make(chan *line, n)}
	for range n {
		c.lines <- nil
	}
	return c
}

// looksGoodFor is for how long a mail may wait for a connection after a look at
// the suppression list.
const looksGoodFor = time.Second

// Deliver sends one mail and tells what became of it; the error says why, but
// for Taken, Silenced and Refused. As Send does, it looks at the suppression
// list last.
func (c *Connections) Deliver(ctx context.Context, message Message) (Outcome, error) {
	m := c.mailer
	msg, err := m.compose(message)
	if err != nil {
		return Spoiled, err
	}
	looked := message.Looked
	if time.Since(looked) > looksGoodFor {
		looked = time.Now()
		silent, err := m.suppressions.Silences(ctx, message)
		if err != nil {
			return Away, err
		}
		if silent {
			return Silenced, nil
		}
	}
	server, isServer := m.way.(smtp)
	if !isServer {
		err := m.way.send(ctx, message.ID, msg)
		m.report(ctx, err)
		if err != nil {
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
	if time.Since(looked) > looksGoodFor {
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
	outcome, l, err = server.hand(ctx, l, msg)
	switch outcome {
	case Away:
		m.report(ctx, awayError{err})
	case Taken, Refused:
		m.report(ctx, nil)
	}
	if outcome == Refused {
		slog.WarnContext(ctx, "suppressed an address after a permanent rejection", "mail", message.ID, "error", err)
		return Refused, m.suppressions.Bounced(ctx, message.To)
	}
	return outcome, err
}

// hand hands a mail to the server by a connection, nil for a new one. It returns
// that by which the next may go. A connection that the server has closed is made
// anew once.
func (s smtp) hand(ctx context.Context, l *line, msg *gomail.Msg) (Outcome, *line, error) {
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

// judge tells what an error means for the mail, and whether the connection is
// of no use any more.
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

// isOfAddress reports whether a server refused an address for good, rather than
// us or this mail. A server that gives no enhanced status (RFC 3463) means the
// address.
func isOfAddress(e *gomail.SendError) bool {
	status := e.EnhancedStatusCode()
	return e.Reason == gomail.ErrSMTPRcptTo && !e.IsTemp() && (status == "" || JudgeStatus(status) == HardBounce)
}

// Close ends the connections, once none is in use.
func (c *Connections) Close() {
	for range cap(c.lines) {
		if l := <-c.lines; l != nil {
			l.close()
		}
	}
}
