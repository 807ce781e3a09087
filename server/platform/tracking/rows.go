package tracking

import (
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
	counts map[countKey]count

	// Raw events, by column, as unnest takes them. Most are of few kinds, which
	// they name by number.
	ids        [][16]byte
	ats        []time.Time
	visitors   []pgtype.UUID
	kindOf     []int64
	kinds      kinds
	kindNumber map[kind]int64
}

// kind is what many events have in common.
type kind struct {
	countKey
	page int64
}

// kinds are numbered from 1.
type kinds struct {
	subjects, actions, reasons []string
	subjectIDs                 []int64
	pages                      []pgtype.Int8
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

func newRows(day Day, seen *visits) *rows {
	return &rows{
		day: day, visits: visiting{visits: seen, news: map[visit]int64{}},
		known: map[eventKey]bool{}, counts: map[countKey]count{}, kindNumber: map[kind]int64{},
	}
}

// ask reads what other writers have added to the visits, and which of the
// events are there already.
func (r *rows) ask(b *pgx.Batch, events []Event) {
	b.Queue(readVisits, r.day.Time, r.visits.part).Query(func(found pgx.Rows) error {
		var part int64
		var news []byte
		_, err := pgx.ForEachRow(found, []any{&part, &news}, func() error {
			r.visits.add(part, news)
			return nil
		})
		return err
	})
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
	key := countKey{f.Subject, f.ID, f.Action, reason}
	r.ids = append(r.ids, e.ID)
	r.ats = append(r.ats, e.At)
	r.visitors = append(r.visitors, pgtype.UUID{Bytes: e.Visitor, Valid: e.Visitor != uuid.Nil})
	r.kindOf = append(r.kindOf, r.number(kind{key, e.Page}))
	r.count(key, visitors)
	if f.Subject == ContentOffer && f.Action == Click && e.Page != 0 {
		r.count(countKey{Page, e.Page, Click, reason}, 0) // the page's too, visitors are not summed up
	}
}

func (r *rows) number(k kind) int64 {
	if n := r.kindNumber[k]; n != 0 {
		return n
	}
	s := &r.kinds
	s.subjects = append(s.subjects, string(k.subject))
	s.subjectIDs = append(s.subjectIDs, k.subjectID)
	s.actions = append(s.actions, string(k.action))
	s.pages = append(s.pages, pgtype.Int8{Int64: k.page, Valid: k.page != 0})
	s.reasons = append(s.reasons, string(k.reason))
	r.kindNumber[k] = int64(len(s.subjects))
	return r.kindNumber[k]
}

func (r *rows) count(k countKey, visitors int64) {
	c := r.counts[k]
	r.counts[k] = count{c.events + 1, c.visitors + visitors}
}

// tell writes the rows.
func (r *rows) tell(b *pgx.Batch) {
	if len(r.ids) == 0 {
		return
	}
	if len(r.visits.news) > 0 {
		b.Queue(writeVisits, r.day.Time, r.visits.part+1, r.visits.encode())
	}
	b.Queue(writeEvents, r.day.Time, r.ids, r.ats, r.visitors, r.kindOf,
		r.kinds.subjects, r.kinds.subjectIDs, r.kinds.actions, r.kinds.pages, r.kinds.reasons)
	var subjects, actions, reasons []string
	var subjectIDs, events, visitors []int64
	for k, c := range r.counts {
		subjects = append(subjects, string(k.subject))
		subjectIDs = append(subjectIDs, k.subjectID)
		actions = append(actions, string(k.action))
		reasons = append(reasons, string(k.reason))
		events, visitors = append(events, c.events), append(visitors, c.visitors)
	}
	b.Queue(writeCounts, r.day.Time, subjects, subjectIDs, actions, reasons, events, visitors)
}
