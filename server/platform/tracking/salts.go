package tracking

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/server/platform/calendar"
)

// salts holds a random salt for each day, shared by all instances and deleted
// when the day ends. Hashes with the salt of address and user agent distinguish
// visitors within the day; hashes of the network distinguish networks.
type salts struct {
	pool *pgxpool.Pool

	mu    sync.RWMutex
	byDay map[int64][]byte // by Unix time
}

func newSalts(pool *pgxpool.Pool) *salts {
	return &salts{pool: pool, byDay: map[int64][]byte{}}
}

// visitor returns the hash of a visitor for a day.
func (s *salts) visitor(day calendar.Day, address, agent string) uuid.UUID {
	b := make([]byte, 0, 256)
	b = append(b, s.of(day)...)
	b = append(b, address...)
	b = append(b, 0)
	b = append(b, agent...)
	sum := sha256.Sum256(b)
	return uuid.UUID(sum[:16])
}

// network returns the hash of a visitor's network for a day, never 0. The
// network of an IPv4 address is its /24, that of an IPv6 address its /48,
// because one person may have all of it.
func (s *salts) network(day calendar.Day, address string) uint64 {
	b := make([]byte, 0, 64)
	b = append(b, s.of(day)...)
	if a, err := netip.ParseAddr(address); err == nil {
		bits := 48
		if a = a.Unmap(); a.Is4() {
			bits = 24
		}
		prefix, _ := a.Prefix(bits) // in range
		b = prefix.AppendTo(b)
	}
	sum := sha256.Sum256(b)
	return max(1, binary.BigEndian.Uint64(sum[:]))
}

// of returns a day's salt. Salts are fetched a day ahead, so one is only made
// here if Postgres was down for longer.
func (s *salts) of(day calendar.Day) []byte {
	s.mu.RLock()
	salt := s.byDay[day.Unix()]
	s.mu.RUnlock()
	if salt != nil {
		return salt
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if salt = s.byDay[day.Unix()]; salt == nil {
		salt = newSalt()
		s.byDay[day.Unix()] = salt
	}
	return salt
}

func newSalt() []byte {
	salt := make([]byte, 32)
	_, _ = rand.Read(salt)
	return salt
}

// rotate deletes the salts of days before today, and fetches or makes those of
// today and tomorrow.
func (s *salts) rotate(ctx context.Context, today calendar.Day) error {
	s.mu.Lock()
	for day := range s.byDay {
		if day < today.Unix() {
			delete(s.byDay, day)
		}
	}
	s.mu.Unlock()
	_, err := s.pool.Exec(ctx, "DELETE FROM visitor_salts WHERE day < $1", today.Time)
	return errors.Join(err, s.share(ctx, today), s.share(ctx, today.Add(1)))
}

// share agrees on a day's salt with the other instances: the first one wins.
func (s *salts) share(ctx context.Context, day calendar.Day) error {
	var shared []byte
	_, err := s.pool.Exec(ctx, "INSERT INTO visitor_salts (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING", day.Time, s.of(day))
	if err == nil {
		err = s.pool.QueryRow(ctx, "SELECT salt FROM visitor_salts WHERE day = $1", day.Time).Scan(&shared)
	}
	if err != nil {
		return fmt.Errorf("share the salt of a day: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byDay[day.Unix()] = shared
	return nil
}
