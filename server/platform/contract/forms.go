package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"thriftwell/server/platform/editable"
)

// mostSaid is the highest numeric bound that forms mention. Higher ones only
// prevent overflows of the column.
const mostSaid = 1000

// Forms returns the fields of the staff forms, by kind, as TypeScript.
func (w *Writer) Forms() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(formsHead)
	for _, k := range w.Kinds {
		s := k.Shape()
		name := camel(s.Name)
		fmt.Fprintf(&b, "  %s: {\n    path: %q,\n    orders: [", strings.ToLower(name[:1])+name[1:], s.Path)
		for i, order := range s.Orders {
			fmt.Fprintf(&b, "%s%q", strings.Repeat(", ", min(i, 1)), order)
		}
		b.WriteString("],\n    fields: [\n")
		for _, f := range s.Fields {
			if f.Label == "" {
				continue
			}
			line, err := json.Marshal(control(f))
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&b, "      %s,\n", line)
		}
		b.WriteString("    ],\n  },\n")
	}
	b.WriteString("} satisfies Record<string, Declared>;\n")
	return b.Bytes(), nil
}

const formsHead = `// Made from the kinds of records by npm run kinds. Do not edit.

import type { Declared } from "./kind.ts";

/** What the server declares of each kind of record. */
export const declared = {
`

// control returns a field as a form shows it.
func control(f editable.Field) object {
	rule := f.Rule.Schema
	o := object{{"name", f.In()}, {"label", f.Label}, {"type", f.Rule.Control}}
	if f.Control != "" {
		o[2].value = f.Control
	}
	for _, text := range []entry{{"hint", f.Hint}, {"group", f.Group}, {"list", f.List}} {
		if text.value != "" {
			o = append(o, text)
		}
	}
	if f.Required != "" && !f.Default {
		o = append(o, entry{"required", f.Required})
	}
	if f.Initial != nil {
		o = append(o, entry{"initial", f.Initial})
	}
	for _, flag := range []struct {
		name string
		is   bool
	}{{"nullable", f.Nullable}, {"fixed", f.Fixed}} {
		if flag.is {
			o = append(o, entry{flag.name, true})
		}
	}
	if rule.Most > 0 && rule.Least > 0 {
		o = append(o, entry{"least", rule.Least})
	}
	if rule.Most > 0 && rule.Most <= mostSaid {
		o = append(o, entry{"most", rule.Most})
	}
	if len(rule.Enum) > 0 {
		o = append(o, entry{"options", options(f)})
	}
	return o
}

// options returns the options of a choice with their labels.
func options(f editable.Field) (all []any) {
	for i, value := range f.Rule.Schema.Enum {
		label := strings.ToUpper(value[:1]) + strings.ReplaceAll(value[1:], "-", " ")
		if f.Options != nil {
			label = f.Options[i]
		}
		all = append(all, object{{"value", value}, {"label", label}})
	}
	return all
}
