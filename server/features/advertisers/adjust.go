package advertisers

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"thriftwell/db"
	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/session"
)

// conversionKind is the kind of conversions in the audit log.
const conversionKind = "conversion"

// maxReason is the maximum length of the reason for a change, in characters.
const maxReason = 500

// ErrNoConversion is returned if no conversion has the ID.
var ErrNoConversion = fault.Missing("Conversion")

var (
	errChanged    = fault.New(fault.Conflict, "This conversion has changed since you opened it. Close this and open it again.")
	errMatched    = fault.New(fault.Conflict, "This conversion already has its click.")
	errNoClick    = fault.Form([]fault.Field{{Field: "clickId", Message: "We have no click with this ID. Copy it again from the partner's report."}})
	errNoReason   = fault.Form([]fault.Field{{Field: "reason", Message: "Enter a reason."}})
	errLongReason = fault.Form([]fault.Field{{Field: "reason", Message: "Use at most 500 characters."}})
	errStatus     = fault.Form([]fault.Field{{Field: "status", Message: "Choose pending, approved, rejected or reversed."}})
	errSign       = fault.Form([]fault.Field{{Field: "payout", Message: "A payout can't be negative. A refund must be more than zero; to cancel it, reject it."}})
	errPayout     = fault.Form([]fault.Field{{Field: "payout", Message: "This amount is too large."}})
)

// Adjustment is a decision by staff about a conversion, regardless of the
// advertiser's reports.
type Adjustment struct {
	Status    Status    `json:"status" enum:"pending|approved|rejected|reversed"`
	Payout    int64     `json:"payout"` // in the smallest unit of the conversion's currency; negative for a refund
	Reason    string    `json:"reason"`
	UpdatedAt time.Time `json:"updatedAt"` // of the conversion as shown, so that no newer report is overwritten
}

// held is a conversion that a transaction has locked.
type held struct {
	ID            int64
	AdvertiserID  int64
	ClickID       string
	TransactionID string
	Event         string
	Status        Status
	Payout        int64
	PayoutTold    bool
	Sale          *int64
	Currency      string
	ClickDay      *time.Time
	UpdatedAt     time.Time
}

// said is a conversion in the audit log.
func (h held) said() map[string]any {
	name := h.TransactionID
	if name == "" {
		name = h.ClickID
	}
	return map[string]any{"name": name, "status": h.Status, "payout": h.Payout, "currency": h.Currency, "clickDate": h.ClickDay}
}

// report returns what was reported about a conversion, with its payout if that
// was reported.
func (h held) report() Report {
	r := Report{ClickID: h.ClickID, TransactionID: h.TransactionID, Event: h.Event, Status: h.Status, Sale: h.Sale, Currency: h.Currency}
	if h.PayoutTold || h.Payout != 0 {
		r.Payout = &h.Payout
	}
	return r
}

// Adjust sets the status and payout of a conversion; its refunds follow. If the
// network repeats an old report, the change stays. A new report overrides it.
func (s Store) Adjust(ctx context.Context, by session.Actor, id int64, a Adjustment) error {
	a.Reason = strings.TrimSpace(a.Reason)
	switch {
	case presetOf("own").statuses[string(a.Status)] == "":
		return errStatus
	case a.Reason == "":
		return errNoReason
	case len([]rune(a.Reason)) > maxReason:
		return errLongReason
	case a.Payout > maxAmount, a.Payout < -maxAmount:
		return errPayout
	}
	return s.change(ctx, by, id, func(tx pgx.Tx, h held) error {
		switch {
		case !a.UpdatedAt.Equal(h.UpdatedAt):
			return errChanged
		case (h.Payout < 0) != (a.Payout < 0): // a refund of 0 would count as a conversion
			return errSign
		}
		b := &pgx.Batch{}
		b.Queue("UPDATE conversions SET status = $2, payout = $3, payout_told = payout_told OR payout <> $3, updated_at = now() WHERE id = $1", id, a.Status, a.Payout)
		b.Queue(`INSERT INTO conversion_changes (conversion_id, via, actor, reason, status, payout, sale, currency)
			SELECT id, $2, $3, $4, status, payout, sale, currency FROM conversions WHERE id = $1`, id, ByStaff, by.Email, a.Reason)
		queueFollow(b, []*item{newItem(h.AdvertiserID, h.report())}, ByStaff, by.Email)
		return tx.SendBatch(ctx, b).Close()
	})
}

