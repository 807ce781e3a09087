package tracking

import (
	"crypto/sha256"
	"encoding/binary"
	"time"

	"github.com/jackc/pgx/v5"
)

// DuplicateWithin is how soon the same act of the same visitor is no new one.
const DuplicateWithin = 10 * time.Second

// visit identifies what one visitor did to one thing on one day. It is a hash:
// among ten million visits two agree with a chance of 1 : 370,000.
type visit uint64

func visitOf(e *Event, f Fact) visit {
	b := make([]byte, 0, 64)
	b = append(b, e.Visitor[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(f.ID))
	b = append(b, f.Subject...)
	b = append(b, 0)
	b = append(b, f.Action...)
	sum := sha256.Sum256(b)
	return visit(binary.BigEndian.Uint64(sum[:]))
}

// maxVisits is how many of a day are remembered, in up to 400 MB. Beyond it an
// event of a visit that is new counts, but not as a new visitor's, and so does
// its duplicate.
const maxVisits = 10_000_000

// visits are those of a day and when each was last, in Unix milliseconds: they
// tell a duplicate and a unique visitor. The table daily_visits keeps them in
// parts, one for each transaction that had news; memory is only as far as part.
type visits struct {
	part    int64
	foreign int // how many parts were not written from here
	last    map[visit]int64
	max     int
}

func newVisits() *visits { return &visits{last: map[visit]int64{}, max: maxVisits} }

// add takes in a part that another writer, or this one before its start, has
// written.
func (v *visits) add(part int64, news []byte) {
	for ; len(news) >= visitSize; news = news[visitSize:] {
		v.last[visit(binary.BigEndian.Uint64(news))] = int64(binary.BigEndian.Uint64(news[8:]))
	}
	v.part = part
	v.foreign++
}

// ask reads the parts that are not in memory yet.
func (v *visits) ask(b *pgx.Batch, day Day) {
	b.Queue(readVisits, day.Time, v.part).Query(func(found pgx.Rows) error {
		var part int64
		var news []byte
		_, err := pgx.ForEachRow(found, []any{&part, &news}, func() error {
			v.add(part, news)
			return nil
		})
		return err
	})
}

// visitSize is what a visit takes in a part: itself and its moment, 8 bytes each.
const visitSize = 16

// visiting is a day's visits as a transaction sees and changes them. They
// change in memory when it is committed.
type visiting struct {
	*visits
	news map[visit]int64
}

// happens says whether a visit counts and whether it is the first of its day.
func (v *visiting) happens(which visit, at time.Time) (counts, first bool) {
	now := at.UnixMilli()
	last, known := v.news[which]
	if !known {
		last, known = v.last[which]
	}
	if known && max(now-last, last-now) <= DuplicateWithin.Milliseconds() {
		return false, false
	}
	if !known && len(v.last)+len(v.news) >= v.max {
		return true, false
	}
	v.news[which] = max(now, last)
	return true, !known
}

// encode gives the news as a part.
func (v *visiting) encode() []byte {
	b := make([]byte, 0, len(v.news)*visitSize)
	for which, at := range v.news {
		b = binary.BigEndian.AppendUint64(b, uint64(which))
		b = binary.BigEndian.AppendUint64(b, uint64(at))
	}
	return b
}

// committed takes the news into memory.
func (v *visiting) committed() {
	if len(v.news) == 0 {
		return
	}
	for which, at := range v.news {
		v.last[which] = at
	}
	v.part++
}
