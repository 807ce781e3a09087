package httpx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
)

const requestIDKey = "requestID"

// RequestID returns the id of a request in the log. It is made on the first
// call.
func RequestID(c *gin.Context) string {
	id := c.GetString(requestIDKey)
	if id == "" {
		id = newRequestID()
		c.Set(requestIDKey, id)
	}
	return id
}

func newRequestID() string { return strconv.FormatUint(rand.Uint64(), 36) }

// LoggedPath returns the path of a request. If the path has a token, it returns
// the route instead, because readers of the log could use the token. A path
// like a postback's that has no route is cut before a possible key.
func LoggedPath(c *gin.Context) string {
	path := c.Request.URL.Path
	if c.Param("token") != "" {
		return c.FullPath()
	}
	if at := strings.Index(strings.ToLower(path), "postback/"); at >= 0 {
		return path[:at+len("postback/")] + "…"
	}
	return path
}

// requestLines is a log handler with a fast path for requests. It reports false
// if it can't use it.
type requestLines interface {
	Request(end time.Time, id, method, path string, status, bytes int, took time.Duration) bool
}

const (
	refusedKey = "refused"
	accountKey = "account"
)

// SignedInAs records the user, or the token if user is 0, for the log.
func SignedInAs(c *gin.Context, user, token int64) {
	who := slog.Int64("user", user)
	if user == 0 {
		who = slog.Int64("token", token)
	}
	c.Set(accountKey, who)
}

// Refused marks a server error as a rejection under overload. Log leaves it
// out; the number of rejections is logged elsewhere.
func Refused(c *gin.Context) { c.Set(refusedKey, true) }

// Log logs a line for each answered request: the path, but no query values,
// tokens, addresses or headers. The line of a server error has the cause.
// Because every cached page has a line, it bypasses log.LogAttrs. Polls of
// health and readiness and requests marked by Refused are logged at debug level
// only.
//
// For a signed-in user, the line names the account, and if the call was denied,
// also the hash of the client's network.
func Log(log *slog.Logger, network func(address string) string) gin.HandlerFunc {
	lines := log.Handler()
	fast, _ := lines.(requestLines)
	return func(c *gin.Context) {
		start := time.Now()
		c.Next()
		level, end := slog.LevelInfo, time.Now()
		switch {
		case c.Request.URL.Path == "/readyz", c.Request.URL.Path == "/healthz", c.GetBool(refusedKey):
			level = slog.LevelDebug
		case c.Writer.Status() >= 500:
			level = slog.LevelError
		}
		if !lines.Enabled(c.Request.Context(), level) {
			return
		}
		id := c.GetString(requestIDKey)
		if id == "" {
			id = newRequestID() // not requested before, so it need not be stored
		}
		path, status, bytes, took := LoggedPath(c), c.Writer.Status(), max(0, c.Writer.Size()), end.Sub(start)
		who, known := c.Get(accountKey)
		known = known || status >= 400 && status < 500
		if fast != nil && !known && level == slog.LevelInfo && fast.Request(end, id, c.Request.Method, path, status, bytes, took) {
			return
		}
		line := slog.NewRecord(end, level, "request", 0)
		line.AddAttrs(
			slog.String("id", id),
			slog.String("method", c.Request.Method),
			slog.String("path", path),
			slog.Int("status", status),
			slog.Int("bytes", bytes),
			slog.Duration("took", took))
		if who, ok := who.(slog.Attr); ok {
			line.AddAttrs(who)
		}
		if known {
			line.AddAttrs(slog.String("network", network(c.ClientIP())))
		}
		if cause := c.Errors.Last(); cause != nil && status >= 500 {
			line.AddAttrs(slog.Any("error", cause.Err))
		}
		_ = lines.Handle(c.Request.Context(), line)
	}
}

// Recover answers a panic with "Something went wrong." If the answer has begun,
// it aborts the connection, so that a partial answer isn't taken for a complete
// one. (gin's own recovery would end it as a complete 200.)
func Recover() gin.HandlerFunc {
	return func(c *gin.Context) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(p)
			}
			slog.ErrorContext(c.Request.Context(), "panic", "id", RequestID(c), "route", c.FullPath(), "panic", p, "stack", string(debug.Stack()))
			if c.Writer.Written() {
				panic(http.ErrAbortHandler)
			}
			Fail(c, fmt.Errorf("panic: %v", p))
		}()
		c.Next()
	}
}

// LimitBody rejects bodies over n bytes with 413 as they are read. It reads
// forms itself, because gin's PostForm treats unreadable ones as empty.
func LimitBody(n int64) gin.HandlerFunc {
	return func(c *gin.Context) {
		if c.Request.Body != nil {
			c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, n)
		}
		if c.Request.Body != nil && strings.EqualFold(c.ContentType(), gin.MIMEPOSTForm) {
			whole, err := readBody(c)
			if err != nil {
				Fail(c, err)
				return
			}
			c.Request.Body = io.NopCloser(bytes.NewReader(whole))
		}
		c.Next()
	}
}

// Deadline limits the time of a request. If the database takes longer, the
// answer is Busy.
func Deadline(d time.Duration) gin.HandlerFunc {
	return func(c *gin.Context) {
		ctx, cancel := context.WithTimeout(c.Request.Context(), d)
		defer cancel()
		c.Request = c.Request.WithContext(ctx)
		c.Next()
	}
}
