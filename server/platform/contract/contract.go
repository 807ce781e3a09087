// Package contract generates what follows from the kinds of records that staff
// edit: their part of the API contract, and the fields of their forms.
package contract

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/session"
)

// Writer generates the contract of Kinds. Root is the folder of go.mod, from
// which it reads the comments of Go types. Names has the Go types that are
// named differently in the contract; an embedded type with a name gets its own
// schema. Called has the kinds whose name in the contract differs from the
// audit log's.
type Writer struct {
	Kinds  []editable.Records
	Root   string
	Names  map[reflect.Type]string
	Called map[string]string

	schemas  map[string]object
	types    map[string]reflect.Type   // of the schemas
	fields   map[string]editable.Field // of the current kind, by their names in a body
	comments map[string]map[string]string
	wrong    error
}

// OpenAPI returns the paths and schemas of the kinds as YAML, to be merged with
// the handwritten part.
func (w *Writer) OpenAPI() ([]byte, error) {
	w.schemas, w.types, w.comments = map[string]object{}, map[string]reflect.Type{}, map[string]map[string]string{}
	w.Names = maps.Clone(w.Names)
	for _, k := range w.Kinds {
		s := w.shape(k)
		w.Names[reflect.TypeOf(s.Card)] = "Staff" + camel(s.Name) + "Card"
		w.Names[reflect.TypeOf(s.Record)] = "Staff" + camel(s.Name)
	}
	paths := map[string]object{}
	for _, k := range w.Kinds {
		s := w.shape(k)
		w.fields = map[string]editable.Field{}
		for _, f := range s.Fields {
			w.fields[f.In()] = f
		}
		for _, call := range k.Calls() {
			path := parameter().ReplaceAllString(call.Path, "{$1}")
			paths[path] = append(paths[path], entry{strings.ToLower(call.Method), w.operation(s, call)})
		}
	}
	doc := object{{"paths", sorted(paths)}, {"components", object{{"schemas", sorted(w.schemas)}}}}
	return []byte("# Made from the kinds of records by npm run kinds. Do not edit.\n" + doc.yaml()), w.wrong
}

// shape returns the Shape of a kind, with its name in the contract.
func (w *Writer) shape(k editable.Records) editable.Shape {
	s := k.Shape()
	if name := w.Called[s.Name]; name != "" {
		s.Name = name
	}
	return s
}

func parameter() *regexp.Regexp { return regexp.MustCompile(`:([a-zA-Z]+)`) }

// operation returns one call of a kind.
func (w *Writer) operation(s editable.Shape, c editable.Call) object {
	if c.Doc.Name == "" {
		w.fail("%s %s has no Doc", c.Method, c.Path)
	}
	id := c.Doc.Name + "Staff" + camel(s.Name)
	if c.Doc.Name == "list" || c.Doc.Name == "batch" {
		id += "s"
	}
	o := object{
		{"operationId", id},
		{"summary", c.Doc.Does + " For " + who(c.Roles) + "."},
		{"security", []any{object{{"session", []any{}}}, object{{"token", []any{}}}}},
	}
	var parameters []any
	for _, name := range parameter().FindAllStringSubmatch(c.Path, -1) {
		of := object{{"type", "integer"}}
		if name[1] != "id" && name[1] != "revision" {
			of = object{{"type", "string"}}
		}
		parameters = append(parameters, object{{"name", name[1]}, {"in", "path"}, {"required", true}, {"schema", of}})
	}
	for _, f := range c.Doc.Query {
		p := object{{"name", f.In()}, {"in", "query"}}
		if f.Required != "" {
			p = append(p, entry{"required", true})
		}
		if f.Doc != "" {
			p = append(p, entry{"description", f.Doc})
		}
		f.Doc, f.Hint = "", ""
		parameters = append(parameters, append(p, entry{"schema", w.field(f)}))
	}
	if parameters != nil {
		o = append(o, entry{"parameters", parameters})
	}
	if c.Doc.Takes != nil {
		o = append(o, entry{"requestBody", object{{"required", !c.Doc.Optional}, {"content", w.content(s, c.Doc.Takes)}}})
	}
	return append(o, entry{"responses", w.responses(s, c)})
}

