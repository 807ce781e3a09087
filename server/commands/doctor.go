package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thriftwell/server/app"
	"thriftwell/server/checks"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/port"
)

// readyDeadline is the timeout for asking a running site whether it is ready.
const readyDeadline = 5 * time.Second

var errUnhealthy = errors.New("the doctor found problems")

func (l *line) doctor() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check the settings and the machine, and say how to fix problems",
		Long: "Run the startup checks on the settings and the machine, and say how to fix problems. It changes nothing " +
			"and can run alongside the site. Warnings don't change the exit code.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			l.started = true
			settings, err := l.settings()
			fmt.Fprintln(l.out, siteLine(settings))
			return examine(c.Context(), l.out, app.Options{Config: settings, Log: slog.New(slog.DiscardHandler), Root: l.root}, err)
		},
	}
}

func examine(ctx context.Context, out io.Writer, o app.Options, settings error) error {
	sick := false
	tell := func(name string, found *checks.Problem) {
		switch {
		case found == nil:
			fmt.Fprintf(out, "ok    %s\n", name)
			return
		case found.Weight == checks.Warning:
			fmt.Fprintf(out, "WARN  %s: %s\n", name, found.What)
		default:
			sick = true
			fmt.Fprintf(out, "WRONG %s: %s\n", name, found.What)
		}
		fmt.Fprintf(out, "      fix: %s\n", found.Mend)
	}
	found := wrong(settings, "Correct these settings. See bin/server help settings.")
	if unknown := strings.Join(o.Config.Unknown, "\n"); unknown != "" {
		if found == nil {
			found = &checks.Problem{Mend: "Correct these names. See .env.example for all settings.", Weight: checks.Warning}
		}
		found.What = strings.TrimSpace(found.What + "\n" + unknown)
	}
	tell("settings", found)
	tell("port", wrong(checkPort(ctx, o.Config), "Stop the program using this port, or change PORT."))
	app.Examine(ctx, o, tell)
	if sick {
		return errUnhealthy
	}
	return nil
}

func wrong(err error, mend string) *checks.Problem {
	if err == nil {
		return nil
	}
	return &checks.Problem{What: err.Error(), Mend: mend, Weight: checks.Wrong}
}

// checkPort tries to listen where the site would. If the site itself listens
// there, it asks whether the site is ready.
func checkPort(ctx context.Context, c config.Config) error {
	l, taken := port.Listen(c.Addr())
	if taken == nil {
		return l.Close()
	}
	if err := askReady(ctx, c); !errors.Is(err, errNoSite) {
		return err
	}
	return taken
}

func (l *line) ready() *cobra.Command {
	return &cobra.Command{
		Use:   "ready",
		Short: "Check whether the running site can serve pages",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			l.started = true
			settings, err := l.settings()
			if err != nil {
				return err
			}
			if err := askReady(c.Context(), settings); err != nil {
				return err
			}
			_, err = fmt.Fprintln(l.out, "The site is ready.")
			return err
		},
	}
}

// errNoSite is returned if no site responds on the port.
var errNoSite = errors.New("no site is running there")

// askReady returns nil if a site can serve pages.
func askReady(ctx context.Context, c config.Config) error {
	host := c.Host
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1" // the name would need /etc/hosts
	}
	ctx, cancel := context.WithTimeout(ctx, readyDeadline)
	defer cancel()
	address := "http://" + net.JoinHostPort(host, strconv.Itoa(c.Port)) + "/readyz"
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoSite, err)
	}
	defer res.Body.Close()
	var answer struct{ Status, Detail any } // of /readyz, or of a problem
	err = json.NewDecoder(io.LimitReader(res.Body, 1<<16)).Decode(&answer)
	switch {
	case err == nil && res.StatusCode == http.StatusOK && answer.Status == "ready":
		return nil
	case err == nil && res.StatusCode == http.StatusServiceUnavailable && answer.Detail != nil:
		return fmt.Errorf("the site is running but not ready: %s", answer.Detail)
	}
	return fmt.Errorf("%w: %s answered with %s", errNoSite, address, res.Status)
}
