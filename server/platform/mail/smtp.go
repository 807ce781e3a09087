package mail

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
	gosmtp "github.com/wneessen/go-mail/smtp"

	"thriftwell/server/platform/weburl"
)

// A mail server is to be reached within reachTimeout. Then it may look at a mail
// for answerTimeout: one that is given up on too early has taken it, and gets it
// again. RFC 5321 gives it 10 minutes. A job's minute may pass meanwhile: its claim
// keeps other processes from sending it too.
const (
	reachTimeout  = 30 * time.Second
	answerTimeout = 4 * time.Minute

	// quiet is after how long without a word nobody knows whether the server still
	// listens.
	quiet = 5 * time.Second
)

// errNoSuchAddress is the error for an address that the mail server refuses
// for good.
var errNoSuchAddress = errors.New("the address doesn't accept email")

// smtp hands mail to a mail server, one connection a mail.
type smtp struct {
	host    string
	options []gomail.Option
}

func parseSMTP(address string) (smtp, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return smtp{}, errors.New("couldn't read SMTP_URL") // without the cause, which would quote the password
	}
	// The options that choose a port by themselves may fall back to port 25, where nothing is encrypted.
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
	s := smtp{u.Hostname(), options}
	_, err = gomail.NewClient(s.host, s.options...)
	return s, err
}

// Reach connects to the mail server of an SMTP_URL, signs in there if it has a
// password, and leaves. It tries no port but the one that mail goes to.
func Reach(ctx context.Context, address string) error {
	s, err := parseSMTP(address)
	if err != nil {
		return err
	}
	if end, limited := ctx.Deadline(); limited { // which the library minds while it dials only
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

// PlainQuery at the end of an SMTP_URL allows unencrypted email where the
// mail server has no STARTTLS.
const PlainQuery = "tls=optional"

// policy demands TLS, but of a server on this machine, and where SMTP_URL says
// that it is optional. A password is never sent without.
func policy(u *url.URL) gomail.TLSPolicy {
	if u.User == nil && (weburl.IsLoopback(u.Hostname()) || u.RawQuery == PlainQuery) {
		return gomail.TLSOpportunistic
	}
	return gomail.TLSMandatory
}

// MayBePlain reports whether mail to the server of an SMTP_URL may cross a
// network unencrypted.
func MayBePlain(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "smtp" && !weburl.IsLoopback(u.Hostname()) && policy(u) != gomail.TLSMandatory
}

// line is a connection to a mail server.
type line struct {
	client *gomail.Client
	conn   *gosmtp.Client
	used   time.Time // when the server last answered by it
}

// dial reaches the mail server, and signs in if there is a password.
func (s smtp) dial(ctx context.Context) (*line, error) {
	reach, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return nil, err
	}
	client, err := gomail.NewClient(s.host, append(slices.Clone(s.options), gomail.WithTimeout(answerTimeout), gomail.WithoutNoop())...)
	if err != nil {
		return nil, err
	}
	conn, err := reach.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return nil, err
	}
	return &line{client, conn, time.Now()}, nil
}

// give hands over a mail. Where the connection was quiet for a while, it first
// asks whether the server is still there.
func (l *line) give(m *gomail.Msg) error {
	if time.Since(l.used) > quiet {
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

// close ends the connection, also when the server does not say goodbye.
func (l *line) close() {
	if l.conn.UpdateDeadline(reachTimeout) != nil || l.client.CloseWithSMTPClient(l.conn) != nil {
		_ = l.conn.Close()
	}
}

func (s smtp) send(ctx context.Context, _ string, m *gomail.Msg) error {
	l, err := s.dial(ctx)
	if err == nil {
		err = l.give(m)
		l.close()
	}
	if err == nil || m.IsDelivered() {
		return nil
	}
	var refused *gomail.SendError
	if errors.As(err, &refused) && isOfAddress(refused) {
		return fmt.Errorf("%w: code %d", errNoSuchAddress, refused.ErrorCode())
	}
	outcome, _ := judge(err)
	err = fmt.Errorf("hand the email to %s: %w", s.host, withoutAddress(err))
	if outcome == Away {
		return awayError{err}
	}
	return err
}

// withoutAddress keeps the receiver, whom the library's error names, out of
// the log and of the job's record.
func withoutAddress(err error) error {
	var refused *gomail.SendError
	if errors.As(err, &refused) {
		return fmt.Errorf("%s: code %d", refused.Reason, refused.ErrorCode())
	}
	return err
}
