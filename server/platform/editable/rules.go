package editable

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/weburl"
)

// The most that the fields of records take, in characters.
const (
	MaxTitle = 200
	MaxText  = 5000
)

// Priorities of an offer (specification, section 9).
const (
	LeastPriority = 1
	MostPriority  = 10
)

// Maybe is a field of a body that may be left out, null, or a value.
type Maybe[T any] struct {
	Sent  bool
	Value *T
}

// UnmarshalJSON notes that the field was sent.
func (m *Maybe[T]) UnmarshalJSON(b []byte) error {
	m.Sent = true
	return json.Unmarshal(b, &m.Value)
}

// Rules turn the fields of a body into columns and gather what is wrong with
// them. A field that is nil was not sent: its column stays as it is.
type Rules struct {
	values map[string]any
	wrong  []fault.Field
}

// NewRules begins a body.
func NewRules() *Rules { return &Rules{values: map[string]any{}} }

// Values are the columns to write, or the Invalid error over all that is wrong.
func (r *Rules) Values() (map[string]any, error) { return r.values, fault.Form(r.wrong) }

// Wrong notes a sentence at a field; the first one of a field counts.
func (r *Rules) Wrong(field, sentence string) {
	for _, f := range r.wrong {
		if f.Field == field {
			return
		}
	}
	r.wrong = append(r.wrong, fault.Field{Field: field, Message: sentence})
}

// Set writes a column whatever the body says.
func (r *Rules) Set(column string, value any) { r.values[column] = value }

// Require notes the sentence unless the field has a text; one that was not
// sent is missing in a new record only.
func (r *Rules) Require(field string, value *string, isNew bool, sentence string) {
	if value == nil && isNew || value != nil && strings.TrimSpace(*value) == "" {
		r.Wrong(field, sentence)
	}
}

// Line takes a text of one line.
func (r *Rules) Line(column, field string, value *string, most int) {
	r.text(column, field, value, most, func(c rune) bool { return unicode.IsControl(c) || c == '\u2028' || c == '\u2029' }, "Please use a single line of plain text.")
}

// Text takes a text of many lines.
func (r *Rules) Text(column, field string, value *string, most int) {
	r.text(column, field, value, most, func(c rune) bool { return unicode.IsControl(c) && c != '\n' && c != '\t' }, "Please use plain text only.")
}

func (r *Rules) text(column, field string, value *string, most int, odd func(rune) bool, sentence string) {
	if value == nil {
		return
	}
	text := strings.TrimSpace(strings.ReplaceAll(*value, "\r\n", "\n"))
	switch {
	case utf8.RuneCountInString(text) > most:
		r.Wrong(field, fmt.Sprintf("Please use at most %d characters.", most))
	case strings.ContainsFunc(text, odd):
		r.Wrong(field, sentence)
	}
	r.Set(column, text)
}

// URL takes a public address.
func (r *Rules) URL(column, field string, value *string) {
	if value == nil {
		return
	}
	address, refusal := weburl.Check(*value)
	if refusal != "" {
		r.Wrong(field, refusal)
	}
	r.Set(column, address)
}

// Image takes the path of a picture of this site or a public address; null or
// an empty text for no picture.
func (r *Rules) Image(column, field string, value Maybe[string]) {
	switch {
	case !value.Sent:
	case value.Value == nil || strings.TrimSpace(*value.Value) == "":
		r.Set(column, nil)
	case strings.HasPrefix(*value.Value, "/") && !strings.HasPrefix(*value.Value, "//") && !strings.Contains(*value.Value, `\`):
		r.Line(column, field, value.Value, weburl.MaxLength)
	default:
		r.URL(column, field, value.Value)
	}
}

// Number takes a whole number from least to most.
func (r *Rules) Number(column, field string, value *int, least, most int) {
	if value == nil {
		return
	}
	if *value < least || *value > most {
		r.Wrong(field, fmt.Sprintf("Please enter a whole number from %d to %d.", least, most))
	}
	r.Set(column, *value)
}

// Flag takes true or false.
func (r *Rules) Flag(column string, value *bool) {
	if value != nil {
		r.Set(column, *value)
	}
}
