// Package webhooks receives events from the providers of email and texts:
// Amazon SES through signed SNS notifications, Postmark, and Twilio.
package webhooks

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/mail"
)

// HTTP handles the calls.
type HTTP struct {
	// Topic is the ARN of the only SNS topic accepted; "" disables SES.
	Topic string
	// Postmark is user:password of Postmark's basic authentication; "" disables
	// Postmark.
	Postmark string
	SNS      *SNS
	// Record stores an event of an email to an address; id may be "".
	Record func(ctx context.Context, email, id string, e mail.Event) error
}

type response struct {
	Status string `json:"status"`
}

var errUnset = fault.New(fault.NotFound, "There is no such page.")

var errForged = fault.New(fault.Forbidden, "The signature doesn't match.")

// SES handles POST /webhooks/ses.
func (h HTTP) SES(c *gin.Context) error {
	if h.Topic == "" {
		return errUnset
	}
	body, err := readBody(c)
	if err != nil {
		return err
	}
	var n Notification
	if err := json.Unmarshal(body, &n); err != nil {
		return fault.New(fault.Invalid, "The body isn't valid JSON.").Because(err)
	}
	if n.TopicArn != h.Topic {
		return errForged
	}
	ctx := c.Request.Context()
	if err := h.SNS.Verify(ctx, n); err != nil {
		slog.WarnContext(ctx, "rejected an SNS notification", "error", err)
		if errors.Is(err, errUnavailable) {
			return fault.Busy("We couldn't load the signing certificate. Send it again.", retryCertificate, err)
		}
		return errForged
	}
	if n.Type == subscriptionConfirmation {
		if err := h.SNS.Confirm(ctx, n); err != nil {
			return fault.Busy("We couldn't confirm the subscription. Send it again.", retryCertificate, err)
		}
	}
	return h.record(c, sesEvents(n.Message))
}

// PostmarkEvent handles POST /webhooks/postmark.
func (h HTTP) PostmarkEvent(c *gin.Context) error {
	if h.Postmark == "" {
		return errUnset
	}
	user, password, _ := c.Request.BasicAuth()
	given, want := sha256.Sum256([]byte(user+":"+password)), sha256.Sum256([]byte(h.Postmark))
	if subtle.ConstantTimeCompare(given[:], want[:]) != 1 {
		return errForged
	}
	body, err := readBody(c)
	if err != nil {
		return err
	}
	events, err := postmarkEvents(body)
	if err != nil {
		return fault.New(fault.Invalid, "The body isn't valid JSON.").Because(err)
	}
	return h.record(c, events)
}

func (h HTTP) record(c *gin.Context, events []event) error {
	for _, e := range events {
		if err := h.Record(c.Request.Context(), e.email, e.mail, e.what); err != nil {
			return err
		}
	}
	c.JSON(http.StatusOK, response{Status: "received"})
	return nil
}

// readBody reads the body, whatever its type: SNS sends JSON as text/plain.
func readBody(c *gin.Context) ([]byte, error) {
	body, err := io.ReadAll(c.Request.Body)
	if tooLarge := new(http.MaxBytesError); err != nil && !errors.As(err, &tooLarge) {
		return nil, fault.New(fault.Invalid, "The request was cut off. Try again.").Because(err)
	}
	return body, err
}

// TwilioPath is the path of Twilio's webhook.
const TwilioPath = "/webhooks/twilio"

// Texts handles Twilio's webhook.
type Texts struct {
	Token   string // signs the requests; "" disables Twilio
	Address string // of the webhook as configured at Twilio
	// Answer handles a text from a number and returns a reply, or "". Stop
	// handles a text that Twilio took for an opt-out. Undelivered records that
	// the text with an id wasn't delivered.
	Answer      func(ctx context.Context, number, said string) (answer string, err error)
	Stop        func(ctx context.Context, number, said string) error
	Undelivered func(ctx context.Context, id string) error
}

// Twilio handles POST /webhooks/twilio: an incoming text, or the delivery
// status of one we sent.
func (t Texts) Twilio(c *gin.Context) error {
	if t.Token == "" {
		return errUnset
	}
	if err := c.Request.ParseForm(); err != nil {
		return fault.New(fault.Invalid, "The body isn't a form.").Because(err)
	}
	form, address := c.Request.PostForm, t.Address
	if c.Request.URL.RawQuery != "" {
		address += "?" + c.Request.URL.RawQuery
	}
	if !isTwilios(t.Token, address, form, c.GetHeader("X-Twilio-Signature")) {
		return errForged
	}
	ctx := c.Request.Context()
	if status := form.Get("MessageStatus"); status != "" {
		if status == "undelivered" || status == "failed" {
			if err := t.Undelivered(ctx, form.Get("MessageSid")); err != nil {
				return err
			}
		}
		c.Status(http.StatusNoContent)
		return nil
	}
	answer, err := t.answer(ctx, form)
	if err != nil {
		return err
	}
	reply, err := twiML(answer)
	if err != nil {
		return err
	}
	c.Data(http.StatusOK, "text/xml; charset=utf-8", reply)
	return nil
}

// answer handles an incoming text. If Twilio has replied to it, Twilio's
// classification counts, since it may know more keywords.
func (t Texts) answer(ctx context.Context, form url.Values) (answer string, err error) {
	number, said, kind := form.Get("From"), form.Get("Body"), form.Get("OptOutType")
	if kind == "STOP" {
		return "", t.Stop(ctx, number, said)
	}
	if answer, err = t.Answer(ctx, number, said); kind != "" {
		answer = ""
	}
	return answer, err
}
