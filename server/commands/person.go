package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"thriftwell/db"
	"thriftwell/server/app"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/personal"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/session"
)

func (l *line) person() *cobra.Command {
	return group(&cobra.Command{Use: "person", Short: "Answer privacy requests"},
		l.exportPerson(), l.erasePerson(), l.suppressPerson(), l.revokePerson())
}

func (l *line) exportPerson() *cobra.Command {
	return l.aboutPerson(&cobra.Command{
		Use:   "export",
		Short: "Print all data about a person, including the consent ledger",
	}, func(ctx context.Context, p personal.Data, email string) error {
		all, err := p.Export(ctx, email)
		if err != nil {
			return err
		}
		if err := p.Note(ctx, audit.Export, email); err != nil {
			return err
		}
		encoder := json.NewEncoder(l.out)
		encoder.SetIndent("", "  ")
		encoder.SetEscapeHTML(false)
		return encoder.Encode(all)
	})
}

func (l *line) erasePerson() *cobra.Command {
	return l.aboutPerson(&cobra.Command{
		Use:   "erase",
		Short: "Erase a person; anonymous ledger entries stay, and sealed proof of consent for CONSENTS_KEEP",
	}, func(ctx context.Context, p personal.Data, email string) error {
		kept, unread := p.Export(ctx, email)
		if err := p.Erase(ctx, email); err != nil {
			return err
		}
		if err := p.Note(ctx, "erase", email); err != nil {
			return err
		}
		done := "Erased. The consent record and the audit log keep the bare facts without names, and sealed proof of consent stays for CONSENTS_KEEP months."
		if unread == nil && kept.Empty() {
			done = "No data found for this address. Check the spelling."
		}
		_, err := fmt.Fprintln(l.out, done)
		return err
	})
}

func (l *line) suppressPerson() *cobra.Command {
	var reason string
	c := l.aboutPerson(&cobra.Command{
		Use:   "suppress",
		Short: "Never email an address again",
	}, func(ctx context.Context, p personal.Data, email string) error {
		if err := p.Suppress(ctx, email, reason); err != nil {
			return err
		}
		_, err := fmt.Fprintln(l.out, "This address won't get email anymore.")
		return err
	})
	c.Flags().StringVar(&reason, "reason", mail.Complaint, "bounce, complaint, or manual")
	reasons := []string{mail.Bounce, mail.Complaint, mail.Manual}
	_ = c.RegisterFlagCompletionFunc("reason", cobra.FixedCompletions(reasons, cobra.ShellCompDirectiveNoFileComp))
	isAddress := c.PreRunE
	c.PreRunE = func(c *cobra.Command, args []string) error {
		if !slices.Contains(reasons, reason) {
			return errors.New("--reason must be bounce, complaint, or manual")
		}
		return isAddress(c, args)
	}
	return c
}

func (l *line) revokePerson() *cobra.Command {
	var r subscribers.Revocation
	c := &cobra.Command{
		Use:   "revoke",
		Short: "Record that someone opted out",
		Args:  cobra.NoArgs,
	}
	c.Flags().StringVar(&r.Email, "email", "", "address that opted out of email, calls, and texts")
	c.Flags().StringVar(&r.Phone, "phone", "", "number that opted out of calls and texts")
	c.Flags().StringVar((*string)(&r.Means), "means", string(subscribers.ByMessage), "how they told us: phone or message")
	_ = c.RegisterFlagCompletionFunc("means", cobra.FixedCompletions([]string{string(subscribers.ByPhone), string(subscribers.ByMessage)}, cobra.ShellCompDirectiveNoFileComp))
	c.MarkFlagsOneRequired("email", "phone")
	c.MarkFlagsMutuallyExclusive("email", "phone")
	c.RunE = l.withPeople(func(ctx context.Context, p personal.Data, _ *db.DB) error {
		done, err := p.Subscribers.Revoke(ctx, session.CommandLine(), r)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(l.out, sentenceOf(r, done))
		return err
	})
	return checked(c, func([]string) error { return r.Check() })
}

// sentenceOf describes the result of a revocation.
func sentenceOf(r subscribers.Revocation, done subscribers.Revoked) string {
	switch {
	case done.People == 0 && r.Phone != "":
		return "No one gets calls or texts at this number. Check it."
	case done.People == 0:
		return "This address isn't subscribed. Check the spelling. We'll never send it newsletters."
	case len(done.Ended) == 0:
		return "There was nothing to stop."
	}
	return fmt.Sprintf("Stopped: %s. The subscriber gets a confirmation by email.", strings.Join(done.Ended, ", "))
}

// aboutPerson gives a command the flag for the person, and its body.
func (l *line) aboutPerson(c *cobra.Command, act func(ctx context.Context, p personal.Data, email string) error) *cobra.Command {
	var given string
	c.Args = cobra.NoArgs
	c.Flags().StringVar(&given, "email", "", "whose")
	c.RunE = l.withPeople(func(ctx context.Context, p personal.Data, _ *db.DB) error { return act(ctx, p, given) })
	return checked(c, func([]string) error {
		var check form.Checker
		given = check.Email("email", given)
		return check.Err()
	})
}

func (l *line) rekey() *cobra.Command {
	return &cobra.Command{
		Use:   "rekey",
		Short: "Encrypt personal data again with the first of DATA_KEYS",
		Args:  cobra.NoArgs,
		RunE: l.withPeople(func(ctx context.Context, p personal.Data, d *db.DB) error {
			people, messages, err := p.Reseal(ctx, d.Pool)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(l.out, "Encrypted again: the keys of %d people, %d messages, and the site's secret.\n", people, messages)
			return err
		}),
	}
}

func (l *line) withPeople(body func(ctx context.Context, p personal.Data, d *db.DB) error) func(*cobra.Command, []string) error {
	return l.withDatabase(func(ctx context.Context, o app.Options, d *db.DB) error {
		p, err := personal.Open(ctx, o.Config, d)
		if err != nil {
			return err
		}
		return body(ctx, p, d)
	})
}
