package tracking

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
)

// visitors makes the hashes that tell visitors apart for a day: over address,
// user agent and a salt that all instances share and that is thrown away when
// the day is over.
type visitors struct {
	pool *pgxpool.Pool

	mu    sync.RWMutex
	salts map[int64][]byte // by day, as Unix time
}

func newVisitors(pool *pgxpool.Pool) *visitors {
	return &visitors{pool: pool, salts: map[int64][]byte{}}
}

func (v *visitors) hash(day Day, address, agent string) uuid.UUID {
	b := make([]byte, 0, 256)
	b = append(b, v.salt(day)...)
	b = append(b, address...)
	b = append(b, 0)
	b = append(b, agent...)
	sum := sha256.Sum256(b)
	return uuid.UUID(sum[:16])
}

// salt gives a day's salt. Salts are fetched a day ahead, so that one is made
// here only when Postgres has been away for longer.
func (v *visitors) salt(day Day) []byte {
	v.mu.RLock()
	salt := v.salts[day.Unix()]
	v.mu.RUnlock()
	if salt != nil {
		return salt
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if salt = v.salts[day.Unix()]; salt == nil {
		salt = newSalt()
		v.salts[day.Unix()] = salt
	}
	return salt
}

func newSalt() []byte {
	salt := make([]byte, 32)
	_, _ = rand.Read(salt)
	return salt
}

// turn throws away the salts of the days before today and sees to those of
// today and tomorrow.
func (v *visitors) turn(ctx context.Context, today Day) error {
	v.mu.Lock()
	for day := range v.salts {
		if day < today.Unix() {
			delete(v.salts, day)
		}
	}
	v.mu.Unlock()
	_, err := v.pool.Exec(ctx, "DELETE FROM visitor_salts WHERE day < $1", today.Time)
	return errors.Join(err, v.share(ctx, today), v.share(ctx, today.Add(1)))
}

// share agrees with the other instances on a day's salt: the first one counts.
func (v *visitors) share(ctx context.Context, day Day) error {
	var shared []byte
	_, err := v.pool.Exec(ctx, "INSERT INTO visitor_salts (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING", day.Time, v.salt(day))
	if err == nil {
		err = v.pool.QueryRow(ctx, "SELECT salt FROM visitor_salts WHERE day = $1", day.Time).Scan(&shared)
	}
	if err != nil {
		return fmt.Errorf("share the salt of a day: %w", err)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.salts[day.Unix()] = shared
	return nil
}
