package tracking

import (
	"encoding/binary"
	"time"

	"github.com/google/uuid"
)

// MaxClicks is how many clicks on an offer count for one network within an hour
// by the server's clock. Clicks and click-outs are limited separately.
const MaxClicks = 60

// judge decides whether a hit counts, and returns the reason and what to add to
// the roll-ups. Happened has the visits of the day by the client's clock,
// received those by the server's. A false client clock can't make more hits
// count.
func judge(e *Event, h Hit, happened, received *txVisits) (Reason, count) {
	n := count{hits: 1}
	if e.Reason != Human {
		return e.Reason, n
	}
	key := visitKeyOf(e.Visitor, h)
	at, receipt := times{at: timestampOf(e.At)}, times{received: timestampOf(e.received())}
	if happened == received { // the usual case: one visit has both times
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

// arrival is the key of a visitor's first view of the day.
var arrival = Hit{Action: "arrival"}

// limitsOf returns the limits of a network's clicks: for the hour, and for the
// day if the hit has one.
func limitsOf(e *Event, h Hit) []limit {
	hour := e.received().Unix() / int64(time.Hour/time.Second)
	limits := []limit{{networkKey(e, h, hour), MaxClicks}}
	if h.NetworkLimit > 0 {
		of := h
		if h.Offer != 0 {
			of = Hit{ID: h.Offer} // at whichever placement
		}
		limits = append(limits, limit{networkKey(e, of, wholeDay), h.NetworkLimit})
	}
	return limits
}

// wholeDay replaces the hour in keys of daily limits. Each day has its own
// visits.
const wholeDay = 0

// networkKey returns the key under which a network's clicks of an hour are
// counted among the visits.
func networkKey(e *Event, h Hit, hour int64) visitKey {
	var of uuid.UUID
	binary.BigEndian.PutUint64(of[:], e.Network)
	binary.BigEndian.PutUint64(of[8:], uint64(hour))
	return visitKeyOf(of, h)
}
