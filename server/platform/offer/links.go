package offer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/linkcheck"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/weburl"
)

// LinkHealth is the result of the last check of an offer's link.
type LinkHealth struct {
	// State is moved if it leads elsewhere than accepted. A refused link
	// belongs to a site that rejects robots, so its health is unknown.
	State       string  `json:"state" enum:"unchecked|good|moved|broken|refused"`
	Problem     string  `json:"problem"` // a sentence, unless it is good
	Destination *string `json:"destination"`
	// Accepted is the host and path where the link should lead: where it led at
	// the first good check, until staff accept another destination.
	Accepted  *string    `json:"accepted"`
	Failures  int        `json:"failures"` // in a row, of broken and moved
	CheckedAt *time.Time `json:"checkedAt"`
}

// The states of a LinkHealth besides those of a check.
const (
	uncheckedLink = "unchecked"
	movedLink     = "moved" // it leads elsewhere than accepted
)

// unchecked returns the columns of a link that hasn't been checked.
func unchecked() map[string]any {
	return map[string]any{
		"link_state": uncheckedLink, "link_problem": "", "link_destination": nil, "link_accepted": nil, "link_failures": 0, "link_checked_at": nil, "link_due_at": time.Now(),
	}
}

// addressColumn returns the column of the offer's address.
func (d Declaration[T, View]) addressColumn() string {
	for _, f := range d.Fields {
		if f.In() == d.Import.Address {
			return f.Column
		}
	}
	return ""
}

// changesAddress reports whether values change the record's address.
func (d Declaration[T, View]) changesAddress(tx *gorm.DB, id int64, values map[string]any) (changed bool, err error) {
	address, sent := values[d.addressColumn()]
	if !sent {
		return false, nil
	}
	err = tx.Raw("SELECT "+d.addressColumn()+" <> ? FROM "+d.Table+" WHERE id = ?", address, id).Scan(&changed).Error
	return changed, err
}

var errNothingToAccept = fault.New(fault.Conflict, "The link's destination has changed again. Reload the page.")

// accept accepts the destination that a link has moved to, and records it in
// the audit log. Like a check, it doesn't change the version.
func (d Declaration[T, View]) accept(ctx context.Context, k editable.Kind[T, View], id int64, destination string) error {
	before, err := k.Get(ctx, id)
	if err != nil {
		return err
	}
	return d.DB.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var after []T
		err := tx.Raw("UPDATE "+d.Table+` SET link_state = 'good', link_problem = '', link_accepted = link_destination, link_failures = 0
			WHERE id = ? AND deleted_at IS NULL AND link_state = 'moved' AND link_destination = ? RETURNING *`, id, destination).Scan(&after).Error
		if err != nil {
			return err
		}
		if len(after) == 0 {
			return errNothingToAccept
		}
		if err := d.load(tx, after); err != nil {
			return err
		}
		return audit.Write(tx, session.ActorOf(ctx), audit.Entry{Action: audit.Update, Kind: k.Name, ID: id, Before: before, After: after[0]})
	})
}

// When a link is checked again, and how many links a run checks.
const (
	checkEvery   = 7 * 24 * time.Hour
	recheckAfter = 6 * time.Hour // a failure
	claimedFor   = time.Hour
	maxChecked   = 50
)

// Links checks the links of offers.
type Links struct {
	DB      *gorm.DB
	Checker linkcheck.Checker
	// Pause is the time between two checks, so that no site gets many requests
	// at once.
	Pause time.Duration
	Log   *slog.Logger
}

// Run checks the links of active offers that are due: new and changed ones,
// those that were good a week ago, and those that failed some hours ago. Each
// is checked once, even by several instances.
func (l Links) Run(ctx context.Context) (failed error) {
	var due []struct {
		ID         int64
		Address    string
		LinkHealth `gorm:"embedded;embeddedPrefix:link_"`
	}
	err := l.DB.WithContext(ctx).Raw(`UPDATE offers SET link_due_at = now() + CAST(? AS interval) WHERE id IN (
			SELECT id FROM offers o WHERE deleted_at IS NULL AND link_due_at <= now() AND `+placed+` ORDER BY link_due_at, id LIMIT ? FOR UPDATE SKIP LOCKED)
		RETURNING *`, interval(claimedFor), maxChecked).Scan(&due).Error
	if err != nil {
		return err
	}
	for _, o := range due {
		found := o.after(l.Checker.Check(ctx, withoutVisitor(o.Address)))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := l.keep(ctx, o.ID, o.Address, found); err != nil {
			failed = errors.Join(failed, fmt.Errorf("save the link check of offer %d: %w", o.ID, err))
		}
		if found.Failures > 0 && found.State != o.State {
			l.Log.WarnContext(ctx, "an offer's link check failed", "offer", o.ID, "state", found.State, "problem", found.Problem)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(l.Pause):
		}
	}
	return failed
}

