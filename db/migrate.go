package db

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

//go:embed migrations
var migrations embed.FS

// Schema lists the migrations of a database: ours, and the version of the job
// queue's.
type Schema struct {
	Migrations []int64 `json:"migrations"`
	Queue      int     `json:"queue"`
}

// Migrate brings the database at url to the newest schema: ours (goose) and the
// job queue's (River). Several instances may call it at once. It refuses a
// database that a newer version of the site has migrated.
func Migrate(ctx context.Context, url string) (err error) {
	conn, err := Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	return MigrateOver(ctx, conn)
}

// MigrateOver is Migrate for a caller that has a connection to the database.
func MigrateOver(ctx context.Context, conn *pgx.Conn) error {
	s, err := readKnown(ctx, conn)
	if err != nil {
		return err
	}
	if newest, err := newestSchema(); err != nil || s.is(newest) {
		return err // usually there is nothing to do
	}
	url := conn.Config().ConnString()
	defer Release(context.WithoutCancel(ctx), conn, "migrate") // which adopt took
	if err := adopt(ctx, conn, url); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	err = withMigrations(url, base, func(p *goose.Provider) error {
		_, err := p.Up(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return migrateQueue(ctx, url, nil)
}

// MigrateTo makes the schema s in the empty database at url.
func MigrateTo(ctx context.Context, url string, s Schema) error {
	if s.isOld() {
		if err := makeOld(ctx, url, s); err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
	} else if err := apply(ctx, url, base, s.Migrations); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return migrateQueue(ctx, url, &rivermigrate.MigrateOpts{TargetVersion: s.Queue})
}

// apply applies some migrations of a folder.
func apply(ctx context.Context, url, folder string, versions []int64) error {
	return withMigrations(url, folder, func(p *goose.Provider) error {
		for _, version := range versions {
			if _, err := p.ApplyVersion(ctx, version, true); err != nil {
				return err
			}
		}
		return nil
	})
}

// ReadSchema returns the schema of the database that tx sees.
func ReadSchema(ctx context.Context, tx pgx.Tx) (s Schema, err error) {
	rows, err := tx.Query(ctx, "SELECT version_id FROM goose_db_version WHERE is_applied AND version_id > 0 ORDER BY version_id")
	if err == nil {
		s.Migrations, err = pgx.CollectRows(rows, pgx.RowTo[int64])
	}
	if err == nil {
		err = tx.QueryRow(ctx, "SELECT coalesce(max(version), 0) FROM river_migration WHERE line = 'main'").Scan(&s.Queue)
	}
	if err != nil {
		return s, fmt.Errorf("read which migrations the database has: %w", err)
	}
	return s, nil
}

// CheckSchema fails for a database that a newer version of the site has
// migrated. An empty one is fine.
func CheckSchema(ctx context.Context, conn *pgx.Conn) error {
	_, err := readKnown(ctx, conn)
	return err
}

// Pending returns the files of the migrations that Migrate would apply to a
// database, such as 00320_conversion_adjustments.sql. It fails as CheckSchema does.
func Pending(ctx context.Context, conn *pgx.Conn) (files []string, err error) {
	s, err := readKnown(ctx, conn)
	if err != nil {
		return nil, err
	}
	folders := []string{base}
	if s.isOld() {
		folders = []string{oldFolder, base}
	}
	for _, folder := range folders {
		all, err := fs.Glob(migrations, folder+"/0*.sql")
		if err != nil {
			return nil, err
		}
		for _, file := range all {
			version, err := goose.NumericComponent(file)
			if err != nil {
				return nil, err
			}
			merged := s.isOld() && folder == base && version <= lastBase // those count as applied, as adopt says
			if !merged && !slices.Contains(s.Migrations, version) {
				files = append(files, path.Base(file))
			}
		}
	}
	return files, nil
}

// HasSite reports whether the database at url holds a site, migrated to the end
// at least once.
func HasSite(ctx context.Context, url string) (bool, error) {
	conn, err := Connect(ctx, url)
	if err != nil {
		return false, err
	}
	has, err := isMigrated(ctx, conn)
	return has, errors.Join(err, conn.Close(ctx))
}

// IsCurrent reports whether the database at url has the schema that Migrate makes.
func IsCurrent(ctx context.Context, url string) (bool, error) {
	conn, err := Connect(ctx, url)
	if err != nil {
		return false, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	s, err := readKnown(ctx, conn)
	if err != nil {
		return false, err
	}
	newest, err := newestSchema()
	return err == nil && s.is(newest), err
}

// isMigrated reports whether a database was ever fully migrated.
func isMigrated(ctx context.Context, conn *pgx.Conn) (bool, error) {
	var tables int
	err := conn.QueryRow(ctx, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename IN ('goose_db_version', 'river_migration')").Scan(&tables)
	if err != nil {
		return false, fmt.Errorf("look for the site's tables: %w", err)
	}
	return tables == 2, nil
}

// readKnown returns the schema of a database, or an empty one if it was never
// fully migrated. It fails like CheckSchema.
func readKnown(ctx context.Context, conn *pgx.Conn) (s Schema, err error) {
	if is, err := isMigrated(ctx, conn); err != nil || !is {
		return s, err
	}
	err = pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if s, err = ReadSchema(ctx, tx); err != nil {
			return err
		}
		if err := s.Check(); errors.Is(err, errTooOld) {
			return err
		} else if err != nil {
			return fmt.Errorf("%w; start that version, or restore a backup of this one. Nothing was changed", err)
		}
		return nil
	})
	return s, err
}

// Check fails for the schema of a newer version of the site, which has unknown
// migrations.
func (s Schema) Check() error {
	newest, err := newestSchema()
	if err != nil {
		return err
	}
	if s.isOld() {
		if newest.Migrations, err = s.known(); err != nil {
			return err
		}
	}
	for _, version := range s.Migrations {
		if !slices.Contains(newest.Migrations, version) {
			return fmt.Errorf("the data is from a newer version of the site: unknown migration %d", version)
		}
	}
	if s.Queue > newest.Queue {
		return fmt.Errorf("the data is from a newer version of the site: unknown job queue migration %d", s.Queue)
	}
	return nil
}

func (s Schema) is(other Schema) bool {
	return s.Queue == other.Queue && slices.Equal(s.Migrations, other.Migrations)
}

// newestSchema returns the schema that Migrate makes.
func newestSchema() (s Schema, err error) {
	if s.Migrations, err = versions(base); err != nil {
		return s, err
	}
	queue, err := rivermigrate.New(riverpgxv5.New(nil), nil)
	if err == nil {
		s.Queue = len(queue.AllVersions())
	}
	return s, err
}

// NewestMigration returns the number of the newest migration that Migrate applies.
func NewestMigration() (int64, error) {
	all, err := versions(base)
	if err != nil || len(all) == 0 {
		return 0, err
	}
	return slices.Max(all), nil
}

// base is the folder of the migrations.
const base = "migrations"

// versions returns the versions of the migrations in a folder.
func versions(folder string) (all []int64, err error) {
	files, err := fs.Glob(migrations, folder+"/0*.sql")
	for _, file := range files {
		version, err := goose.NumericComponent(file)
		if err != nil {
			return nil, err
		}
		all = append(all, version)
	}
	return all, err
}

func withMigrations(url, folder string, act func(*goose.Provider) error) error {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return err
	}
	requirePrimary(config)
	conn := stdlib.OpenDB(*config)
	defer conn.Close()
	files, err := fs.Sub(migrations, folder)
	if err != nil {
		return err
	}
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectPostgres, conn, files, goose.WithSessionLocker(locker), goose.WithAllowOutofOrder(true))
	if err != nil {
		return err
	}
	return act(p)
}

// migrateQueue brings River's tables to the newest version, or to the one in
// to.
func migrateQueue(ctx context.Context, url string, to *rivermigrate.MigrateOpts) error {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return fmt.Errorf("read the database's address: %w", err)
	}
	requirePrimary(config.ConnConfig)
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer pool.Close()
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, to); err != nil {
		return fmt.Errorf("migrate the job queue: %w", err)
	}
	return nil
}
