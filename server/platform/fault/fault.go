// Package fault is the one shape of an error that may reach a person: a code,
// one plain sentence, and what is wrong with each field. Every other error is
// answered as "Something went wrong."
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Code says what kind of trouble an error is; httpx turns it into a status.
type Code int

// The codes, and the status each is answered with.
const (
	Internal        Code = iota // 500
	Invalid                     // 400: can't be read, or breaks a rule
	Unauthorized                // 401: nobody is signed in
	Forbidden                   // 403: signed in, but not permitted
	NotFound                    // 404
	WrongMethod                 // 405
	Conflict                    // 409: duplicate, or changed by somebody else meanwhile
	TooLarge                    // 413
	UnsupportedType             // 415
	TooMany                     // 429
	Unavailable                 // 503
)

// Field names one field of a form and, in one sentence, what is wrong with it.
type Field struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Error is trouble that a person may be told of.
type Error struct {
	Code       Code
	Detail     string        // one plain sentence for a person
	Fields     []Field       // for a form; may be empty
	RetryAfter time.Duration // for TooMany and Unavailable
	Current    any           // for Conflict: the record as it stands now
	cause      error         // for the log only
}

// New makes an Error with a sentence for a person.
func New(code Code, detail string) *Error { return &Error{Code: code, Detail: detail} }

// Newf is New with a format.
func Newf(code Code, format string, args ...any) *Error {
	return New(code, fmt.Sprintf(format, args...))
}

// Missing is the NotFound error of one kind of record: "Article not found."
func Missing(what string) *Error { return New(NotFound, what+" not found.") }

// Form is an Invalid error over fields; it is nil when there are none, so that
// a validation can end with it. The detail is the first field's message.
func Form(fields []Field) error {
	if len(fields) == 0 {
		return nil
	}
	return &Error{Code: Invalid, Detail: fields[0].Message, Fields: fields}
}

// Busy is an Unavailable error that names when to come back.
func Busy(detail string, retryAfter time.Duration, cause error) *Error {
	return &Error{Code: Unavailable, Detail: detail, RetryAfter: retryAfter, cause: cause}
}

// Because keeps the cause for the log and returns e.
func (e *Error) Because(cause error) *Error {
	e.cause = cause
	return e
}

// Error is the sentence and, for the log, the cause.
func (e *Error) Error() string {
	if e.cause != nil {
		return e.Detail + ": " + e.cause.Error()
	}
	return e.Detail
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether err is a fault of the given code.
func Is(err error, code Code) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == code
}
