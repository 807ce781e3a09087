package editable

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/form"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/weburl"
)

// Rule validates a field's value.
type Rule struct {
	Control string // the form's input
	Schema  Schema // in the contract
	// Read parses a value, or returns a sentence that says what is wrong with
	// it.
	Read func(value json.RawMessage) (read any, wrong string)
}

// Schema describes a value in the contract. It's a string unless Of is set, to
// a value of its Go type, to a []Field for an object with these fields, or to a
// []any with one of these for a list.
type Schema struct {
	Of          any
	Format      string
	Enum        []string
	MaxLength   int // of a string, or of each string in a list
	MaxItems    int
	Least, Most int // of a number; no limits if Most is 0
}

// And adds a check to a rule. It runs on parsed values, and returns a sentence
// that says what is wrong.
func And[V any](rule Rule, check func(V) (wrong string)) Rule {
	read := rule.Read
	rule.Read = func(value json.RawMessage) (any, string) {
		v, wrong := read(value)
		if typed, ok := v.(V); ok && wrong == "" {
			wrong = check(typed)
		}
		return v, wrong
	}
	return rule
}

// typed returns a Read for values of a Go type.
func typed[V any](check func(V) (any, string)) func(json.RawMessage) (any, string) {
	return func(value json.RawMessage) (any, string) {
		var v V
		err := json.Unmarshal(value, &v)
		var mismatch *json.UnmarshalTypeError
		switch {
		case errors.As(err, &mismatch):
			return nil, "This has the wrong type: " + mismatch.Value + "."
		case err != nil:
			return nil, "We couldn't read this."
		}
		return check(v)
	}
}

// Line accepts a text without line breaks, of at most this many characters.
func Line(most int) Rule { return text("line", form.Line, most) }

// Text accepts a text with line breaks, of at most this many characters.
func Text(most int) Rule { return text("text", form.Text, most) }

// text accepts a text that passes a check of package form.
func text(control string, check func(text string, most int) (trimmed, wrong string), most int) Rule {
	return Rule{control, Schema{MaxLength: most}, typed(func(sent string) (any, string) {
		trimmed, wrong := check(sent, most)
		return trimmed, wrong
	})}
}

// Choice accepts one of these texts; sentence is the error for others.
func Choice(sentence string, of ...string) Rule {
	return Rule{"choice", Schema{Enum: of}, typed(func(text string) (any, string) {
		if !slices.Contains(of, text) {
			return nil, sentence
		}
		return text, ""
	})}
}

// Slug accepts the name of a page in an address.
func Slug() Rule {
	return And(Line(weburl.MaxSlug), func(slug string) (wrong string) {
		if !weburl.IsSlug(slug) {
			wrong = "Use lowercase letters, digits, and single hyphens, such as summer-deals."
		}
		return wrong
	})
}

// URL accepts a public address.
func URL() Rule {
	return Rule{"url", Schema{MaxLength: weburl.MaxLength}, typed(func(text string) (any, string) {
		address, refusal := weburl.Check(text)
		return address, refusal
	})}
}

// Errors of Image.
const (
	foreignPicture = "Choose a picture on this site. Browsers block pictures from other sites."
	noSuchPicture  = "We couldn't find a picture at this address."
)

// Image accepts the path of a picture of this site. The site's policy keeps
// browsers from loading others.
func (s Site) Image() Rule {
	rule := And(Line(weburl.MaxLength), func(path string) (wrong string) {
		switch {
		case path == "":
		case !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.Contains(path, `\`):
			wrong = foreignPicture
		case s.IsPicture != nil && !s.IsPicture(path):
			wrong = noSuchPicture
		}
		return wrong
	})
	rule.Control = "picture"
	return rule
}

// Link accepts a path of this site or a public address.
func Link() Rule {
	path, address := Line(weburl.MaxLength), URL()
	return Rule{path.Control, path.Schema, func(value json.RawMessage) (any, string) {
		var text string
		_ = json.Unmarshal(value, &text)
		if strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") && !strings.Contains(text, `\`) {
			return path.Read(value)
		}
		return address.Read(value)
	}}
}

// Number accepts a whole number from least to most.
func Number(least, most int) Rule {
	return Rule{"number", Schema{Of: 0, Least: least, Most: most}, typed(func(n int) (any, string) {
		if n < least || n > most {
			return nil, fmt.Sprintf("Enter a whole number from %d to %d.", least, most)
		}
		return n, ""
	})}
}

// Flag accepts true or false.
func Flag() Rule {
	return Rule{"flag", Schema{Of: false}, typed(func(is bool) (any, string) { return is, "" })}
}

// Time accepts an RFC 3339 time.
func Time() Rule {
	return Rule{"time", Schema{Of: time.Time{}}, typed(func(text string) (any, string) {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil || at.Year() < 1970 || at.Year() > 9999 {
			return nil, "Enter a date and time, such as 2026-03-01T09:00:00-05:00."
		}
		return at.UTC(), ""
	})}
}

// SoonTime accepts a time at most two years from now. A later one probably has
// a mistyped year.
func SoonTime() Rule {
	return And(Time(), func(at time.Time) (wrong string) {
		if at.After(time.Now().AddDate(2, 0, 0)) {
			wrong = "This date is more than two years away. Check the year."
		}
		return wrong
	})
}

// ID accepts the id of another record.
func ID() Rule {
	return Rule{"record", Schema{Of: httpx.ID(0)}, typed(func(id httpx.ID) (any, string) { return int64(id), "" })}
}
