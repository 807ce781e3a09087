package contact

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/tracking"
)

// HTTP handles public requests.
type HTTP struct {
	Store   *Store
	Limiter *ratelimit.Limiter
	Counter *tracking.Counter
}

// Limits on the messages of one visitor, and on the receipts to one mailbox.
func visitorLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "messages per client", Most: 10, Per: 10 * time.Minute}
}

func mailboxLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "receipts per mailbox", Most: 5, Per: time.Hour}
}

// Send handles POST /api/contact.
func (h HTTP) Send(c *gin.Context) error {
	visitor := ratelimit.Use{Rule: visitorLimit(), By: ratelimit.Network(c.ClientIP())}
	if err := h.Limiter.Take(c.Request.Context(), visitor); err != nil {
		return err
	}
	var body struct {
		Message
		form.Robot
		tracking.Sent
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	if body.Robot.Untimed() { // counts twice
		if err := h.Limiter.Take(c.Request.Context(), visitor); err != nil {
			return err
		}
	}
	m := body.Message
	if err := m.check(); err != nil {
		return err
	}
	if err := body.Robot.Check(); err != nil {
		return err
	}
	if body.Robot.Caught() { // or a browser filled in the hidden field
		if err := h.Store.setAside(c.Request.Context(), m); err != nil {
			return err
		}
	} else {
		// Someone who sends messages in another person's name can only stop
		// that person's receipts.
		err := h.Limiter.Take(c.Request.Context(), ratelimit.Use{Rule: mailboxLimit(), By: ratelimit.Mailbox(m.Email)})
		if err != nil && !fault.Is(err, fault.TooMany) {
			return err
		}
		if err := h.Store.keep(c.Request.Context(), m, err == nil); err != nil {
			return err
		}
		h.Counter.CountForm(tracking.Call{Request: c.Request, Address: c.ClientIP(), Sent: body.Sent}, tracking.Contact)
	}
	c.JSON(http.StatusCreated, gin.H{"status": "received"})
	return nil
}
