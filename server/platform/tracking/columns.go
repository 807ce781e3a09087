package tracking

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
)

// The columns of raw events and of traffic, as arrays. pgx allocates twice for each
// element of a slice; a column hands out itself for each of its own.

// column is an array with a value of each row.
type column[Row any] struct {
	rows []Row
	at   int // which of them is encoded
}

// Dimensions implements pgtype.ArrayGetter.
func (c *column[Row]) Dimensions() []pgtype.ArrayDimension {
	return []pgtype.ArrayDimension{{Length: int32(len(c.rows)), LowerBound: 1}}
}

// numberColumn is a bigint[] or integer[].
type numberColumn[Row any] struct {
	column[Row]
	of func(*Row) int64
}

func (c *numberColumn[Row]) Index(i int) any { c.at = i; return c }
func (c *numberColumn[Row]) IndexType() any  { return c }

// Int64Value implements pgtype.Int64Valuer.
func (c *numberColumn[Row]) Int64Value() (pgtype.Int8, error) {
	return pgtype.Int8{Int64: c.of(&c.rows[c.at]), Valid: true}, nil
}

// idColumn is a uuid[].
type idColumn[Row any] struct {
	column[Row]
	of func(*Row) uuid.UUID
}

func (c *idColumn[Row]) Index(i int) any { c.at = i; return c }
func (c *idColumn[Row]) IndexType() any  { return c }

// UUIDValue implements pgtype.UUIDValuer.
func (c *idColumn[Row]) UUIDValue() (pgtype.UUID, error) {
	return pgtype.UUID{Bytes: c.of(&c.rows[c.at]), Valid: true}, nil
}

// timeColumn is a timestamptz[].
type timeColumn[Row any] struct {
	column[Row]
	of func(*Row) time.Time
}

func (c *timeColumn[Row]) Index(i int) any { c.at = i; return c }
func (c *timeColumn[Row]) IndexType() any  { return c }

// TimestamptzValue implements pgtype.TimestamptzValuer.
func (c *timeColumn[Row]) TimestamptzValue() (pgtype.Timestamptz, error) {
	return pgtype.Timestamptz{Time: c.of(&c.rows[c.at]), Valid: true}, nil
}

// rawColumns are what writeRaw takes of raw events, beside their kinds.
func rawColumns(rows []rawRow) []any {
	all := column[rawRow]{rows: rows}
	return []any{
		&idColumn[rawRow]{all, func(r *rawRow) uuid.UUID { return r.id }},
		&timeColumn[rawRow]{all, func(r *rawRow) time.Time { return r.at }},
		&timeColumn[rawRow]{all, func(r *rawRow) time.Time { return r.received }},
		&idColumn[rawRow]{all, func(r *rawRow) uuid.UUID { return r.visitor }},
		&numberColumn[rawRow]{all, func(r *rawRow) int64 { return r.network }},
		&numberColumn[rawRow]{all, func(r *rawRow) int64 { return r.context }},
		&numberColumn[rawRow]{all, func(r *rawRow) int64 { return r.kind }},
	}
}
