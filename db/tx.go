package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/riverqueue/river"
	"gorm.io/gorm"
)

// Tx is one transaction, of queries and of the job queue.
type Tx struct {
	*gorm.DB
	jobs *river.Client[pgx.Tx]
	tx   pgx.Tx
}

// Enqueue inserts a job that runs when, and only when, the transaction is
// committed. options may be nil.
func (t Tx) Enqueue(args river.JobArgs, options *river.InsertOpts) error {
	_, err := t.jobs.InsertTx(t.Statement.Context, t.tx, args, options)
	if err != nil {
		return fmt.Errorf("insert the job %s: %w", args.Kind(), err)
	}
	return nil
}

// Transaction runs fn in a transaction, which is committed when fn returns nil
// and rolled back otherwise. GORM and River share its connection.
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

// pgxConn is the connection below a GORM session that holds one. It stays
// ours until the session gives it back.
func pgxConn(g *gorm.DB) (*pgx.Conn, error) {
	held, ok := g.Statement.ConnPool.(*sql.Conn)
	if !ok {
		return nil, errors.New("the session holds no connection")
	}
	var conn *pgx.Conn
	err := held.Raw(func(driver any) error {
		conn = driver.(*stdlib.Conn).Conn()
		return nil
	})
	return conn, err
}
