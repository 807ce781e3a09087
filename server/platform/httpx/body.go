package httpx

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
)

// ReadJSON reads the body into out, a pointer to a struct. Fields that out
// does not know are ignored. It fails with 415 when the body is not declared
// as JSON, 413 when it is too large, and 400 when it can't be read, naming
// the field where that is known. An empty body is a fault too; see OptionalJSON.
func ReadJSON(c *gin.Context, out any) error {
	return readJSON(c, out, false)
}

// OptionalJSON is ReadJSON, but leaves out alone when the body is empty.
func OptionalJSON(c *gin.Context, out any) error {
	return readJSON(c, out, true)
}

func readJSON(c *gin.Context, out any, optional bool) error {
	body, err := io.ReadAll(c.Request.Body)
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return err
		}
		return fault.New(fault.Invalid, "The request broke off before it was complete.").Because(err)
	}
	if len(bytes.TrimSpace(body)) == 0 {
		if optional {
			return nil
		}
		return fault.New(fault.Invalid, "Please send a JSON body.")
	}
	if !strings.EqualFold(c.ContentType(), gin.MIMEJSON) {
		return fault.New(fault.UnsupportedType, "Please send JSON (Content-Type: application/json).")
	}
	if err := json.Unmarshal(body, out); err != nil {
		return unreadable(err)
	}
	if bytes.Contains(body, []byte(`\u0000`)) {
		return fault.New(fault.Invalid, "The text contains a character that can't be stored.")
	}
	return nil
}

func unreadable(err error) error {
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) && wrongType.Field != "" {
		// The field's path may name a struct of ours that the body does not have.
		name := wrongType.Field[strings.LastIndexByte(wrongType.Field, '.')+1:]
		f := fault.Field{Field: name, Message: "This has the wrong type: " + wrongType.Value + "."}
		return fault.Form([]fault.Field{f})
	}
	if errors.As(err, &wrongType) {
		return fault.New(fault.Invalid, "Please send a JSON object.")
	}
	return fault.New(fault.Invalid, "The body is not valid JSON.").Because(err)
}
