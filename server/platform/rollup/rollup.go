// Package rollup reads the daily counts that tracking writes.
package rollup

import (
	"context"
	"math"

	"gorm.io/gorm"
)

// Sums are the counts of a subject by action: view, click, skip …
type Sums map[string]int64

// Counted returns records with what people did to each of them over all days, in
// the same order. Id returns the ID of a record as a subject, and add a record
// with its sums.
func Counted[T, With any](ctx context.Context, db *gorm.DB, subject string, records []T, id func(T) int64, add func(T, Sums) With) ([]With, error) {
	ids, sums, out := make([]int64, len(records)), make(map[int64]Sums, len(records)), make([]With, len(records))
	for i, r := range records {
		ids[i], sums[id(r)] = id(r), Sums{}
	}
	var rows []struct {
		SubjectID int64
		Action    string
		Count     int64
	}
	err := db.WithContext(ctx).Raw(`SELECT subject_id, action, sum(count)::bigint AS count FROM daily_counts
		WHERE subject = ? AND subject_id IN ? AND reason = 'human' GROUP BY subject_id, action`, subject, ids).Scan(&rows).Error
	for _, r := range rows {
		sums[r.SubjectID][r.Action] = r.Count
	}
	for i, r := range records {
		out[i] = add(r, sums[ids[i]])
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
