package httpx

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
)

// ReadJSON decodes the body into out, a pointer to a struct, and ignores
// unknown fields. It fails with 415 if the body is not declared as JSON, 413 if
// it is too large, and 400 if it can't be decoded, naming the field if known.
// An empty body is an error too; see OptionalJSON.
func ReadJSON(c *gin.Context, out any) error {
	return readJSON(c, out, lenient)
}

// UnknownField is the message for a field that a body must not have.
const UnknownField = "Unknown field."

// ReadStrictJSON is like ReadJSON, but rejects unknown fields.
func ReadStrictJSON(c *gin.Context, out any) error {
	return readJSON(c, out, strict)
}

// OptionalJSON is like ReadJSON, but leaves out unchanged if the body is empty.
func OptionalJSON(c *gin.Context, out any) error {
	return readJSON(c, out, optional)
}

// reading is how to read a body.
type reading int

const (
	lenient  reading = iota
	optional         // may be empty
	strict           // must have no unknown fields
)

// readBody reads the whole body. It fails with 413 if the body is too large.
func readBody(c *gin.Context) ([]byte, error) {
	body, err := io.ReadAll(c.Request.Body)
	if tooLarge := new(http.MaxBytesError); err == nil || errors.As(err, &tooLarge) {
		return body, err
	}
	return nil, fault.New(fault.Invalid, "The request was cut off. Try again.").Because(err)
}

func readJSON(c *gin.Context, out any, how reading) error {
	body, err := readBody(c)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(body)) == 0 {
		if how == optional {
			return nil
		}
		return fault.New(fault.Invalid, "Send a JSON body.")
	}
	if !strings.EqualFold(c.ContentType(), gin.MIMEJSON) {
		return fault.New(fault.UnsupportedType, "Send JSON (Content-Type: application/json).")
	}
	if err := json.Unmarshal(body, out); err != nil {
		return unreadable(err)
	}
	if how == strict {
		if err := rejectUnknown(body, out); err != nil {
			return err
		}
	}
	if bytes.Contains(body, []byte(`\u0000`)) {
		return fault.New(fault.Invalid, "The text contains a character we can't store.")
	}
	return nil
}

func unreadable(err error) error {
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) && wrongType.Field != "" {
		// The field's path may include a struct of ours that the body doesn't have.
		name := wrongType.Field[strings.LastIndexByte(wrongType.Field, '.')+1:]
		f := fault.Field{Field: name, Message: "This has the wrong type: " + wrongType.Value + "."}
		return fault.Form([]fault.Field{f})
	}
	if errors.As(err, &wrongType) {
		return fault.New(fault.Invalid, "Send a JSON object.")
	}
	return fault.New(fault.Invalid, "The body isn't valid JSON.").Because(err)
}

// rejectUnknown fails if the body has a field that out doesn't.
func rejectUnknown(body []byte, out any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	// After a successful Unmarshal, only an error without a type is possible.
	err := d.Decode(out)
	if err == nil {
		return nil
	}
	name := strings.Trim(strings.TrimPrefix(err.Error(), "json: unknown field "), `"`)
	return fault.Form([]fault.Field{{Field: name, Message: UnknownField}})
}

// ID is the id of a record in a body. Clients treat ids as opaque, so it may be
// a number or a string. The zero ID means none.
type ID int64

// UnmarshalJSON accepts 12 and "12". Any other JSON becomes -1, which no record
// has, so that it is rejected like an unknown id.
func (id *ID) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	text := string(b)
	if b[0] == '"' {
		if err := json.Unmarshal(b, &text); err != nil {
			return err
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 {
		n = -1
	}
	*id = ID(n)
	return nil
}
