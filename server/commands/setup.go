package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/caarlos0/env/v11"
	"github.com/spf13/cobra"

	"thriftwell/db"
	"thriftwell/db/bundled"
	"thriftwell/server/checks"
	"thriftwell/server/platform/config"
	"thriftwell/server/setup"
)

// setUp waits at /setup for the settings that a new production site lacks.
func (l *line) setUp(ctx context.Context) error {
	c, err := l.settings()
	if !needsSetup(c, err) {
		return nil
	}
	if exists, err := hasSite(ctx, c); err != nil || exists {
		return err
	}
	log, flush := newLog(c, l.out)
	defer flush()
	environ, err := l.given()
	if err != nil {
		return err
	}
	if err := checks.Log(ctx, log, true, []checks.Check{checks.Room(c)}); err != nil {
		log.Error("failed", "error", err)
		return errLogged
	}
	given := env.ToMap(environ)
	return setup.Run(ctx, setup.Options{Config: c, Log: log,
		Given: func(name string) bool { return given[name] != "" || given[name+"_FILE"] != "" },
		Load: func(answers map[string]string) (config.Config, error) {
			all := slices.Clone(environ)
			for _, name := range slices.Sorted(maps.Keys(answers)) {
				if given[name] == "" && given[name+"_FILE"] == "" {
					all = append(all, name+"="+answers[name])
				}
			}
			return config.LoadAt(l.root, all)
		},
	})
}

// needsSetup reports whether a production site is new and lacks only what the
// page at /setup asks for. Other wrong settings end the start, and so do those of
// an existing site.
func needsSetup(c config.Config, err error) bool {
	return err != nil && c.Production() && len(c.AdminEmails) == 0 && !bundled.Exists(c.DataDir) && setup.Covers(err)
}

// siteTimeout is how long another Postgres may take to say whether it has a site.
const siteTimeout = 30 * time.Second

// hasSite reports whether there is a site in the Postgres at DATABASE_URL.
func hasSite(ctx context.Context, c config.Config) (bool, error) {
	if c.DatabaseURL == "" {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, siteTimeout)
	defer cancel()
	exists, err := db.HasSite(ctx, c.DatabaseURL)
	if err != nil {
		err = fmt.Errorf("we couldn't reach the database to see whether this site is new: %w", err)
	}
	return exists, err
}

func (l *line) setup() *cobra.Command {
	return &cobra.Command{
		Use:   "setup",
		Short: "Print the page and the code to set up a new site",
		Long:  "Print the address of the page that sets up a new production site, and the code that it asks for. The site must be running and waiting to be set up.",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			l.started = true
			c, err := l.settings()
			code, missing := setup.Code(c)
			if errors.Is(missing, os.ErrPermission) {
				return fmt.Errorf("run this as the user that the site runs as: %w", missing)
			}
			if missing != nil {
				return errors.Join(missing, err)
			}
			_, err = fmt.Fprintf(l.out, "Open %s/setup and enter this code: %s\n", c.BaseURL, code)
			return err
		},
	}
}
