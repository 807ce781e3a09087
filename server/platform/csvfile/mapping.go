package csvfile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"thriftwell/server/platform/fault"
)

// Columns are the columns of a file and its first rows.
type Columns struct {
	Columns []Column   `json:"columns"`
	Rows    [][]string `json:"rows"`
}

// Column is a column of a file.
type Column struct {
	Name  string `json:"name"`
	Field string `json:"field"` // a guess
}

// Guess lists the names that other programs use for a field, the most certain
// first, as patterns of path.Match on plain names.
type Guess struct {
	Field, Names string
	Not          string                 // words that its names don't contain
	Fits         func(cell string) bool // nil: any
	Many         bool                   // several columns may be this field
}

// matches reports whether a column may be a pattern's.
func (g Guess) matches(pattern, column string) bool {
	fits, err := path.Match(pattern, column)
	return err == nil && fits && !slices.ContainsFunc(strings.Fields(g.Not), func(word string) bool { return strings.Contains(column, word) })
}

// How much of a file is shown before it is imported.
const (
	shownRows = 10
	shownCell = 80 // characters
)

// errNoColumns is the form error for a file without a header row.
var errNoColumns = fault.Form([]fault.Field{{Field: "file", Message: "The file has no header row."}})

// Open returns a Reader like NewReader. Its error for a file without a header
// row is for users.
func Open(text io.Reader) (*Reader, error) {
	file, err := NewReader(text)
	if errors.Is(err, ErrNoHead) {
		err = errNoColumns
	}
	return file, err
}

// ReadColumns returns the columns of a file with guessed fields, and its first
// rows.
func ReadColumns(text io.Reader, guesses []Guess) (Columns, error) {
	file, err := Open(text)
	if err != nil {
		return Columns{}, err
	}
	out := Columns{Rows: [][]string{}}
	for _, name := range file.Columns() {
		out.Columns = append(out.Columns, Column{Name: strings.TrimSpace(name)})
	}
	for len(out.Rows) < shownRows {
		record, err := file.Next()
		if wrong := new(LineError); errors.As(err, &wrong) {
			continue
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Columns{}, err
		}
		row := make([]string, len(out.Columns))
		for n := range row {
			row[n] = record.At(n)
		}
		out.Rows = append(out.Rows, row)
	}
	out.guess(guesses)
	for _, row := range out.Rows {
		for n, cell := range row {
			if runes := []rune(cell); len(runes) > shownCell {
				row[n] = string(runes[:shownCell]) + "…"
			}
		}
	}
	return out, nil
}

// Has reports whether a column is a field.
func (c Columns) Has(field string) bool {
	return slices.ContainsFunc(c.Columns, func(column Column) bool { return column.Field == field })
}

// guess sets the likely field of each column.
func (c Columns) guess(guesses []Guess) {
	for _, g := range guesses {
		for _, pattern := range strings.Fields(g.Names) {
			for n, column := range c.Columns {
				isFree := column.Field == "" && (g.Many || !c.Has(g.Field))
				if isFree && g.matches(pattern, Plain(column.Name)) && c.fit(n, g) {
					c.Columns[n].Field = g.Field
				}
			}
		}
	}
}

// fit reports whether most values of a column fit a guess.
func (c Columns) fit(n int, g Guess) bool {
	most := 0
	for _, row := range c.Rows {
		switch {
		case row[n] == "" || g.Fits == nil:
		case g.Fits(row[n]):
			most++
		default:
			most--
		}
	}
	return most >= 0
}

// CheckFields checks the fields that staff chose for the columns of a file, and
// returns the number of a column of each field, from 1. wrong is called with
// what to say to staff.
func (r *Reader) CheckFields(chosen []string, guesses []Guess, wrong func(sentence string)) map[string]int {
	many, known := map[string]bool{"": true}, map[string]bool{"": true}
	for _, g := range guesses {
		known[g.Field], many[g.Field] = true, many[g.Field] || g.Many
	}
	called := func(n int) string { // as on the screen
		if n <= len(r.head) && strings.TrimSpace(r.head[n-1]) != "" {
			return "“" + strings.TrimSpace(r.head[n-1]) + "”"
		}
		return fmt.Sprintf("Column %d", n)
	}
	taken := map[string]int{}
	for n, field := range chosen {
		switch {
		case !known[field]:
			wrong(called(n+1) + ": choose one of the fields.")
		case taken[field] > 0 && !many[field]:
			wrong(fmt.Sprintf("%s and %s are the same field. Choose one of them.", called(taken[field]), called(n+1)))
		}
		taken[field] = cmp.Or(taken[field], n+1)
	}
	if len(chosen) != len(r.head) {
		wrong("Choose a field, or none, for each column of the file.")
	}
	return taken
}
