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

// errStandby is the error of whoever reaches a server that only follows another.
var errStandby = errors.New("the server is a read-only standby")

// Connect makes a connection to the primary: see ofPrimary.
func Connect(ctx context.Context, url string) (*pgx.Conn, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	ofPrimary(config)
	return pgx.ConnectConfig(ctx, config)
}

// keepAlive has Postgres end the connections, and so the locks, of a machine that
// is gone within a minute. Otherwise it would take the system's two hours.
const keepAlive = "SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET tcp_user_timeout = 30000"

// ofPrimary has connections refuse a standby, and look for the primary at the
// next address, unless the settings ask for another kind of server. After a
// failover a name may lead to the former primary: connections to it would stay,
// and fail at each write. Or it is there but answers nobody: then it is left
// after connectTimeout.
func ofPrimary(config *pgx.ConnConfig) {
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTimeout)
	if config.ValidateConnect != nil {
		return
	}
	config.ValidateConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		if conn.ParameterStatus("in_hot_standby") == "on" {
			return errStandby
		}
		_, _ = conn.Exec(ctx, keepAlive).ReadAll() // what only resembles Postgres may not know these
		return nil
	}
}

// readOnly is the SQLSTATE of a write to a server that takes none.
const readOnly = "25006"

// leaveReadOnly ends a connection at which a write is refused because the server
// takes none any more, as a former primary may do, and calls others to end those
// beside it: the next ones go to the primary.
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

// timelineKey is where a connection keeps its timeline.
const timelineKey = "thriftwell.timeline"

// noteTimeline notes which timeline the server is on.
func noteTimeline(ctx context.Context, conn *pgx.Conn) error {
	var file string
	err := conn.QueryRow(ctx, "SELECT pg_walfile_name(pg_current_wal_lsn())").Scan(&file)
	if refused := new(pgconn.PgError); errors.As(err, &refused) {
		return nil // as by what only resembles Postgres; then nobody can tell
	}
	if err == nil {
		conn.PgConn().CustomData()[timelineKey] = strings.ToLower(file[:min(8, len(file))])
	}
	return err
}

// Timeline names the history of the data that a connection sees, "" if that is
// unknown. A standby that takes over begins another: what the former primary had
// committed last may be missing from it.
func Timeline(conn *pgx.Conn) string {
	timeline, _ := conn.PgConn().CustomData()[timelineKey].(string)
	return timeline
}

// connections are those of a pool that may be open.
type connections struct {
	mu  sync.Mutex
	all []*pgx.Conn // guarded by mu
}

// add adds a new connection. It ends those to a former primary, on an earlier
// timeline, also where they are in use: whoever waits at one for a server that is
// there but answers nobody, such as a job without a deadline, would wait on.
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
