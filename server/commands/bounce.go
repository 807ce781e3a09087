package commands

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"thriftwell/db"
	"thriftwell/server/app"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/personal"
	"thriftwell/server/platform/mail"
)

// errLater tells the mail server to retry later.
var errLater = errors.New("try again later")

// bounce processes a report piped in by a mail server. Unusable reports are no
// error, because the mail server would return them to their sender.
func (l *line) bounce() *cobra.Command {
	return &cobra.Command{
		Use:   "bounce",
		Short: "Process a bounce or complaint from standard input",
		Long: "Read a delivery report (RFC 3464) or a complaint (RFC 5965) from standard input, as a mail server pipes it from an address based on BOUNCE_ADDRESS. " +
			"Hard bounces and complaints suppress the address; temporary failures are counted. Exits with 75 if the mail server should retry later.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			report, err := mail.ReadReport(c.InOrStdin())
			if err != nil {
				l.started = true
				_, err = fmt.Fprintln(l.out, "Nothing to do: this isn't a delivery report or complaint.")
				return err
			}
			err = l.withDatabase(func(ctx context.Context, o app.Options, d *db.DB) error {
				p, err := personal.Open(ctx, o.Config, d)
				if err != nil {
					return err
				}
				done, err := record(ctx, p, report)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(l.out, done)
				return err
			})(c, args)
			if err != nil {
				return fmt.Errorf("%w: %w", errLater, err)
			}
			return nil
		},
	}
}

// record records a report and returns what was done.
func record(ctx context.Context, p personal.Data, report mail.Report) (done string, err error) {
	hash, ok := p.Mailer.Returns.Hash(report.Addresses)
	if !ok {
		return "Nothing to do: it wasn't sent to an address based on BOUNCE_ADDRESS.", nil
	}
	if _, err := p.Subscribers.IDOf(ctx, hash); errors.Is(err, subscribers.ErrNotFound) {
		return "Nothing to do: this address isn't subscribed.", nil
	} else if err != nil {
		return "", err
	}
	if err := p.RecordEmailEvent(ctx, hash, report.MessageID, report.Event); err != nil {
		return "", err
	}
	switch report.Event {
	case mail.HardBounce:
		return "Suppressed: email to this address bounced.", nil
	case mail.Complained:
		return "Suppressed: this address reported our email as spam.", nil
	case mail.SoftBounce:
		return "Counted: this email bounced temporarily.", nil
	}
	return "Nothing to do: it reports no bounce.", nil
}
