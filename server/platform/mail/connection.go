package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	gomail "github.com/wneessen/go-mail"
)

// Outcome is the result of delivering one email of many.
type Outcome int

// Outcomes.
const (
	Taken     Outcome = iota // the mail server accepted it
	Silenced                 // the address is suppressed
	Refused                  // the address was rejected and is now suppressed
	Spoiled                  // the email can't be composed, or the mail server will never accept it
	Deferred                 // the mail server wants it later
	Unsure                   // it was sent, but no response came
	Away                     // the mail server can't be reached or accepts nothing from us
	Unchecked                // the suppression list couldn't be read, so it wasn't sent
)

// Connection delivers emails to the mail server, one at a time. It is opened when
// it is first needed.
type Connection struct {
	mailer *Mailer
	line   *line // nil if none is open
}

// Connect returns a connection.
func (m *Mailer) Connect() *Connection { return &Connection{mailer: m} }

// Deliver sends one email and returns its outcome. The error says why, except
// for Taken, Silenced and Refused. It checks the suppression list last, so that
// nobody gets an email who has just unsubscribed or complained.
func (c *Connection) Deliver(ctx context.Context, message Message) (Outcome, error) {
	m := c.mailer
	msg, err := m.compose(message)
	if err != nil {
		return Spoiled, err
	}
	silent, err := m.silences(ctx, message)
	if err != nil {
		return Unchecked, err
	}
	if silent {
		return Silenced, nil
	}
	outcome, err := c.handOver(ctx, message.ID, msg)
	switch {
	case m.Report == nil:
	case outcome == Away && ctx.Err() == nil: // otherwise we broke it off
		m.Report(err)
	case outcome == Taken, outcome == Refused:
		m.Report(nil)
	}
	if outcome == Refused {
		slog.WarnContext(ctx, "suppressed an address after a permanent rejection", "mail", message.ID, "error", err)
		return Refused, m.suppressions.Record(context.WithoutCancel(ctx), m.suppressions.Secret.AddressHash(message.To), HardBounce) // even if ctx has ended meanwhile
	}
	return outcome, err
}

// handOver hands an email to the mail server or, in development, to the folder.
// If the server has closed an idle connection, it reconnects once.
func (c *Connection) handOver(ctx context.Context, id string, msg *gomail.Msg) (Outcome, error) {
	s := c.mailer.server
	if s == nil {
		if err := c.mailer.folder.keep(id, msg); err != nil {
			return Away, err
		}
		return Taken, nil
	}
	for {
		isNew := c.line == nil
		if isNew {
			line, err := s.dial(ctx)
			if err != nil {
				return Away, fmt.Errorf("connect to %s: %w", s.host, withoutAddress(err))
			}
			c.line = line
		}
		err := c.line.give(msg)
		if err == nil || msg.IsDelivered() {
			return Taken, nil
		}
		outcome, closed := judge(err)
		if closed {
			c.Close()
		}
		if outcome != Away || isNew {
			return outcome, fmt.Errorf("hand the email to %s: %w", s.host, withoutAddress(err))
		}
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

// Close closes the connection.
func (c *Connection) Close() {
	if c.line != nil {
		c.line.close()
		c.line = nil
	}
}
