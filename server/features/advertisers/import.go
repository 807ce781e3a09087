package advertisers

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/jackc/pgx/v5"

	"thriftwell/server/platform/fault"
)

// Limits of an import.
const (
	maxRows  = 5000
	maxBytes = 5 << 20
)

// Row is what one row of an import changes.
type Row struct {
	Line          int     `json:"line"`
	Outcome       Outcome `json:"outcome"`
	Reason        string  `json:"reason"` // why it is refused
	ClickID       string  `json:"clickId"`
	TransactionID string  `json:"transactionId"`
	Event         string  `json:"event"`
	Status        Status  `json:"status"`
	Payout        *int64  `json:"payout"`
	Currency      string  `json:"currency"`

	item *item
}

// Import is what an import changed or, in a dry run, would change.
type Import struct {
	DryRun    bool  `json:"dryRun"`
	New       int   `json:"new"`
	Updated   int   `json:"updated"`
	Unchanged int   `json:"unchanged"`
	Unknown   int   `json:"unknown"`
	Refused   int   `json:"refused"`
	Rows      []Row `json:"rows"`
}

// inReports returns a preset that also knows the names of columns which reports
// have in common, but for those that mean something else to the network.
func (p preset) inReports() preset {
	common := [fields][]string{
		{"sub id", "sub1"}, {"transaction", "transaction id", "conversion id", "action id", "order id"}, {"event name", "goal"}, {"conversion status", "state"},
		{"commission", "revenue", "earnings"}, {"sale amount", "order amount"}, {"currency code", "payout currency"},
	}
	taken := map[string]bool{}
	for _, names := range p.names {
		for _, name := range names {
			taken[plain(name)] = true
		}
	}
	for f, names := range common {
		p.names[f] = append(slices.Clone(p.names[f]), slices.DeleteFunc(names, func(name string) bool { return taken[plain(name)] })...)
	}
	return p
}

// plain is what counts of the name of a column: "Click ID" and "click_id" are
// the same.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// readReport reads the rows of a network's report: a CSV, separated by commas,
// semicolons or tabs, whose first line names the columns.
func (p preset) readReport(text []byte, advertiserID int64, otherwise string) ([]Row, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	first, _, _ := bytes.Cut(text, []byte("\n"))
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes, r.TrimLeadingSpace = -1, true, true
	for _, separator := range ",;\t" {
		if bytes.Count(first, []byte(string(separator))) > bytes.Count(first, []byte(string(r.Comma))) {
			r.Comma = separator
		}
	}
	head, err := r.Read()
	if err != nil {
		return nil, fault.New(fault.Invalid, "The file has no line that names the columns.")
	}
	p = p.inReports()
	column := map[string]int{}
	for i, name := range slices.Backward(head) {
		column[plain(name)] = i
	}
	if !slices.ContainsFunc(p.names[clickID], func(name string) bool { _, ok := column[plain(name)]; return ok }) {
		return nil, fault.New(fault.Invalid, fmt.Sprintf("The file has no column of click ids; its first line must name one, such as %s.", p.names[clickID][0]))
	}
	rows := []Row{}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, fault.New(fault.Invalid, "The file is no CSV.").Because(err)
		}
		if len(rows) == maxRows {
			return nil, fault.New(fault.Invalid, fmt.Sprintf("Please import at most %d rows at a time.", maxRows))
		}
		if strings.TrimSpace(strings.Join(cells, "")) == "" {
			continue
		}
		line, _ := r.FieldPos(0)
		rows = append(rows, p.readRow(line, advertiserID, otherwise, func(name string) string {
			if i, ok := column[plain(name)]; ok && i < len(cells) {
				return cells[i]
			}
			return ""
		}))
	}
}

func (p preset) readRow(line int, advertiserID int64, otherwise string, value func(string) string) Row {
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
	r.Outcome, r.Reason = Refused, "This row can't be read."
	if f := new(fault.Error); errors.As(err, &f) {
		r.Reason = f.Detail
	}
}

// errDryRun undoes what a dry run wrote.
var errDryRun = errors.New("dry run")

// Import writes the rows of a report, all or none. A dry run writes them too,
// and takes that back: so it says what the import will do.
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
	return done, nil
}
