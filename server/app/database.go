package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"

	"github.com/jackc/pgx/v5"

	"thriftwell/db"
	"thriftwell/db/backup"
	"thriftwell/db/bundled"
	"thriftwell/server/platform/config"
)

// Database returns the address of the site's Postgres. Without DATABASE_URL it
// starts the bundled one, upgraded where that is due, or attaches to a running
// one; the caller must stop it.
func Database(ctx context.Context, o Options) (url string, postgres *bundled.Server, err error) {
	return openPostgres(ctx, o, backup.Carry)
}

// ErrNoSite is the error for settings that lead to no site.
var ErrNoSite = errors.New("there is no site")

// ExistingDatabase is Database of a site that is there. It creates none, and
// fails with ErrNoSite instead.
func ExistingDatabase(ctx context.Context, o Options) (url string, postgres *bundled.Server, err error) {
	none := fmt.Errorf("%w in %s; set DATA_DIR or DATABASE_URL to where it is, or name its settings with --settings FILE", ErrNoSite, Where(o.Config))
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

// Where says where settings keep a site, without the password.
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
		DataDir: o.Config.DataDir, Binaries: binaries(o.Root), Carry: carry, Log: o.Log,
	})
	if err != nil {
		return "", nil, fmt.Errorf("start the bundled Postgres: %w", err)
	}
	return postgres.URL(bundled.Database), postgres, nil
}
