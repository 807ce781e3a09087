package offer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"

	"thriftwell/server/platform/csvfile"
	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/money"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/weburl"
)

// Limits of an import.
const (
	maxImport      = 1000
	maxImportBody  = 4 << 20
	importDeadline = time.Minute
	maxWrongLines  = 50 // that an error lists
)

// Line is one offer of an import.
type Line struct {
	Facts
	Line         int      `json:"line"`
	Title        string   `json:"title"`
	Address      string   `json:"address"`
	Description  string   `json:"description"`
	ImageURL     *string  `json:"imageUrl"`
	PayoutModel  *string  `json:"payoutModel"`
	PayoutAmount *int64   `json:"payoutAmount"`
	Duplicate    bool     `json:"duplicate"` // another offer or an earlier line has this address
	Wrong        []string `json:"wrong"`
}

// Imported is the result of an import.
type Imported struct {
	Lines    []Line `json:"lines"`
	Imported int    `json:"imported"`
}

// sent is the body of an import.
type sent struct {
	// Text is at most 1,000 lines: each an address, or CSV of title, address,
	// description, picture and payout, whose first line may name its columns. A
	// payout is an amount such as 12.50, which a click pays, or 12.50 a lead.
	Text       string   `json:"text"`
	PageID     httpx.ID `json:"pageId,omitempty"` // for offers of a content page
	DryRun     bool     `json:"dryRun,omitempty"`
	Duplicates bool     `json:"duplicates,omitempty"` // import duplicates too
}

// accepted is the destination to accept, as the offer shows it.
type accepted struct {
	Destination string `json:"destination"` // if the offer's differs, the response is 409
}

// importing handles POST …/import. With dryRun it returns what the lines would
// become. Otherwise it makes inactive offers of all of them, or of none;
// duplicates are skipped unless the body asks for them.
func (d Declaration[T, View]) importing(k editable.Kind[T, View]) func(*gin.Context) error {
	return func(c *gin.Context) error {
		var in sent
		if err := httpx.ReadStrictJSON(c, &in); err != nil {
			return err
		}
		ctx := c.Request.Context()
		lines, err := d.lines(in.Text)
		if err != nil {
			return err
		}
		rows, err := d.check(ctx, k, lines, int64(in.PageID))
		if err != nil {
			return err
		}
		made := []T{}
		if !in.DryRun {
			if made, err = importAll(ctx, k, lines, rows, in.Duplicates); err != nil {
				return err
			}
		}
		c.JSON(http.StatusOK, Imported{lines, len(made)})
		return nil
	}
}

// lines parses a text: one address per line, or CSV of title, address,
// description, picture and payout, whose first line may name its columns,
// including facts.
func (d Declaration[T, View]) lines(text string) ([]Line, error) {
	separator := ','
	if first, _, _ := strings.Cut(text, "\n"); strings.Contains(first, "\t") {
		separator = '\t'
	}
	r := csvfile.Cells(strings.NewReader(text), separator)
	r.LazyQuotes = true
	lines, columns, named := []Line{}, []string{"title", "address", "description", "picture", "payout"}, false
	for {
		start := r.InputOffset()
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fault.Form([]fault.Field{{Field: "text", Message: "We couldn't read this as CSV."}})
		}
		at, _ := r.FieldPos(0)
		raw := strings.TrimSpace(text[start:r.InputOffset()])
		if head, ok := headOf(cells); ok && len(lines) == 0 {
			columns, named = head, true
			continue
		}
		if !named && (strings.HasPrefix(raw, "http://") || strings.HasPrefix(raw, "https://")) { // its commas are part of it
			cells = []string{"", raw}
		}
		if strings.TrimSpace(strings.Join(cells, "")) != "" {
			lines = append(lines, d.line(at, columns, cells))
		}
	}
	switch {
	case len(lines) == 0:
		return nil, fault.Form([]fault.Field{{Field: "text", Message: "Enter at least one line."}})
	case len(lines) > maxImport:
		return nil, fault.Form([]fault.Field{{Field: "text", Message: "Enter at most 1,000 lines at a time."}})
	}
	return lines, nil
}

// headOf parses cells as column names.
func headOf(cells []string) (columns []string, ok bool) {
	for _, cell := range cells {
		name := strings.ToLower(strings.TrimSpace(cell))
		if name == "url" || name == "link" {
			name = "address"
		}
		columns = append(columns, name)
	}
	return columns, slices.Contains(columns, "address")
}

var payoutForm = regexp.MustCompile(`(?i)^\$?([0-9.]+)\s*(?:(?:a|per|/)?\s*(click|lead|sale))?$`)

func (d Declaration[T, View]) line(at int, columns, cells []string) Line {
	l := Line{Facts: Facts{Category: General}, Line: at, Wrong: []string{}}
	for i, cell := range cells {
		cell = strings.TrimSpace(cell)
		if i >= len(columns) || cell == "" {
			continue
		}
		switch columns[i] {
		case "title":
			l.Title = cell
		case "address":
			l.Address = cell
		case "description":
			l.Description = cell
		case "picture":
			l.ImageURL = &cell
		case "payout":
			parts := payoutForm.FindStringSubmatch(cell)
			model, amount, ok := Click, int64(0), parts != nil
			if ok {
				if amount, ok = money.Parse(parts[1], d.Offers.Currency); parts[2] != "" {
					model = strings.ToLower(parts[2])
				}
			}
			if l.PayoutModel, l.PayoutAmount = &model, &amount; !ok {
				l.PayoutModel, l.PayoutAmount = nil, nil
				l.Wrong = append(l.Wrong, "Enter a payout such as 12.50 or 12.50 a lead.")
			}
		default:
			for name, fact := range l.Facts.fields() {
				if strings.EqualFold(name, strings.ReplaceAll(columns[i], " ", "")) {
					*fact = cell
				}
			}
		}
	}
	if l.Title == "" {
		l.Title = weburl.Host(l.Address)
	}
	return l
}