// twinOf returns the conversion that already counts the same thing: one
// reported with the right click ID, or matched to it before.
const twinOf = `
	SELECT coalesce(min(id), 0) FROM conversions
	WHERE id <> $1 AND advertiser_id = $2 AND transaction_id = $3 AND event = $4 AND (click_id = $5 OR click_at = $6 AND subject_id = $7)`

// MatchTo assigns a known click to a conversion of an unknown one, and to its
// refunds. The advertiser may keep reporting it with the ID it sent.
func (s Store) MatchTo(ctx context.Context, by session.Actor, id int64, clickID string) error {
	parsed, err := uuid.Parse(strings.TrimSpace(clickID))
	if err != nil {
		return errNoClick
	}
	return s.change(ctx, by, id, func(tx pgx.Tx, h held) error {
		if h.ClickDay != nil {
			return errMatched
		}
		asked := newItem(h.AdvertiserID, Report{ClickID: parsed.String()})
		clicks, err := s.clicks(ctx, tx, &pgx.Batch{}, []*item{asked})
		if err != nil {
			return err
		}
		found, known := clicks[asked.ClickID]
		if !known {
			return errNoClick
		}
		if found.isForeign(h.AdvertiserID) {
			return fault.Form([]fault.Field{{Field: "clickId", Message: "This click was on another advertiser's offer."}})
		}
		var twin int64
		if err := tx.QueryRow(ctx, twinOf, id, h.AdvertiserID, h.TransactionID, h.Event, asked.ClickID, found.at, found.subjectID).Scan(&twin); err != nil {
			return err
		}
		if twin != 0 {
			return fault.Form([]fault.Field{{Field: "clickId", Message: fmt.Sprintf("Conversion %d already counts this transaction for this click. Leave this one unmatched.", twin)}})
		}
		items := []*item{newItem(h.AdvertiserID, h.report())}
		if err := s.writeOnce(ctx, tx, &pgx.Batch{}, items, map[string]click{h.ClickID: found}, ByMatch, by.Email); err != nil {
			return err
		}
		refunds := &pgx.Batch{}
		queueFollow(refunds, items, ByMatch, by.Email)
		return tx.SendBatch(ctx, refunds).Close()
	})
}

// change calls do with a conversion locked against reports, and writes the
// result to the audit log.
func (s Store) change(ctx context.Context, by session.Actor, id int64, do func(pgx.Tx, held) error) error {
	return s.DB.Transaction(ctx, func(tx db.Tx) error {
		read := func(then string) (h held, err error) {
			found := tx.Raw("SELECT * FROM conversions WHERE id = ?"+then, id).Scan(&h)
			if found.Error == nil && found.RowsAffected == 0 {
				return h, ErrNoConversion
			}
			return h, found.Error
		}
		before, err := read("")
		if err != nil {
			return err
		}
		lock := &pgx.Batch{}
		queueLock(lock, []*item{newItem(before.AdvertiserID, Report{})})
		if err := tx.Pgx().SendBatch(ctx, lock).Close(); err != nil {
			return err
		}
		if before, err = read(" FOR UPDATE"); err != nil {
			return err
		}
		if err := do(tx.Pgx(), before); err != nil {
			return err
		}
		after, err := read("")
		if err != nil {
			return err
		}
		return audit.Write(tx.DB, by, audit.Entry{Action: audit.Update, Kind: conversionKind, ID: id, Before: before.said(), After: after.said()})
	})
}
