package db

import (
	"context"
	"regexp"
	"time"

	"gorm.io/gorm/logger"
)

// discreet logs statements without the texts in them. GORM writes parameters
// into what it logs of Scan, whatever ParameterizedQueries says, and they may
// be somebody's address.
type discreet struct{ logger.Interface }

var literal = regexp.MustCompile(`'(?:[^']|'')*'`)

// Trace implements logger.Interface.
func (d discreet) Trace(ctx context.Context, begin time.Time, statement func() (sql string, rows int64), err error) {
	d.Interface.Trace(ctx, begin, func() (string, int64) {
		sql, rows := statement()
		return literal.ReplaceAllString(sql, "?"), rows
	}, err)
}

// LogMode implements logger.Interface.
func (d discreet) LogMode(level logger.LogLevel) logger.Interface {
	return discreet{d.Interface.LogMode(level)}
}

// ParamsFilter keeps parameters out of the statements of everything but Scan.
func (d discreet) ParamsFilter(_ context.Context, sql string, _ ...any) (string, []any) {
	return sql, nil
}
