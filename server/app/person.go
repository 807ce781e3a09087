package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"time"

	"thriftwell/db"
	"thriftwell/server/features/auth"
	"thriftwell/server/features/contact"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/mail"
)

// Person is the command "person": it answers privacy requests.
func Person(ctx context.Context, o Options, args []string, out io.Writer) error {
	act := ""
	if len(args) > 0 {
		act, args = args[0], args[1:]
	}
	flags := flag.NewFlagSet("person "+act, flag.ContinueOnError)
	given := flags.String("email", "", "whose")
	reason := flags.String("reason", mail.Complaint, "bounce or complaint")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var c form.Checker
	email := c.Email("email", *given)
	if err := c.Err(); err != nil {
		return err
	}
	return withDatabase(ctx, o, func(d *db.DB) error {
		p, err := openPeople(ctx, o.Config, d)
		if err != nil {
			return err
		}
		switch act {
		case "export":
			return p.export(ctx, email, out)
		case "erase":
			return p.erase(ctx, email, out)
		case "suppress":
			return p.suppress(ctx, email, *reason, out)
		}
		return errors.New("say person export, person erase or person suppress")
	})
}

// export prints everything that is kept of a person.
func (p people) export(ctx context.Context, email string, out io.Writer) (err error) {
	var all struct {
		Email      string                `json:"email"`
		Suppressed string                `json:"suppressed,omitempty"` // why there is no mail
		Subscriber *subscribers.Export   `json:"subscriber"`
		Consents   []subscribers.Consent `json:"consents"`
		Messages   []contact.Kept        `json:"messages"`
		Accounts   []auth.Profile        `json:"accounts"` // of sign-in
	}
	all.Email = email
	if all.Suppressed, err = p.suppressions.Reason(ctx, p.suppressions.Secret.AddressHash(email)); err != nil {
		return err
	}
	if all.Subscriber, all.Consents, err = p.subscribers.Export(ctx, email); err != nil {
		return err
	}
	if all.Messages, err = p.contact.Of(ctx, email); err != nil {
		return err
	}
	if all.Accounts, err = p.accounts.Profiles(ctx, email); err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(all)
}

// erase forgets a person. The journal is written first: when the rest fails or
// the database is restored later, the next start does it.
func (p people) erase(ctx context.Context, email string, out io.Writer) error {
	hash := p.suppressions.Secret.AddressHash(email)
	id, err := p.subscribers.IDOf(ctx, hash)
	if err != nil {
		return err
	}
	e := erasure{ID: id, AddressHash: hash, At: time.Now()}
	if err := p.journal.add(e); err != nil {
		return err
	}
	if err := p.eraseAs(ctx, e); err != nil {
		return err
	}
	if err := p.accounts.Erase(ctx, func(a auth.Account) bool { return a.Email == email }); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, "Erased. What stays are the bare facts of the ledger, which name nobody.")
	return err
}

func (p people) eraseAs(ctx context.Context, e erasure) error {
	if err := p.subscribers.Erase(ctx, e.ID); err != nil {
		return err
	}
	return p.contact.Erase(ctx, e.AddressHash, e.At)
}

func (p people) replayErasures(ctx context.Context) error {
	all, err := p.journal.read()
	if err != nil || len(all) == 0 {
		return err
	}
	for _, e := range all {
		if err := p.eraseAs(ctx, e); err != nil {
			return err
		}
	}
	return p.accounts.Erase(ctx, func(a auth.Account) bool {
		hash := p.suppressions.Secret.AddressHash(a.Email)
		return slices.ContainsFunc(all, func(e erasure) bool { return bytes.Equal(e.AddressHash, hash) && a.CreatedAt.Before(e.At) })
	})
}

func (p people) suppress(ctx context.Context, email, reason string, out io.Writer) error {
	if reason != mail.Bounce && reason != mail.Complaint {
		return errors.New("the reason is bounce or complaint")
	}
	if err := p.suppressions.Add(p.suppressions.DB.WithContext(ctx), p.suppressions.Secret.AddressHash(email), reason); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "No mail goes to this address any more.")
	return err
}

// Rekey is the command "rekey": it seals everything anew under the first of
// DATA_KEYS. It can be broken off and run again, beside a running site.
func Rekey(ctx context.Context, o Options, out io.Writer) error {
	return withDatabase(ctx, o, func(d *db.DB) error {
		p, err := openPeople(ctx, o.Config, d)
		if err != nil {
			return err
		}
		people, err := p.subscribers.Reseal(ctx)
		if err != nil {
			return err
		}
		messages, err := p.contact.Reseal(ctx)
		if err != nil {
			return err
		}
		if err := p.keys.ResealSecret(ctx, d.Pool); err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "Sealed anew: the keys of %d people, %d messages and the site's secret.\n", people, messages)
		return err
	})
}
