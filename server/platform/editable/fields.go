package editable

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
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

// key returns the field's key in the values of a write.
func (f Field) key() string {
	if f.Column != "" {
		return f.Column
	}
	return f.Name
}

// version is the field of an update with the version that was edited.
const version = "version"

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
	values, wrong := map[string]any{}, k.unknown(body)
	for _, f := range k.Fields {
		value, set, refusal := f.read(body[f.In()], isNew)
		if refusal != "" {
			wrong = append(wrong, fault.Field{Field: f.In(), Message: refusal})
		} else if set {
			values[f.key()] = value
		}
	}
	return values, fault.Form(wrong)
}

// unknown returns an error for each field of a body that isn't in Fields.
func (k Kind[T, View]) unknown(body map[string]json.RawMessage) (wrong []fault.Field) {
	for _, name := range slices.Sorted(maps.Keys(body)) {
		if name != version && !slices.ContainsFunc(k.Fields, func(f Field) bool { return f.In() == name }) {
			wrong = append(wrong, fault.Field{Field: name, Message: httpx.UnknownField})
		}
	}
	return wrong
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
