package db

import (
	"context"
	"errors"
	"log/slog"
	"regexp"
	"time"

	"gorm.io/gorm/logger"
)

// discreet logs statements without their string literals. For Scan, GORM logs
// parameters in spite of ParameterizedQueries, and one may be an address.
type discreet struct {
	logger.Interface
	log *slog.Logger
}

func newDiscreet(log *slog.Logger) discreet {
	return discreet{logger.NewSlogLogger(log, logger.Config{
		SlowThreshold: slowQuery, LogLevel: logger.Warn, IgnoreRecordNotFoundError: true, ParameterizedQueries: true,
	}), log}
}

var literal = regexp.MustCompile(`'(?:[^']|'')*'`)

// Trace implements logger.Interface.
func (d discreet) Trace(ctx context.Context, begin time.Time, statement func() (sql string, rows int64), err error) {
	if (err == nil || errors.Is(err, logger.ErrRecordNotFound)) && time.Since(begin) <= slowQuery {
		return // formatting the statement would cost a part of what a fast one does
	}
	if errors.Is(err, context.Canceled) { // the client has left
		sql, _ := statement()
		d.log.InfoContext(ctx, "canceled a statement; its caller is gone", "sql", literal.ReplaceAllString(sql, "?"), "took", time.Since(begin))
		return
	}
	d.Interface.Trace(ctx, begin, func() (string, int64) {
		sql, rows := statement()
		return literal.ReplaceAllString(sql, "?"), rows
	}, err)
}

// LogMode implements logger.Interface.
func (d discreet) LogMode(level logger.LogLevel) logger.Interface {
	return discreet{d.Interface.LogMode(level), d.log}
}

// ParamsFilter implements gorm.ParamsFilter. It drops all parameters.
func (d discreet) ParamsFilter(_ context.Context, sql string, _ ...any) (string, []any) {
	return sql, nil
}
