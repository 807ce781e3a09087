package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"thriftwell/db"
	"thriftwell/server/app"
	"thriftwell/server/features/auth"
	"thriftwell/server/personal"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/session"
)

// grant has the flags that role and token create have in common.
type grant struct{ email, role string }

func (g *grant) flags(c *cobra.Command, whose string) {
	roles := []string{}
	for _, r := range session.Roles() {
		roles = append(roles, string(r))
	}
	c.Flags().StringVar(&g.email, "email", "", whose)
	c.Flags().StringVar(&g.role, "role", "", "admin, editor, marketer, or visitor")
	_ = c.RegisterFlagCompletionFunc("role", cobra.FixedCompletions(roles, cobra.ShellCompDirectiveNoFileComp))
}

func (g *grant) check([]string) error { return auth.CheckGrant(g.email, session.Role(g.role)) }

func (l *line) role() *cobra.Command {
	var g grant
	c := &cobra.Command{
		Use:   "role",
		Short: "Set a user's role by email address",
		Args:  cobra.NoArgs,
		RunE: l.withAuth(func(ctx context.Context, s *auth.Service) error {
			users, err := s.Grant(ctx, session.CommandLine(), g.email, session.Role(g.role))
			if err != nil {
				return err
			}
			if users == 0 {
				_, err = fmt.Fprintf(l.out, "%s will become %s at the first sign-in.\n", g.email, g.role)
				return err
			}
			_, err = fmt.Fprintf(l.out, "%s is now %s and has to sign in again.\n", g.email, g.role)
			return err
		}),
	}
	g.flags(c, "the user's email address")
	return checked(c, g.check)
}

func (l *line) signInLink() *cobra.Command {
	var email string
	c := &cobra.Command{
		Use:   "sign-in-link",
		Short: "Print a link that signs in someone on the staff, for when email isn't going out",
		Long:  "Print a link that signs in someone on the staff, for when email isn't going out. The link works once, in any browser, for 15 minutes.",
		Args:  cobra.NoArgs,
		RunE: l.withDatabase(func(ctx context.Context, o app.Options, d *db.DB) error {
			if !o.Config.EmailSignIn {
				return errors.New("sign-in with a link is off; set MAIL_SIGN_IN=true and restart the site")
			}
			p, err := personal.Open(ctx, o.Config, d)
			if err != nil {
				return err
			}
			link, err := app.NewByEmail(o.Config, app.NewAuth(o.Config, d, nil), p).Link(ctx, email)
			if err == nil {
				_, err = fmt.Fprintf(l.out, "This link signs %s in once, within 15 minutes:\n%s\n", email, link)
			}
			return err
		}),
	}
	c.Flags().StringVar(&email, "email", "", "the address of someone on the staff")
	return checked(c, func([]string) error {
		var check form.Checker
		email = check.Email("email", email)
		return check.Err()
	})
}

func (l *line) token() *cobra.Command {
	return group(&cobra.Command{Use: "token", Short: "Create, list, and revoke bearer tokens"},
		l.createToken(), l.listTokens(), l.revokeToken())
}

func (l *line) createToken() *cobra.Command {
	var g grant
	var name string
	var days int
	c := &cobra.Command{
		Use:   "create",
		Short: "Create a token for a user and print it on the last line",
		Long: "Create a token for a user and print it on the last line. It can do what its role allows, as long as its owner can too, " +
			"and stops working when the owner is disabled or erased. If there's no account with this address, one is created with this role.",
		Args: cobra.NoArgs,
		RunE: l.withAuth(func(ctx context.Context, s *auth.Service) error {
			t, secret, err := s.CreateToken(ctx, session.CommandLine(), auth.NewToken{Email: g.email, Name: name, Role: session.Role(g.role), Days: days})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(l.out, "Token %d for %s (%s), expires %s:\n%s\n", t.ID, t.Email, t.Role, t.ExpiresAt.Format(time.DateOnly), secret)
			return err
		}),
	}
	g.flags(c, "the owner's email address")
	c.Flags().StringVar(&name, "name", "", "name, such as nightly export")
	c.Flags().IntVar(&days, "days", auth.DefaultTokenDays, "days until it expires")
	return checked(c, func(args []string) error {
		if days < 1 || days > auth.MaxTokenDays {
			return fmt.Errorf("--days is %d; use a number from 1 to %d", days, auth.MaxTokenDays)
		}
		return g.check(args)
	})
}

func (l *line) listTokens() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List all tokens without their secrets",
		Args:  cobra.NoArgs,
		RunE: l.withAuth(func(ctx context.Context, s *auth.Service) error {
			return listTokens(ctx, s, l.out)
		}),
	}
}

func listTokens(ctx context.Context, s *auth.Service, out io.Writer) error {
	tokens, err := s.Sessions.Tokens(ctx)
	if err != nil {
		return err
	}
	for _, t := range tokens {
		state := "expires " + t.ExpiresAt.Format(time.DateOnly)
		if t.RevokedAt != nil {
			state = "revoked " + t.RevokedAt.Format(time.DateOnly)
		}
		used := "never used"
		if t.LastUsedAt != nil {
			used = "last used " + t.LastUsedAt.Format(time.DateOnly)
		}
		if t.UserID == nil {
			state += ", has no owner"
		}
		if _, err := fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\t%s\n", t.ID, t.Email, t.Role, state, used, t.Name); err != nil {
			return err
		}
	}
	return nil
}

func (l *line) revokeToken() *cobra.Command {
	var id int64
	c := &cobra.Command{
		Use:   "revoke",
		Short: "Revoke a token",
		Args:  cobra.NoArgs,
		RunE: l.withAuth(func(ctx context.Context, s *auth.Service) error {
			t, err := s.RevokeToken(ctx, session.CommandLine(), id)
			if err == nil {
				_, err = fmt.Fprintf(l.out, "Revoked token %d of %s.\n", t.ID, t.Email)
			}
			return err
		}),
	}
	c.Flags().Int64Var(&id, "id", 0, "the token's number in the list")
	_ = c.MarkFlagRequired("id")
	return c
}

func (l *line) withAuth(body func(context.Context, *auth.Service) error) func(*cobra.Command, []string) error {
	return l.withDatabase(func(ctx context.Context, o app.Options, d *db.DB) error {
		return body(ctx, app.NewAuth(o.Config, d, nil))
	})
}
