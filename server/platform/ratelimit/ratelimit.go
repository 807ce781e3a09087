// Package ratelimit counts what one visitor or one mail domain asks for. The
// counts are in Postgres, so that all instances share them.
package ratelimit

import (
	"bytes"
	"context"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/vault"
)

// Limiter holds the counts. No address is kept: the keys are keyed hashes.
type Limiter struct {
	Pool   *pgxpool.Pool
	Secret vault.Secret
}

// Rule allows Most uses in each window of Per.
type Rule struct {
	Name string
	Most int
	Per  time.Duration
}

// Use is one use of a rule by somebody.
type Use struct {
	Rule Rule
	By   string
}

const take = `
	INSERT INTO rate_counts (key, hits, until)
	SELECT key, 1, now() + per * interval '1 second' FROM unnest($1::bytea[], $2::float8[]) u (key, per)
	ON CONFLICT (key) DO UPDATE SET
		hits  = CASE WHEN rate_counts.until <= now() THEN 1 ELSE rate_counts.hits + 1 END,
		until = CASE WHEN rate_counts.until <= now() THEN excluded.until ELSE rate_counts.until END
	RETURNING key, hits, extract(epoch FROM until - now())::float8`

// Take counts the uses and fails with TooMany, naming when to come back, if
// one is over its rule.
func (l *Limiter) Take(ctx context.Context, uses ...Use) error {
	type counted struct {
		key []byte
		use Use
	}
	all := make([]counted, len(uses))
	for i, u := range uses {
		all[i] = counted{l.Secret.MAC("rate", []byte(u.Rule.Name), []byte(u.By)), u}
	}
	// In one order, or two statements could wait for each other.
	slices.SortFunc(all, func(a, b counted) int { return bytes.Compare(a.key, b.key) })
	keys, windows := make([][]byte, len(all)), make([]float64, len(all))
	for i, c := range all {
		keys[i], windows[i] = c.key, c.use.Rule.Per.Seconds()
	}
	rows, err := l.Pool.Query(ctx, take, keys, windows)
	if err != nil {
		return fmt.Errorf("count the requests: %w", err)
	}
	defer rows.Close()
	var wait float64
	for rows.Next() {
		var key []byte
		var hits int
		var left float64
		if err := rows.Scan(&key, &hits, &left); err != nil {
			return fmt.Errorf("count the requests: %w", err)
		}
		i := slices.IndexFunc(all, func(c counted) bool { return bytes.Equal(c.key, key) })
		if hits > all[i].use.Rule.Most {
			wait = max(wait, left)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("count the requests: %w", err)
	}
	if wait > 0 {
		f := fault.New(fault.TooMany, "That was a lot at once. Please wait a little and try again.")
		f.RetryAfter = time.Duration(wait * float64(time.Second))
		return f
	}
	return nil
}

// Sweep forgets the windows that are over.
func (l *Limiter) Sweep(ctx context.Context) error {
	_, err := l.Pool.Exec(ctx, "DELETE FROM rate_counts WHERE until < now()")
	return err
}

// Network is what stands for a visitor: an IPv4 address, or the /64 that an
// IPv6 visitor has to himself.
func Network(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return a.String()
	}
	prefix, _ := a.Prefix(64) // 64 is in range
	return prefix.String()
}
