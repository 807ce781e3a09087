package auth

import (
	"context"
	"crypto/hmac"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/vault"
)

// MailName is the name of the sign-in by mail.
const MailName = "mail"

// mailTime is how long a link to sign in is good for.
const mailTime = 15 * time.Minute

// The errors of signing in by mail.
var (
	ErrLinkOver     = fault.New(fault.Invalid, "This link has already been used or is more than 15 minutes old. Please get a new one.")
	ErrOtherBrowser = fault.New(fault.Invalid, "This link works only in the browser where you asked for it. Open it there, or get a new one here.")
)

// ByMail signs staff in by a link that is mailed to them. Who asks is told the
// same, in the same time, whether or not the address is of staff: only the job
// that mails looks.
type ByMail struct {
	Service  *Service
	Secret   vault.Secret
	Mailer   *mail.Mailer
	SiteName string
	BaseURL  string
}

// SignInMail is the job of the mail with the link. The link's token is made of
// Request and the site's secret, so that the queue holds nothing to sign in
// with.
type SignInMail struct {
	Request string `json:"request"`
}

// Kind returns the name of the job.
func (SignInMail) Kind() string { return "auth.sign_in_mail" }

// token returns the token of a request for a link.
func (m *ByMail) token(request string) string {
	return base64.RawURLEncoding.EncodeToString(m.Secret.MAC("sign-in link", []byte(request)))
}

// Device returns what a browser keeps in which an address has signed in. It
// authorizes nothing: by it, strangers can't use up what its owner may ask for.
func (m *ByMail) Device(email string) string {
	id := session.NewSecret()
	return id + "." + m.deviceMark(id, email)
}

func (m *ByMail) deviceMark(id, email string) string {
	return base64.RawURLEncoding.EncodeToString(m.Secret.MAC("sign-in device", []byte(id), m.Secret.AddressHash(email)))
}

// Knows reports whether a browser keeps what Device returned for an address.
func (m *ByMail) Knows(device, email string) bool {
	id, mark, _ := strings.Cut(device, ".")
	return hmac.Equal([]byte(mark), []byte(m.deviceMark(id, email)))
}

// Ask queues the mail for an address. The link works with browser only, a
// secret that the browser keeps.
func (m *ByMail) Ask(ctx context.Context, email, browser, returnTo string) error {
	request := session.NewSecret()
	return m.Service.Store.askForLink(ctx, signIn{
		StateHash: session.Hash(m.token(request)), BrowserHash: session.Hash(browser), Provider: MailName,
		ReturnTo: returnTo, ExpiresAt: time.Now().Add(mailTime), AddressHash: m.Secret.AddressHash(email),
	}, SignInMail{request})
}

// SignInMail does the job of that name. It may run twice: the link stays the
// same.
func (m *ByMail) SignInMail(ctx context.Context, job *river.Job[SignInMail]) error {
	token := m.token(job.Args.Request)
	asked, err := m.Service.Store.signInOf(ctx, session.Hash(token))
	if fault.Is(err, fault.Invalid) {
		return nil // over before the mail could go out
	}
	if err != nil {
		return err
	}
	email, err := m.staff(ctx, asked.AddressHash)
	if errors.Is(err, ErrNotFound) {
		return nil // nobody learns here who works for the site
	}
	if err != nil {
		return err
	}
	return m.Mailer.Send(ctx, mail.Message{
		ID: fmt.Sprintf("sign-in-%d-%d", job.ID, job.CreatedAt.UnixMicro()),
		To: email, Answers: true,
		Letter: mail.Letter{
			Subject:    "Sign in to " + m.SiteName,
			Heading:    "Your sign-in link",
			Paragraphs: []string{"Open this link in the same browser where you asked for it. It works once and expires in 15 minutes."},
			Button:     &mail.Link{Text: "Sign in", URL: m.BaseURL + "/api/auth/mail/link?" + url.Values{"token": {token}}.Encode()},
			Reason:     "You’re getting this email because someone asked to sign in with this address at " + m.SiteName + ". If it wasn’t you, ignore this email. The link won’t work for them.",
		},
	})
}

// staff returns the address of staff that has this hash, or ErrNotFound.
func (m *ByMail) staff(ctx context.Context, hash []byte) (string, error) {
	known, err := m.Service.Store.staff(ctx)
	if err != nil {
		return "", err
	}
	var disabled, may []string
	for _, s := range known {
		if s.Disabled {
			disabled = append(disabled, s.Email)
		} else {
			may = append(may, s.Email)
		}
	}
	for _, email := range append(may, m.Service.AdminEmails...) {
		if hmac.Equal(m.Secret.AddressHash(email), hash) && !slices.Contains(disabled, email) {
			return email, nil
		}
	}
	return "", ErrNotFound
}

// Check reports why a link does not work in this browser. It changes nothing,
// for mail scanners follow links too.
func (m *ByMail) Check(ctx context.Context, token, browser string) error {
	asked, err := m.Service.Store.signInOf(ctx, session.Hash(token))
	if err == nil && !hmac.Equal(asked.BrowserHash, session.Hash(browser)) {
		err = ErrOtherBrowser
	}
	return err
}

// Finish signs in whoever got the link, once.
func (m *ByMail) Finish(ctx context.Context, token, browser string) (Welcome, error) {
	if err := m.Check(ctx, token, browser); err != nil {
		return Welcome{}, err
	}
	asked, err := m.Service.Store.takeSignIn(ctx, session.Hash(token))
	if fault.Is(err, fault.Invalid) {
		err = ErrLinkOver
	}
	if err != nil {
		return Welcome{}, err
	}
	email, err := m.staff(ctx, asked.AddressHash)
	if errors.Is(err, ErrNotFound) {
		err = ErrDisabled // since the mail went out
	}
	if err != nil {
		return Welcome{}, err
	}
	u, err := m.Service.Store.arriveByMail(ctx, email)
	if err != nil {
		return Welcome{}, err
	}
	return m.Service.welcome(ctx, u, MailName, asked.ReturnTo)
}
