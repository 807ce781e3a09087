package editable

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
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

// Field is one field of a body, and the rule that it is held to. A field that
// a body leaves out, or sends as null, stays as it is.
type Field struct {
	Column   string // that it sets; empty for what Save writes
	Name     string // in a body; the Column in camel case if empty
	Rule     Rule
	Nullable bool   // null and an empty text make the column NULL
	Fixed    bool   // set when the record is made, and never changed
	Required string // said when a new record lacks it, and when it is blank; may be empty
	Default  bool   // a new record may lack it all the same
	Taken    string // said when it has to be unique and another record has the value
	Unknown  string // said when it refers to a record that is not there
}

// Rule reads a value, or says in a sentence what is wrong with it.
type Rule func(value json.RawMessage) (read any, wrong string)

// In returns the field's name in a body.
func (f Field) In() string {
	if f.Name != "" {
		return f.Name
	}
	words := strings.Split(f.Column, "_")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// key is where the field's value stands among those to write.
func (f Field) key() string {
	if f.Column != "" {
		return f.Column
	}
	return f.Name
}

// version is the field of a body that says from which version of the record it
// was made.
const version = "version"

// read holds a body to the rules and returns the values to write; old is nil
// for a new record. Fields that the Kind does not name are refused, so that
// nobody takes for saved what is not.
func (k Kind[T, View]) read(ctx context.Context, body map[string]json.RawMessage, old *T) (map[string]any, error) {
	values, wrong := map[string]any{}, k.unknown(body)
	for _, f := range k.Fields {
		value, set, refusal := f.read(body[f.In()], old == nil)
		if refusal != "" {
			wrong = append(wrong, fault.Field{Field: f.In(), Message: refusal})
		} else if set {
			values[f.key()] = value
		}
	}
	if err := fault.Form(wrong); err != nil || k.Prepare == nil {
		return values, err
	}
	return values, k.Prepare(ctx, old, values)
}

// unknown names the fields of a body that the Kind does not.
func (k Kind[T, View]) unknown(body map[string]json.RawMessage) (wrong []fault.Field) {
	for _, name := range slices.Sorted(maps.Keys(body)) {
		if name != version && !slices.ContainsFunc(k.Fields, func(f Field) bool { return f.In() == name }) {
			wrong = append(wrong, fault.Field{Field: name, Message: httpx.UnknownField})
		}
	}
	return wrong
}

// read returns the value that a body gives to the field. It is not set when
// the body says nothing of it.
func (f Field) read(sent json.RawMessage, isNew bool) (value any, set bool, wrong string) {
	null, text := sent == nil || string(sent) == "null", ""
	blank := !null && json.Unmarshal(sent, &text) == nil && strings.TrimSpace(text) == ""
	switch {
	case null && isNew && !f.Default, blank:
		wrong = f.Required
	case sent != nil && f.Fixed && !isNew:
		wrong = "This can't be changed."
	}
	switch {
	case wrong != "", sent == nil, null && !f.Nullable:
		return nil, false, wrong
	case f.Nullable && (null || blank):
		return nil, true, ""
	}
	value, wrong = f.Rule(sent)
	return value, wrong == "", wrong
}

// typed is a Rule for values of a Go type.
func typed[V any](check func(V) (any, string)) Rule {
	return func(value json.RawMessage) (any, string) {
		var v V
		err := json.Unmarshal(value, &v)
		var mismatch *json.UnmarshalTypeError
		switch {
		case errors.As(err, &mismatch):
			return nil, "This has the wrong type: " + mismatch.Value + "."
		case err != nil:
			return nil, "This can't be read."
		}
		return check(v)
	}
}

// Line takes a text of one line.
func Line(most int) Rule { return text(form.Line, most) }

// Text takes a text of many lines.
func Text(most int) Rule { return text(form.Text, most) }

// text holds a text to the check that the site's forms use.
func text(check func(text string, most int) (trimmed, wrong string), most int) Rule {
	return typed(func(sent string) (any, string) {
		trimmed, wrong := check(sent, most)
		return trimmed, wrong
	})
}

// Choice takes one of these texts, or says the sentence.
func Choice(sentence string, of ...string) Rule {
	return typed(func(text string) (any, string) {
		if !slices.Contains(of, text) {
			return nil, sentence
		}
		return text, ""
	})
}

// Slug takes the name of a piece or a page in an address.
func Slug() Rule {
	line := Line(weburl.MaxSlug)
	return func(value json.RawMessage) (any, string) {
		slug, wrong := line(value)
		if wrong == "" && !weburl.IsSlug(slug.(string)) {
			wrong = "Please use lower-case letters, digits and single hyphens, such as summer-deals."
		}
		return slug, wrong
	}
}

// URL takes a public address.
func URL() Rule {
	return typed(func(text string) (any, string) {
		address, refusal := weburl.Check(text)
		return address, refusal
	})
}

// What is said of the address of a picture.
const (
	foreignPicture = "Please choose a picture of this site; browsers are not allowed to load others."
	noSuchPicture  = "There is no picture at this address."
)

// Image takes the path of a picture of this site. The site's own policy keeps
// browsers from loading any other.
func (s Site) Image() Rule {
	line := Line(weburl.MaxLength)
	return func(value json.RawMessage) (any, string) {
		read, wrong := line(value)
		if wrong != "" || read == "" {
			return read, wrong
		}
		path := read.(string)
		switch {
		case !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.Contains(path, `\`):
			wrong = foreignPicture
		case s.IsPicture != nil && !s.IsPicture(path):
			wrong = noSuchPicture
		}
		return read, wrong
	}
}

// Link takes a path of this site or a public address.
func Link() Rule {
	path, address := Line(weburl.MaxLength), URL()
	return func(value json.RawMessage) (any, string) {
		var text string
		_ = json.Unmarshal(value, &text)
		if strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") && !strings.Contains(text, `\`) {
			return path(value)
		}
		return address(value)
	}
}

// Number takes a whole number from least to most.
func Number(least, most int) Rule {
	return typed(func(n int) (any, string) {
		if n < least || n > most {
			return nil, fmt.Sprintf("Please enter a whole number from %d to %d.", least, most)
		}
		return n, ""
	})
}

// Flag takes true or false.
func Flag() Rule { return typed(func(is bool) (any, string) { return is, "" }) }

// Time takes a moment as JSON has it, in RFC 3339.
func Time() Rule {
	return typed(func(text string) (any, string) {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil || at.Year() < 1970 || at.Year() > 9999 {
			return nil, "Please give a date and time, such as 2026-03-01T09:00:00-05:00."
		}
		return at.UTC(), ""
	})
}

// SoonTime takes what Time takes up to two years from now: what comes out later
// than that has a year that was mistyped.
func SoonTime() Rule {
	whole := Time()
	return func(sent json.RawMessage) (any, string) {
		value, wrong := whole(sent)
		if at, ok := value.(time.Time); ok && at.After(time.Now().AddDate(2, 0, 0)) {
			return nil, "This date is more than two years away. Please check the year."
		}
		return value, wrong
	}
}

// ID takes the id of another record.
func ID() Rule { return typed(func(id httpx.ID) (any, string) { return int64(id), "" }) }
