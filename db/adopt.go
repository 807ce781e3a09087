package db

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"
)

// Until the first release, migrations were numbered from 1. Version 202 is the
// last of these that others may run. The migrations between it and the release
// are in a separate folder: a database at 202 gets them, and then counts as
// made by the migrations from firstBase to lastBase, which make the same
// schema.
const (
	oldFolder           = "migrations/from202"
	oldBase             = 202
	firstBase, lastBase = 300, 311
)

// oldVersions returns the migrations that were merged into those from firstBase
// on.
func oldVersions() []int64 {
	return []int64{1, 10, 20, 21, 28, 30, 31, 32, 40, 41, 42, 43, 50, 51, 52, 53, 54, 55, 56, 60, 61, 70, 71, 75, 76, 80, 81, 82, 84, 85, 86, 87, 88, 89, 90, 91, 92, 94, 97, 98,
		100, 101, 105, 106, 110, 111, 112, 123, 124, 125, 126, 127, 130, 131, 135, 140, 141, 145, 146, 147, 150, 153, 154, 157, 158, 167, 169, 170, 171, 172, 181, 185, 190, 191, 197, 198, 199, 201, oldBase}
}

// errTooOld is returned for a database or backup that is too old to upgrade.
var errTooOld = errors.New("this release can't upgrade data this old: start the previous release first")

// isOld reports whether the schema was made by migrations numbered from 1.
func (s Schema) isOld() bool { return len(s.Migrations) > 0 && s.Migrations[0] < firstBase }

// known returns the migrations that an old schema may have. It fails if the
// schema is too old.
func (s Schema) known() ([]int64, error) {
	for _, version := range oldVersions() {
		if !slices.Contains(s.Migrations, version) {
			return nil, errTooOld
		}
	}
	later, err := versions(oldFolder)
	return append(oldVersions(), later...), err
}

// adopt upgrades an old database to the schema made by the migrations from
// firstBase to lastBase, and records it as made by them. Instances take turns, so
// it keeps the lock of the job "migrate".
func adopt(ctx context.Context, conn *pgx.Conn, url string) error {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock"+jobLock, "migrate"); err != nil {
		return err
	}
	s, err := readKnown(ctx, conn) // again, because another instance may have done it
	if err != nil || !s.isOld() {
		return err
	}
	err = withMigrations(url, oldFolder, func(p *goose.Provider) error {
		_, err := p.Up(ctx)
		return err
	})
	if err != nil {
		return err
	}
	made, err := baseVersions()
	if err != nil {
		return err
	}
	return record(ctx, conn, made)
}

// baseVersions returns the migrations that the old ones were merged into.
func baseVersions() ([]int64, error) {
	all, err := versions(base)
	return slices.DeleteFunc(all, func(version int64) bool { return version > lastBase }), err
}

// makeOld makes an old schema in the empty database at url.
func makeOld(ctx context.Context, url string, s Schema) error {
	if _, err := s.known(); err != nil {
		return err
	}
	made, err := baseVersions()
	if err != nil {
		return err
	}
	if err := apply(ctx, url, base, made); err != nil {
		return err
	}
	back, err := migrations.ReadFile(oldFolder + "/back.sql")
	if err != nil {
		return err
	}
	conn, err := Connect(ctx, url)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, string(back))
	if err == nil {
		err = record(ctx, conn, oldVersions())
	}
	if err = errors.Join(err, conn.Close(ctx)); err != nil {
		return err
	}
	return apply(ctx, url, oldFolder, slices.DeleteFunc(slices.Clone(s.Migrations), func(version int64) bool { return version <= oldBase }))
}

// record makes these migrations, and no others, count as applied.
func record(ctx context.Context, conn *pgx.Conn, applied []int64) error {
	err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM goose_db_version WHERE version_id > 0"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO goose_db_version (version_id, is_applied) SELECT unnest($1::bigint[]), true", applied)
		return err
	})
	if err != nil {
		return fmt.Errorf("record the database's migrations: %w", err)
	}
	return nil
}
