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

// errLater is about what a mail server should bring again.
var errLater = errors.New("please bring it again later")

// bounce reads a report that a mail server pipes in. What it can't use is no
// error, or the mail server would return it to its sender.
func (l *line) bounce() *cobra.Command {
	return &cobra.Command{
		Use:   "bounce",
		Short: "Read a report of a delivery or a complaint from standard input",
		Long: "Read a report of a delivery (RFC 3464) or a complaint (RFC 5965) from standard input, as a mail server pipes it in that was sent to an address made of BOUNCE_ADDRESS. " +
			"Mail that came back for good, and a complaint, suppress the address; what may pass is counted. It exits with 75 where the report should be brought again later.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			report, err := mail.ReadReport(c.InOrStdin())
			if err != nil {
				l.started = true
				_, err = fmt.Fprintln(l.out, "Nothing to do: this is no report of a delivery or of a complaint.")
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

// record notes a report and says what came of it.
func record(ctx context.Context, p personal.Data, report mail.Report) (done string, err error) {
	hash, ok := p.Mailer.Returns.Hash(report.Addresses)
	if !ok {
		return "Nothing to do: it was not sent to an address made of BOUNCE_ADDRESS.", nil
	}
	if _, err := p.Subscribers.IDOf(ctx, hash); errors.Is(err, subscribers.ErrNotFound) {
		return "Nothing to do: nobody is subscribed with this address.", nil
	} else if err != nil {
		return "", err
	}
	if err := p.MailTold(ctx, hash, report.MessageID, report.Event); err != nil {
		return "", err
	}
	switch report.Event {
	case mail.HardBounce:
		return "Suppressed: mail to this address came back for good.", nil
	case mail.Complained:
		return "Suppressed: the owner of this address complained.", nil
	case mail.SoftBounce:
		return "Counted: this mail came back for a reason that may pass.", nil
	}
	return "Nothing to do: it tells of no mail that came back.", nil
}
