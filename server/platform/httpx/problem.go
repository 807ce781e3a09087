// Package httpx adapts handlers that return errors to gin. It has problem+json
// answers, body and query parsing, the request log, recovery and security
// headers.
package httpx

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"html"
	"math"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

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

// Handle adapts a handler that returns an error, which becomes the answer.
func Handle(h func(*gin.Context) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := h(c); err != nil {
			Fail(c, err)
		}
	}
}

// ClientGone is the logged status of a request whose client left before the
// answer, as in nginx.
const ClientGone = 499

// Left reports whether err means that the client has left.
func Left(r *http.Request, err error) bool {
	return errors.Is(err, context.Canceled) && errors.Is(r.Context().Err(), context.Canceled)
}

// PlainPage returns a small complete page.
func PlainPage(title, sentence string) string {
	return `<!DOCTYPE html><html lang="en-US"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">` +
		"<title>" + html.EscapeString(title) + "</title><h1>" + html.EscapeString(title) + "</h1><p>" + html.EscapeString(sentence) + `</p><p><a href="/">Home page</a></p></html>`
}

// JSON answers with a value as JSON, unless there is an error.
func JSON(c *gin.Context, value any, err error) error {
	if err == nil {
		c.JSON(http.StatusOK, value)
	}
	return err
}

// Fail answers with err and aborts the chain. A browser that requests a page
// gets a plain one, any other client a Problem. An error that isn't a
// fault.Error is answered with "Something went wrong."; Log logs the cause.
func Fail(c *gin.Context, err error) {
	if errors.Is(err, sql.ErrTxDone) { // the transaction ended with the request's deadline or client
		err = errors.Join(err, c.Request.Context().Err())
	}
	_ = c.Error(err)
	c.Abort()
	if c.Writer.Written() {
		return
	}
	if Left(c.Request, err) {
		c.Status(ClientGone)
		return
	}
	f := asFault(err)
	SayWhen(c, f)
	p := Problem{Type: "about:blank", Status: int(f.Code), Detail: f.Detail, Errors: f.Fields, Current: f.Current}
	p.Title = http.StatusText(p.Status)
	if f.Code == fault.Internal {
		p.RequestID = RequestID(c)
	}
	c.Header("Cache-Control", "no-store")
	if WantsPage(c) {
		sentence := p.Detail
		if p.RequestID != "" {
			sentence += " (Request ID: " + p.RequestID + ")"
		}
		c.Data(p.Status, "text/html; charset=utf-8", []byte(PlainPage(p.Title, sentence)))
		return
	}
	body, _ := json.Marshal(p)
	c.Data(p.Status, "application/problem+json", body)
}

// SayWhen sets Retry-After if a fault says when to retry.
func SayWhen(c *gin.Context, f *fault.Error) {
	if f.RetryAfter > 0 {
		c.Header("Retry-After", strconv.Itoa(int(math.Ceil(f.RetryAfter.Seconds()))))
	}
}

// asFault converts other errors: a body that is too large, a full disk, a database
// that is down.
func asFault(err error) *fault.Error {
	var f *fault.Error
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &tooLarge):
		return fault.New(fault.TooLarge, "That’s too large to send. Make it smaller and try again.").Because(err)
	case diskFull(err):
		return fault.Busy("We can’t save this right now, because the site’s disk is full. Try again later.", retryDisk, err)
	case databaseDown(err), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return fault.Busy("We’re busy right now. Try again in a moment.", retryDatabase, err)
	}
	return fault.New(fault.Internal, "Something went wrong.").Because(err)
}
