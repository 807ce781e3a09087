package mail

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
	gosmtp "github.com/wneessen/go-mail/smtp"

	"thriftwell/server/platform/weburl"
)

// Connection delivers emails to the mail server, one at a time. It is opened when
// it is first needed.
type Connection struct {
	mailer *Mailer
	line   *line // nil if none is open
}

// Connect returns a connection.
func (m *Mailer) Connect() *Connection { return &Connection{mailer: m} }

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

// A mail server must be reached within reachTimeout. Then it may take
// answerTimeout to accept an email: if we give up too early, it has accepted
// the email and gets it again. RFC 5321 recommends 10 minutes. This may exceed
// a job's minute, but the job's claim keeps other processes from sending the
// email too.
const (
	reachTimeout  = 30 * time.Second
	answerTimeout = 4 * time.Minute

	// idleLimit is how long a connection may be idle before we check that the server still responds.
	idleLimit = 5 * time.Second
)

// UnreachableError is returned if nothing answers at the host and port of the
// mail server.
type UnreachableError struct {
	Addr string
	error
}

func (e UnreachableError) Unwrap() error { return e.error }

// smtp is a mail server.
type smtp struct {
	host    string
	options []gomail.Option
}

func parseSMTP(address string) (*smtp, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return nil, errors.New("couldn't read SMTP_URL") // without the cause, which would quote the password
	}
	// Options that choose a port by themselves may fall back to port 25, which is unencrypted.
	encryption, port := gomail.WithTLSPolicy(policy(u)), gomail.DefaultPortTLS
	if u.Scheme == "smtps" {
		encryption, port = gomail.WithSSL(), gomail.DefaultPortSSL
	}
	if given, err := strconv.Atoi(u.Port()); err == nil {
		port = given
	}
	options := []gomail.Option{gomail.WithTimeout(reachTimeout), encryption, gomail.WithPort(port)}
	if password, ok := u.User.Password(); ok {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	s := &smtp{u.Hostname(), options}
	_, err = gomail.NewClient(s.host, s.options...)
	return s, err
}

// Reach connects to the mail server of an SMTP_URL, signs in if there is a
// password, and quits. It uses only the port that email is sent to.
func Reach(ctx context.Context, address string) error {
	s, err := parseSMTP(address)
	if err != nil {
		return err
	}
	if end, limited := ctx.Deadline(); limited { // the library obeys it only while dialing
		s.options = append(s.options, gomail.WithTimeout(max(time.Until(end), time.Millisecond)))
	}
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return err
	}
	if err := client.DialWithContext(ctx); err != nil {
		return fmt.Errorf("couldn't reach %s: %w", client.ServerAddr(), err)
	}
	return client.Close()
}

// PlainQuery at the end of an SMTP_URL allows unencrypted email if the mail
// server has no STARTTLS.
const PlainQuery = "tls=optional"

// policy requires TLS, except for a server on this machine or if SMTP_URL makes
// it optional. A password is never sent without TLS.
func policy(u *url.URL) gomail.TLSPolicy {
	if u.User == nil && (weburl.IsLoopback(u.Hostname()) || u.RawQuery == PlainQuery) {
		return gomail.TLSOpportunistic
	}
	return gomail.TLSMandatory
}

// MayBePlain reports whether email to the server of an SMTP_URL may cross a
// network unencrypted.
func MayBePlain(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "smtp" && !weburl.IsLoopback(u.Hostname()) && policy(u) != gomail.TLSMandatory
}

// line is a connection to a mail server.
type line struct {
	client *gomail.Client
	conn   *gosmtp.Client
	used   time.Time // when the server last responded
}

// dial connects to the mail server and signs in if there is a password.
func (s *smtp) dial(ctx context.Context) (*line, error) {
	reach, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return nil, err
	}
	client, err := gomail.NewClient(s.host, append(slices.Clone(s.options), gomail.WithTimeout(answerTimeout), gomail.WithoutNoop())...)
	if err != nil {
		return nil, err
	}
	conn, err := reach.DialToSMTPClientWithContext(ctx)
	if dialing := (*net.OpError)(nil); errors.As(err, &dialing) && dialing.Op == "dial" {
		return nil, UnreachableError{reach.ServerAddr(), err}
	}
	if err != nil {
		return nil, err
	}
	return &line{client, conn, time.Now()}, nil
}

// give sends an email. After an idle time, it first checks that the server
// responds.
func (l *line) give(m *gomail.Msg) error {
	if time.Since(l.used) > idleLimit {
		if err := l.conn.UpdateDeadline(reachTimeout); err != nil {
			return err
		}
		if err := l.conn.Noop(); err != nil {
			return err
		}
	}
	err := l.client.SendWithSMTPClient(l.conn, m)
	l.used = time.Now()
	return err
}

// close ends the connection, even if the server doesn't respond.
func (l *line) close() {
	if l.conn.UpdateDeadline(reachTimeout) != nil || l.client.CloseWithSMTPClient(l.conn) != nil {
		_ = l.conn.Close()
	}
}

// withoutAddress removes the receiver, which the library's error contains, for
// the log and the job's record.
func withoutAddress(err error) error {
	var refused *gomail.SendError
	if errors.As(err, &refused) {
		return fmt.Errorf("%s: code %d", refused.Reason, refused.ErrorCode())
	}
	return err
}