// placed is an SQL condition: offer o has an active placement.
const placed = "EXISTS (SELECT FROM placements p WHERE p.offer_id = o.id AND p.is_active AND p.deleted_at IS NULL)"

// keep stores the result of checking an address, unless the offer's address has
// changed.
func (l Links) keep(ctx context.Context, id int64, address string, found LinkHealth) error {
	next := checkEvery
	if found.Failures > 0 {
		next = recheckAfter
	}
	return l.DB.WithContext(ctx).Exec(`UPDATE offers SET link_state = ?, link_problem = ?, link_destination = ?, link_accepted = ?, link_failures = ?,
			link_checked_at = now(), link_due_at = now() + CAST(? AS interval)
		WHERE id = ? AND address = ?`, found.State, found.Problem, found.Destination, found.Accepted, found.Failures, interval(next), id, address).Error
}

func interval(d time.Duration) string { return fmt.Sprintf("%d seconds", int(d.Seconds())) }

// after returns the link's health after a check. A refused check changes
// nothing.
func (l LinkHealth) after(found linkcheck.Result) LinkHealth {
	l.State, l.Problem, l.Destination = found.State, found.Problem, nil
	switch found.State {
	case linkcheck.Good:
		l.Destination = &found.Destination
		if l.Accepted == nil {
			l.Accepted = l.Destination
		}
		if *l.Accepted == found.Destination {
			l.Failures = 0
			return l
		}
		l.State, l.Problem = movedLink, "It leads to "+found.Destination+" and not to "+*l.Accepted+"."
		l.Failures++
	case linkcheck.Broken:
		l.Failures++
	}
	return l
}

// withoutVisitor returns an address with its placeholders empty, so a check
// carries no visitor data and no click ID and counts nothing.
func withoutVisitor(address string) string { return weburl.Placeholder.ReplaceAllString(address, "") }

// LinkProblem is an active offer whose link is broken or leads elsewhere.
type LinkProblem struct {
	Kind       string     `json:"kind"` // as in reports
	ID         int64      `json:"id"`
	Title      string     `json:"title"`
	Page       *string    `json:"page"` // slug of the content page that it is on
	Hold       *string    `json:"hold"`
	LinkHealth LinkHealth `json:"linkHealth" gorm:"embedded;embeddedPrefix:link_"`
}

// problemsOfLinks selects every LinkProblem, at the offer's first placement.
const problemsOfLinks = `SELECT first.kind, first.number AS id, title, (SELECT slug FROM content_pages WHERE id = first.page_id) AS page, coalesce(o.hold, first.hold) AS hold,
		link_state, link_problem, link_destination, link_accepted, link_failures, link_checked_at
	FROM offers o CROSS JOIN LATERAL (SELECT * FROM placements WHERE offer_id = o.id AND is_active AND deleted_at IS NULL ORDER BY kind, number LIMIT 1) first
	WHERE o.deleted_at IS NULL AND link_state IN ('moved', 'broken')`

// maxProblems is the maximum number of problems in the list.
const maxProblems = 50

// CountLinkProblems counts the active offers whose links are broken or lead elsewhere.
func CountLinkProblems(ctx context.Context, db *gorm.DB) (total int64, err error) {
	err = db.WithContext(ctx).Raw("SELECT count(*) FROM (" + problemsOfLinks + ") problems").Scan(&total).Error
	return total, err
}

func linkProblems(ctx context.Context, db *gorm.DB) (found []LinkProblem, total int64, err error) {
	if total, err = CountLinkProblems(ctx, db); err != nil {
		return nil, 0, err
	}
	found = []LinkProblem{}
	err = db.WithContext(ctx).Raw(problemsOfLinks+" ORDER BY link_failures DESC, kind, id LIMIT ?", maxProblems).Scan(&found).Error
	return found, total, err
}
