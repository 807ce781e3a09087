package config

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/caarlos0/env/v11"
)

// readable turns the parser's error into a sentence for each setting.
func readable(err error) error {
	var all env.AggregateError
	if !errors.As(err, &all) {
		return err
	}
	var out []error
	for _, e := range all.Errors {
		var p env.ParseError
		if errors.As(e, &p) {
			out = append(out, fmt.Errorf("We couldn't read %s; set it to %s.", settingName(p.Name), kindName(p.Type)))
			continue
		}
		out = append(out, e)
	}
	return errors.Join(out...)
}

// kindName describes the kind of value that a setting takes.
func kindName(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return "a duration such as 5s"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Int, t.Kind() == reflect.Int64:
		return "a whole number"
	}
	return "plain text"
}

// settingName returns the variable of a field of Config.
func settingName(field string) string {
	f, ok := reflect.TypeFor[Config]().FieldByName(field)
	if !ok {
		return field
	}
	return f.Tag.Get("env")
}

// shortName is the shortest name that is checked for a missing or extra letter.
// HOST, for example, is close to variables of other programs.
const shortName = 6

// misspelled returns a sentence for each variable that is not a setting, but
// almost has the name of one.
func misspelled(values map[string]string) (sentences []string) {
	known := []string{"ENV_FILE"}
	for _, name := range names() {
		known = append(known, name, name+fileEnding)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if slices.Contains(known, name) {
			continue
		}
		i := slices.IndexFunc(known, func(k string) bool { return len(k) >= shortName && oneSlip(name, k) || swapped(name, k) })
		if i >= 0 {
			sentences = append(sentences, fmt.Sprintf("%s isn't a setting. Did you mean %s?", name, known[i]))
		}
	}
	return sentences
}

// differing returns two words without their common prefix and suffix.
func differing(a, b string) (string, string) {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// oneSlip reports whether words differ by one added, missing or changed letter.
func oneSlip(a, b string) bool {
	a, b = differing(a, b)
	return len(a) <= 1 && len(b) <= 1
}

// swapped reports whether words differ by two adjacent letters in reverse
// order.
func swapped(a, b string) bool {
	a, b = differing(a, b)
	return len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}
