package offerdesk

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/csvfile"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/weburl"
)

// maxRows is the maximum number of rows in a file, which are imported in one
// transaction.
const maxRows = 10_000

const wrongDate = "Enter a date, such as 2026-12-31."

// row is a row of a file.
type row struct {
	line       int
	title      string
	advertiser int64 // 0 for none
	set        state // its cells by the offer's fields; the address is in fieldAddress
	at         []Placement
	over       string // why it's skipped
	wrong      []string
}

// refuse adds an error to a row.
func (r *row) refuse(label, sentence string) {
	if label != "" {
		sentence = label + ": " + sentence
	}
	if !slices.Contains(r.wrong, sentence) {
		r.wrong = append(r.wrong, sentence)
	}
}

// dates parses the dates of a file.
type dates struct {
	zone     *time.Location
	dayFirst bool // dates with slashes start with the day
}

func (d dates) read(cell string) (time.Time, error) {
	return csvfile.ParseTime(cell, d.zone, d.dayFirst || csvfile.IsDayFirst(cell))
}

// reader parses the rows of a file.
type reader struct {
	Mapping
	names
	dates
	currency string      // of the site
	at       []Placement // from the mapping
	seen     map[string]int
}

// rows reads all rows.
func (r reader) rows(text io.ReadSeeker) (all []*row, err error) {
	if r.dayFirst = r.DayFirst; !r.dayFirst {
		if r.dayFirst, err = r.startWithDays(text); err != nil {
			return nil, err
		}
	}
	file, err := csvfile.Open(text)
	if err != nil {
		return nil, err
	}
	for {
		record, err := file.Next()
		wrong := new(csvfile.LineError)
		switch {
		case errors.Is(err, io.EOF):
			return all, nil
		case errors.As(err, &wrong):
			all = append(all, &row{line: wrong.Line, wrong: []string{wrong.Reason}})
		case err != nil:
			return nil, err
		case len(all) >= maxRows:
			all = append(all, &row{line: record.Line, wrong: []string{fmt.Sprintf("We read only the first %d rows of a file. Import the rest separately.", maxRows)}})
		default:
			all = append(all, r.row(record))
		}
	}
}

