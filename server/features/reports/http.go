package reports

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
)

//go:embed stop.html
var stopSource string

// HTTP handles requests about the weekly report email. Sheet is the URL of the
// site's stylesheet.
type HTTP struct {
	Weekly *Weekly
	Sheet  string
}

// weekly says whether the caller gets the weekly email.
type weekly struct {
	Wanted bool   `json:"wanted"`
	To     string `json:"to"` // address
}

// Show handles GET /api/admin/reports/weekly.
func (h HTTP) Show(c *gin.Context) error {
	actor := session.ActorOf(c.Request.Context())
	wanted, err := h.Weekly.Store.wanted(c.Request.Context(), actor.UserID)
	if err != nil {
		return err
	}
	return h.answer(c, actor, wanted)
}

// Choose handles PUT /api/admin/reports/weekly.
func (h HTTP) Choose(c *gin.Context) error {
	var body struct {
		Wanted *bool `json:"wanted"`
	}
	if err := httpx.ReadJSON(c, &body); err != nil {
		return err
	}
	actor := session.ActorOf(c.Request.Context())
	switch {
	case body.Wanted == nil:
		return wrong("wanted", "Choose true or false.")
	case actor.UserID == 0:
		return fault.New(fault.Conflict, "A token can't get the weekly email. Sign in to turn it on.")
	}
	next := mondayBefore(calendar.Today(h.Weekly.Reports.Location)).Add(7)
	if err := h.Weekly.Store.ask(c.Request.Context(), actor.UserID, *body.Wanted, next); err != nil {
		return err
	}
	return h.answer(c, actor, *body.Wanted)
}

// answer responds with whether a user gets the weekly email, and at which
// address.
func (h HTTP) answer(c *gin.Context, actor session.Actor, wanted bool) error {
	to := actor.Email
	if actor.UserID != 0 {
		user, err := h.Weekly.Standing(c.Request.Context(), actor.UserID)
		if err != nil {
			return err
		}
		to = user.Email
	}
	c.JSON(http.StatusOK, weekly{wanted, to})
	return nil
}

// AskToStop handles GET StopPath, the link in the email. It shows a button,
// because mail scanners follow links too.
func (h HTTP) AskToStop(c *gin.Context) error {
	if _, err := h.Weekly.userOf(c.Query("token")); err != nil {
		return err
	}
	return h.page(c, false)
}

// Stop handles POST StopPath, sent by that button or by an email client (RFC
// 8058).
func (h HTTP) Stop(c *gin.Context) error {
	user, err := h.Weekly.userOf(c.Query("token"))
	if err != nil {
		return err
	}
	if err := h.Weekly.Store.ask(c.Request.Context(), user, false, calendar.Day{}); err != nil {
		return err
	}
	return h.page(c, true)
}

func (h HTTP) page(c *gin.Context, stopped bool) error {
	t, err := template.New("stop").Parse(stopSource)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	err = t.Execute(&body, struct {
		Site    string
		Sheet   string
		Stopped bool
	}{h.Weekly.SiteName, h.Sheet, stopped})
	if err != nil {
		return err
	}
	c.Header("X-Robots-Tag", "noindex")
	c.Data(http.StatusOK, "text/html; charset=utf-8", body.Bytes())
	return nil
}
