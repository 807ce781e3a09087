package editable

import (
	"maps"
	"slices"

	"thriftwell/server/platform/httpx"
)

// Doc describes a call in the contract. Takes and Gives are zero values of the
// Go types of its request and response body, or of one of the types below; nil
// means none.
type Doc struct {
	Name     string // with the kind's name, the operation id
	Does     string // one sentence
	Query    []Field
	Takes    any
	Optional bool // the body isn't required
	Status   int  // of a success; 200 if 0
	Gives    any
}

// Bodies of a Doc that aren't Go types. A []Field is an object with these
// fields.
type (
	Input  struct{}         // the kind's fields, and version
	Part   struct{ Of any } // a page of a list
	All    []any            // an object with the properties of each
	Media  map[string]any   // by media type, if not JSON
	Status struct {         // the result of a call that returns no record
		Status string `json:"status"`
	}
)

// File is a file in a multipart form.
type File struct{}

// Shape describes the records of a Kind.
type Shape struct {
	Name, Path   string
	Fields       []Field
	Orders       []string
	Record, Card any // zero values of a record as staff see it, alone and in a list
}

// Shape implements Records.
func (k Kind[T, View]) Shape() Shape {
	s := Shape{Name: k.Name, Path: k.Path, Fields: k.Fields, Orders: slices.Sorted(maps.Keys(k.Orders)), Record: *new(View), Card: *new(View)}
	if k.Brief != nil {
		s.Card = k.Brief.Show(*new(View))
	}
	return s
}

// params returns the query parameters of a list.
func (k Kind[T, View]) params() []Field {
	all := append(slices.Clone(k.Query), Field{Name: "q", Rule: Line(200), Doc: "Case-insensitive substring of the text and address fields."})
	if k.sets("is_active") {
		all = append(all, Field{Name: "active", Rule: Flag()})
	}
	all = append(all, Field{Name: "bin", Rule: Flag(), Doc: "Lists the trash instead."})
	if len(k.Orders) > 0 {
		names := slices.Sorted(maps.Keys(k.Orders))
		for _, name := range slices.Clone(names) {
			names = append(names, "-"+name)
		}
		all = append(all, Field{Name: "sort", Rule: Choice("", names...), Doc: "A minus sign reverses the order."})
	}
	return append(all,
		Field{Name: "after", Rule: Line(0), Doc: "X-Next-Cursor of the previous page."},
		Field{Name: "limit", Rule: Number(1, MaxRecords), Doc: "50 by default."})
}

// batchBody returns the fields of a batch's body.
func (k Kind[T, View]) batchBody() []Field {
	acts := slices.Sorted(maps.Keys(k.Acts))
	if k.sets("is_active") {
		acts = append(acts, Activate, Deactivate)
	}
	return []Field{
		{Name: "ids", Rule: Rule{Schema: Schema{Of: []httpx.ID{}, MaxItems: MaxBatch}}, Required: "yes"},
		{Name: "action", Rule: Choice("", append(acts, Delete, Restore)...), Required: "yes"},
	}
}