// startWithDays reports whether some date of the file can only start with its
// day, so that all do. It rewinds the file.
func (r reader) startWithDays(text io.ReadSeeker) (found bool, err error) {
	file, err := csvfile.Open(text)
	for err == nil && !found {
		var record csvfile.Record
		record, err = file.Next()
		for n, field := range r.Fields {
			found = found || (field == fieldStarts || field == fieldEnds) && csvfile.IsDayFirst(record.At(n))
		}
		if wrong := new(csvfile.LineError); errors.As(err, &wrong) {
			err = nil
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	_, err = text.Seek(0, io.SeekStart)
	return found, err
}

// row parses a record.
func (r reader) row(record csvfile.Record) *row {
	o, cells := &row{line: record.Line, set: state{}, at: r.at}, map[string]string{}
	for n, field := range r.Fields {
		if cell := record.At(n); cell != "" {
			cells[field] = cell
		}
	}
	for _, name := range texts() {
		if cell := cells[name]; cell != "" {
			o.set[name] = encoded(cell)
		}
	}
	if cell := cells[fieldCategory]; cell != "" {
		o.set[fieldCategory] = encoded(categoryOf(cell))
	}
	for _, name := range numbers() {
		if isNothing(cells[name]) {
			continue
		}
		number, wrong := readNumber(cells[name])
		switch {
		case wrong != "":
			o.refuse(labels()[name], wrong)
		case number == 0 && strings.HasSuffix(name, "Cap"): // networks write 0 for no cap
		default:
			o.set[name] = encoded(number)
		}
	}
	r.readTarget(o, cells)
	r.readPay(o, cells)
	r.readDates(o, cells)
	if cell := cells[fieldPlacements]; cell != "" {
		var wrong string
		if o.at, wrong = r.placements(cell); wrong != "" {
			o.refuse("", wrong)
		}
	}
	if len(o.at) == 0 && len(o.wrong) == 0 {
		o.refuse("", "This row has no placement.")
	}
	if status := cells[fieldStatus]; isOver(status) {
		o.over, o.wrong = fmt.Sprintf("Its status is “%s”.", status), nil
		return o
	}
	r.refuseTwin(o)
	return o
}

// labels returns the labels of numbers and dates in the form.
func labels() map[string]string {
	return map[string]string{fieldStarts: "Starts", fieldEnds: "Ends", "dailyCap": "Daily cap", "totalCap": "Total cap", "planOrganizations": "Organizations represented", "planProducts": "Plans offered"}
}

// readTarget parses an offer's address and name.
func (r reader) readTarget(o *row, cells map[string]string) {
	address, wrong := readTarget(cells[fieldAddress])
	o.set[fieldAddress] = encoded(address)
	switch {
	case address == "":
		o.refuse("", "This row has no URL.")
	case wrong != "":
		o.refuse("URL", wrong)
	default:
		if _, wrong := weburl.Check(address); wrong != "" {
			o.refuse("URL", wrong)
		}
	}
	o.title = cells[fieldTitle]
	if o.title == "" {
		o.title = weburl.Host(address)
		o.set[fieldTitle] = encoded(o.title)
	}
}

// readPay parses the advertiser, the payout model and the amount.
func (r reader) readPay(o *row, cells map[string]string) {
	if name := cells[fieldAdvertiser]; name != "" {
		if o.advertiser = r.advertisers[csvfile.Plain(name)]; o.advertiser == 0 {
			o.refuse("", fmt.Sprintf("We have no advertiser called “%s”. Add it first.", name))
		}
	} else if r.AdvertiserID != nil {
		o.advertiser = *r.AdvertiserID
	}
	if o.advertiser != 0 {
		o.set["advertiserId"] = encoded(o.advertiser)
	}
	code := strings.ToUpper(cells[fieldCurrency])
	if isNothing(code) {
		code = ""
	}
	currency := r.currency
	if code != "" {
		currency = code
	}
	pay, wrong := readPayout(cells[fieldPayout], currency)
	if wrong == "" && code != "" && pay.currency != "" && pay.currency != code && cells[fieldPayout][0] != '$' {
		wrong = twoCurrencies
	}
	if code == "" {
		code = pay.currency
	}
	if cell := cells[fieldModel]; cell != "" && !isNothing(cell) {
		if pay.model = modelOf(cell); pay.model == "" {
			o.refuse("Payout for", wrongModel)
		}
	}
	if wrong != "" {
		o.refuse("Payout", wrong)
		return
	}
	if pay.model == "" && pay.amount != 0 {
		pay.model = r.PayoutModel
	}
	if pay.model != "" {
		o.set[fieldModel] = encoded(pay.model)
	}
	if pay.amount != 0 {
		o.set["payoutAmount"] = encoded(pay.amount)
		if code != "" {
			o.set[fieldCurrency] = encoded(code)
		}
	} else if pay.model == offer.Sale && strings.Contains(cells[fieldPayout], "%") {
		o.set["payoutAmount"], o.set[fieldCurrency] = encoded(nil), encoded(nil)
	}
}

// readDates parses an offer's start and end. An end without a time, or at
// midnight as Excel writes a date, is a last day.
func (r reader) readDates(o *row, cells map[string]string) {
	for _, name := range []string{fieldStarts, fieldEnds} {
		cell := cells[name]
		if isNothing(cell) {
			continue
		}
		at, err := r.read(cell)
		if err != nil {
			o.refuse(labels()[name], wrongDate)
			continue
		}
		if hour, minute, second := at.Clock(); name == fieldEnds && hour+minute+second == 0 {
			at = at.AddDate(0, 0, 1)
		}
		o.set[name] = encoded(at.UTC().Format(time.RFC3339))
	}
}

// refuseTwin rejects an offer that an earlier row has.
func (r reader) refuseTwin(o *row) {
	key := fmt.Sprint(plainTitle(o.title), "\n", o.advertiser, "\n", string(o.set[fieldPartner]))
	if first := r.seen[key]; first != 0 {
		o.refuse("", fmt.Sprintf("Line %d is the same offer: it has the same name, advertiser, and partner.", first))
		return
	}
	r.seen[key] = o.line
}

// plainTitle returns a title for comparing.
func plainTitle(title string) string {
	return strings.ToLower(strings.Join(strings.Fields(title), " "))
}

// body returns a new offer at its first placement, with all fields that rows
// may set, so that all rows set the same columns.
func (o *row) body(k traits) state {
	body := state{}
	for _, name := range append(append(texts(), numbers()...), fieldCategory, "advertiserId", fieldModel, "payoutAmount", fieldCurrency, fieldStarts, fieldEnds) {
		if slices.Contains(k.fields, name) {
			body[name] = encoded(nil)
		}
	}
	for _, name := range texts() {
		if _, has := body[name]; has {
			body[name] = encoded("")
		}
	}
	body[fieldCategory] = encoded(offer.General)
	for name, value := range o.set {
		body[name] = value
	}
	delete(body, fieldAddress)
	body[k.address], body["isActive"] = o.set[fieldAddress], encoded(false)
	if slices.Contains(k.fields, "type") {
		body["type"] = encoded("linkout")
	}
	if k.ofPage {
		body["pageId"] = encoded(o.at[0].PageID)
	}
	return body
}

// change returns the fields that a row sets on one placement of an existing
// offer. Empty cells keep the offer's values.
func (o *row) change(k traits) state {
	body := state{}
	for name, value := range o.set {
		body[name] = value
	}
	delete(body, fieldAddress)
	body[k.address] = o.set[fieldAddress]
	return body
}
