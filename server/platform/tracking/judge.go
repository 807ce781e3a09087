package tracking

import (
	"encoding/binary"
	"time"

	"github.com/google/uuid"
)

// MaxClicks is how many people's clicks of a network on an offer count within
// an hour of the server's clock: so many of the button, and so many ways out.
const MaxClicks = 60

// judge says whether a hit counts, and why, and what it adds to the roll-ups.
// happened are the visits of the day that it happened on, received those of the
// day that it was received on. What a client's clock claims makes no more of it.
func judge(e *Event, h Hit, happened, received *txVisits) (Reason, count) {
	n := count{hits: 1}
	if e.Reason != Human {
		return e.Reason, n
	}
	key := visitKeyOf(e.Visitor, h)
	at, receipt := times{at: timestampOf(e.At)}, times{received: timestampOf(e.received())}
	if happened == received { // as mostly: one visit has both
		at, receipt = times{at.at, receipt.received}, times{}
	}
	visit, onReceipt := happened.find(key), foundVisit{}
	if received != happened {
		onReceipt = received.find(key)
	}
	switch {
	case visit.duplicates(at) || onReceipt.duplicates(receipt):
		return Duplicate, n
	case e.Network != 0 && h.isClick() && !received.admit(limitsOf(e, h)):
		return Excess, n
	}
	if happened.add(visit, at, e.Network) {
		n.visitors = 1
	}
	if received != happened {
		received.add(onReceipt, receipt, e.Network)
	}
	if h.Action == View && happened.arrive(visitKeyOf(e.Visitor, arrival), at, e.Network) {
		n.arrivals = 1
	}
	return Human, n
}

// arrival is what the first view of the day is kept under among the visits.
var arrival = Hit{Action: "arrival"}

// limitsOf returns what bounds how many of a network's clicks count: those of the
// hour, and those of the day where the hit says so.
func limitsOf(e *Event, h Hit) []limit {
	hour := e.received().Unix() / int64(time.Hour/time.Second)
	limits := []limit{{networkKey(e, h, hour), MaxClicks}}
	if h.NetworkLimit > 0 {
		limits = append(limits, limit{networkKey(e, h, wholeDay), h.NetworkLimit})
	}
	return limits
}

// wholeDay stands for all hours of a day, each of which has its own visits.
const wholeDay = 0

// networkKey is what the clicks of a network within an hour are kept under among
// the visits.
func networkKey(e *Event, h Hit, hour int64) visitKey {
	var of uuid.UUID
	binary.BigEndian.PutUint64(of[:], e.Network)
	binary.BigEndian.PutUint64(of[8:], uint64(hour))
	return visitKeyOf(of, h)
}