func (w *Writer) responses(s editable.Shape, c editable.Call) object {
	problem := ref("responses", "Problem")
	success := object{{"description", "Success."}}
	gives := c.Doc.Gives
	if part, ok := gives.(editable.Part); ok {
		success = append(success, entry{"headers", object{
			{"X-Total-Count", ref("headers", "TotalCount")}, {"X-Next-Cursor", ref("headers", "NextCursor")},
		}})
		gives = []any{part.Of}
	}
	if gives != nil {
		success = append(success, entry{"content", w.content(s, gives)})
	}
	all := object{{fmt.Sprint(max(c.Doc.Status, 200)), success}}
	_, takesFile := c.Doc.Takes.(editable.Media)
	for _, status := range []struct {
		code string
		may  bool
	}{{"400", takesFile}, {"409", c.Method != "GET"}, {"413", takesFile}} {
		if status.may {
			all = append(all, entry{status.code, problem})
		}
	}
	return append(all, entry{"default", problem})
}

// content returns a body or an answer by media type.
func (w *Writer) content(s editable.Shape, of any) (all object) {
	media, ok := of.(editable.Media)
	if !ok {
		media = editable.Media{"application/json": of}
	}
	for _, name := range slices.Sorted(maps.Keys(media)) {
		all = append(all, entry{name, object{{"schema", w.value(s, media[name])}}})
	}
	return all
}

// value returns the schema of what a Doc takes or returns.
func (w *Writer) value(s editable.Shape, of any) object {
	switch of := of.(type) {
	case editable.Input:
		return ref("schemas", w.input(s))
	case []editable.Field:
		return w.body(of)
	case editable.All:
		var parts []any
		for _, part := range of {
			parts = append(parts, w.value(s, part))
		}
		return object{{"allOf", parts}}
	case []any:
		return object{{"type", "array"}, {"items", w.value(s, of[0])}}
	}
	t := reflect.TypeOf(of)
	if t == reflect.TypeOf(s.Record) || t == reflect.TypeOf(s.Card) {
		return ref("schemas", w.component(t))
	}
	return w.schema(t)
}

// input returns the name of the body that sets the fields of a kind.
func (w *Writer) input(s editable.Shape) (name string) {
	name = camel(s.Name) + "Input"
	if w.schemas[name] == nil {
		version := editable.Field{Name: "version", Rule: editable.Rule{Schema: editable.Schema{Of: 0}}, Doc: "The version being changed; returns 409 if it isn't the current one."}
		fields := append(slices.Clone(s.Fields), version)
		for i := range fields {
			fields[i].Required = ""
		}
		w.schemas[name] = w.body(fields)
	}
	return name
}

// body returns an object of fields.
func (w *Writer) body(fields []editable.Field) object {
	var properties object
	var required []any
	for _, f := range fields {
		properties = append(properties, entry{f.In(), w.field(f)})
		if f.Required != "" {
			required = append(required, f.In())
		}
	}
	return objectOf(required, properties)
}

// field returns the schema of a field.
func (w *Writer) field(f editable.Field) object {
	of, rule := object{{"type", "string"}}, f.Rule.Schema
	if rule.Of != nil {
		of = w.value(editable.Shape{}, rule.Of)
	}
	if rule.Format != "" {
		of = append(of, entry{"format", rule.Format})
	}
	if len(rule.Enum) > 0 {
		of = append(of, entry{"enum", anys(rule.Enum)})
	}
	if rule.MaxLength > 0 {
		of = short(of, rule.MaxLength)
	}
	if rule.MaxItems > 0 {
		of = append(of, entry{"maxItems", rule.MaxItems})
	}
	of = append(of, bounds(rule)...)
	if f.Nullable {
		of = nullable(of)
	}
	if f.Unseen {
		of = append(of, entry{"writeOnly", true})
	}
	return described(of, f.Doc, f.Hint)
}

// short limits the length of a text, or of each text in a list.
func short(of object, most int) object {
	limit := entry{"maxLength", most}
	if items, isList := of[len(of)-1].value.(object); isList {
		return object{of[0], {"items", append(items, limit)}}
	}
	return append(of, limit)
}

// bounds returns the bounds of a number.
func bounds(rule editable.Schema) object {
	if rule.Most == 0 {
		return nil
	}
	return object{{"minimum", rule.Least}, {"maximum", rule.Most}}
}

func (w *Writer) fail(format string, args ...any) {
	if w.wrong == nil {
		w.wrong = fmt.Errorf(format, args...)
	}
}

// who returns roles in words.
func who(roles []session.Role) string {
	words := make([]string, len(roles))
	for i, r := range roles {
		words[i] = string(r) + "s"
	}
	slices.Sort(words)
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// camel returns the name of a kind in camel case, such as DailyOffer.
func camel(name string) string {
	words := strings.Fields(name)
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}
