package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"thriftwell/db"
	"thriftwell/db/backup"
	"thriftwell/db/bundled"
	"thriftwell/db/seed"
	"thriftwell/server/checks"
	"thriftwell/server/features/articles"
	"thriftwell/server/features/contact"
	"thriftwell/server/features/guides"
	"thriftwell/server/features/health"
	"thriftwell/server/features/pictures"
	"thriftwell/server/features/search"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/notify"
)

// databaseDeadline is the timeout for reaching a database.
const databaseDeadline = 30 * time.Second

// openDatabase starts the bundled Postgres unless DATABASE_URL is set, and
// brings schema and content up to date.
func (a *App) openDatabase(ctx context.Context, o Options) (err error) {
	a.step("database")
	a.url, a.postgres, err = Database(ctx, o)
	if err != nil {
		return err
	}
	if err := a.checkDatabase(ctx); err != nil {
		return err
	}
	if err := a.openPool(ctx); err != nil {
		return err
	}
	a.step("migrations")
	if err := db.MigrateOver(ctx, a.listening); err != nil {
		return err
	}
	a.step("content")
	n, err := LoadContent(ctx, a.db, Content(a.config))
	if err != nil {
		return err
	}
	a.log.Info("loaded content", "new_files", n)
	notify.Start(ctx, a.listening)
	return nil
}

// Content is the starting content for a site with these settings.
func Content(c config.Config) seed.Content {
	return seed.Content{Inactive: c.Production(), Empty: c.StartingContent == config.EmptyContent}
}

// LoadContent loads the starting content that hasn't been loaded, and the files
// of again in any case. It renders outdated articles and guides and updates the
// search index. It returns the number of new files.
func LoadContent(ctx context.Context, d *db.DB, content seed.Content, again ...string) (loaded int, err error) {
	if loaded, err = seed.Load(ctx, d.Pool, content); err != nil {
		return loaded, err
	}
	if err := seed.Again(ctx, d.Pool, content, again...); err != nil {
		return loaded, err
	}
	if err := errors.Join((&articles.Store{DB: d.Gorm}).Render(ctx), (&guides.Store{DB: d.Gorm}).Render(ctx)); err != nil {
		return loaded, err
	}
	if err := index(ctx, d, indexWait); err != nil {
		slog.WarnContext(ctx, "the search index isn't up to date yet", "error", err) // a job retries
	}
	return loaded, nil
}

// preflight runs checks before the site starts.
func (a *App) preflight(ctx context.Context, of []checks.Check) error {
	return checks.Log(ctx, a.log, a.config.Production(), of)
}

// checkDatabase checks the database before anything changes it. Its connection
// then migrates the database and listens.
func (a *App) checkDatabase(ctx context.Context) (err error) {
	limited, cancel := context.WithTimeout(ctx, databaseDeadline)
	defer cancel()
	if a.listening, err = db.Connect(limited, a.url); err != nil {
		return fmt.Errorf("the database can't be reached: %w", err)
	}
	return a.preflight(ctx, checks.Database(a.listening, a.config))
}

// openPool opens the database. Its connections carry the name of the place
// where this instance stores pictures. In production, an instance that stores
// them elsewhere than a running one is refused, as each would lack the other's
// pictures.
func (a *App) openPool(ctx context.Context) error {
	place, unnamed := pictures.Place(a.config) // without a place the site still runs, but accepts no pictures
	var err error
	if a.db, err = db.OpenAs(ctx, a.url, place, a.tracing.queries()...); err != nil {
		return err
	}
	a.db.LogTo(a.log)
	return a.preflight(ctx, []checks.Check{{Name: "picture storage", Run: func(ctx context.Context) *checks.Problem {
		if unnamed != nil {
			return checks.Found(checks.Wrong, unnamed, "Let this user write to DATA_DIR/pictures.")
		}
		weight := checks.Wrong
		if a.config.Production() {
			weight = checks.Fatal
		}
		elsewhere, err := pictures.Elsewhere(ctx, a.db.Gorm, place, silentAfter)
		if err == nil && elsewhere {
			err = errPicturesElsewhere
		}
		return checks.Found(weight, err, "Set S3_ENDPOINT to the same bucket on all instances, or let them share DATA_DIR/pictures.")
	}}})
}

