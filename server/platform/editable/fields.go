package editable

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/session"
	"thriftwell/server/platform/weburl"
)

// Length limits of common fields, in characters.
const (
	MaxTitle = 200
	MaxText  = 5000
)

// Field declares a field of a record: its rule, its input in the form for
// staff, and its description in the contract. An update keeps fields that its
// body omits. It keeps fields that are null too, unless they're Nullable.
type Field struct {
	Column   string // that the field sets; empty if Save stores it
	Name     string // in JSON; if empty, Column in camel case
	Rule     Rule
	Nullable bool   // null and blank texts set the column to NULL
	Fixed    bool   // can't be changed after the record is created
	Required string // error if a new record lacks the field, and if it's blank; empty if optional
	Default  bool   // a new record may lack the field despite Required
	Taken    string // error if another record has the value
	Unknown  string // error if the referenced record doesn't exist
	Unseen   bool   // staff don't see the field

	// The form shows fields with a Label, in order; those of one Group
	// together. Hint is shown below the field, and describes it in the contract
	// if Doc is empty. Initial is the value in the form for a new record.
	// Control overrides the Rule's. Options are labels for a Choice, if not its
	// values. List is the path of the records that an ID is picked from.
	Label, Hint, Doc, Group string
	Initial                 any // a string or true
	Control                 string
	Options                 []string
	List                    string
}

// Active declares the switch of a record; hint says what it does.
func Active(hint string) Field {
	return Field{Column: "is_active", Label: "Active", Rule: Flag(), Initial: true, Hint: hint}
}

// Position declares the position of a record in its list.
func Position() Field {
	return Field{Column: "position", Label: "Position", Rule: Number(0, math.MaxInt32), Hint: "Place in the list, lowest first. If empty, it goes last."}
}

// OfPage declares the query parameter with the content page of a list; required
// is the error if it's missing.
func OfPage(required string) []Field {
	return []Field{{Name: "pageId", Rule: ID(), Required: required}}
}

// In returns the field's name in JSON.
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

// version is the field of an update with the version that was edited.
const version = "version"

// Add validates a body and creates a record from it.
func (k Kind[T, View]) Add(ctx context.Context, by session.Actor, body map[string]json.RawMessage) (record T, err error) {
	values, err := k.values(body, true)
	if err != nil {
		return record, err
	}
	made, err := k.Create(ctx, by, values)
	if err != nil {
		return record, err
	}
	return made[0], nil
}

// Edit validates a body and updates a record with it. See Update for the
// version.
func (k Kind[T, View]) Edit(ctx context.Context, by session.Actor, id int64, version *int, body map[string]json.RawMessage) (T, error) {
	values, err := k.values(body, false)
	if err != nil {
		return *new(T), err
	}
	return k.Update(ctx, by, id, version, values)
}

// Read validates a body as a save would, and returns the values to write; old is
// nil for a new record.
func (k Kind[T, View]) Read(ctx context.Context, body map[string]json.RawMessage, old *T) (map[string]any, error) {
	values, err := k.values(body, old == nil)
	if err != nil || k.Prepare == nil {
		return values, err
	}
	return values, k.Prepare(k.DB.WithContext(ctx), old, values)
}

// values parses a body by the rules of the Fields. Unknown fields are errors, so
// that nobody thinks they were saved.
func (k Kind[T, View]) values(body map[string]json.RawMessage, isNew bool) (map[string]any, error) {
	values, wrong := map[string]any{}, []fault.Field{}
	for _, name := range slices.Sorted(maps.Keys(body)) {
		if name != version && !slices.ContainsFunc(k.Fields, func(f Field) bool { return f.In() == name }) {
			wrong = append(wrong, fault.Field{Field: name, Message: httpx.UnknownField})
		}
	}
	for _, f := range k.Fields {
		value, set, refusal := f.read(body[f.In()], isNew)
		if refusal != "" {
			wrong = append(wrong, fault.Field{Field: f.In(), Message: refusal})
		} else if set {
			values[cmp.Or(f.Column, f.Name)] = value
		}
	}
	return values, fault.Form(wrong)
}

// read returns the field's value in a body, and whether the body sets it.
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
	value, wrong = f.Rule.Read(sent)
	return value, wrong == "", wrong
}

// Rule validates a field's value.
type Rule struct {
	Control string // the form's input
	Schema  Schema // in the contract
	// Read parses a value, or returns a sentence that says what is wrong with
	// it.
	Read func(value json.RawMessage) (read any, wrong string)
}

// Schema describes a value in the contract. It's a string unless Of is set, to
// a value of its Go type, to a []Field for an object with these fields, or to a
// []any with one of these for a list.
type Schema struct {
	Of          any
	Format      string
	Enum        []string
	MaxLength   int // of a string, or of each string in a list
	MaxItems    int
	Least, Most int // of a number; no limits if Most is 0
}

