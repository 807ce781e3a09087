// Package db opens the site's Postgres database, with one connection pool for
// GORM, River and pgx, and migrates it.
package db

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
)

// Timeouts of a server that is reachable but doesn't respond: for new
// connections, and for checking idle ones.
const (
	connectTimeout = 3 * time.Second
	pingTimeout    = time.Second
)

// idleTime is how long a connection may be idle before it is closed, because each
// that a burst opened holds up to 10 MB in Postgres.
const idleTime = time.Minute

// slowQuery is the duration above which a query is logged.
const slowQuery = 500 * time.Millisecond

// DB is an open database. Pool and Gorm share its connections.
type DB struct {
	Pool *pgxpool.Pool
	Gorm *gorm.DB
	std  *sql.DB
	jobs *river.Client[pgx.Tx] // inserts only
}

// Open connects to the Postgres at url, to the primary if there are several,
// and checks that it responds.
func Open(ctx context.Context, url string) (*DB, error) {
	return OpenAs(ctx, url, "")
}

// OpenAs is like Open, with a name for the connections (application_name)
// unless it is empty. The tracer is called for each query.
func OpenAs(ctx context.Context, url, name string, tracer ...pgx.QueryTracer) (*DB, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read the database's address: %w", err)
	}
	if name != "" {
		config.ConnConfig.RuntimeParams["application_name"] = name
	}
	config.MaxConns = max(config.MaxConns, 16)
	config.MaxConnIdleTime = min(config.MaxConnIdleTime, idleTime)
	config.PingTimeout = cmp.Or(config.PingTimeout, pingTimeout)
	requirePrimary(config.ConnConfig)
	var opened atomic.Pointer[pgxpool.Pool]
	leaveReadOnly(config.ConnConfig, func() {
		if pool := opened.Load(); pool != nil {
			pool.Reset()
		}
	})
	var open connections
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		err := Share(ctx, conn)
		if err == nil {
			err = noteTimeline(ctx, conn)
		}
		if err == nil {
			open.add(conn)
		}
		return err
	}
	if len(tracer) > 0 {
		config.ConnConfig.Tracer = tracer[0]
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	opened.Store(pool)
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("connect to the database: %w", err)
	}
	std := stdlib.OpenDBFromPool(pool)
	orm, err := gorm.Open(postgres.New(postgres.Config{Conn: std}), &gorm.Config{
		Logger:                 newDiscreet(slog.Default()),
		TranslateError:         true,
		SkipDefaultTransaction: true,
	})
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("open the database: %w", err)
	}
	jobs, err := river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: slog.Default()})
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("open the job queue: %w", err)
	}
	return &DB{Pool: pool, Gorm: orm, std: std, jobs: jobs}, nil
}

// LogTo makes failed and slow statements of GORM go to log, not to
// slog.Default().
func (d *DB) LogTo(log *slog.Logger) { d.Gorm.Logger = newDiscreet(log) }

// Close closes every connection.
func (d *DB) Close() {
	_ = d.std.Close()
	d.Pool.Close()
}
