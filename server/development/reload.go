// Package development serves what only developers see: the mails that were not
// sent, and pages that reload after a build.
package development

import (
	"net/http"
	"os"
	"time"

	"github.com/gin-gonic/gin"
)

// buildPoll is how often pages learn of a build that failed.
const buildPoll = 300 * time.Millisecond

// Reload reloads open pages after a build.
type Reload struct {
	Errors   string          // the file in which scripts/dev leaves the errors of a build
	Stopping <-chan struct{} // closed when the server stops
}

// Stream handles GET /dev/reload: a stream that stays open as long as the
// server runs. A page that was built by scripts/dev reloads when it is back,
// and shows the errors that scripts/dev left of a build that failed.
func (r Reload) Stream(c *gin.Context) error {
	c.Header("Content-Type", "text/event-stream")
	c.Status(http.StatusOK)
	_ = http.NewResponseController(c.Writer).SetWriteDeadline(time.Time{})
	c.Writer.Flush()
	poll := time.NewTicker(buildPoll)
	defer poll.Stop()
	for told := ""; ; {
		errors, _ := os.ReadFile(r.Errors) // none, when there is no file
		if text := string(errors); text != told {
			told = text
			c.SSEvent("build", gin.H{"error": text})
			c.Writer.Flush()
		}
		select {
		case <-c.Request.Context().Done():
			return nil
		case <-r.Stopping:
			return nil
		case <-poll.C:
		}
	}
}
