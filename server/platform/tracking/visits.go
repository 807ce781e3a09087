package tracking

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"thriftwell/server/platform/calendar"
)

// DuplicateWithin is how soon a repeated action of a visitor is a duplicate, by
// the visitor's clock or the server's.
const DuplicateWithin = 10 * time.Second

// visitKey is a hash of what a visitor did to a subject. Among ten million
// visits, the probability of a collision is 1 in 370,000.
type visitKey uint64

func visitKeyOf(visitor uuid.UUID, h Hit) visitKey {
	b := make([]byte, 0, 64)
	b = append(b, visitor[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(h.ID))
	b = append(b, h.Subject...)
	b = append(b, 0)
	b = append(b, h.Action...)
	sum := sha256.Sum256(b)
	return visitKey(binary.BigEndian.Uint64(sum[:]))
}

// maxVisits is how many visits of a day are kept, in up to 400 MB. Beyond it,
// hits of new visits count, even duplicates, but their visitors don't. The same
// applies beyond maxOfNetwork to the visits that one network adds on this
// instance, so that no network uses up a day.
const (
	maxVisits    = 10_000_000
	maxOfNetwork = maxVisits / 100
)

// timestamp is the low 32 bits of a time in Unix milliseconds, enough to
// compare times up to 24 days apart. 0 means never.
type timestamp uint32

func timestampOf(t time.Time) timestamp { return max(1, timestamp(t.UnixMilli())) }

// near reports whether two times are within DuplicateWithin.
func (t timestamp) near(other timestamp) bool {
	return t != 0 && other != 0 && (time.Duration(int32(t-other))*time.Millisecond).Abs() <= DuplicateWithin
}

// latest returns the later of two times.
func (t timestamp) latest(other timestamp) timestamp {
	if t == 0 || other != 0 && int32(other-t) > 0 {
		return other
	}
	return t
}

// times are when a visit happened by the visitor's clock (at) and by the
// server's (received). A visit is stored under the day of each.
type times struct{ at, received timestamp }

func (t times) near(other times) bool {
	return t.at.near(other.at) || t.received.near(other.received)
}

// dayVisits are the visits of a day, as committed up to a chunk.
type dayVisits struct {
	chunk  int64 // the last one in memory
	read   bool  // from the database
	latest map[visitKey]times
	added  map[uint64]int // how many of latest each network added here

	max, maxOfNetwork int
}

func newDayVisits() *dayVisits {
	return &dayVisits{latest: map[visitKey]times{}, added: map[uint64]int{}, max: maxVisits, maxOfNetwork: maxOfNetwork}
}

// addChunk adds the visits of a chunk that another writer committed.
func (v *dayVisits) addChunk(chunk int64, visits []byte) {
	for ; len(visits) >= visitSize; visits = visits[visitSize:] {
		v.update(visitKey(binary.BigEndian.Uint64(visits)), times{
			at: timestamp(binary.BigEndian.Uint32(visits[8:])), received: timestamp(binary.BigEndian.Uint32(visits[12:])),
		})
	}
	v.chunk = chunk
}

// update keeps the latest times of a visit. Those from the spool may be older.
func (v *dayVisits) update(key visitKey, t times) {
	known := v.latest[key]
	v.latest[key] = times{known.at.latest(t.at), known.received.latest(t.received)}
}

// queueRead queues a read of the chunks that aren't in memory yet.
func (v *dayVisits) queueRead(b *pgx.Batch, day calendar.Day) {
	b.Queue(readChunks, day.Time, v.chunk).Query(func(found pgx.Rows) error {
		var chunk int64
		var visits []byte
		_, err := pgx.ForEachRow(found, []any{&chunk, &visits}, func() error {
			v.addChunk(chunk, visits)
			return nil
		})
		v.read = true
		return err
	})
}

// visitSize is the size of a visit in a chunk: 8 bytes for the key, 4 for each
// time.
const visitSize = 16

// txVisits are a day's visits as one transaction sees and changes them.
type txVisits struct {
	*dayVisits
	delta map[visitKey]times // not committed yet; the latest of each visit
	adds  map[uint64]int     // how many of delta each network adds
}

func newTxVisits(v *dayVisits) txVisits {
	return txVisits{v, map[visitKey]times{}, map[uint64]int{}}
}

// foundVisit is a visit as committed and as changed by this transaction.
type foundVisit struct {
	key                visitKey
	committed, changed times
	isNew              bool // neither exists
}

func (v *txVisits) find(key visitKey) foundVisit {
	committed, is := v.latest[key]
	changed, also := v.delta[key]
	return foundVisit{key, committed, changed, !is && !also}
}

// duplicates reports whether a visit at these times would be a duplicate.
func (f foundVisit) duplicates(t times) bool { return t.near(f.changed) || t.near(f.committed) }

// isFirst reports whether the visit hasn't happened on this day by the
// visitor's clock.
func (f foundVisit) isFirst() bool { return f.committed.at == 0 && f.changed.at == 0 }

// add adds a visit to the delta and reports whether it is the first of its day.
// Network 0 is unknown.
func (v *txVisits) add(f foundVisit, t times, network uint64) (first bool) {
	if f.isNew {
		if len(v.latest)+len(v.delta) >= v.max || network != 0 && v.added[network]+v.adds[network] >= v.maxOfNetwork {
			return false
		}
		v.adds[network]++
	}
	v.delta[f.key] = times{cmp.Or(t.at, f.changed.at), cmp.Or(t.received, f.changed.received)}
	return f.isFirst()
}

// arrive adds a visit unless the day has it, and reports whether it did.
func (v *txVisits) arrive(key visitKey, t times, network uint64) bool {
	f := v.find(key)
	return f.isFirst() && v.add(f, t, network)
}

// limit is how many hits with a key count.
type limit struct {
	key  visitKey
	most int64
}

// admit reports whether a hit is within all limits, and if so counts it under
// each key, storing the count in place of the time.
func (v *txVisits) admit(limits []limit) bool {
	number := func(key visitKey) timestamp { return v.latest[key].at.latest(v.delta[key].at) }
	for _, l := range limits {
		if int64(number(l.key)) >= l.most {
			return false
		}
	}
	for _, l := range limits {
		v.delta[l.key] = times{at: number(l.key) + 1} // whatever the number of visits
	}
	return true
}

// encodeDelta returns the delta as a chunk, nil if it is empty.
func (v *txVisits) encodeDelta() []byte {
	if len(v.delta) == 0 {
		return nil
	}
	b := make([]byte, 0, len(v.delta)*visitSize)
	for key, t := range v.delta {
		b = binary.BigEndian.AppendUint64(b, uint64(key))
		b = binary.BigEndian.AppendUint32(b, uint32(t.at))
		b = binary.BigEndian.AppendUint32(b, uint32(t.received))
	}
	return b
}

// applyDelta adds the chunk that was just committed to memory.
func (v *txVisits) applyDelta() {
	if len(v.delta) == 0 {
		return
	}
	for key, t := range v.delta {
		v.update(key, t)
	}
	for network, n := range v.adds {
		v.added[network] += n
	}
	v.chunk++
}
