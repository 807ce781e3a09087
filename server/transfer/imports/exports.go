package imports

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// underWay is how long ago an export was heard of last that still goes on.
const underWay = 2 * maxPause

// Export is how far an export is.
type Export struct {
	ID    int64  `json:"id"`
	What  string `json:"what"`
	Done  int    `json:"done"` // entries
	Total int    `json:"total"`
}

// Begin notes that an export of so many entries goes out, for whoever looks how
// far it is. The caller tells how many are done, and at last that it is over.
func (s Store) Begin(ctx context.Context, what string, total int) (told func(done int), over func()) {
	ctx = context.WithoutCancel(ctx)
	note := func(sql string, values ...any) {
		if err := s.DB.WithContext(ctx).Exec(sql, values...).Error; err != nil {
			slog.WarnContext(ctx, "how far an export is could not be noted", "error", err)
		}
	}
	var id int64
	if err := s.DB.WithContext(ctx).Raw("INSERT INTO exports (what, total) VALUES (?, ?) RETURNING id", what, total).Scan(&id).Error; err != nil {
		slog.WarnContext(ctx, "how far an export is could not be noted", "error", err)
	}
	last := time.Now()
	told = func(done int) {
		if time.Since(last) >= tellEvery {
			last = time.Now()
			note("UPDATE exports SET done = ?, changed_at = now() WHERE id = ?", done, id)
		}
	}
	return told, func() { note("DELETE FROM exports WHERE id = ?", id) }
}

// Exports handles GET /api/admin/exports?what=: those under way.
func (a *Admin) Exports(c *gin.Context) error {
	what, err := whatOf(c)
	if err != nil {
		return err
	}
	all := []Export{}
	err = a.Store.DB.WithContext(c.Request.Context()).Table("exports").
		Where("what = ? AND changed_at > ?", what, time.Now().Add(-underWay)).Order("id").Find(&all).Error
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, all)
	return nil
}
