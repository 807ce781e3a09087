// Package ratelimit limits requests by visitor, mailbox or email domain. The
// counts are in Postgres, so that all instances share them.
package ratelimit

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/vault"
)

// Limiter counts uses. It stores no addresses: the keys are keyed hashes.
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

// Use is one use of a rule.
type Use struct {
	Rule Rule
	By   string
}

const take = `
	INSERT INTO rate_counts (key, hits, until)
	VALUES ($1, 1, now() + $2::float8 * interval '1 second')
	ON CONFLICT (key) DO UPDATE SET
		hits  = CASE WHEN rate_counts.until <= now() THEN 1 ELSE rate_counts.hits + 1 END,
		until = CASE WHEN rate_counts.until <= now() THEN excluded.until ELSE rate_counts.until END
	RETURNING hits, extract(epoch FROM until - now())::float8`

// Take counts a use. If it exceeds the rule, it returns a TooMany error that
// says when to retry.
func (l *Limiter) Take(ctx context.Context, u Use) error {
	_, err := l.take(ctx, u)
	return err
}

// TakeOnce counts a use of others once for each distinct one in its window. It
// fails as Take does, for one too. A client that was accepted isn't rejected
// for further uses.
func (l *Limiter) TakeOnce(ctx context.Context, others, one Use) error {
	first, err := l.take(ctx, one)
	if err != nil || !first {
		return err
	}
	_, err = l.take(ctx, others)
	if fault.Is(err, fault.TooMany) { // it was rejected, so the next one is its first again
		if _, failed := l.Pool.Exec(ctx, "DELETE FROM rate_counts WHERE key = $1", l.key(one)); failed != nil {
			return fmt.Errorf("count the requests: %w", failed)
		}
	}
	return err
}

// take reports whether a use is the first in its window.
func (l *Limiter) take(ctx context.Context, u Use) (first bool, err error) {
	var hits int
	var left float64
	if err := l.Pool.QueryRow(ctx, take, l.key(u), u.Rule.Per.Seconds()).Scan(&hits, &left); err != nil {
		return false, fmt.Errorf("count the requests: %w", err)
	}
	if hits > u.Rule.Most {
		f := fault.New(fault.TooMany, "That was too many requests. Wait a few minutes and try again.")
		f.RetryAfter = time.Duration(left * float64(time.Second))
		return false, f
	}
	return hits == 1, nil
}

func (l *Limiter) key(u Use) []byte { return l.Secret.MAC("rate", []byte(u.Rule.Name), []byte(u.By)) }

// Sweep deletes past windows.
func (l *Limiter) Sweep(ctx context.Context) error {
	_, err := l.Pool.Exec(ctx, "DELETE FROM rate_counts WHERE until < now()")
	return err
}

// Mailbox maps all spellings of an address that reach one mailbox to one:
// without what follows a plus and, for Gmail, without dots.
func Mailbox(email string) string {
	local, domain, _ := strings.Cut(email, "@")
	local, _, _ = strings.Cut(local, "+")
	if domain == "gmail.com" || domain == "googlemail.com" {
		local, domain = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + domain
}

// Neighbourhood returns the range of addresses that one person may have: an
// IPv4 /24 or an IPv6 /48.
func Neighbourhood(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	a = a.Unmap().WithZone("")
	bits := 48
	if a.Is4() {
		bits = 24
	}
	prefix, _ := a.Prefix(bits) // in range
	return prefix.String()
}

// Network returns what identifies a visitor: an IPv4 address, or the /64 of an
// IPv6 address.
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
