// Package csvfile reads CSV files as spreadsheets and other programs write
// them, line by line in bounded memory: with or without a byte order mark, in
// UTF-8 or UTF-16, separated by commas, semicolons or tabs, with line ends of
// Windows, Unix or old Macs.
package csvfile

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	utf "golang.org/x/text/encoding/unicode"
)

const (
	maxRecord = 64 << 10 // bytes in one record, including line breaks in quotes
	peeked    = 4 << 10  // bytes in which the separator is detected
)

// ErrNoHead is returned for a file whose first line has no column names.
var ErrNoHead = errors.New("the file has no header row")

// errTooLong is returned for a record of more than maxRecord bytes.
var errTooLong = errors.New("the record is too long")

// LineError is returned for a line that can't be read.
type LineError struct {
	Line   int
	Reason string // a sentence
	Last   bool   // nothing after it can be read either
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// Reader reads the records of a file whose first line has the column names. A
// line such as sep=; may come before it, as Excel reads and writes.
type Reader struct {
	source  *budget
	csv     *csv.Reader
	head    []string
	columns map[string]int
	next    int // the line after the last record, ignoring empty lines
	ended   bool
}

// Record is one record of a file.
type Record struct {
	Line    int // where it begins
	cells   []string
	columns map[string]int
}

// NewReader returns a Reader and reads the column names.
func NewReader(file io.Reader) (*Reader, error) {
	text, err := decoded(file)
	if err != nil {
		return nil, err
	}
	text = withLineFeeds(text)
	separator, isNamed := separator(text)
	r := &Reader{source: &budget{from: text, left: maxRecord}, columns: map[string]int{}}
	r.csv = Cells(r.source, separator)
	r.csv.ReuseRecord = true
	head, err := r.csv.Read()
	if err == nil && isNamed {
		head, err = r.csv.Read()
	}
	var wrong *csv.ParseError
	if errors.Is(err, io.EOF) || errors.As(err, &wrong) || errors.Is(err, errTooLong) {
		return nil, ErrNoHead
	}
	if err != nil {
		return nil, err
	}
	line, _ := r.csv.FieldPos(0)
	r.head, r.next = slices.Clone(head), line+lines(head)
	for i, name := range slices.Backward(head) { // of two columns with the same name, the first counts
		r.columns[Plain(name)] = i
	}
	return r, nil
}

// Columns returns the names of the columns.
func (r *Reader) Columns() []string { return r.head }

// Has reports whether the file has a column.
func (r *Reader) Has(column string) bool {
	_, ok := r.columns[Plain(column)]
	return ok
}

// Next returns the next record, which is valid until the following call. At the
// end it returns io.EOF. For a bad record it returns a LineError; reading can
// go on unless it is the last. Empty lines are skipped.
func (r *Reader) Next() (Record, error) {
	for !r.ended {
		r.source.left = maxRecord
		cells, err := r.csv.Read()
		if err != nil {
			return Record{}, r.failed(err)
		}
		line, _ := r.csv.FieldPos(0)
		r.next = line + lines(cells)
		if strings.TrimSpace(strings.Join(cells, "")) == "" {
			continue
		}
		return Record{line, cells, r.columns}, r.check(line, cells)
	}
	return Record{}, io.EOF
}

// failed makes a LineError from a record's error.
func (r *Reader) failed(err error) error {
	var wrong *csv.ParseError
	switch {
	case errors.Is(err, errTooLong):
		r.ended = true
		return &LineError{r.next, "This line is too long or has an unclosed quotation mark. We didn't read the rest of the file.", true}
	case errors.As(err, &wrong) && wrong.StartLine != wrong.Line:
		return &LineError{wrong.StartLine, fmt.Sprintf("This line has an unclosed quotation mark, so we couldn't read anything up to line %d.", wrong.Line), false}
	case errors.As(err, &wrong):
		return &LineError{wrong.Line, "This line has a misplaced quotation mark.", false}
	}
	return err
}

// lines returns how many lines a record takes.
func lines(cells []string) int { return 1 + strings.Count(strings.Join(cells, ""), "\n") }

func (r *Reader) check(line int, cells []string) error {
	if len(cells) > len(r.head) && strings.Join(cells[len(r.head):], "") != "" {
		return &LineError{line, "This line has more cells than the header row.", false}
	}
	for _, cell := range cells {
		if !utf8.ValidString(cell) || strings.ContainsRune(cell, 0) {
			return &LineError{line, "This line isn't UTF-8 text. Save the file as “CSV UTF-8”.", false}
		}
	}
	return nil
}

// Get returns the cell of a column as At does.
func (r Record) Get(column string) string {
	i, ok := r.columns[Plain(column)]
	if !ok {
		return ""
	}
	return r.At(i)
}

// At returns the cell at an index, trimmed, or "". It removes the apostrophe
// that keeps spreadsheets from reading a formula.
func (r Record) At(i int) string {
	if i >= len(r.cells) {
		return ""
	}
	cell := strings.TrimSpace(r.cells[i])
	if len(cell) > 1 && cell[0] == '\'' && isFormula(cell[1:]) {
		return cell[1:]
	}
	return cell
}

// isFormula reports whether httpx puts an apostrophe before a text.
func isFormula(text string) bool {
	return text != "" && strings.IndexByte("=+-@\t\r\n|%", text[0]) >= 0
}

// Plain normalizes a column name: "Opt-in Time" and "optin_time" are the same.
func Plain(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// decoded returns the text of a file in UTF-8, without its byte order mark.
func decoded(file io.Reader) (*bufio.Reader, error) {
	start := bufio.NewReaderSize(file, peeked)
	mark, err := start.Peek(3)
	switch {
	case bytes.HasPrefix(mark, []byte{0xFF, 0xFE}), bytes.HasPrefix(mark, []byte{0xFE, 0xFF}):
		return bufio.NewReaderSize(utf.UTF16(utf.LittleEndian, utf.UseBOM).NewDecoder().Reader(start), peeked), nil
	case bytes.Equal(mark, []byte{0xEF, 0xBB, 0xBF}):
		_, err = start.Discard(len(mark))
	}
	if errors.Is(err, io.EOF) { // a file of one or two bytes
		err = nil
	}
	return start, err
}

// Cells splits the lines of a text into cells. Leading spaces of a cell are
// dropped, unless the separator is a tab, because that would drop empty cells.
func Cells(text io.Reader, separator rune) *csv.Reader {
	r := csv.NewReader(text)
	r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = separator, -1, separator != '\t'
	return r
}

// separator returns the separator that the first line names, as in sep=;, or
// else the comma, semicolon or tab that it has most of.
func separator(text *bufio.Reader) (found rune, isNamed bool) {
	start, _ := text.Peek(peeked)
	first, _, _ := bytes.Cut(start, []byte("\n"))
	if named := namedPattern.FindSubmatch(first); named != nil {
		return rune(named[1][0]), true
	}
	found = ','
	for _, other := range ";\t" {
		if bytes.Count(first, []byte(string(other))) > bytes.Count(first, []byte(string(found))) {
			found = other
		}
	}
	return found, false
}

var namedPattern = regexp.MustCompile(`(?i)^"?sep=([,;|\t])"?\r?$`)

// withLineFeeds returns a text with line feeds, if its first line ends as on old
// Macs: with a carriage return only.
func withLineFeeds(text *bufio.Reader) *bufio.Reader {
	start, _ := text.Peek(peeked)
	isQuoted := false
	for i, b := range start {
		switch {
		case b == '"':
			isQuoted = !isQuoted
		case isQuoted:
		case b == '\r' && i+1 < peeked && !bytes.HasPrefix(start[i+1:], []byte("\n")):
			return bufio.NewReaderSize(lineFeeds{text}, peeked)
		case b == '\n', b == '\r':
			return text
		}
	}
	return text
}

// lineFeeds reads carriage returns as line feeds.
type lineFeeds struct{ from io.Reader }

func (l lineFeeds) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	for i, b := range p[:n] {
		if b == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// budget limits how many bytes can be read until it is refilled.
type budget struct {
	from io.Reader
	left int
}

func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	n, err := b.from.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