// indexWait is how long a start waits for the search index. Without the index,
// searches find only offers. If it takes longer, a job finishes it while the
// site runs.
const indexWait = 10 * time.Second

// index brings the search index up to date, one instance at a time.
func index(ctx context.Context, d *db.DB, wait time.Duration) error {
	limited, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	store := search.NewStore(d.Gorm)
	behind, err := store.IsBehind(limited) // usually it isn't, which takes no lock
	if behind {
		err = d.Alone(ctx, "search", func() error { return store.Follow(limited) })
	}
	if limited.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

// silentAfter is the longest that a running instance goes without a query. Its
// jobs query every second.
const silentAfter = time.Minute

var errPicturesElsewhere = errors.New("another instance uses this database but stores pictures elsewhere")

// Examine runs every check except the port's and passes each result to tell. It
// starts the bundled Postgres if needed, but creates no database.
func Examine(ctx context.Context, o Options, tell func(name string, found *checks.Problem)) {
	run := func(all []checks.Check) {
		for _, c := range all {
			tell(c.Name, c.Run(ctx))
		}
	}
	run(new(checks.Machine).Checks(o.Config, o.Root))
	switch err := examineDatabase(ctx, o, run); {
	case errors.Is(err, ErrNoSite):
		tell("database: no site yet; bin/server serve creates it in "+Where(o.Config), nil)
	case errors.Is(err, bundled.ErrUpgradeDue):
		tell("database", checks.Found(checks.Warning, err, "Nothing to do. The next start takes longer and keeps the old data. See bin/server help upgrades."))
	default:
		fix := "Check that the server at DATABASE_URL is running and that the user, password, and database name are right."
		if o.Config.DatabaseURL == "" {
			fix = "See bin/server help trouble. Or set DATABASE_URL to use your own Postgres."
		}
		tell("database", checks.Found(checks.Fatal, err, fix))
	}
	run(checks.Around(o.Config, signInProviders(o.Config)))
	run(checks.Sender(o.Config, net.DefaultResolver))
}

func examineDatabase(ctx context.Context, o Options, run func([]checks.Check)) error {
	return Look(ctx, o, func(ctx context.Context, conn *pgx.Conn) error {
		run(checks.Database(conn, o.Config))
		return examineHealth(ctx, o, conn.Config().ConnString(), run)
	})
}

// Look calls at with a connection to the site's database. It changes nothing, and
// fails with bundled.ErrUpgradeDue where the bundled Postgres has to be upgraded
// first. Where there is no site, it calls at with the empty database, if there is
// one, and fails with ErrNoSite.
func Look(ctx context.Context, o Options, at func(context.Context, *pgx.Conn) error) error {
	limited, cancel := context.WithTimeout(ctx, databaseDeadline)
	defer cancel()
	if o.Config.DatabaseURL == "" && !bundled.Exists(o.Config.DataDir) {
		_, err := bundled.FindBinaries(binaries(o.Root))
		return cmp.Or(err, ErrNoSite)
	}
	url, postgres, err := openPostgres(limited, o, nil)
	if err != nil {
		return err
	}
	if postgres != nil {
		defer postgres.Stop(context.WithoutCancel(ctx))
	}
	conn, err := db.Connect(limited, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := at(ctx, conn); err != nil {
		return err
	}
	if exists, err := db.HasSite(ctx, url); err == nil && !exists {
		return ErrNoSite
	}
	return nil
}

// examineHealth tells what the health page would, as far as that doesn't take the
// running site.
func examineHealth(ctx context.Context, o Options, url string, run func([]checks.Check)) error {
	if current, err := db.IsCurrent(ctx, url); err != nil || !current {
		return nil // there's no site, or one of another version, which one of the checks says
	}
	backups, err := newSchedule(o, url)
	if err != nil {
		return err
	}
	d, err := db.Open(ctx, url)
	if err != nil {
		return err
	}
	defer d.Close()
	w := newHealth(o, d, backups, (&contact.Store{DB: d}).Waiting)
	w.CheckCertificates(ctx)
	var all []checks.Check
	for _, part := range w.Parts(w.Facts(ctx)) {
		all = append(all, checks.Check{Name: "health: " + strings.ToLower(part.Name), Run: func(context.Context) *checks.Problem {
			if len(part.Troubles) == 0 {
				return nil
			}
			var what, mend []string
			for _, t := range part.Troubles {
				what, mend = append(what, t.What), append(mend, t.Mend)
			}
			weight := checks.Warning
			if part.Level == health.Bad {
				weight = checks.Wrong
			}
			return &checks.Problem{What: strings.Join(what, "; "), Mend: strings.Join(mend, " "), Weight: weight}
		}})
	}
	run(all)
	return nil
}

// binaries returns the folder of the bundled Postgres. A release ships it in
// its own folder.
func binaries(root string) string {
	own := filepath.Join(root, "postgres")
	if _, err := os.Stat(own); err == nil {
		return own
	}
	return filepath.Join(root, "node_modules")
}

// Database returns the URL of the site's Postgres. Without DATABASE_URL it
// attaches to the bundled Postgres or starts it, upgraded if due; the caller
// must stop it.
func Database(ctx context.Context, o Options) (url string, postgres *bundled.Server, err error) {
	return openPostgres(ctx, o, backup.Carry)
}

// ErrNoSite is returned when the settings lead to no site.
var ErrNoSite = errors.New("no site")

// ExistingDatabase is like Database, but fails with ErrNoSite instead of
// creating a site.
func ExistingDatabase(ctx context.Context, o Options) (url string, postgres *bundled.Server, err error) {
	none := fmt.Errorf("%w in %s; set DATA_DIR or DATABASE_URL, or name its settings file with --settings FILE", ErrNoSite, Where(o.Config))
	if o.Config.DatabaseURL == "" && !bundled.Exists(o.Config.DataDir) {
		return "", nil, none
	}
	if url, postgres, err = Database(ctx, o); err != nil {
		return "", nil, err
	}
	exists, err := db.HasSite(ctx, url)
	if err == nil && !exists {
		err = none
	}
	if err != nil && postgres != nil {
		postgres.Stop(context.WithoutCancel(ctx))
	}
	return url, postgres, err
}

// Where returns where the site is stored, without the password.
func Where(c config.Config) string {
	if c.DatabaseURL == "" {
		return c.DataDir
	}
	at, err := pgx.ParseConfig(c.DatabaseURL)
	if err != nil {
		return "DATABASE_URL"
	}
	return fmt.Sprintf("the database %s on %s", at.Database, net.JoinHostPort(at.Host, strconv.Itoa(int(at.Port))))
}

func openPostgres(ctx context.Context, o Options, carry bundled.Carrier) (url string, postgres *bundled.Server, err error) {
	if o.Config.DatabaseURL != "" {
		return o.Config.DatabaseURL, nil, nil
	}
	postgres, err = bundled.Start(ctx, bundled.Options{
		DataDir: o.Config.DataDir, Binaries: binaries(o.Root), Carry: carry, Small: o.Config.SmallServer, Archive: o.Config.BackupWAL, Log: o.Log,
	})
	if err != nil {
		return "", nil, fmt.Errorf("start the bundled Postgres: %w", err)
	}
	return postgres.URL(bundled.Database), postgres, nil
}

// connect opens a separate connection to the database.
func (a *App) connect(ctx context.Context) (*pgx.Conn, error) { return db.Connect(ctx, a.url) }
