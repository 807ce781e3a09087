package health

import (
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"
)

// Admin handles the calls of admins.
type Admin struct{ Watch *Watch }

// report is what the health page shows.
type report struct {
	Level     Level     `json:"level"` // of the worst part
	CheckedAt time.Time `json:"checkedAt"`
	Parts     []Part    `json:"parts"`
}

// Show handles GET /api/admin/health.
func (a Admin) Show(c *gin.Context) error {
	parts := a.Watch.Report(c.Request.Context())
	worst := slices.MinFunc(parts, func(a, b Part) int { return rank(a.Level) - rank(b.Level) })
	c.JSON(http.StatusOK, report{worst.Level, time.Now(), parts})
	return nil
}
