package auth

import (
	"context"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/address"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/session"
)

// Admin handles the calls of admins: users and tokens.
type Admin struct {
	Service *Service
	Limiter *ratelimit.Limiter
}

// maxAccounts is the maximum number of users in one response.
const maxAccounts = 100

// Users handles GET /api/admin/users?q=&after=&limit=.
func (a Admin) Users(c *gin.Context) error {
	text, err := httpx.QueryText(c, "q")
	if err != nil {
		return err
	}
	after, err := httpx.QueryInt(c, "after", 0, 0, 1<<53)
	if err != nil {
		return err
	}
	limit, err := httpx.QueryInt(c, "limit", maxAccounts, 1, maxAccounts)
	if err != nil {
		return err
	}
	users, err := a.Service.Store.accounts(c.Request.Context(), text, int64(after), limit)
	return httpx.JSON(c, users, err)
}

// Grant handles POST /api/admin/users. It gives a role to an address, even if
// nobody has signed in with it yet.
func (a Admin) Grant(c *gin.Context) error {
	var in struct {
		Email string       `json:"email"`
		Role  session.Role `json:"role"`
	}
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return err
	}
	ctx := c.Request.Context()
	known, err := a.Service.Store.hasUser(ctx, address.Normal(in.Email))
	if err != nil {
		return err
	}
	if in.Role != session.Visitor && !known { // only invitations are emailed
		if err := a.mayInvite(ctx, in.Email); err != nil {
			return err
		}
	}
	users, err := a.Service.Grant(ctx, session.ActorOf(ctx), in.Email, in.Role)
	return httpx.JSON(c, gin.H{"users": users, "invited": users == 0}, err)
}

// mayInvite counts an invitation from the caller to email. It returns an error if
// the caller or the address is over its limit.
func (a Admin) mayInvite(ctx context.Context, email string) error {
	for _, use := range []ratelimit.Use{
		{Rule: senderLimit(), By: session.ActorOf(ctx).Email}, {Rule: recipientLimit(), By: address.Normal(email)},
	} {
		if err := a.Limiter.Take(ctx, use); err != nil {
			return err
		}
	}
	return nil
}

// Edit handles PUT /api/admin/users/:id.
func (a Admin) Edit(c *gin.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	var in struct {
		Role     *session.Role `json:"role"`
		Disabled *bool         `json:"disabled"`
	}
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return err
	}
	ctx := c.Request.Context()
	u, err := a.Service.Edit(ctx, session.ActorOf(ctx), id, in.Role, in.Disabled)
	return httpx.JSON(c, u, err)
}

// SignOut handles POST /api/admin/users/:id/sign-out.
func (a Admin) SignOut(c *gin.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	u, err := a.Service.Store.signOut(ctx, session.ActorOf(ctx), id)
	return httpx.JSON(c, u.Account, err)
}

// Invitations handles GET /api/admin/invitations.
func (a Admin) Invitations(c *gin.Context) error {
	pending, err := a.Service.Store.invitations(c.Request.Context())
	return httpx.JSON(c, pending, err)
}

// EmailInvitation handles POST /api/admin/invitations/:id/mail. It sends the
// invitation again.
func (a Admin) EmailInvitation(c *gin.Context) error {
	id, err := pathID(c)
	if err != nil {
		return errNoInvitation
	}
	ctx := c.Request.Context()
	p, err := a.Service.Store.invitation(ctx, id)
	if err != nil {
		return err
	}
	if p.Role == session.Visitor {
		return errNoStaff
	}
	if err := a.mayInvite(ctx, p.Email); err != nil {
		return err
	}
	return httpx.JSON(c, p, a.Service.Store.resendInvitation(ctx, session.ActorOf(ctx), p))
}

// Withdraw handles DELETE /api/admin/invitations/:id.
func (a Admin) Withdraw(c *gin.Context) error {
	id, err := pathID(c)
	if err != nil {
		return errNoInvitation
	}
	ctx := c.Request.Context()
	p, err := a.Service.Withdraw(ctx, session.ActorOf(ctx), id)
	return httpx.JSON(c, p, err)
}

// Tokens handles GET /api/admin/tokens.
func (a Admin) Tokens(c *gin.Context) error {
	tokens, err := a.Service.Sessions.Tokens(c.Request.Context())
	return httpx.JSON(c, tokens, err)
}

// CreateToken handles POST /api/admin/tokens. Only this response contains the
// secret.
func (a Admin) CreateToken(c *gin.Context) error {
	in := struct {
		Email string       `json:"email"`
		Name  string       `json:"name"`
		Role  session.Role `json:"role"`
		Days  int          `json:"days"`
	}{Days: DefaultTokenDays}
	if err := httpx.ReadStrictJSON(c, &in); err != nil {
		return err
	}
	ctx := c.Request.Context()
	t, secret, err := a.Service.CreateToken(ctx, session.ActorOf(ctx), NewToken(in))
	if err != nil {
		return err
	}
	c.JSON(http.StatusCreated, struct {
		session.Token
		Secret string `json:"secret"`
	}{t, secret})
	return nil
}

// RevokeToken handles DELETE /api/admin/tokens/:id.
func (a Admin) RevokeToken(c *gin.Context) error {
	id, err := pathID(c)
	if err != nil {
		return session.ErrTokenNotFound()
	}
	ctx := c.Request.Context()
	t, err := a.Service.RevokeToken(ctx, session.ActorOf(ctx), id)
	return httpx.JSON(c, t, err)
}

// pathID returns the path parameter id. If it is not a number, pathID returns
// ErrNotFound.
func pathID(c *gin.Context) (int64, error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil {
		return 0, ErrNotFound
	}
	return id, nil
}
