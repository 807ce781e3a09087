package editable

import (
	"maps"
	"slices"

	"thriftwell/server/platform/httpx"
)

// Doc is what the contract says of a call. Takes and Gives are values of the Go
// types of its body and its answer, or one of the types below; nil for none.
type Doc struct {
	Name     string // with the name of the kind it is the id of the operation
	Does     string // in a sentence
	Query    []Field
	Takes    any
	Optional bool // the body may be left out
	Status   int  // of success; 200 if 0
	Gives    any
}

// The bodies and answers of a Doc that are no Go type. A []Field is an object of
// these fields.
type (
	Input  struct{}         // the fields of the kind, and the version
	Part   struct{ Of any } // a part of a list
	All    []any            // an object that has the properties of each
	Media  map[string]any   // by their media types, where those aren't JSON
	Status struct {         // that something was done
		Status string `json:"status"`
	}
)

// File is a file in a form.
type File struct{}

// Shape is what the records of a Kind look like.
type Shape struct {
	Name, Path   string
	Fields       []Field
	Orders       []string
	Record, Card any // zero values of what staff see: of one, and of one in a list
}

// Shape implements Records.
func (k Kind[T, View]) Shape() Shape {
	s := Shape{Name: k.Name, Path: k.Path, Fields: k.Fields, Orders: slices.Sorted(maps.Keys(k.Orders)), Record: *new(View), Card: *new(View)}
	if k.Brief != nil {
		s.Card = k.Brief.Show(*new(View))
	}
	return s
}

// params are what the query of a list says.
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

// batchBody is what a batch takes.
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
