package tracking

import (
	"bytes"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"thriftwell/server/platform/calendar"
)

// txRows are the rows that a transaction writes, by day, the oldest first: of two
// transactions with the same events none waits for the other while that waits for it.
type txRows []*dayRows

// rowsOf returns the rows of days, without any.
func (s *store) rowsOf(days []calendar.Day) (rows txRows) {
	for _, day := range days {
		rows = append(rows, newDayRows(day, s.visitsOf(day), s.contextsOf(day)))
	}
	slices.SortFunc(rows, func(a, b *dayRows) int { return a.day.Compare(b.day.Time) })
	return rows
}

// of returns the rows of a day, of which there are some.
func (rows txRows) of(day calendar.Day) *dayRows {
	return rows[slices.IndexFunc(rows, func(r *dayRows) bool { return r.day.Equal(day.Time) })]
}

// add adds events, judged by what is in memory. It fails with errUnprepared where
// the context of one has no number.
func (rows txRows) add(s *store, events []Event) error {
	for _, r := range rows {
		r.makeRoom(len(events))
	}
	for i := range events {
		e := &events[i]
		happened := rows.of(e.Day)
		if happened.context.id(e.Visit) == 0 {
			return errUnprepared
		}
		happened.add(e, rows.of(s.dayReceived(e)))
	}
	for _, r := range rows {
		slices.SortStableFunc(r.raw, func(a, b rawRow) int { return bytes.Compare(a.id[:], b.id[:]) })
	}
	return nil
}

// anew returns the rows without any, but with what was read for them.
func (rows txRows) anew() (empty txRows) {
	for _, r := range rows {
		n := newDayRows(r.day, r.visits.dayVisits, r.context)
		n.written, n.visits.last = r.written, r.visits.last
		empty = append(empty, n)
	}
	return empty
}

// catchUp is txVisits.catchUp of all days.
func (rows txRows) catchUp() (changed, others bool) {
	for _, r := range rows {
		c, o := r.visits.catchUp()
		changed, others = changed || c, others || o
	}
	return changed, others
}

// sameRaw reports whether the raw events of both are the same.
func (rows txRows) sameRaw(as txRows) bool {
	return slices.EqualFunc(rows, as, func(a, b *dayRows) bool {
		return slices.Equal(a.kinds, b.kinds) && slices.Equal(a.raw, b.raw)
	})
}

// queueRaw writes the raw events.
func (rows txRows) queueRaw(b *pgx.Batch) {
	for _, r := range rows {
		if len(r.raw) > 0 {
			b.Queue(writeRaw, append(r.kindColumns(r.day), rawColumns(r.raw)...)...)
		}
	}
}

// dayRows are the rows of one day that a transaction writes.
type dayRows struct {
	day     calendar.Day
	visits  txVisits
	context *dayContexts
	written map[hitKey]bool // hits that are in the database, or among the rows
	raw     []rawRow
	rollups
	misdated misdated
}

// rawRow is a raw event, one a hit. It refers to its kind by number.
type rawRow struct {
	id, visitor            uuid.UUID
	at, received           time.Time
	network, context, kind int64
}

// misdated are the ways out that people took on this day by their clocks, and on
// another by the server's, by column.
type misdated struct {
	received   []time.Time
	subjects   []string
	subjectIDs []int64
}

// hitKey identifies a hit: the primary key of events without the day.
type hitKey struct {
	id        uuid.UUID
	subject   Subject
	subjectID int64
}

func newDayRows(day calendar.Day, visits *dayVisits, contexts *dayContexts) *dayRows {
	return &dayRows{day: day, context: contexts, visits: newTxVisits(visits), written: map[hitKey]bool{}, rollups: newRollups()}
}

// makeRoom makes room for so many events, of a hit each.
func (r *dayRows) makeRoom(events int) {
	r.raw = make([]rawRow, 0, events)
	r.visits.makeRoom(events)
}

// queueReadEvents reads which of the events are in the database already.
func (r *dayRows) queueReadEvents(b *pgx.Batch, events []Event) {
	var ids [][16]byte
	for _, e := range events {
		if e.Day.Equal(r.day.Time) {
			ids = append(ids, e.ID)
		}
	}
	if len(ids) == 0 {
		return
	}
	b.Queue(readEvents, r.day.Time, ids).Query(func(found pgx.Rows) error {
		var k hitKey
		_, err := pgx.ForEachRow(found, []any{&k.id, &k.subject, &k.subjectID}, func() error {
			r.written[k] = true
			return nil
		})
		return err
	})
}

// add adds an event, each of its hits once. received are the rows of the day on
// which it was received.
func (r *dayRows) add(e *Event, received *dayRows) {
	for _, h := range e.Hits {
		if k := (hitKey{e.ID, h.Subject, h.ID}); !r.written[k] {
			r.written[k] = true
			r.addHit(e, h, received)
		}
	}
}

func (r *dayRows) addHit(e *Event, h Hit, received *dayRows) {
	reason, n := judge(e, h, &r.visits, &received.visits)
	if reason == Human && h.isWayOut() && received != r {
		r.misdated.add(h, received.day)
	}
	var network int64
	if h.isClick() {
		network = int64(e.Network)
	}
	context := r.context.id(e.Visit)
	kind := r.rollups.add(kindOf(h, reason, e.Page), context, n)
	r.raw = append(r.raw, rawRow{e.ID, e.Visitor, e.At, e.received(), network, context, kind})
}

func (m *misdated) add(h Hit, received calendar.Day) {
	m.received, m.subjects, m.subjectIDs = append(m.received, received.Time), append(m.subjects, string(h.Subject)), append(m.subjectIDs, h.ID)
}

// queueRollups writes a chunk of visits and the roll-ups.
func (r *dayRows) queueRollups(b *pgx.Batch) {
	chunk := r.visits.encodeDelta()
	switch {
	case len(r.raw) > 0:
		r.rollups.queueWrites(b, r.day, r.visits.last+1, chunk)
	case chunk != nil:
		b.Queue(writeChunk, r.day.Time, r.visits.last+1, chunk)
	}
	if m := r.misdated; len(m.received) > 0 {
		b.Queue(writeMisdated, r.day.Time, m.received, m.subjects, m.subjectIDs)
	}
}

func orNull(n int64) pgtype.Int8 { return pgtype.Int8{Int64: n, Valid: n != 0} }
