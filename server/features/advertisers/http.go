package advertisers

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
)

// Postbacks handles calls by networks.
type Postbacks struct {
	Store    Store
	Recorder *Recorder
	Keys     func() Keys
}

// Take handles GET and POST /postback/:token, where the token is an
// advertiser's key. A wrong key costs no query. What is stored gets a 200, even
// for an unknown click. What can't be stored is kept as a refused postback.
func (h Postbacks) Take(c *gin.Context) error {
	key, known := h.Keys().find(c.Param("token"), time.Now())
	if !known {
		return fault.New(fault.Forbidden, "Unknown postback key.")
	}
	ctx := c.Request.Context()
	sent, err := parameters(c)
	var report Report
	if err == nil {
		report, err = key.preset.read(sent.Get, h.Store.Currency)
	}
	var answer struct {
		Outcome Outcome `json:"outcome"`
	}
	if err == nil {
		answer.Outcome, err = h.Recorder.Record(ctx, key.AdvertiserID, report)
	}
	if refusal := new(fault.Error); errors.As(err, &refusal) && refusal.Code == fault.Invalid {
		if failed := h.Store.Refuse(ctx, key.AdvertiserID, key.preset.shown(sent).Encode(), refusal.Detail); failed != nil {
			return failed
		}
	}
	return httpx.JSON(c, answer, err)
}

// parameters returns the parameters of the URL and of a form or JSON object, as
// far as they are readable.
func parameters(c *gin.Context) (url.Values, error) {
	if c.ContentType() != gin.MIMEJSON {
		err := c.Request.ParseForm()
		if tooLarge := new(http.MaxBytesError); err != nil && !errors.As(err, &tooLarge) {
			err = fault.New(fault.Invalid, "We couldn't read the parameters.").Because(err)
		}
		return c.Request.Form, err
	}
	sent := c.Request.URL.Query()
	var body map[string]json.RawMessage
	if err := httpx.OptionalJSON(c, &body); err != nil {
		return sent, err
	}
	for name, value := range body {
		var text string
		if json.Unmarshal(value, &text) != nil {
			text = string(value) // a number as written
		}
		if text != "null" {
			sent.Set(name, text)
		}
	}
	return sent, nil
}

// sentFile returns the CSV of a request.
func sentFile(c *gin.Context) ([]byte, error) {
	switch c.ContentType() {
	case "text/csv", gin.MIMEPlain:
		return io.ReadAll(c.Request.Body)
	case gin.MIMEMultipartPOSTForm:
		file, _, err := c.Request.FormFile("file")
		if tooLarge := new(http.MaxBytesError); err != nil && !errors.As(err, &tooLarge) {
			err = fault.Form([]fault.Field{{Field: "file", Message: "Choose a file."}})
		}
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return io.ReadAll(file)
	}
	return nil, fault.New(fault.UnsupportedType, "Send a CSV (Content-Type: text/csv) or a form with a file.")
}

func idOf(c *gin.Context) (int64, error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil {
		return 0, ErrNotFound
	}
	return id, nil
}

// list responds with the part of the records that read returns. X-Next-Cursor
// is the after parameter of the next part, if there is one.
func list[T any](c *gin.Context, read func(context.Context, filter) ([]T, int64, error), id func(last T) int64) error {
	f, err := filterOf(c)
	if err != nil {
		return err
	}
	part, total, err := read(c.Request.Context(), f)
	if err != nil {
		return err
	}
	if len(part) == f.limit {
		c.Header("X-Next-Cursor", strconv.FormatInt(id(part[len(part)-1]), 10))
	}
	httpx.List(c, part, total)
	return nil
}

func filterOf(c *gin.Context) (f filter, err error) {
	var wrong form.Checker
	number := func(name string) (n int64) {
		if text := c.Query(name); text != "" {
			if n, err = strconv.ParseInt(text, 10, 64); err != nil || n < 1 {
				wrong.Wrong(name, "Please give a whole number from 1.")
			}
		}
		return n
	}
	day := func(name string) (d calendar.Day) {
		if text := c.Query(name); text != "" {
			if d, err = calendar.Parse(text); err != nil {
				wrong.Wrong(name, "Enter a date, such as 2026-04-23.")
			}
		}
		return d
	}
	f.advertiser, f.before, f.from, f.to = number("advertiser"), number("after"), day("from"), day("to")
	f.status = Status(c.Query("status"))
	if f.status != "" && presetOf("own").statuses[string(f.status)] == "" {
		wrong.Wrong("status", "Please choose pending, approved, rejected or reversed.")
	}
	if err := wrong.Err(); err != nil {
		return f, err
	}
	if f.unknown, err = httpx.QueryBool(c, "unknown"); err != nil {
		return f, err
	}
	if f.text, err = httpx.QueryText(c, "q"); err != nil {
		return f, err
	}
	f.limit, err = httpx.QueryInt(c, "limit", editable.DefaultRecords, 1, editable.MaxRecords)
	return f, err
}
