package advertisers

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
)

// Postbacks handles what networks call.
type Postbacks struct {
	Store    Store
	Recorder *Recorder
	Keys     func() Keys
}

// Take handles GET and POST /postback/:token, the token being an advertiser's
// key. A wrong one costs no query. What is stored, also of an unknown click, is
// answered with 200; what can't be is kept in the log of refused ones.
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
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, answer)
	return nil
}

// parameters returns those of the address and of a form or a JSON object, as far
// as they can be read.
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
			text = string(value) // a number, as it is written
		}
		if text != "null" {
			sent.Set(name, text)
		}
	}
	return sent, nil
}
