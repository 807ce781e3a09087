package app

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/pagecache"
)

// develop registers what only those who build the site see.
func (a *App) develop(r *gin.Engine) {
	if a.config.Production() {
		return
	}
	both(r, "/dev/gallery", a.page(page{path: "/dev/gallery", life: pagecache.Lifetime{Name: "none"}}))
	r.GET("/dev/reload", a.reload)
}

// reload answers GET /dev/reload: a stream that stays open as long as the
// server runs. A page that was built by scripts/dev reloads when it is back.
func (a *App) reload(c *gin.Context) {
	c.Header("Content-Type", "text/event-stream")
	c.Header("Cache-Control", "no-store")
	c.Status(http.StatusOK)
	_ = http.NewResponseController(c.Writer).SetWriteDeadline(time.Time{})
	c.Writer.Flush()
	select {
	case <-c.Request.Context().Done():
	case <-a.stopping:
	}
}
