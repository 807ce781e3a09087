package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/markbates/goth"
	"github.com/markbates/goth/providers/openidConnect"
)

// GoogleIssuer is Google's OpenID Connect issuer.
const GoogleIssuer = "https://accounts.google.com"

// providerTimeout is how long a provider may take for one answer.
const providerTimeout = 10 * time.Second

// OpenID signs people in at an OpenID Connect issuer, Google among them, by
// the authorization code flow with PKCE (RFC 7636) and a nonce.
type OpenID struct {
	ID       string // the provider's name
	Title    string // its label
	Issuer   string
	Client   string
	Secret   string
	Callback string // the callback's address on this site

	mu    sync.Mutex
	found *openidConnect.Provider
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
	if _, err := got.Authorize(p, url.Values{"code": {code}, "code_verifier": {verifier}}); err != nil {
		return Identity{}, err
	}
	if err := checkIDToken(got.IDToken, nonce); err != nil {
		return Identity{}, err
	}
	u, err := p.FetchUser(got) // checks audience, issuer, expiry and subject
	if err != nil {
		return Identity{}, err
	}
	return identity(u)
}

// checkIDToken looks at what goth leaves alone. The token came straight from
// the issuer over TLS, which stands for its signature (OpenID Connect Core,
// section 3.1.3.7, rule 6).
func checkIDToken(token, nonce string) error {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return errors.New("the answer holds no ID token")
	}
	payload, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[1], "="))
	if err != nil {
		return fmt.Errorf("read the ID token: %w", err)
	}
	var claims struct {
		Nonce  string   `json:"nonce"`
		Expiry *float64 `json:"exp"`
	}
	if err := json.Unmarshal(payload, &claims); err != nil {
		return fmt.Errorf("read the ID token: %w", err)
	}
	if claims.Nonce != nonce || claims.Expiry == nil {
		return errors.New("the ID token is of another sign-in")
	}
	return nil
}

func identity(u goth.User) (Identity, error) {
	if u.UserID == "" || u.Email == "" {
		return Identity{}, errors.New("the provider names no subject or no e-mail address")
	}
	verified := u.RawData["email_verified"]
	return Identity{
		Subject: u.UserID, Email: u.Email, EmailVerified: verified == true || verified == "true",
		FirstName: u.FirstName, LastName: u.LastName, DisplayName: u.Name, AvatarURL: u.AvatarURL,
	}, nil
}

// Reach reports why nobody can sign in at the issuer, if so.
func (o *OpenID) Reach(ctx context.Context) error {
	_, err := o.discover(ctx)
	return err
}

// discover fetches the issuer's endpoints once; after a failure the next call
// tries again, so that the site starts without the provider.
func (o *OpenID) discover(ctx context.Context) (*openidConnect.Provider, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.found != nil {
		return o.found, nil
	}
	client := &http.Client{Timeout: providerTimeout}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(o.Issuer, "/")+"/.well-known/openid-configuration", nil)
	if err != nil {
		return nil, err
	}
	res, err := client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("discover %s: %w", o.Issuer, err)
	}
	defer res.Body.Close()
	var config openidConnect.OpenIDConfig
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("discover %s: status %d", o.Issuer, res.StatusCode)
	}
	if err := json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(&config); err != nil {
		return nil, fmt.Errorf("discover %s: %w", o.Issuer, err)
	}
	if config.Issuer != o.Issuer {
		return nil, fmt.Errorf("discover %s: it calls itself %q", o.Issuer, config.Issuer)
	}
	p, err := openidConnect.NewCustomisedURL(o.Client, o.Secret, o.Callback,
		config.AuthEndpoint, config.TokenEndpoint, config.Issuer, config.UserInfoEndpoint, "", "openid", "email", "profile")
	if err != nil {
		return nil, err
	}
	p.HTTPClient = client
	o.found = p
	return p, nil
}
