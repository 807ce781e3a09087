package db

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// errStandby is returned for a server that only follows another.
var errStandby = errors.New("the server is a read-only standby")

// Connect connects to the primary: see requirePrimary.
func Connect(ctx context.Context, url string) (*pgx.Conn, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	requirePrimary(config)
	return pgx.ConnectConfig(ctx, config)
}

// keepAlive makes Postgres end the connections of a lost machine, and so their
// locks, within a minute. The system's default is two hours.
const keepAlive = "SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET tcp_user_timeout = 30000"

// requirePrimary makes connections reject a standby and look for the primary at
// the next address, unless the settings ask for another kind of server. After a
// failover a name may lead to the former primary, where every write would fail.
// If a server doesn't respond, it is given up after connectTimeout.
func requirePrimary(config *pgx.ConnConfig) {
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTimeout)
	if config.ValidateConnect != nil {
		return
	}
	config.ValidateConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		if conn.ParameterStatus("in_hot_standby") == "on" {
			return errStandby
		}
		_, _ = conn.Exec(ctx, keepAlive).ReadAll() // servers that only resemble Postgres may not know these
		return nil
	}
}

// readOnly is the SQLSTATE of a write to a read-only server.
const readOnly = "25006"

// leaveReadOnly closes a connection when a write fails because the server is
// read-only, as a former primary may be, and calls others to close the other
// connections. New ones go to the primary.
func leaveReadOnly(config *pgx.ConnConfig, others func()) {
	before := config.OnPgError
	config.OnPgError = func(conn *pgconn.PgConn, err *pgconn.PgError) bool {
		if err.Code == readOnly {
			others()
			return false
		}
		return before == nil || before(conn, err)
	}
}

// timelineKey is the key of a connection's timeline.
const timelineKey = "thriftwell.timeline"

// noteTimeline records the server's timeline.
func noteTimeline(ctx context.Context, conn *pgx.Conn) error {
	var file string
	err := conn.QueryRow(ctx, "SELECT pg_walfile_name(pg_current_wal_lsn())").Scan(&file)
	if refused := new(pgconn.PgError); errors.As(err, &refused) {
		return nil // servers that only resemble Postgres; the timeline is unknown
	}
	if err == nil {
		conn.PgConn().CustomData()[timelineKey] = strings.ToLower(file[:min(8, len(file))])
	}
	return err
}

// Timeline identifies the history of the data that a connection sees, or is ""
// if unknown. A standby that takes over begins a new one, which may lack the
// last commits of the former primary.
func Timeline(conn *pgx.Conn) string {
	timeline, _ := conn.PgConn().CustomData()[timelineKey].(string)
	return timeline
}

// connections are the connections of a pool that may be open.
type connections struct {
	mu  sync.Mutex
	all []*pgx.Conn // guarded by mu
}

// add adds a new connection. It closes those to a former primary, on an earlier
// timeline, even if they are in use. Otherwise a query without a deadline would
// wait forever for a server that doesn't respond.
func (c *connections) add(conn *pgx.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = slices.DeleteFunc(c.all, func(other *pgx.Conn) bool {
		select {
		case <-other.PgConn().CleanupDone():
			return true
		default:
		}
		former := Timeline(other) != "" && Timeline(other) < Timeline(conn) // numbers of the same length
		if former {
			_ = other.PgConn().Conn().Close()
		}
		return former
	})
	c.all = append(c.all, conn)
}
