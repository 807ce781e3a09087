package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

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

// Connection brings many mails to the mail server, one after another. It is for
// one goroutine.
type Connection struct {
	mailer *Mailer
	line   *line // nil while there is no connection
}

// Connect returns a connection, which is made once there is a mail.
func (m *Mailer) Connect() *Connection { return &Connection{mailer: m} }

// Deliver sends one mail and tells what became of it; the error says why, but
// for Taken, Silenced and Refused. As Send does, it looks at the suppression
// list last.
func (c *Connection) Deliver(ctx context.Context, message Message) (Outcome, error) {
	m := c.mailer
	msg, err := m.compose(message)
	if err != nil {
		return Spoiled, err
	}
	silent, err := m.suppressions.Silences(ctx, message)
	if err != nil {
		return Away, err
	}
	if silent {
		return Silenced, nil
	}
	server, isServer := m.way.(smtp)
	if !isServer {
		if err := m.way.send(ctx, message.ID, msg); err != nil {
			return Away, err
		}
		return Taken, nil
	}
	outcome, err := c.hand(ctx, server, msg)
	if outcome == Refused {
		slog.WarnContext(ctx, "a mail was refused for good, so its address gets no more", "mail", message.ID, "error", err)
		return Refused, m.suppressions.Bounced(ctx, message.To)
	}
	return outcome, err
}

// hand hands a mail to the server. A connection that the server has closed is
// made anew once.
func (c *Connection) hand(ctx context.Context, server smtp, msg *gomail.Msg) (Outcome, error) {
	for isNew := false; ; isNew = true {
		if c.line == nil {
			line, err := server.dial(ctx)
			if err != nil {
				return Away, fmt.Errorf("reach %s: %w", server.host, withoutAddress(err))
			}
			c.line, isNew = line, true
		}
		err := c.line.give(msg)
		if err == nil || msg.IsDelivered() {
			return Taken, nil
		}
		outcome, closed := judge(err)
		if closed {
			c.Close()
		}
		if outcome == Away && !isNew {
			continue
		}
		return outcome, fmt.Errorf("hand the mail to %s: %w", server.host, withoutAddress(err))
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

// Close ends the connection, if there is one.
func (c *Connection) Close() {
	if c.line != nil {
		c.line.close()
		c.line = nil
	}
}
