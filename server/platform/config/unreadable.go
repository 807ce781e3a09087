package config

import (
	"errors"
	"fmt"
	"reflect"
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
