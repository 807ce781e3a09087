package app

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"thriftwell/db"
	"thriftwell/server/features/auth"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/session"
)

func newAuth(c config.Config, d *db.DB, providers []auth.Provider) *auth.Service {
	return auth.NewService(auth.NewStore(d.Gorm), &session.Store{DB: d.Gorm}, providers, c.AdminEmails, auth.Avatars{AllowPrivate: !c.Production()})
}

// Role is the command "role": it gives a role to an address.
func Role(ctx context.Context, o Options, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("role", flag.ContinueOnError)
	email := flags.String("email", "", "the address that they sign in with")
	role := flags.String("role", "", "admin, editor, marketer or visitor")
	if err := flags.Parse(args); err != nil {
		return err
	}
	return withAuth(ctx, o, func(s *auth.Service) error {
		users, err := s.Grant(ctx, session.CommandLine(), *email, session.Role(*role))
		if err != nil {
			return err
		}
		if users == 0 {
			_, err = fmt.Fprintf(out, "%s will be %s at the first sign-in.\n", *email, *role)
			return err
		}
		_, err = fmt.Fprintf(out, "%s is %s now and has to sign in again.\n", *email, *role)
		return err
	})
}

// Token is the command "token": create, list or revoke. What create makes
// stands alone on the last line.
func Token(ctx context.Context, o Options, args []string, out io.Writer) error {
	act := ""
	if len(args) > 0 {
		act, args = args[0], args[1:]
	}
	flags := flag.NewFlagSet("token "+act, flag.ContinueOnError)
	email := flags.String("email", "", "whom it stands for")
	role := flags.String("role", "", "admin, editor, marketer or visitor")
	days := flags.Int("days", auth.DefaultTokenDays, "how long it is good for")
	id := flags.Int64("id", 0, "the token to revoke")
	if err := flags.Parse(args); err != nil {
		return err
	}
	by := session.CommandLine()
	switch act {
	case "create":
		return withAuth(ctx, o, func(s *auth.Service) error {
			t, secret, err := s.CreateToken(ctx, by, *email, session.Role(*role), *days)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(out, "Token %d for %s (%s), good until %s:\n%s\n", t.ID, t.Email, t.Role, t.ExpiresAt.Format(time.DateOnly), secret)
			return err
		})
	case "list":
		return withAuth(ctx, o, func(s *auth.Service) error { return listTokens(ctx, s, out) })
	case "revoke":
		return withAuth(ctx, o, func(s *auth.Service) error {
			t, err := s.RevokeToken(ctx, by, *id)
			if err == nil {
				_, err = fmt.Fprintf(out, "Token %d of %s is revoked.\n", t.ID, t.Email)
			}
			return err
		})
	}
	return fmt.Errorf("say token create, token list or token revoke")
}

func listTokens(ctx context.Context, s *auth.Service, out io.Writer) error {
	tokens, err := s.Sessions.Tokens(ctx)
	if err != nil {
		return err
	}
	for _, t := range tokens {
		state := "good until " + t.ExpiresAt.Format(time.DateOnly)
		if t.RevokedAt != nil {
			state = "revoked " + t.RevokedAt.Format(time.DateOnly)
		}
		used := "never used"
		if t.LastUsedAt != nil {
			used = "last used " + t.LastUsedAt.Format(time.DateOnly)
		}
		if _, err := fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\n", t.ID, t.Email, t.Role, state, used); err != nil {
			return err
		}
	}
	return nil
}

// withAuth runs one act of sign-in on the site's database.
func withAuth(ctx context.Context, o Options, act func(*auth.Service) error) error {
	return withDatabase(ctx, o, func(d *db.DB) error { return act(newAuth(o.Config, d, nil)) })
}

// withDatabase runs one act on the site's database, beside a running site or alone.
func withDatabase(ctx context.Context, o Options, act func(*db.DB) error) error {
	url, postgres, err := Database(ctx, o)
	if err != nil {
		return err
	}
	if postgres != nil {
		defer postgres.Stop(context.WithoutCancel(ctx))
	}
	if err := db.Migrate(ctx, url); err != nil {
		return err
	}
	d, err := db.Open(ctx, url)
	if err != nil {
		return err
	}
	defer d.Close()
	return act(d)
}
