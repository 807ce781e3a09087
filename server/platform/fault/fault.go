// Package fault has the errors that may be shown to people: a code, a sentence,
// and a message for each wrong field. Every other error is shown as "Something
// went wrong."
package fault

import (
	"errors"
	"time"
)

// Code is the kind of an error, by its HTTP status.
type Code int

// Codes.
const (
	Invalid         Code = 400 // malformed, or breaks a rule
	Unauthorized    Code = 401 // not signed in
	Forbidden       Code = 403 // signed in, but not permitted
	NotFound        Code = 404
	WrongMethod     Code = 405
	Conflict        Code = 409 // duplicate, or changed by someone else meanwhile
	Gone            Code = 410 // existed before
	TooLarge        Code = 413
	UnsupportedType Code = 415
	TooMany         Code = 429
	Internal        Code = 500
	Unavailable     Code = 503
)

// Field says in one sentence what is wrong with a field of a form.
type Field struct {
	Field   string `json:"field"`
	Message string `json:"message"`
	Line    int    `json:"-"` // of the field's text, from 1, if the message starts with it; else 0
}

// Error is an error that may be shown to people.
type Error struct {
	Code       Code
	Detail     string        // one plain sentence
	Fields     []Field       // for a form; may be empty
	RetryAfter time.Duration // for TooMany and Unavailable
	Current    any           // for Conflict: the current record
	cause      error         // for the log only
}

// New returns an Error with a sentence for people.
func New(code Code, detail string) *Error { return &Error{Code: code, Detail: detail} }

// Missing returns the NotFound error of a kind of record, such as "Article not
// found."
func Missing(what string) *Error { return New(NotFound, what+" not found.") }

// Form returns an Invalid error about fields, or nil if there are none. Its
// detail is the first field's message.
func Form(fields []Field) error {
	if len(fields) == 0 {
		return nil
	}
	return &Error{Code: Invalid, Detail: fields[0].Message, Fields: fields}
}

// Busy returns an Unavailable error that says when to retry.
func Busy(detail string, retryAfter time.Duration, cause error) *Error {
	return &Error{Code: Unavailable, Detail: detail, RetryAfter: retryAfter, cause: cause}
}

// Because sets the cause, which is only logged, and returns e.
func (e *Error) Because(cause error) *Error {
	e.cause = cause
	return e
}

// Error returns the sentence and the cause, for the log.
func (e *Error) Error() string {
	if e.cause != nil {
		return e.Detail + ": " + e.cause.Error()
	}
	return e.Detail
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether err is a fault of the given code.
func Is(err error, code Code) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == code
}
