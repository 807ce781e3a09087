// Package privacy stores a visitor's choice about sharing data with partners,
// in the visitor's own browser.
package privacy

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
)

// keep is how long a browser stores the choice, the maximum that browsers
// allow.
const keep = 400 * 24 * time.Hour

// HTTP handles the form of /privacy-choices.
type HTTP struct {
	Secure bool // the site is served over https
}

// Choose handles POST /privacy-choices with choice=opt-out or choice=opt-in. It
// works without JavaScript: the page it redirects to confirms the choice.
func (h HTTP) Choose(c *gin.Context) error {
	cookie := &http.Cookie{Name: httpx.OptOutCookie, Path: "/", Secure: h.Secure, SameSite: http.SameSiteLaxMode}
	choice := c.PostForm("choice")
	switch choice {
	case httpx.OptOutValue:
		cookie.Value, cookie.MaxAge = httpx.OptOutValue, int(keep.Seconds())
	case "opt-in":
		cookie.MaxAge = -1
	default:
		return fault.New(fault.Invalid, "Choose opt-out or opt-in.")
	}
	http.SetCookie(c.Writer, cookie)
	c.Redirect(http.StatusSeeOther, "/privacy-choices?saved="+choice)
	return nil
}