// check validates lines against the rules of the fields, marks duplicates, and
// returns the values of the offers.
func (d Declaration[T, View]) check(ctx context.Context, k editable.Kind[T, View], lines []Line, within int64) ([]map[string]any, error) {
	rows, addresses := make([]map[string]any, len(lines)), make([]string, len(lines))
	for i := range lines {
		l := &lines[i]
		fields := map[string]any{
			"title": l.Title, d.address(): l.Address, "description": l.Description, "imageUrl": l.ImageURL, "isActive": false,
			"payoutModel": l.PayoutModel, "payoutAmount": l.PayoutAmount, "payoutCurrency": nil,
		}
		if l.PayoutAmount != nil {
			fields["payoutCurrency"] = d.Offers.Currency
		}
		if d.Within != "" {
			fields[editable.Field{Column: d.Within}.In()] = within
		}
		for name, fact := range l.Facts.fields() {
			fields[name] = *fact
		}
		for name, value := range d.Imported {
			fields[name] = value
		}
		body := make(map[string]json.RawMessage, len(fields))
		for name, value := range fields {
			encoded, err := json.Marshal(value)
			if err != nil {
				return nil, err
			}
			body[name] = encoded
		}
		values, err := k.Read(ctx, body, nil)
		var refused *fault.Error
		if errors.As(err, &refused) && refused.Code == fault.Invalid {
			for _, f := range refused.Fields {
				l.Wrong = append(l.Wrong, f.Message)
			}
		} else if err != nil {
			return nil, err
		}
		rows[i], addresses[i] = values, l.Address
	}
	column := d.Address
	known := d.DB.WithContext(ctx).Table(d.Table).Where(column+" IN ? AND deleted_at IS NULL", addresses)
	if d.Within != "" {
		known = known.Where(d.Within+" = ?", within)
	}
	var there []string
	if err := known.Pluck(column, &there).Error; err != nil {
		return nil, err
	}
	for i := range lines {
		lines[i].Duplicate = slices.Contains(there, lines[i].Address)
		there = append(there, lines[i].Address)
	}
	return rows, nil
}

// importAll makes offers of all lines, or of none.
func importAll[T, View any](ctx context.Context, k editable.Kind[T, View], lines []Line, rows []map[string]any, duplicates bool) ([]T, error) {
	var wrong []fault.Field
	var wanted []map[string]any
	for i, l := range lines {
		for _, sentence := range l.Wrong {
			if len(wrong) < maxWrongLines {
				wrong = append(wrong, fault.Field{Field: "text", Message: fmt.Sprintf("Line %d: %s", l.Line, sentence)})
			}
		}
		if !l.Duplicate || duplicates {
			wanted = append(wanted, rows[i])
		}
	}
	if err := fault.Form(wrong); err != nil || len(wanted) == 0 {
		return nil, err
	}
	return k.Create(ctx, session.ActorOf(ctx), wanted...)
}

// accepting handles POST …/:id/accept-destination, which accepts where the
// offer's link leads now.
func (d Declaration[T, View]) accepting(k editable.Kind[T, View]) func(*gin.Context) error {
	return func(c *gin.Context) error {
		id, err := strconv.ParseInt(c.Param("id"), 10, 64)
		if err != nil {
			return k.Missing
		}
		var in accepted
		if err := httpx.ReadStrictJSON(c, &in); err != nil {
			return err
		}
		ctx := c.Request.Context()
		if err := d.accept(ctx, k, id, in.Destination); err != nil {
			return err
		}
		record, err := k.Get(ctx, id)
		if err != nil {
			return err
		}
		return k.Answer(c, http.StatusOK, record)
	}
}

// LinkProblems handles GET /api/admin/link-problems. It returns the active
// offers of all kinds whose links are broken or lead elsewhere, those with the
// most failures first.
func LinkProblems(db *gorm.DB) func(*gin.Context) error {
	return func(c *gin.Context) error {
		found, total, err := linkProblems(c.Request.Context(), db)
		if err != nil {
			return err
		}
		httpx.List(c, found, total)
		return nil
	}
}

// Find handles GET /api/admin/find-offers?q=&address=. It returns offers of all
// kinds with the words in their title, partner or advertiser; or those with
// this address, followed by those that differ only in the query. Active ones
// come first.
func Find(db *gorm.DB) func(*gin.Context) error {
	return func(c *gin.Context) error {
		words, err := httpx.QueryText(c, "q")
		if err != nil {
			return err
		}
		found, err := find(c.Request.Context(), db, words, strings.TrimSpace(c.Query("address")))
		if err != nil {
			return err
		}
		httpx.List(c, found, int64(len(found)))
		return nil
	}
}
