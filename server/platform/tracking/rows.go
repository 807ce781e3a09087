package tracking

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"thriftwell/server/platform/calendar"
)

// dayRows are the rows of one day that a transaction writes.
type dayRows struct {
	day     calendar.Day
	visits  txVisits
	context *dayContexts
	written map[hitKey]bool // hits in the database or among the rows

	// Raw events by column, a row for each hit. They refer to their kinds by number.
	ids, visitors               [][16]byte
	ats, receipts               []time.Time
	networks, contexts, kindsOf []int64
	rollups
	misdated misdated
}

// misdated holds people's outbound clicks that belong to this day by their
// clocks but to another by the server's, by column.
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

// queueLookUp queues a read of which events are in the database already.
func (r *dayRows) queueLookUp(b *pgx.Batch, events []Event) {
	var ids [][16]byte
	for _, e := range events {
		if e.Day.Equal(r.day.Time) {
			ids = append(ids, e.ID)
		}
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

// add adds an event, each of its hits once. Received has the rows of the day on
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
	if reason == Human && h.isOutbound() && received != r {
		r.misdated.add(h, received.day)
	}
	var network int64
	if h.isClick() {
		network = int64(e.Network)
	}
	context := r.context.id(e.Visit)
	r.ids, r.visitors, r.networks = append(r.ids, e.ID), append(r.visitors, e.Visitor), append(r.networks, network)
	r.ats, r.receipts, r.contexts = append(r.ats, e.At), append(r.receipts, e.received()), append(r.contexts, context)
	r.kindsOf = append(r.kindsOf, r.rollups.add(kindOf(h, reason, e.Page), context, n))
}

func (m *misdated) add(h Hit, received calendar.Day) {
	m.received, m.subjects, m.subjectIDs = append(m.received, received.Time), append(m.subjects, string(h.Subject)), append(m.subjectIDs, h.ID)
}

// queueWrites queues the writes of the rows: a chunk of visits, raw events and
// roll-ups.
func (r *dayRows) queueWrites(b *pgx.Batch) {
	chunk := r.visits.encodeDelta()
	if len(r.ids) == 0 {
		if chunk != nil {
			b.Queue(writeChunk, r.day.Time, r.visits.chunk+1, chunk)
		}
		return
	}
	r.rollups.queueWrites(b, r.day, [rawColumns]any{r.visits.chunk + 1, chunk, r.ids, r.ats, r.receipts, r.visitors, r.networks, r.contexts, r.kindsOf})
	if m := r.misdated; len(m.received) > 0 {
		b.Queue(writeMisdated, r.day.Time, m.received, m.subjects, m.subjectIDs)
	}
}
