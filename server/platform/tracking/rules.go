package tracking

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/server/platform/calendar"
)

// RulesSince selects the day since which robots are recognized by the current
// rules, or null if they never changed.
const RulesSince = "SELECT CAST(nullif(split_part(value, ' ', 2), '') AS date) FROM site_settings WHERE name = 'tracking.robots'"

const writeRules = `
	INSERT INTO site_settings (name, value)
	SELECT 'tracking.robots', $1::text || CASE WHEN EXISTS (SELECT FROM daily_counts) THEN ' ' || $2::date ELSE '' END
	ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE split_part(site_settings.value, ' ', 1) <> $1`

// noteRules records today as the day on which the list of robot patterns
// changed, if it did.
func noteRules(ctx context.Context, pool *pgxpool.Pool, list string, today calendar.Day) error {
	sum := sha256.Sum256([]byte(list))
	_, err := pool.Exec(ctx, writeRules, hex.EncodeToString(sum[:8]), today.Time)
	return err
}
