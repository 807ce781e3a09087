package development

import (
	"context"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/form"
	"thriftwell/server/platform/sms"
)

//go:embed mail.html texts.html
var phoneTemplates embed.FS

// Phone shows texts that were stored instead of sent, and sends replies.
type Phone struct {
	Folder sms.Folder
	// Answer handles a text from a number and returns the reply.
	Answer func(ctx context.Context, number, said string) (answer string, err error)
}

// List handles GET /dev/texts.
func (p Phone) List(c *gin.Context) error {
	kept, err := p.Folder.List(mailboxLimit)
	if err != nil {
		return err
	}
	pages, err := template.ParseFS(phoneTemplates, "mail.html", "texts.html")
	if err != nil {
		return fmt.Errorf("read the template: %w", err)
	}
	c.Header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
	c.Header("X-Robots-Tag", "noindex")
	c.Status(http.StatusOK)
	c.Header("Content-Type", "text/html; charset=utf-8")
	return pages.ExecuteTemplate(c.Writer, "texts", kept)
}

// Reply handles POST /dev/texts: a reply from a phone.
func (p Phone) Reply(c *gin.Context) error {
	var checker form.Checker
	from := checker.Phone("from", c.PostForm("from"), true)
	if err := checker.Err(); err != nil {
		return err
	}
	ctx := c.Request.Context()
	answer, err := p.Answer(ctx, from, c.PostForm("said"))
	if err != nil {
		return err
	}
	if answer != "" {
		m := sms.Message{ID: "answer-" + strconv.FormatInt(time.Now().UnixNano(), 36), To: from, Body: answer}
		if _, _, err := p.Folder.Send(ctx, m); err != nil {
			return err
		}
	}
	c.Redirect(http.StatusSeeOther, "/dev/texts")
	return nil
}
