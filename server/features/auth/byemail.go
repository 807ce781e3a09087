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

// EmailProvider is the provider name used for sign-in by email.
const EmailProvider = "mail"

// linkLifetime is how long an emailed sign-in link is valid.
const linkLifetime = 15 * time.Minute

// Errors of signing in by email.
var (
	ErrLinkOver     = fault.New(fault.Invalid, "This link has already been used or is more than 15 minutes old. Please get a new one.")
	ErrOtherBrowser = fault.New(fault.Invalid, "This link works only in the browser where you asked for it. Open it there, or get a new one here.")
)

// ByEmail signs staff in with an emailed link. The response and its timing are
// the same whether or not the address belongs to staff, because only the job
// that sends the email checks.
type ByEmail struct {
	Service  *Service
	Secret   vault.Secret
	Mailer   *mail.Mailer
	SiteName string
	BaseURL  string
}

// SignInEmail is the job that emails the link. The link's token is derived from
// Request and the site's secret, so the queue holds nothing that can be used to
// sign in.
type SignInEmail struct {
	Request string `json:"request"`
}

// Kind returns the job's name.
func (SignInEmail) Kind() string { return "auth.sign_in_mail" }

// token returns the link token for a request.
func (m *ByEmail) token(request string) string {
	return base64.RawURLEncoding.EncodeToString(m.Secret.MAC("sign-in link", []byte(request)))
}

// Device returns the cookie value for a browser that has signed in with email.
// It authorizes nothing. It gives that browser its own rate limit, so strangers
// can't use up the owner's.
func (m *ByEmail) Device(email string) string {
	id := session.NewSecret()
	return id + "." + m.deviceMark(id, email)
}

func (m *ByEmail) deviceMark(id, email string) string {
	return base64.RawURLEncoding.EncodeToString(m.Secret.MAC("sign-in device", []byte(id), m.Secret.AddressHash(email)))
}

// Knows reports whether device is the value that Device returned for email.
func (m *ByEmail) Knows(device, email string) bool {
	id, mark, _ := strings.Cut(device, ".")
	return hmac.Equal([]byte(mark), []byte(m.deviceMark(id, email)))
}

// Ask queues the email with the link. The link works only with browser, a
// secret stored in the browser that asked.
func (m *ByEmail) Ask(ctx context.Context, email, browser, returnTo string) error {
	request := session.NewSecret()
	return m.Service.Store.askForLink(ctx, signIn{
		StateHash: session.Hash(m.token(request)), BrowserHash: session.Hash(browser), Provider: EmailProvider,
		ReturnTo: returnTo, ExpiresAt: time.Now().Add(linkLifetime), AddressHash: m.Secret.AddressHash(email),
	}, SignInEmail{request})
}

// Link makes a link for a staff member to whom no email gets through. It works in
// any browser, so only the command line may make one.
func (m *ByEmail) Link(ctx context.Context, email string) (string, error) {
	hash := m.Secret.AddressHash(email)
	email, err := m.staff(ctx, hash)
	if errors.Is(err, ErrNotFound) {
		return "", errNotStaff
	}
	if err != nil {
		return "", err
	}
	token := session.NewSecret()
	err = m.Service.Store.giveLink(ctx, email, signIn{
		StateHash: session.Hash(token), BrowserHash: []byte{}, Provider: EmailProvider,
		ReturnTo: "/admin", ExpiresAt: time.Now().Add(linkLifetime), AddressHash: hash,
	})
	return m.address(token), err
}

// errNotStaff is the error for a link for somebody else.
var errNotStaff = fault.New(fault.Invalid, "Nobody on the staff who may sign in has this address. Check the spelling, or give it a role first: bin/server role --email E --role admin.")

// address returns where a link leads.
func (m *ByEmail) address(token string) string {
	return m.BaseURL + "/api/auth/mail/link?" + url.Values{"token": {token}}.Encode()
}

// SignInEmail runs the job of the same name. Running it twice sends the same
// link.
func (m *ByEmail) SignInEmail(ctx context.Context, job *river.Job[SignInEmail]) error {
	token := m.token(job.Args.Request)
	asked, err := m.Service.Store.emailSignIn(ctx, session.Hash(token))
	if fault.Is(err, fault.Invalid) {
		return nil // expired before the email could be sent
	}
	if err != nil {
		return err
	}
	email, err := m.staff(ctx, asked.AddressHash)
	if errors.Is(err, ErrNotFound) {
		return nil // don't reveal who is on the staff
	}
	if err != nil {
		return err
	}
	return m.Mailer.Send(ctx, mail.Message{
		ID: fmt.Sprintf("sign-in-%d-%d", job.ID, job.CreatedAt.UnixMicro()),
		To: email, Answers: true,
		Content: mail.Content{
			Subject:    "Sign in to " + m.SiteName,
			Heading:    "Your sign-in link",
			Paragraphs: []string{"Open this link in the same browser where you asked for it. It works once and expires in 15 minutes."},
			Button:     &mail.Link{Text: "Sign in", URL: m.address(token)},
			Reason:     "You’re getting this email because someone asked to sign in with this address at " + m.SiteName + ". If it wasn’t you, ignore this email. The link won’t work for them.",
		},
	})
}

// staff returns the staff address with the given hash, or ErrNotFound.
func (m *ByEmail) staff(ctx context.Context, hash []byte) (string, error) {
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
	for _, email := range append(may, m.Service.Sessions.AdminEmails...) {
		if hmac.Equal(m.Secret.AddressHash(email), hash) && !slices.Contains(disabled, email) {
			return email, nil
		}
	}
	return "", ErrNotFound
}

// Check returns an error if the link doesn't work in this browser. It changes
// nothing, because mail scanners follow links too.
func (m *ByEmail) Check(ctx context.Context, token, browser string) error {
	asked, err := m.Service.Store.emailSignIn(ctx, session.Hash(token))
	if err == nil && len(asked.BrowserHash) > 0 && !hmac.Equal(asked.BrowserHash, session.Hash(browser)) {
		err = ErrOtherBrowser
	}
	return err
}

// Finish signs in the user who received the link. It works once.
func (m *ByEmail) Finish(ctx context.Context, token, browser string) (Welcome, error) {
	if err := m.Check(ctx, token, browser); err != nil {
		return Welcome{}, err
	}
	asked, err := m.Service.Store.consumeSignIn(ctx, session.Hash(token))
	if fault.Is(err, fault.Invalid) {
		err = ErrLinkOver
	}
	if err != nil {
		return Welcome{}, err
	}
	email, err := m.staff(ctx, asked.AddressHash)
	if errors.Is(err, ErrNotFound) {
		err = ErrDisabled // disabled after the email was sent
	}
	if err != nil {
		return Welcome{}, err
	}
	u, err := m.Service.Store.upsertByEmail(ctx, email)
	if err != nil {
		return Welcome{}, err
	}
	return m.Service.welcome(ctx, u, EmailProvider, asked.ReturnTo)
}
