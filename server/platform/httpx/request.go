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

// RequestID returns the id of a request in the log, which is made on the first
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

// LoggedPath returns the path of a request, or its route where the path has a
// token in it: whoever reads it could use that. A path that is like that of a
// postback, but has no route, is cut off before what may be a key.
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

// requestLines is a log handler that has a faster way for the lines of requests,
// where it can.
type requestLines interface {
	Request(end time.Time, id, method, path string, status, bytes int, took time.Duration) bool
}

const (
	refusedKey = "refused"
	accountKey = "account"
)

// SignedInAs notes for the log whose call it is: a user's, or a token's.
func SignedInAs(c *gin.Context, user, token int64) {
	who := slog.Int64("user", user)
	if user == 0 {
		who = slog.Int64("token", token)
	}
	c.Set(accountKey, who)
}

// Refused marks a server error as the refusal of a request while there are too
// many. Log leaves its line out; whoever refuses logs how many they were.
func Refused(c *gin.Context) { c.Set(refusedKey, true) }

// Log logs a line when a request is answered: the path but never query values,
// tokens, addresses or headers. The line of a server error has its cause. As every
// cached page gets one, it bypasses log.LogAttrs. Polls of health and readiness,
// whatever they are answered, and what Refused was called for stand in the debug
// log only.
//
// The line of a call of somebody who is signed in names the account, and with
// that of a call that was refused says from which network it came, as a hash.
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
			id = newRequestID() // nobody asked, so nobody will: it need not be kept
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

// Recover answers a panic as "Something went wrong." If the answer has begun
// already, it aborts the connection, so that nobody takes half an answer for a
// whole one. (gin's own recovery ends it as a complete 200.)
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

// LimitBody rejects bodies over n bytes with 413 as they are read. Those of
// forms it reads itself: gin's PostForm takes what can't be read for empty.
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

// Deadline limits the time of a request. One that waits for the database longer
// is answered as busy.
func Deadline(d time.Duration) gin.HandlerFunc {
	return func(c *gin.Context) {
		ctx, cancel := context.WithTimeout(c.Request.Context(), d)
		defer cancel()
		c.Request = c.Request.WithContext(ctx)
		c.Next()
	}
}
