// Package rollup reads the daily counts that tracking writes.
package rollup

import (
	"context"
	"math"

	"gorm.io/gorm"
)

// Sums are the counts of a subject by action: view, click, skip …
type Sums map[string]int64

// Human returns the sums over all days of what people did to each of the
// subjects. A subject without events has empty Sums.
func Human(ctx context.Context, db *gorm.DB, subject string, ids []int64) (map[int64]Sums, error) {
	out := make(map[int64]Sums, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var rows []struct {
		SubjectID int64
		Action    string
		Count     int64
	}
	err := db.WithContext(ctx).Raw(`SELECT subject_id, action, sum(count)::bigint AS count FROM daily_counts
		WHERE subject = ? AND subject_id IN ? AND reason = 'human' GROUP BY subject_id, action`, subject, ids).Scan(&rows).Error
	for _, r := range rows {
		if out[r.SubjectID] == nil {
			out[r.SubjectID] = Sums{}
		}
		out[r.SubjectID][r.Action] = r.Count
	}
	return out, err
}

// CTR returns clicks per hundred views, rounded to two decimals, or 0 without
// views.
func CTR(views, clicks int64) float64 {
	if views == 0 {
		return 0
	}
	return math.Round(float64(clicks)/float64(views)*100*100) / 100
}
