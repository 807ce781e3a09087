package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// object is a YAML mapping that keeps its order.
type object []entry

type entry struct {
	key   string
	value any // an object, a []any, a text, a number or a bool
}

// wide is the length from which an object is written on several lines.
const wide = 150

// yaml writes an object with one line for each entry.
func (o object) yaml() string {
	var b strings.Builder
	o.block(&b, 0)
	return b.String()
}

func (o object) block(b *strings.Builder, depth int) {
	indent := strings.Repeat("  ", depth)
	for _, e := range o {
		line := indent + scalar(e.key) + ": " + flow(e.value)
		switch value := e.value.(type) {
		case object:
			if depth < 2 || len(line) > wide {
				b.WriteString(indent + scalar(e.key) + ":\n")
				value.block(b, depth+1)
				continue
			}
		case []any:
			if len(line) > wide {
				b.WriteString(indent + scalar(e.key) + ":\n")
				for _, item := range value {
					b.WriteString(indent + "  - " + flow(item) + "\n")
				}
				continue
			}
		}
		b.WriteString(line + "\n")
	}
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	parts := make([]string, len(o))
	for i, e := range o {
		value, err := json.Marshal(e.value)
		if err != nil {
			return nil, err
		}
		parts[i] = strconv.Quote(e.key) + ":" + string(value)
	}
	return []byte("{" + strings.Join(parts, ",") + "}"), nil
}

// flow writes a value on one line.
func flow(value any) string {
	switch value := value.(type) {
	case object:
		parts := make([]string, len(value))
		for i, e := range value {
			parts[i] = scalar(e.key) + ": " + flow(e.value)
		}
		if len(parts) == 0 {
			return "{}"
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case []any:
		parts := make([]string, len(value))
		for i, item := range value {
			parts[i] = flow(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case string:
		return scalar(value)
	}
	return fmt.Sprint(value)
}

// scalar writes a text, quoted if YAML would misread it.
func scalar(text string) string {
	plain := regexp.MustCompile(`^[A-Za-z/$][A-Za-z0-9 _./$;-]*$`)
	if plain.MatchString(text) || strings.HasPrefix(text, "/") {
		if !slices.Contains([]string{"yes", "no", "true", "false", "null", "on", "off", "y", "n"}, text) {
			return text
		}
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a text can always be encoded
	return strings.TrimSpace(b.String())
}

// sorted returns a map ordered by its keys.
func sorted(m map[string]object) (all object) {
	for _, key := range slices.Sorted(maps.Keys(m)) {
		all = append(all, entry{key, m[key]})
	}
	return all
}

func anys(texts []string) []any {
	all := make([]any, len(texts))
	for i, text := range texts {
		all[i] = text
	}
	return all
}

func ref(section, name string) object {
	return object{{"$ref", "#/components/" + section + "/" + name}}
}

func objectOf(required []any, properties object) object {
	o := object{{"type", "object"}}
	if required != nil {
		o = append(o, entry{"required", required})
	}
	return append(o, entry{"properties", properties})
}

// nullable returns a schema that also accepts null.
func nullable(of object) object {
	null := entry{"nullable", true}
	switch {
	case of[0].value == "#/components/schemas/Reference":
		return object{{"oneOf", []any{object{{"type", "integer"}, null}, object{{"type", "string"}}}}}
	case of[0].key == "$ref":
		return object{{"type", "object"}, null, {"allOf", []any{of}}}
	}
	return append(of, null)
}

// described adds the first description that isn't empty to a schema.
func described(of object, texts ...string) object {
	for _, text := range texts {
		if text = strings.Join(strings.Fields(text), " "); text == "" || len(of) > 0 && of[0].key == "$ref" {
			continue
		}
		if !strings.ContainsAny(text[len(text)-1:], ".!?") {
			text += "."
		}
		return append(slices.Clone(of), entry{"description", strings.ToUpper(text[:1]) + text[1:]})
	}
	return of
}
