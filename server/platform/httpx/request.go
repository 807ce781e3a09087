package httpx

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
)

const requestIDKey = "requestID"

// RequestID is the id under which a request stands in the log.
func RequestID(c *gin.Context) string { return c.GetString(requestIDKey) }

// Log gives each request an id and writes one line when it is answered. It
// writes the path but never query values, addresses or headers.
func Log(log *slog.Logger) gin.HandlerFunc {
	return func(c *gin.Context) {
		c.Set(requestIDKey, strconv.FormatUint(rand.Uint64(), 36))
		start := time.Now()
		c.Next()
		level := slog.LevelInfo
		if c.Writer.Status() >= 500 {
			level = slog.LevelError
		}
		log.LogAttrs(c.Request.Context(), level, "request",
			slog.String("id", RequestID(c)),
			slog.String("method", c.Request.Method),
			slog.String("path", c.Request.URL.Path),
			slog.Int("status", c.Writer.Status()),
			slog.Int("bytes", max(0, c.Writer.Size())),
			slog.Duration("took", time.Since(start)))
	}
}

// Recover answers a panic as "Something went wrong." When the answer has
// begun already, the connection is broken off, so that nobody takes half an
// answer for a whole one. (gin's own recovery ends it as a complete 200.)
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

// LimitBody refuses bodies over n bytes with 413 as they are read.
func LimitBody(n int64) gin.HandlerFunc {
	return func(c *gin.Context) {
		if c.Request.Body != nil {
			c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, n)
		}
		c.Next()
	}
}

// Deadline bounds how long a request may take. What waits for the database
// longer is answered as busy.
func Deadline(d time.Duration) gin.HandlerFunc {
	return func(c *gin.Context) {
		ctx, cancel := context.WithTimeout(c.Request.Context(), d)
		defer cancel()
		c.Request = c.Request.WithContext(ctx)
		c.Next()
	}
}
