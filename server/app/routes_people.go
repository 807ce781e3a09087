package app

import (
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/features/contact"
	"thriftwell/server/features/subscribers"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/mail"
)

// formDeadline is how long a visitor waits for a form to be written down before
// he is asked to try again.
const formDeadline = 5 * time.Second

// peopleRoutes are the calls by which visitors sign up, write to us and leave.
func (a *App) peopleRoutes(r *gin.Engine, api *gin.RouterGroup) {
	subscriber := subscribers.HTTP{
		Store: a.people.subscribers, Limiter: a.people.limiter, Location: a.config.Location,
		Secure: strings.HasPrefix(a.config.BaseURL, "https:"),
	}
	message := contact.HTTP{Store: a.people.contact, Limiter: a.people.limiter}
	api = api.Group("", httpx.Deadline(formDeadline))
	api.GET("/consents", httpx.Handle(subscriber.Wordings))
	api.POST("/subscribers", httpx.Handle(subscriber.SignUp))
	api.POST("/subscribers/confirm", httpx.Handle(subscriber.Confirm))
	api.POST("/unsubscribe", httpx.Handle(subscriber.Unsubscribe))
	api.GET("/preferences", httpx.Handle(subscriber.Preferences))
	api.PUT("/preferences", httpx.Handle(subscriber.SetPreferences))
	api.POST("/preferences/link", httpx.Handle(subscriber.MailLink))
	api.POST("/contact", httpx.Handle(message.Send))

	// The address in List-Unsubscribe is that of the page. A mail program posts
	// from anywhere; the signed eid is what permits it.
	r.POST("/unsubscribe", httpx.LimitBody(maxBody), httpx.Deadline(formDeadline), httpx.Handle(subscriber.OneClick))

	if !a.config.Production() {
		folder := mailbox{mail.Folder{Dir: mailFolder(a.config)}}
		r.GET("/dev/mail", httpx.Handle(folder.list))
		r.GET("/dev/mail/:id", httpx.Handle(folder.show))
		r.GET("/dev/mail/:id/html", httpx.Handle(folder.html))
	}
}
