package auth

import (
	"context"
	"crypto/subtle"
	"errors"
	"log/slog"
	"time"

	"thriftwell/server/platform/address"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// signInLifetime is how long a sign-in may take.
const signInLifetime = 10 * time.Minute

// Begin starts a sign-in. It returns the provider's URL to visit and a secret
// to store in the browser, without which the callback fails.
func (s *Service) Begin(ctx context.Context, name, returnTo string) (address, browser string, err error) {
	p, err := s.provider(name)
	if err != nil {
		return "", "", err
	}
	state, browser := session.NewSecret(), session.NewSecret()
	attempt := signIn{
		StateHash: session.Hash(state), BrowserHash: session.Hash(browser), Provider: name,
		Verifier: session.NewSecret(), Nonce: session.NewSecret(), ReturnTo: safeReturn(returnTo), ExpiresAt: time.Now().Add(signInLifetime),
	}
	address, err = p.AuthURL(ctx, state, attempt.Verifier, attempt.Nonce)
	if err != nil {
		return "", "", fault.Busy("We couldn’t reach the sign-in provider. Please try again in a moment.", retryProvider, err)
	}
	return address, browser, s.Store.keepSignIn(ctx, attempt)
}

// retryProvider is the Retry-After sent when a provider is unreachable.
const retryProvider = 5 * time.Second

// Welcome is a successful sign-in.
type Welcome struct {
	SessionID string
	Life      time.Duration // maximum lifetime of the session
	ReturnTo  string
	Email     string // a staff member's verified address, or ""
}

// Finish completes a sign-in and starts a session. State and browser must come
// from the same Begin, and work once.
func (s *Service) Finish(ctx context.Context, name, state, browser, code string) (Welcome, error) {
	p, err := s.provider(name)
	if err != nil {
		return Welcome{}, err
	}
	attempt, err := s.Store.consumeSignIn(ctx, session.Hash(state))
	if err != nil {
		return Welcome{}, err
	}
	if attempt.Provider != name || subtle.ConstantTimeCompare(attempt.BrowserHash, session.Hash(browser)) != 1 {
		return Welcome{}, ErrBadState
	}
	if code == "" {
		return Welcome{}, ErrRefused
	}
	who, err := p.Identify(ctx, code, attempt.Verifier, attempt.Nonce)
	if err != nil {
		slog.WarnContext(ctx, "sign-in failed", "provider", name, "error", err)
		return Welcome{}, ErrRefused
	}
	who.Provider, who.Email = name, address.Normal(who.Email)
	u, err := s.Store.upsert(ctx, who)
	if err != nil {
		return Welcome{}, err
	}
	in, err := s.welcome(ctx, u, name, attempt.ReturnTo)
	if err == nil {
		s.copyAvatar(ctx, u.ID, who.AvatarURL)
	}
	return in, err
}

// welcome starts a session for a user who has just signed in.
func (s *Service) welcome(ctx context.Context, u account, provider, returnTo string) (Welcome, error) {
	role := s.roleOf(u)
	if u.DisabledAt != nil {
		return Welcome{}, errors.Join(ErrDisabled, s.Store.logSignIn(ctx, u, audit.Refuse))
	}
	if role != session.Visitor { // readers' sign-ins are not logged
		if err := s.Store.logSignIn(ctx, u, audit.SignIn); err != nil {
			return Welcome{}, err
		}
	}
	id, err := s.Sessions.Begin(ctx, u.ID, role, provider)
	in := Welcome{SessionID: id, Life: session.LimitsOf(role).Absolute, ReturnTo: returnTo}
	if role != session.Visitor && u.EmailVerified {
		in.Email = u.Email
	}
	return in, err
}

// copyAvatar stores the user's picture. Without one, pages show initials.
func (s *Service) copyAvatar(ctx context.Context, userID int64, address string) {
	if address == "" {
		return
	}
	image, err := s.Avatars.fetch(ctx, address)
	if err == nil {
		err = s.Store.keepAvatar(ctx, userID, image)
	}
	if err != nil {
		slog.WarnContext(ctx, "couldn't copy the avatar", "error", err)
	}
}

// Sweep deletes expired sign-ins and sessions, and limits the lifetime of
// tokens that have no owner.
func (s *Service) Sweep(ctx context.Context) error {
	if err := s.Store.sweepSignIns(ctx); err != nil {
		return err
	}
	return errors.Join(s.Sessions.Sweep(ctx), s.Sessions.LimitUnowned(ctx))
}
