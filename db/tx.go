package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/riverqueue/river"
	"gorm.io/gorm"
)

// Tx is a transaction that may also enqueue jobs.
type Tx struct {
	*gorm.DB
	jobs *river.Client[pgx.Tx]
	tx   pgx.Tx
}

// Enqueue inserts a job, which runs only after the transaction is committed.
// Options may be nil.
func (t Tx) Enqueue(args river.JobArgs, options *river.InsertOpts) error {
	_, err := t.jobs.InsertTx(t.Statement.Context, t.tx, args, options)
	if err != nil {
		return fmt.Errorf("insert the job %s: %w", args.Kind(), err)
	}
	return nil
}

// Pgx returns the same transaction, for statements with arrays and batches.
func (t Tx) Pgx() pgx.Tx { return t.tx }

// Transaction calls fn in a transaction, commits it if fn returns nil, and
// rolls it back otherwise. GORM and River share its connection.
func (d *DB) Transaction(ctx context.Context, fn func(Tx) error) error {
	return d.Gorm.WithContext(ctx).Connection(func(g *gorm.DB) error {
		conn, err := pgxConn(g)
		if err != nil {
			return err
		}
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			return fn(Tx{g.Session(&gorm.Session{NewDB: true}), d.jobs, tx})
		})
	})
}

// pgxConn returns the connection of a GORM session. It is usable until the
// session ends.
func pgxConn(g *gorm.DB) (*pgx.Conn, error) {
	held, ok := g.Statement.ConnPool.(*sql.Conn)
	if !ok {
		return nil, errors.New("the session has no connection")
	}
	var conn *pgx.Conn
	err := held.Raw(func(driver any) error {
		conn = driver.(*stdlib.Conn).Conn()
		return nil
	})
	return conn, err
}

// Retry runs a transaction, and runs it again, at most twice, if Postgres ended
// it to resolve a deadlock with another, or once if another took a unique value,
// to see who has it.
func Retry(run func() error) (err error) {
	taken := false
	for range 3 {
		var ended *pgconn.PgError
		err = run()
		switch {
		case !errors.As(err, &ended):
			return err
		case ended.Code == "40P01":
		case ended.Code == "23505" && !taken:
			taken = true
		default:
			return err
		}
	}
	return err
}
