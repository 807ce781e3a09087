package checks

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"thriftwell/db"
	"thriftwell/db/seed"
	"thriftwell/server/features/legal"
	"thriftwell/server/personal"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/tracking"
)

// oldestPostgres is the oldest supported major version.
const oldestPostgres = 15

// Database checks a database, which may be empty.
func Database(conn *pgx.Conn, c config.Config) []Check {
	return []Check{
		{"Postgres", func(ctx context.Context) *Problem {
			var version int
			err := conn.QueryRow(ctx, "SELECT current_setting('server_version_num')::int / 10000").Scan(&version)
			if err == nil && version < oldestPostgres {
				err = fmt.Errorf("Postgres %d is too old", version)
			}
			return Found(Fatal, err, fmt.Sprintf("Use Postgres %d or newer.", oldestPostgres))
		}},
		{"database permissions", func(ctx context.Context) *Problem {
			var may bool
			err := conn.QueryRow(ctx, "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)").Scan(&may)
			if err == nil && !may {
				err = errors.New("the user in DATABASE_URL can't create tables in its schema")
			}
			return Found(Fatal, err, "Make that user the owner of the database.")
		}},
		{"schema", func(ctx context.Context) *Problem {
			return Found(Fatal, db.CheckSchema(ctx, conn), "See bin/server help upgrades.")
		}},
		{"keys", func(ctx context.Context) *Problem {
			return Found(Fatal, personal.CheckKeys(ctx, c, conn), "Set DATA_KEYS to the keys this database was encrypted with.")
		}},
		{"proxies in use", func(ctx context.Context) *Problem { return untrustedProxyProblem(ctx, conn) }},
		{"old events", func(ctx context.Context) *Problem { return oldEventsProblem(ctx, conn, c) }},
		{"typos in searches", func(ctx context.Context) *Problem {
			can := true
			err := inSchema(ctx, conn, "search_words", func() error {
				return conn.QueryRow(ctx, "SELECT to_regprocedure('similarity(text,text)') IS NOT NULL").Scan(&can)
			})
			if err == nil && !can {
				err = errors.New("the pg_trgm extension is missing, so searches with typos find nothing")
			}
			return Found(Warning, err, "As the database owner, run CREATE EXTENSION pg_trgm in the database of DATABASE_URL.")
		}},
		{"legal pages", func(ctx context.Context) *Problem {
			pages, err := legal.Unreviewed(ctx, conn, calendar.Today(c.Location))
			if err == nil && len(pages) > 0 {
				err = fmt.Errorf("a lawyer hasn't reviewed /%s", strings.Join(pages, " and /"))
			}
			return Found(Warning, err, "Have a lawyer review the text and mark it as reviewed at /admin/legal.")
		}},
		{"examples", func(ctx context.Context) *Problem {
			var shown int
			err := inSchema(ctx, conn, "placements", func() (err error) {
				shown, err = seed.Examples(ctx, conn)
				return err
			})
			if err == nil && shown > 0 {
				err = fmt.Errorf("fictional offers are shown: %d", shown)
			}
			return Found(Warning, err, "Deactivate them in the admin. A new production site starts without them.")
		}},
	}
}

// untrustedProxyProblem reports an untrusted proxy that the running site has seen
// within a day.
func untrustedProxyProblem(ctx context.Context, conn *pgx.Conn) *Problem {
	var what *string
	var seen *time.Time
	err := inSchema(ctx, conn, "notices", func() error {
		return conn.QueryRow(ctx, "SELECT max(subject), max(seen_at) FROM notices WHERE cause = 'proxy' AND seen_at > now() - interval '1 day'").Scan(&what, &seen)
	})
	if err == nil && what != nil {
		err = fmt.Errorf("%s (last seen at %s)", *what, seen.UTC().Format("15:04 MST"))
	}
	return Found(Warning, err, "Add the proxy's address to TRUSTED_PROXIES. Otherwise, rate limits and counts treat all its visitors as one.")
}

// lateDrop is for how many days raw events may be overdue for deletion.
const lateDrop = 2

// oldEventsProblem reports raw events that should have been dropped.
func oldEventsProblem(ctx context.Context, conn *pgx.Conn, c config.Config) *Problem {
	var days []calendar.Day
	err := inSchema(ctx, conn, "events", func() (err error) {
		days, err = tracking.Old(ctx, conn, c.OldestEvents().Add(-lateDrop))
		return err
	})
	if err == nil && len(days) > 0 {
		err = fmt.Errorf("raw events since %s are kept past EVENTS_KEEP", days[0])
	}
	return Found(Warning, err, "The site deletes them within an hour of running. A day stays if its roll-ups don't match; the log says so, and bin/server events rejudge fixes it.")
}

// undefinedColumn is the SQLSTATE of a missing column.
const undefinedColumn = "42703"

// inSchema calls ask about a table unless the database lacks it or its columns,
// because the doctor of a new release may check data that isn't migrated.
func inSchema(ctx context.Context, conn *pgx.Conn, table string, ask func() error) error {
	var exists bool
	err := conn.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", table).Scan(&exists)
	if err != nil || !exists {
		return err
	}
	var lacks *pgconn.PgError
	if err = ask(); errors.As(err, &lacks) && lacks.Code == undefinedColumn {
		return nil
	}
	return err
}
