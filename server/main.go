// Command server is the site: serve, migrate, seed, role, token and doctor.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"thriftwell/db"
	"thriftwell/db/seed"
	"thriftwell/server/app"
	"thriftwell/server/platform/config"
)

const usage = `usage: server <command>

  serve     run the site (migrates and loads the starting content first)
  migrate   bring the database to the newest schema
  seed      load the starting content that was not loaded before
  role      give a role: role --email E --role admin|editor|marketer|visitor
  token     bearer tokens: token create --email E --role R [--days 90],
            token list, token revoke --id N
  person    privacy requests: person export|erase --email E,
            person suppress --email E --reason bounce|complaint
  rekey     seal everything anew under the first of DATA_KEYS
  doctor    name everything that is wrong with the settings or the machine

Settings come from the environment; README.md lists them.
`

// errUsage ends the program with exit code 2.
var errUsage = errors.New(usage)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	err := run(ctx, os.Args[1:], os.Stdout)
	switch {
	case errors.Is(err, errUsage):
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		return errUsage
	}
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	settings, settingsErr := config.Load(os.Environ())
	if args[0] == "doctor" {
		return app.Doctor(ctx, out, root, settings, settingsErr)
	}
	if settingsErr != nil {
		return settingsErr
	}
	logOut := out
	if slices.Contains([]string{"role", "token", "person", "rekey"}, args[0]) {
		logOut = os.Stderr // what they print is for other programs to read
	}
	log := newLog(settings, logOut)
	slog.SetDefault(log)
	o := app.Options{Config: settings, Log: log, Root: root}
	switch args[0] {
	case "serve":
		return serve(ctx, o, out)
	case "migrate":
		return withDatabase(ctx, o, db.Migrate)
	case "seed":
		return withDatabase(ctx, o, loadSeed)
	case "role":
		return app.Role(ctx, o, args[1:], out)
	case "token":
		return app.Token(ctx, o, args[1:], out)
	case "person":
		return app.Person(ctx, o, args[1:], out)
	case "rekey":
		return app.Rekey(ctx, o, out)
	}
	return errUsage
}

func newLog(c config.Config, out io.Writer) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.LogLevel)) // checked by config
	options := &slog.HandlerOptions{Level: level}
	if c.Production() {
		return slog.New(slog.NewJSONHandler(out, options))
	}
	return slog.New(slog.NewTextHandler(out, options))
}

func serve(ctx context.Context, o app.Options, out io.Writer) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(config.GCPercent)
	}
	start := time.Now()
	o.Step = func(name string) {
		fmt.Fprintf(out, "[%5.2f s] %s\n", time.Since(start).Seconds(), name)
	}
	site, err := app.Open(ctx, o)
	if err != nil {
		return err
	}
	defer site.Close(context.WithoutCancel(ctx))
	return site.Run(ctx)
}

// withDatabase runs one act on the site's Postgres, which is started for it
// when it does not run yet.
func withDatabase(ctx context.Context, o app.Options, act func(context.Context, string) error) error {
	url, postgres, err := app.Database(ctx, o)
	if err != nil {
		return err
	}
	if postgres != nil {
		defer postgres.Stop(context.WithoutCancel(ctx))
	}
	return act(ctx, url)
}

func loadSeed(ctx context.Context, url string) error {
	if err := db.Migrate(ctx, url); err != nil {
		return err
	}
	d, err := db.Open(ctx, url)
	if err != nil {
		return err
	}
	defer d.Close()
	n, err := seed.Load(ctx, d.Pool)
	if err == nil {
		slog.Info("content is loaded", "new_files", n)
	}
	return err
}
