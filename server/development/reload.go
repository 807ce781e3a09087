// Package development serves tools for developers: stored emails and texts, and
// pages that reload after a build.
package development

import (
	"net/http"
	"os"
	"time"

	"github.com/gin-gonic/gin"
)

// buildPoll is the interval for checking for build errors.
const buildPoll = 300 * time.Millisecond

// Reload reloads open pages after a build.
type Reload struct {
	Errors   string          // the file where scripts/dev writes the errors of a build
	Stopping <-chan struct{} // closed when the server stops
}

// Stream handles GET /dev/reload, a stream that stays open while the server
// runs. A page of scripts/dev reloads when the server is back, and shows the
// errors of a failed build.
func (r Reload) Stream(c *gin.Context) error {
	c.Header("Content-Type", "text/event-stream")
	c.Status(http.StatusOK)
	_ = http.NewResponseController(c.Writer).SetWriteDeadline(time.Time{})
	c.Writer.Flush()
	poll := time.NewTicker(buildPoll)
	defer poll.Stop()
	for told := ""; ; {
		errors, _ := os.ReadFile(r.Errors) // empty without a file
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
