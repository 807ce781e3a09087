package tracking

import (
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// rows are what one transaction writes of one day.
type rows struct {
	day    Day
	visits visiting
	known  map[eventKey]bool // events that are written, or among the rows

	// Raw events, by column, as unnest takes them. Most are of few kinds, which
	// they name by number, from 1.
	ids      [][16]byte
	ats      []time.Time
	visitors []pgtype.UUID
	kindOf   []int64
	numbers  map[kind]int64
	kinds    []kind
	counts   []count // of each kind
}

// kind is what many events have in common.
type kind struct {
	countKey
	page int64
}

// eventKey tells the facts of events apart.
type eventKey struct {
	id        uuid.UUID
	subject   Subject
	subjectID int64
}

type countKey struct {
	subject   Subject
	subjectID int64
	action    Action
	reason    Reason
}

type count struct{ events, visitors int64 }

func newRows(day Day, seen *visits, events int) *rows {
	return &rows{
		day: day, visits: visiting{visits: seen, news: make(map[visit]int64, events)},
		known: make(map[eventKey]bool, events), numbers: map[kind]int64{},
	}
}

// ask reads what other writers have added to the visits, and which of the
// events are there already.
func (r *rows) ask(b *pgx.Batch, events []Event) {
	r.visits.ask(b, r.day)
	ids := make([][16]byte, len(events))
	for i, e := range events {
		ids[i] = e.ID
	}
	b.Queue(readEvents, r.day.Time, ids).Query(func(found pgx.Rows) error {
		var k eventKey
		_, err := pgx.ForEachRow(found, []any{&k.id, &k.subject, &k.subjectID}, func() error {
			r.known[k] = true
			return nil
		})
		return err
	})
}

// add lays events out, each fact of an event once.
func (r *rows) add(events []Event) {
	for i := range events {
		e := &events[i]
		for _, f := range e.Facts {
			if k := (eventKey{e.ID, f.Subject, f.ID}); !r.known[k] {
				r.known[k] = true
				r.addFact(e, f)
			}
		}
	}
}

func (r *rows) addFact(e *Event, f Fact) {
	reason, visitors := e.Reason, int64(0)
	if reason == Human {
		counts, first := r.visits.happens(visitOf(e, f), e.At)
		if !counts {
			reason = Duplicate
		}
		if first {
			visitors = 1
		}
	}
	n := r.number(kind{countKey{f.Subject, f.ID, f.Action, reason}, e.Page})
	r.ids = append(r.ids, e.ID)
	r.ats = append(r.ats, e.At)
	r.visitors = append(r.visitors, pgtype.UUID{Bytes: e.Visitor, Valid: e.Visitor != uuid.Nil})
	r.kindOf = append(r.kindOf, n)
	r.counts[n-1].events++
	r.counts[n-1].visitors += visitors
}

func (r *rows) number(k kind) int64 {
	n := r.numbers[k]
	if n == 0 {
		r.kinds, r.counts = append(r.kinds, k), append(r.counts, count{})
		n = int64(len(r.kinds))
		r.numbers[k] = n
	}
	return n
}

// tell writes the rows.
func (r *rows) tell(b *pgx.Batch) {
	if len(r.ids) == 0 {
		return
	}
	if len(r.visits.news) > 0 {
		b.Queue(writeVisits, r.day.Time, r.visits.part+1, r.visits.encode())
	}
	subjects, subjectIDs, actions, reasons := columns(r.kinds, func(k kind) countKey { return k.countKey })
	pages := make([]pgtype.Int8, len(r.kinds))
	for i, k := range r.kinds {
		pages[i] = pgtype.Int8{Int64: k.page, Valid: k.page != 0}
	}
	b.Queue(writeEvents, r.day.Time, r.ids, r.ats, r.visitors, r.kindOf, subjects, subjectIDs, actions, pages, reasons)

	sums := r.sums()
	keys := slices.Collect(maps.Keys(sums))
	events, visitors := make([]int64, len(keys)), make([]int64, len(keys))
	for i, k := range keys {
		events[i], visitors[i] = sums[k].events, sums[k].visitors
	}
	subjects, subjectIDs, actions, reasons = columns(keys, func(k countKey) countKey { return k })
	b.Queue(writeCounts, r.day.Time, subjects, subjectIDs, actions, reasons, events, visitors)
}

// sums are what the roll-ups grow by. A click on an offer of a page is the
// page's too; its visitors are not, as they can't be summed up.
func (r *rows) sums() map[countKey]count {
	sums := map[countKey]count{}
	for i, k := range r.kinds {
		c := r.counts[i]
		sum := sums[k.countKey]
		sums[k.countKey] = count{sum.events + c.events, sum.visitors + c.visitors}
		if k.subject == ContentOffer && k.action == Click && k.page != 0 {
			page := countKey{Page, k.page, Click, k.reason}
			sums[page] = count{sums[page].events + c.events, sums[page].visitors}
		}
	}
	return sums
}

func columns[T any](of []T, key func(T) countKey) (subjects []string, ids []int64, actions, reasons []string) {
	for _, t := range of {
		k := key(t)
		subjects = append(subjects, string(k.subject))
		ids = append(ids, k.subjectID)
		actions = append(actions, string(k.action))
		reasons = append(reasons, string(k.reason))
	}
	return subjects, ids, actions, reasons
}
