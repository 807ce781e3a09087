package tracking

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
)

// These are columns of raw events and traffic, as arrays. For each element of a
// slice pgx allocates twice; a column avoids that by returning itself as each
// of its elements.

// column holds the values of a column and the index of the one being encoded.
type column[T any] struct {
	values []T
	at     int
}

func (c *column[T]) add(v T)            { c.values = append(c.values, v) }
func (c *column[T]) reserve(values int) { c.values = make([]T, 0, values) }

// Dimensions implements pgtype.ArrayGetter.
func (c *column[T]) Dimensions() []pgtype.ArrayDimension {
	return []pgtype.ArrayDimension{{Length: int32(len(c.values)), LowerBound: 1}}
}

// numberColumn is a bigint[].
type numberColumn struct{ column[int64] }

func (c *numberColumn) Index(i int) any { c.at = i; return c }
func (c *numberColumn) IndexType() any  { return c }

// Int64Value implements pgtype.Int64Valuer.
func (c *numberColumn) Int64Value() (pgtype.Int8, error) {
	return pgtype.Int8{Int64: c.values[c.at], Valid: true}, nil
}

// idColumn is a uuid[].
type idColumn struct{ column[uuid.UUID] }

func (c *idColumn) Index(i int) any { c.at = i; return c }
func (c *idColumn) IndexType() any  { return c }

// UUIDValue implements pgtype.UUIDValuer.
func (c *idColumn) UUIDValue() (pgtype.UUID, error) {
	return pgtype.UUID{Bytes: c.values[c.at], Valid: true}, nil
}

// timeColumn is a timestamptz[].
type timeColumn struct{ column[time.Time] }

func (c *timeColumn) Index(i int) any { c.at = i; return c }
func (c *timeColumn) IndexType() any  { return c }

// TimestamptzValue implements pgtype.TimestamptzValuer.
func (c *timeColumn) TimestamptzValue() (pgtype.Timestamptz, error) {
	return pgtype.Timestamptz{Time: c.values[c.at], Valid: true}, nil
}
