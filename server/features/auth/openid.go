package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/markbates/goth"
	"github.com/markbates/goth/providers/openidConnect"
	"golang.org/x/oauth2"
)

// GoogleIssuer is Google's OpenID Connect issuer.
const GoogleIssuer = "https://accounts.google.com"

// providerTimeout is the timeout for one request to a provider.
const providerTimeout = 10 * time.Second

// OpenID signs people in with an OpenID Connect issuer, such as Google, using
// the authorization code flow with PKCE (RFC 7636) and a nonce.
type OpenID struct {
	ID       string // the provider's name
	Title    string // its label
	Issuer   string
	Client   string
	Secret   string
	Callback string // the callback's URL on this site

	mu    sync.Mutex
	found *issuer
}

// Name implements Provider.
func (o *OpenID) Name() string { return o.ID }

// Label implements Provider.
func (o *OpenID) Label() string { return o.Title }

// AuthURL implements Provider.
func (o *OpenID) AuthURL(ctx context.Context, state, verifier, nonce string) (string, error) {
	p, err := o.discover(ctx)
	if err != nil {
		return "", err
	}
	begun, err := p.BeginAuth(state)
	if err != nil {
		return "", err
	}
	address, err := begun.GetAuthURL()
	if err != nil {
		return "", err
	}
	challenge := sha256.Sum256([]byte(verifier))
	more := url.Values{
		"nonce": {nonce}, "code_challenge": {base64.RawURLEncoding.EncodeToString(challenge[:])}, "code_challenge_method": {"S256"},
	}
	return address + "&" + more.Encode(), nil
}

// Identify implements Provider.
func (o *OpenID) Identify(ctx context.Context, code, verifier, nonce string) (Identity, error) {
	p, err := o.discover(ctx)
	if err != nil {
		return Identity{}, err
	}
	got := &openidConnect.Session{}
	if _, err := got.Authorize(p.Provider, url.Values{"code": {code}, "code_verifier": {verifier}}); err != nil {
		return Identity{}, err
	}
	u, err := p.FetchUser(got)
	if err != nil {
		return Identity{}, err
	}
	if u.RawData["nonce"] != nonce {
		return Identity{}, errors.New("the ID token belongs to another sign-in")
	}
	if u.UserID == "" || u.Email == "" {
		return Identity{}, errors.New("the provider sent no subject or no email address")
	}
	verified := u.RawData["email_verified"]
	return Identity{
		Subject: u.UserID, Email: u.Email, EmailVerified: verified == true || verified == "true",
		FirstName: u.FirstName, LastName: u.LastName, DisplayName: u.Name, AvatarURL: u.AvatarURL,
	}, nil
}

// issuer wraps goth's provider to validate its response. Goth doesn't check the
// ID token's signature, and takes each claim from wherever it finds one.
type issuer struct {
	*openidConnect.Provider
	oidc *oidc.Provider
}

// FetchUser implements goth.Provider. It checks the ID token's signature,
// issuer, audience and expiry. The email address and its verified flag come
// from the ID token or, if the token has no address, both from userinfo.
func (i *issuer) FetchUser(s goth.Session) (goth.User, error) {
	in, ok := s.(*openidConnect.Session)
	if !ok {
		return goth.User{}, errors.New("the session belongs to another provider")
	}
	ctx := oidc.ClientContext(context.Background(), i.HTTPClient)
	token, err := i.oidc.Verifier(&oidc.Config{ClientID: i.ClientKey}).Verify(ctx, in.IDToken)
	if err != nil {
		return goth.User{}, err
	}
	var signed, told map[string]any
	if err := token.Claims(&signed); err != nil {
		return goth.User{}, fmt.Errorf("read the ID token: %w", err)
	}
	who := signed
	if signed["email"] == nil || signed["name"] == nil {
		if told, err = i.userinfo(ctx, in.AccessToken, token.Subject); err != nil {
			return goth.User{}, err
		}
	}
	if signed["email"] == nil {
		who = told
	}
	text := func(name string) string {
		if value, ok := signed[name].(string); ok {
			return value
		}
		value, _ := told[name].(string)
		return value
	}
	email, _ := who["email"].(string)
	return goth.User{
		UserID: token.Subject, Email: email, Name: text("name"), FirstName: text("given_name"), LastName: text("family_name"), AvatarURL: text("picture"),
		RawData: map[string]any{"nonce": token.Nonce, "email_verified": who["email_verified"]},
	}, nil
}

// userinfo returns the issuer's claims about a subject, if it has a userinfo
// endpoint.
func (i *issuer) userinfo(ctx context.Context, accessToken, subject string) (claims map[string]any, err error) {
	if i.oidc.UserInfoEndpoint() == "" {
		return nil, nil
	}
	info, err := i.oidc.UserInfo(ctx, oauth2.StaticTokenSource(&oauth2.Token{AccessToken: accessToken}))
	if err != nil {
		return nil, err
	}
	if info.Subject != subject {
		return nil, errors.New("userinfo and the ID token have different subjects")
	}
	return claims, info.Claims(&claims)
}

// Reach returns an error if signing in with the issuer doesn't work.
func (o *OpenID) Reach(ctx context.Context) error {
	_, err := o.discover(ctx)
	return err
}

// discover fetches the issuer's endpoints once. After a failure, the next call
// tries again, so the site can start while the provider is unreachable.
func (o *OpenID) discover(ctx context.Context) (*issuer, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.found != nil {
		return o.found, nil
	}
	client := &http.Client{Timeout: providerTimeout}
	found, err := oidc.NewProvider(oidc.ClientContext(ctx, client), o.Issuer)
	if err != nil {
		return nil, fmt.Errorf("discover %s: %w", o.Issuer, err)
	}
	p, err := openidConnect.NewCustomisedURL(o.Client, o.Secret, o.Callback,
		found.Endpoint().AuthURL, found.Endpoint().TokenURL, o.Issuer, found.UserInfoEndpoint(), "", "openid", "email", "profile")
	if err != nil {
		return nil, err
	}
	p.HTTPClient = client
	o.found = &issuer{p, found}
	return o.found, nil
}
