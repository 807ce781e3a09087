// Package httpx is the one way from a request to a handler and from an error
// to an answer: problem+json, body reading, query reading, request log,
// recovery and the security headers.
package httpx

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5/pgconn"

	"thriftwell/server/platform/fault"
)

// Problem is the body of every error answer (RFC 9457).
type Problem struct {
	Type      string        `json:"type"`
	Title     string        `json:"title"`
	Status    int           `json:"status"`
	Detail    string        `json:"detail"`
	Errors    []fault.Field `json:"errors,omitempty"`
	Current   any           `json:"current,omitempty"`
	RequestID string        `json:"requestId,omitempty"`
}

// Handle adapts a handler that returns an error; the error becomes the answer.
func Handle(h func(*gin.Context) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := h(c); err != nil {
			Fail(c, err)
		}
	}
}

// Fail answers with err and stops the chain. An error that is no fault.Error
// is logged and answered as "Something went wrong."
func Fail(c *gin.Context, err error) {
	_ = c.Error(err)
	c.Abort()
	if c.Writer.Written() {
		return
	}
	f := asFault(err)
	if f.Code == fault.Internal {
		slog.ErrorContext(c.Request.Context(), "request failed", "id", RequestID(c), "route", c.FullPath(), "error", err)
	}
	SayWhen(c, f)
	p := Problem{Type: "about:blank", Status: Status(f.Code), Detail: f.Detail, Errors: f.Fields, Current: f.Current}
	p.Title = http.StatusText(p.Status)
	if f.Code == fault.Internal {
		p.RequestID = RequestID(c)
	}
	body, _ := json.Marshal(p)
	c.Header("Cache-Control", "no-store")
	c.Data(p.Status, "application/problem+json", body)
}

// SayWhen names in the headers when to come back, where a fault says so.
func SayWhen(c *gin.Context, f *fault.Error) {
	if f.RetryAfter > 0 {
		c.Header("Retry-After", strconv.Itoa(int(math.Ceil(f.RetryAfter.Seconds()))))
	}
}

// asFault maps what is not a fault yet: a body that is too large, a database
// that is away, a client that left.
func asFault(err error) *fault.Error {
	var f *fault.Error
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &tooLarge):
		return fault.New(fault.TooLarge, "That is too large to accept.").Because(err)
	case databaseAway(err), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return fault.Busy("The site is busy right now. Please try again in a moment.", retryDatabase, err)
	}
	return fault.New(fault.Internal, "Something went wrong.").Because(err)
}

// databaseAway reports whether err says that Postgres can't be reached or is
// starting or stopping (SQLSTATE classes 08, 53 and 57P).
func databaseAway(err error) bool {
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) {
		return true
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code[:2] == "08" || pg.Code[:2] == "53" || pg.Code[:3] == "57P"
	}
	return pgconn.SafeToRetry(err) || isConnectionLost(err)
}

// Status is the HTTP status of a code.
func Status(code fault.Code) int {
	switch code {
	case fault.Invalid:
		return http.StatusBadRequest
	case fault.Unauthorized:
		return http.StatusUnauthorized
	case fault.Forbidden:
		return http.StatusForbidden
	case fault.NotFound:
		return http.StatusNotFound
	case fault.WrongMethod:
		return http.StatusMethodNotAllowed
	case fault.Conflict:
		return http.StatusConflict
	case fault.TooLarge:
		return http.StatusRequestEntityTooLarge
	case fault.UnsupportedType:
		return http.StatusUnsupportedMediaType
	case fault.TooMany:
		return http.StatusTooManyRequests
	case fault.Unavailable:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}