// And adds a check to a rule. It runs on parsed values, and returns a sentence
// that says what is wrong.
func And[V any](rule Rule, check func(V) (wrong string)) Rule {
	read := rule.Read
	rule.Read = func(value json.RawMessage) (any, string) {
		v, wrong := read(value)
		if typed, ok := v.(V); ok && wrong == "" {
			wrong = check(typed)
		}
		return v, wrong
	}
	return rule
}

// typed returns a Read for values of a Go type.
func typed[V any](check func(V) (any, string)) func(json.RawMessage) (any, string) {
	return func(value json.RawMessage) (any, string) {
		var v V
		err := json.Unmarshal(value, &v)
		var mismatch *json.UnmarshalTypeError
		switch {
		case errors.As(err, &mismatch):
			return nil, "This has the wrong type: " + mismatch.Value + "."
		case err != nil:
			return nil, "We couldn't read this."
		}
		return check(v)
	}
}

// Line accepts a text without line breaks, of at most this many characters.
func Line(most int) Rule { return text("line", form.Line, most) }

// Text accepts a text with line breaks, of at most this many characters.
func Text(most int) Rule { return text("text", form.Text, most) }

// text accepts a text that passes a check of package form.
func text(control string, check func(text string, most int) (trimmed, wrong string), most int) Rule {
	return Rule{control, Schema{MaxLength: most}, typed(func(sent string) (any, string) {
		trimmed, wrong := check(sent, most)
		return trimmed, wrong
	})}
}

// Choice accepts one of these texts; sentence is the error for others.
func Choice(sentence string, of ...string) Rule {
	return Rule{"choice", Schema{Enum: of}, typed(func(text string) (any, string) {
		if !slices.Contains(of, text) {
			return nil, sentence
		}
		return text, ""
	})}
}

// Slug accepts the name of a page in an address.
func Slug() Rule {
	return And(Line(weburl.MaxSlug), func(slug string) (wrong string) {
		if !weburl.IsSlug(slug) {
			wrong = "Use lowercase letters, digits, and single hyphens, such as summer-deals."
		}
		return wrong
	})
}

// URL accepts a public address.
func URL() Rule {
	return Rule{"url", Schema{MaxLength: weburl.MaxLength}, typed(func(text string) (any, string) {
		address, refusal := weburl.Check(text)
		return address, refusal
	})}
}

// Errors of Image.
const (
	foreignPicture = "Choose a picture on this site. Browsers block pictures from other sites."
	noSuchPicture  = "We couldn't find a picture at this address."
)

// Image accepts the path of a picture of this site. The site's policy keeps
// browsers from loading others.
func (s Site) Image() Rule {
	rule := And(Line(weburl.MaxLength), func(path string) (wrong string) {
		switch {
		case path == "":
		case !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.Contains(path, `\`):
			wrong = foreignPicture
		case s.IsPicture != nil && !s.IsPicture(path):
			wrong = noSuchPicture
		}
		return wrong
	})
	rule.Control = "picture"
	return rule
}

// Link accepts a path of this site or a public address.
func Link() Rule {
	path, address := Line(weburl.MaxLength), URL()
	return Rule{path.Control, path.Schema, func(value json.RawMessage) (any, string) {
		var text string
		_ = json.Unmarshal(value, &text)
		if strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") && !strings.Contains(text, `\`) {
			return path.Read(value)
		}
		return address.Read(value)
	}}
}

// Number accepts a whole number from least to most.
func Number(least, most int) Rule {
	return Rule{"number", Schema{Of: 0, Least: least, Most: most}, typed(func(n int) (any, string) {
		if n < least || n > most {
			return nil, fmt.Sprintf("Enter a whole number from %d to %d.", least, most)
		}
		return n, ""
	})}
}

// Flag accepts true or false.
func Flag() Rule {
	return Rule{"flag", Schema{Of: false}, typed(func(is bool) (any, string) { return is, "" })}
}

// Time accepts an RFC 3339 time.
func Time() Rule {
	return Rule{"time", Schema{Of: time.Time{}}, typed(func(text string) (any, string) {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil || at.Year() < 1970 || at.Year() > 9999 {
			return nil, "Enter a date and time, such as 2026-03-01T09:00:00-05:00."
		}
		return at.UTC(), ""
	})}
}

// SoonTime accepts a time at most two years from now. A later one probably has
// a mistyped year.
func SoonTime() Rule {
	return And(Time(), func(at time.Time) (wrong string) {
		if at.After(time.Now().AddDate(2, 0, 0)) {
			wrong = "This date is more than two years away. Check the year."
		}
		return wrong
	})
}

// ID accepts the id of another record.
func ID() Rule {
	return Rule{"record", Schema{Of: httpx.ID(0)}, typed(func(id httpx.ID) (any, string) { return int64(id), "" })}
}
