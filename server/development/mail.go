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

// Mailbox shows the mails that were stored instead of sent.
type Mailbox struct{ Folder mail.Folder }

// mailboxLimit is how many mails the list shows.
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

// HTML handles GET /dev/mail/:id/html: the HTML part alone, as a mail program
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
	if err != nil { // no such file, or no name that a file could have
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

// relax permits what mails cannot do without: styles at their elements.
// Nothing runs, and the page may frame its own mails.
func relax(c *gin.Context) {
	c.Header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'")
	c.Header("X-Robots-Tag", "noindex")
}
