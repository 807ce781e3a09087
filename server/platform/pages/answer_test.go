package pages

import (
	"strings"
	"testing"
)

func TestEntityTagsAreComparedByRFC9110(t *testing.T) {
	v := &variant{etag: one(`"abc-br"`), otherETag: one(`"abc-br-quick"`)}
	for header, want := range map[string]string{
		`"abc-br"`:                       `"abc-br"`,
		`W/"abc-br"`:                     `"abc-br"`,
		`"abc-br-quick"`:                 `"abc-br-quick"`,
		`"x", W/"y,z" ,	"abc-br"`:        `"abc-br"`,
		`,, "abc-br",`:                   `"abc-br"`,
		`*`:                              `"abc-br"`,
		` * `:                            `"abc-br"`,
		`"x,", "abc-br"`:                 `"abc-br"`,
		``:                               "",
		`abc-br`:                         "",
		`"abc-gzip"`:                     "",
		`w/"abc-br"`:                     "", // W is case-sensitive
		`"abc-br`:                        "",
		`"x", *`:                         "",
		`"x`:                             "",
		`"` + strings.Repeat("y", 1<<16): "",
	} {
		var got string
		if tag := v.match([]string{header}); tag != nil {
			got = tag[0]
		}
		if got != want {
			t.Errorf("%.40q matches %q, want %q", header, got, want)
		}
	}
	if v.match([]string{`"x"`, `"abc-br"`}) == nil {
		t.Error("the second of two lines is not looked at")
	}
}

func FuzzMatch(f *testing.F) {
	v := &variant{etag: one(`"abc-br"`), otherETag: one(`"abc-br-quick"`)}
	f.Add(`"abc-br", W/"abc-br-quick"`)
	f.Add(`* , "x"`)
	f.Fuzz(func(t *testing.T, header string) {
		tag := v.match([]string{header})
		if tag != nil && !strings.Contains(header, tag[0]) && strings.TrimSpace(header) != "*" {
			t.Errorf("%q does not name %s", header, tag[0])
		}
		if v.match([]string{`W/"other", ` + tag0(tag, `"abc-br"`)}) == nil {
			t.Errorf("%q: not found in a list", tag)
		}
	})
}

func tag0(tag []string, otherwise string) string {
	if tag == nil {
		return otherwise
	}
	return tag[0]
}
