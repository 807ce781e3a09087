// Package commands is the command line: the commands of bin/server and their
// help.
package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/caarlos0/env/v11"
	"github.com/spf13/cobra"

	"thriftwell/db"
	"thriftwell/db/bundled"
	"thriftwell/server/app"
	"thriftwell/server/platform/config"
)

// Exit codes other than 0.
const (
	exitFailed = 1
	exitUsage  = 2  // invalid command line; nothing was done
	exitLater  = 75 // EX_TEMPFAIL, for mail servers
)

// errLogged is returned for an error that was logged.
var errLogged = errors.New("see the log")

// line is one invocation of the program.
type line struct {
	environ []string
	root    string    // the folder with dist
	envFile string    // settings file for development; may be missing
	file    string    // settings file given by --settings, also in production
	out     io.Writer // output
	errOut  io.Writer // errors
	args    []string  // of the command, without flags
	started bool      // the command line is valid
}

// Run runs the command in args, with settings from environ, and returns the
// exit code.
func Run(ctx context.Context, args, environ []string, out, errOut io.Writer) int {
	l := &line{environ: environ, out: out, errOut: errOut}
	if err := l.findRoot(); err != nil {
		fmt.Fprintln(errOut, err)
		return exitFailed
	}
	command := l.command()
	command.SetArgs(args)
	command.SetOut(out)
	command.SetErr(errOut)
	switch err := command.ExecuteContext(ctx); {
	case err == nil:
		return 0
	case errors.Is(err, errLater):
		fmt.Fprintln(errOut, err)
		return exitLater
	case errors.Is(err, errLogged):
		return exitFailed
	case l.started:
		fmt.Fprintln(errOut, err)
		return exitFailed
	default:
		fmt.Fprintf(errOut, "%s. Run server --help, or any command with --help, for usage.\n", strings.TrimSuffix(err.Error(), "."))
		return exitUsage
	}
}

// findRoot finds the site of the program: the parent of its bin folder,
// whatever the working directory. A program elsewhere, such as a test's, uses
// the working directory and reads no .env unless ENV_FILE names it.
func (l *line) findRoot() (err error) {
	program, err := os.Executable()
	if err == nil {
		program, err = filepath.EvalSymlinks(program)
	}
	if bin := filepath.Dir(program); err == nil && filepath.Base(bin) == "bin" {
		l.root = filepath.Dir(bin)
		l.envFile = filepath.Join(l.root, ".env")
	} else if l.root, err = os.Getwd(); err != nil {
		return err
	}
	if named, ok := env.ToMap(l.environ)["ENV_FILE"]; ok {
		l.envFile = named
	}
	return nil
}

// given returns the environment with what a file adds to it.
func (l *line) given() ([]string, error) {
	if l.file != "" {
		return config.WithSettings(l.environ, l.file)
	}
	return config.WithFile(l.environ, l.envFile)
}

// settings reads the settings; see config.LoadAt about the error.
func (l *line) settings() (config.Config, error) {
	environ, unread := l.given()
	c, err := config.LoadAt(l.root, environ)
	if c.Production() {
		answered, unanswered := c.WithSetup(environ)
		c, err = config.LoadAt(l.root, answered)
		unread = errors.Join(unread, unanswered)
	}
	return c, errors.Join(unread, err)
}

func (l *line) command() *cobra.Command {
	root := group(&cobra.Command{
		Use:   "server",
		Short: "Run and manage the site",
		Long: "Run and manage the site. Settings come from the environment, from the --settings file, and in development from .env; server help settings lists them. " +
			"Only serve, migrate, seed, import, and restore create a site; all other commands need an existing one.",
		Version: version(),
	}, l.serve(), l.setup(), l.version(), l.migrate(), l.seed(), l.role(), l.signInLink(), l.token(), l.person(), l.bounce(), l.events(), l.spool(), l.keys(), l.rekey(), l.export(), l.imports(), l.backup(), l.backups(), l.restore(), l.doctor(), l.ready())
	root.PersistentFlags().StringVar(&l.file, "settings", "", "read settings from this file, such as /etc/thriftwell/settings.env; environment variables take precedence")
	_ = root.MarkPersistentFlagFilename("settings")
	root.PersistentPreRun = func(_ *cobra.Command, args []string) { l.args = args }
	root.SetHelpCommand(l.help())
	root.SilenceErrors, root.SilenceUsage = true, true
	return root
}

// group returns a command that only has subcommands.
func group(c *cobra.Command, subcommands ...*cobra.Command) *cobra.Command {
	c.Args = cobra.NoArgs
	c.RunE = func(*cobra.Command, []string) error {
		return fmt.Errorf("%s\nChoose a command", strings.TrimSpace(c.UsageString()))
	}
	c.AddCommand(subcommands...)
	return c
}

// checked makes a command check its arguments before anything starts.
func checked(c *cobra.Command, check func(args []string) error) *cobra.Command {
	c.PreRunE = func(_ *cobra.Command, args []string) error { return check(args) }
	return c
}

// version returns the commit that the program was built from, as recorded by
// Go.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "unknown"
}

// settled returns the body of a command that needs the settings and a log,
// which goes to logOut.
func (l *line) settled(logOut io.Writer, body func(ctx context.Context, o app.Options) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, _ []string) error {
		l.started = true
		settings, err := l.settings()
		log, flush := newLog(settings, logOut)
		defer flush()
		slog.SetDefault(log)
		for _, sentence := range settings.Unknown {
			log.Warn(sentence)
		}
		if err == nil {
			err = body(c.Context(), app.Options{Config: settings, Log: log, Root: l.root, Version: version()})
		}
		if err != nil && settings.Production() && logOut == l.out {
			log.Error("failed", "error", err) // readers of the log expect JSON
			return errLogged
		}
		return err
	}
}

// opener opens the database of a site: app.Database, which creates a missing
// one, or app.ExistingDatabase.
type opener func(ctx context.Context, o app.Options) (url string, postgres *bundled.Server, err error)

// withDatabase returns the body of a command that works on the database of an
// existing site, running or not.
func (l *line) withDatabase(body func(ctx context.Context, o app.Options, d *db.DB) error) func(*cobra.Command, []string) error {
	return l.onSite(func(ctx context.Context, o app.Options) error {
		return withDatabase(ctx, o, app.ExistingDatabase, func(d *db.DB) error { return body(ctx, o, d) })
	})
}

// onSite returns the body of a command that first prints which site it works
// on. Its log goes to the error output, because other programs may read its
// output.
func (l *line) onSite(body func(ctx context.Context, o app.Options) error) func(*cobra.Command, []string) error {
	return l.settled(l.errOut, func(ctx context.Context, o app.Options) error {
		fmt.Fprintln(l.errOut, siteLine(o.Config))
		return body(ctx, o)
	})
}

// siteLine says which site a command works on.
func siteLine(c config.Config) string {
	return fmt.Sprintf("Site: %s in %s", c.BaseURL, app.Where(c))
}

// withDatabase calls act with the site's database, migrated.
func withDatabase(ctx context.Context, o app.Options, open opener, act func(*db.DB) error) error {
	url, postgres, err := open(ctx, o)
	if err != nil {
		return err
	}
	if postgres != nil {
		defer postgres.Stop(context.WithoutCancel(ctx))
	}
	d, err := db.Open(ctx, url)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := db.Migrate(ctx, url); err != nil {
		return err
	}
	return act(d)
}
