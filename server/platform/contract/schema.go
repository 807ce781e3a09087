package contract

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/httpx"
)

// schema returns the JSON schema of a Go type.
func (w *Writer) schema(t reflect.Type) object {
	switch t {
	case reflect.TypeFor[time.Time]():
		return object{{"type", "string"}, {"format", "date-time"}}
	case reflect.TypeFor[httpx.ID]():
		return ref("schemas", "Reference")
	case reflect.TypeFor[json.RawMessage]():
		return object{}
	case reflect.TypeFor[editable.File]():
		return object{{"type", "string"}, {"format", "binary"}}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return nullable(w.schema(t.Elem()))
	case reflect.Slice:
		return object{{"type", "array"}, {"items", w.schema(t.Elem())}}
	case reflect.Map:
		return object{{"type", "object"}}
	case reflect.Struct:
		fields := w.fields
		w.fields = nil // they describe the record, not what it contains
		defer func() { w.fields = fields }()
		if !ast.IsExported(t.Name()) {
			return w.object(t)
		}
		return ref("schemas", w.component(t))
	case reflect.String:
		return object{{"type", "string"}}
	case reflect.Bool:
		return object{{"type", "boolean"}}
	case reflect.Float64:
		return object{{"type", "number"}}
	case reflect.Int, reflect.Int64:
		return object{{"type", "integer"}}
	}
	w.fail("%s is nothing that the contract knows", t)
	return nil
}

// component returns the name of a struct's own schema.
func (w *Writer) component(t reflect.Type) string {
	name := w.Names[t]
	if name == "" {
		name = t.Name()
	}
	if other, taken := w.types[name]; taken {
		if other != t {
			w.fail("%s and %s are both called %s in the contract: give one of them another name", t, other, name)
		}
		return name
	}
	w.types[name] = t
	w.schemas[name] = described(w.object(t), w.comment(t, ""))
	return name
}

// object returns the schema of a struct. Properties that JSON may omit aren't
// required.
func (w *Writer) object(t reflect.Type) object {
	var parts, required []any
	var properties object
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		for f := range t.Fields() {
			name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch {
			case name == "-" || !f.IsExported() && !f.Anonymous:
			case f.Anonymous && name == "" && w.Names[f.Type] != "":
				parts = append(parts, ref("schemas", w.component(f.Type)))
			case f.Anonymous && name == "":
				walk(f.Type)
			default:
				properties = append(properties, entry{name, w.property(t, f, name)})
				if !strings.HasPrefix(option, "omit") {
					required = append(required, name)
				}
			}
		}
	}
	walk(t)
	own := objectOf(required, properties)
	if parts == nil {
		return own
	}
	if properties != nil {
		parts = append(parts, own)
	}
	return object{{"allOf", parts}}
}

// property returns the schema of a struct field. Its enum comes from the struct
// tag or the kind's field, its bounds from that field, and its limits from
// struct tags.
func (w *Writer) property(in reflect.Type, f reflect.StructField, name string) object {
	of, set := w.schema(f.Type), w.fields[name]
	if values := f.Tag.Get("enum"); values != "" {
		of = append(of, entry{"enum", anys(strings.Split(values, "|"))})
	} else if len(set.Rule.Schema.Enum) > 0 && in.Name() != "" {
		of = append(of, entry{"enum", anys(set.Rule.Schema.Enum)})
	}
	if format := f.Tag.Get("format"); format != "" {
		of = append(of, entry{"format", format})
	}
	for _, limit := range []string{"maxLength", "minItems", "maxItems"} {
		if text := f.Tag.Get(limit); text != "" {
			of = append(of, entry{limit, json.Number(text)})
		}
	}
	of = append(of, bounds(set.Rule.Schema)...)
	return described(of, w.comment(in, f.Name), set.Doc, set.Hint)
}

// comment returns the comment of a type or, with a name, of one of its fields.
func (w *Writer) comment(of reflect.Type, field string) string {
	folder, ours := strings.CutPrefix(of.PkgPath(), "thriftwell/")
	if !ours {
		return ""
	}
	if w.comments[folder] == nil {
		w.comments[folder] = w.read(folder)
	}
	return w.comments[folder][of.Name()+"."+field]
}

// read returns the comments of the structs of a package.
func (w *Writer) read(folder string) map[string]string {
	found := map[string]string{}
	files, err := filepath.Glob(filepath.Join(w.Root, folder, "*.go"))
	if err != nil || files == nil {
		w.fail("there is no Go in %s", folder)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			w.fail("%w", err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments)
		if err != nil {
			w.fail("%w", err)
			continue
		}
		for _, d := range file.Decls {
			declared, ok := d.(*ast.GenDecl)
			if !ok || len(declared.Specs) != 1 {
				continue
			}
			spec, ok := declared.Specs[0].(*ast.TypeSpec)
			if !ok {
				continue
			}
			name := spec.Name.Name
			about := strings.TrimPrefix(strings.TrimPrefix(declared.Doc.Text(), name+" is "), name+" are ")
			found[name+"."] = about
			of, ok := spec.Type.(*ast.StructType)
			if !ok {
				continue
			}
			for _, f := range of.Fields.List {
				for _, n := range f.Names {
					found[name+"."+n.Name] = strings.TrimPrefix(f.Doc.Text()+f.Comment.Text(), n.Name+" is ")
				}
			}
		}
	}
	return found
}
