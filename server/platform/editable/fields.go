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

// The most that the fields of records take, in characters.
const (
	MaxTitle = 200
	MaxText  = 5000
)

// Field is one field of a body: the rule that it is held to, and how the form of
// staff and the contract show it. A field that a body leaves out, or sends as
// null, stays as it is.
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
	Unseen   bool   // it is not in what staff see of a record

	// The form shows a field that has a Label, in the order of the fields. Hint
	// stands below it, and describes it in the contract unless Doc does. Fields
	// of one Group stand together. Initial is its value in a new record. Control
	// stands for the Rule's where that doesn't fit, Options for the labels of a
	// Choice where those aren't its values in words, List for the path of the
	// records that an ID is chosen from.
	Label, Hint, Doc, Group string
	Initial                 any // a text or true
	Control                 string
	Options                 []string
	List                    string
}

// Active declares the switch of a record, with a hint of what it does.
func Active(hint string) Field {
	return Field{Column: "is_active", Label: "Active", Rule: Flag(), Initial: true, Hint: hint}
}

// Position declares the place of a record among the others.
func Position() Field {
	return Field{Column: "position", Label: "Position", Rule: Number(0, math.MaxInt32), Hint: "Lowest first. If empty, it goes last."}
}

// OfPage declares that the query of a list names the content page of its records,
// and what is said where it doesn't.
func OfPage(required string) []Field {
	return []Field{{Name: "pageId", Rule: ID(), Required: required}}
}

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

// Read holds a body to the rules and returns the values to write; old is nil
// for a new record. Fields that the Kind does not name are refused, so that
// nobody takes for saved what is not.
func (k Kind[T, View]) Read(ctx context.Context, body map[string]json.RawMessage, old *T) (map[string]any, error) {
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
	value, wrong = f.Rule.Read(sent)
	return value, wrong == "", wrong
}
