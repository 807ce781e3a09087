package offer

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/tracking"
)

// WatchEvery is the interval between checks of offers. An offer can end that
// late, and caps can be exceeded by what arrives meanwhile.
const WatchEvery = 5 * time.Second

// Watch puts active offers of a kind of placement on hold, or releases them,
// according to their dates, caps and links. Each change happens once, even with
// several instances, and is recorded in the audit log.
func Watch[T interface{ deal() Deal }, View any](ctx context.Context, k editable.Kind[T, View], subject tracking.Subject, location *time.Location, log *slog.Logger) error {
	hold := fmt.Sprintf("offer_hold(%%s, payout_model, %%[2]sstarts_at, %%[2]sends_at, daily_cap, total_cap, '%s', pause_when_broken, link_failures)", location)
	// These conditions use indexes, so they come first.
	due := fmt.Sprintf(`is_active AND deleted_at IS NULL AND id IN (
			SELECT p.number FROM offers o JOIN placements p ON p.offer_id = o.id WHERE p.subject = '%s' AND p.is_active AND p.deleted_at IS NULL AND o.deleted_at IS NULL
				AND (o.starts_at IS NOT NULL OR o.ends_at IS NOT NULL OR daily_cap IS NOT NULL OR total_cap IS NOT NULL OR pause_when_broken)
				AND o.hold IS DISTINCT FROM %s
			UNION ALL SELECT number FROM placements WHERE subject = '%[1]s' AND deleted_at IS NULL AND (starts_at IS NOT NULL OR ends_at IS NOT NULL))
		AND (offer_hold IS DISTINCT FROM %[3]s OR placement_hold IS DISTINCT FROM placement_hold(placement_starts_at, placement_ends_at))`,
		subject, fmt.Sprintf(hold, "o.id", "o."), fmt.Sprintf(hold, "offer_id", ""))
	changed, err := k.Apply(ctx, session.Schedule(), due, map[string]any{}) // Derive sets what follows
	for _, t := range changed {
		hold := "none"
		if h := t.deal().Hold; h != nil {
			hold = *h
		}
		log.InfoContext(ctx, "offer held or released", "kind", k.Name, "id", k.Key(t).ID, "hold", hold)
	}
	return err
}
