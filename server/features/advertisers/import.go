package advertisers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/jackc/pgx/v5"

	"thriftwell/server/platform/csvfile"
	"thriftwell/server/platform/fault"
)

// Limits of an import.
const (
	maxRows  = 5000
	maxBytes = 5 << 20
)

// Row is the effect of one row of an import.
type Row struct {
	Line          int     `json:"line"`
	Outcome       Outcome `json:"outcome" enum:"new|update|unchanged|unknown|refused"`
	Reason        string  `json:"reason"` // why it was rejected
	ClickID       string  `json:"clickId"`
	TransactionID string  `json:"transactionId"`
	Event         string  `json:"event"`
	Status        Status  `json:"status"` // empty if unreadable
	Payout        *int64  `json:"payout"` // in the smallest unit; nil if the row has none
	Currency      string  `json:"currency"`

	item *item
}

// Import is the effect of an import or dry run.
type Import struct {
	DryRun    bool  `json:"dryRun"`
	New       int   `json:"new"`
	Updated   int   `json:"updated"`
	Unchanged int   `json:"unchanged"`
	Unknown   int   `json:"unknown"` // new, of unknown clicks
	Refused   int   `json:"refused"`
	Rows      []Row `json:"rows"`
}

// inReports returns a preset that also accepts common column names of reports,
// except those with another meaning for the network.
func (p preset) inReports() preset {
	common := [fields][]string{
		{"sub id", "sub1"}, {"transaction", "transaction id", "conversion id", "action id", "order id"}, {"event name", "goal"}, {"conversion status", "state"},
		{"commission", "revenue", "earnings"}, {"sale amount", "order amount"}, {"currency code", "payout currency"},
	}
	taken := map[string]bool{}
	for _, names := range p.names {
		for _, name := range names {
			taken[csvfile.Plain(name)] = true
		}
	}
	for f, names := range common {
		p.names[f] = append(slices.Clone(p.names[f]), slices.DeleteFunc(names, func(name string) bool { return taken[csvfile.Plain(name)] })...)
	}
	return p
}

// readReport reads the rows of a network's report: CSV whose first line names
// the columns. An unreadable line becomes a rejected row.
func (p preset) readReport(text []byte, advertiserID int64, otherwise string) ([]Row, error) {
	file, err := csvfile.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, fault.New(fault.Invalid, "The file has no header row.").Because(err)
	}
	p = p.inReports()
	if !slices.ContainsFunc(p.names[clickID], file.Has) {
		return nil, fault.New(fault.Invalid, fmt.Sprintf("The file has no click ID column. Name it in the first row, such as %s.", p.names[clickID][0]))
	}
	rows := []Row{}
	for {
		record, err := file.Next()
		unreadable := new(csvfile.LineError)
		switch {
		case errors.Is(err, io.EOF):
			return rows, nil
		case len(rows) == maxRows:
			return nil, fault.New(fault.Invalid, fmt.Sprintf("Import at most %d rows at a time.", maxRows))
		case errors.As(err, &unreadable):
			rows = append(rows, Row{Line: unreadable.Line, Outcome: Refused, Reason: unreadable.Reason})
		case err != nil:
			return nil, fmt.Errorf("read a report: %w", err)
		default:
			rows = append(rows, p.readRow(record.Line, record.Get, advertiserID, otherwise))
		}
	}
}

// readRow reads a report from a row; value returns the cell of a column, or "".
func (p preset) readRow(line int, value func(column string) string, advertiserID int64, otherwise string) Row {
	report, err := p.read(value, otherwise)
	row := Row{
		Line: line, ClickID: short(report.ClickID), TransactionID: short(report.TransactionID), Event: short(report.Event), Status: report.Status,
		Payout: report.Payout, Currency: report.Currency,
	}
	if err != nil {
		row.refuse(err)
		return row
	}
	row.item = newItem(advertiserID, report)
	return row
}

func (r *Row) refuse(err error) {
	r.Outcome, r.Reason = Refused, "We couldn't read this row."
	if f := new(fault.Error); errors.As(err, &f) {
		r.Reason = f.Detail
	}
}

// errDryRun rolls back a dry run.
var errDryRun = errors.New("dry run")

// Import writes the rows of a report, all or none. A dry run writes them too,
// and rolls back, so its result is what the import will do.
func (s Store) Import(ctx context.Context, rows []Row, dryRun bool, actor string) (Import, error) {
	var items []*item
	for _, row := range rows {
		if row.item != nil {
			items = append(items, row.item)
		}
	}
	err := pgx.BeginFunc(ctx, s.DB.Pool, func(tx pgx.Tx) error {
		if err := s.write(ctx, tx, items, ByImport, actor); err != nil || !dryRun {
			return err
		}
		return errDryRun
	})
	if err != nil && !errors.Is(err, errDryRun) {
		return Import{}, err
	}
	return imported(rows, dryRun), nil
}

// imported counts the outcomes of written rows.
func imported(rows []Row, dryRun bool) Import {
	done := Import{DryRun: dryRun, Rows: rows}
	counts := map[Outcome]*int{New: &done.New, Updated: &done.Updated, Unchanged: &done.Unchanged, Unknown: &done.Unknown, Refused: &done.Refused}
	for i := range rows {
		row := &rows[i]
		switch it := row.item; {
		case it != nil && it.err != nil:
			row.refuse(it.err)
		case it != nil:
			row.Outcome = it.what
		}
		*counts[row.Outcome]++
	}
	return done
}
