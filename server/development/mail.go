package development

import (
	"embed"
	"fmt"
	"html/template"
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/mail"
)

//go:embed mail.html
var mailTemplate embed.FS

// Mailbox shows emails that were stored instead of sent.
type Mailbox struct{ Folder mail.Folder }

// mailboxLimit is how many emails the list shows.
const mailboxLimit = 200

// List handles GET /dev/mail.
func (m Mailbox) List(c *gin.Context) error {
	kept, err := m.Folder.List(mailboxLimit)
	if err != nil {
		return err
	}
	return m.page(c, "list", kept)
}

// Show handles GET /dev/mail/:id: the head, the text and a link to the HTML.
func (m Mailbox) Show(c *gin.Context) error {
	kept, err := m.read(c)
	if err != nil {
		return err
	}
	return m.page(c, "mail", kept)
}

// HTML handles GET /dev/mail/:id/html: only the HTML part, as an email program
// shows it.
func (m Mailbox) HTML(c *gin.Context) error {
	kept, err := m.read(c)
	if err != nil {
		return err
	}
	relax(c)
	c.Data(http.StatusOK, "text/html; charset=utf-8", []byte(kept.HTML))
	return nil
}

func (m Mailbox) read(c *gin.Context) (mail.Kept, error) {
	kept, err := m.Folder.Read(c.Param("id"))
	if err != nil { // no such file, or an invalid name
		return kept, fault.Missing("Mail").Because(err)
	}
	return kept, nil
}

func (m Mailbox) page(c *gin.Context, name string, data any) error {
	pages, err := template.ParseFS(mailTemplate, "mail.html")
	if err != nil {
		return fmt.Errorf("read the template: %w", err)
	}
	relax(c)
	c.Status(http.StatusOK)
	c.Header("Content-Type", "text/html; charset=utf-8")
	return pages.ExecuteTemplate(c.Writer, name, data)
}

// relax allows what emails need: style attributes. Scripts don't run, and the
// page may frame its emails.
func relax(c *gin.Context) {
	c.Header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'")
	c.Header("X-Robots-Tag", "noindex")
}
