package pagecache

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestTheEncodingThatTheClientLikesBestIsSent(t *testing.T) {
	for header, want := range map[string]encoding{
		"":                                  identity,
		"gzip":                              gzipped,
		"x-gzip":                            gzipped,
		"br":                                brotlied,
		"zstd":                              zstandard,
		"deflate":                           identity,
		"gzip, deflate, br, zstd":           brotlied,
		"gzip, deflate, zstd":               zstandard,
		"GZIP , Deflate":                    gzipped,
		"br;q=0.5, gzip;q=0.8":              gzipped,
		"br;q=0.8, gzip;q=0.8":              brotlied,
		"br; q=0.001 , gzip;q=0":            brotlied,
		"br;Q=0.9, zstd ;\tq=1.000":         zstandard,
		"*":                                 brotlied,
		"*;q=0":                             identity,
		"gzip, *;q=0":                       gzipped,
		"br;q=0, *":                         zstandard,
		"identity":                          identity,
		"identity;q=0":                      identity, // a page is better than a 406
		"identity;q=0, gzip;q=0.1":          gzipped,
		"identity, gzip;q=0.5":              identity,
		"identity;q=0.5, gzip;q=0.5":        gzipped,
		"br;q=2, gzip":                      gzipped, // what can't be read does not count
		"br;q=1.5, gzip":                    gzipped,
		"br;q=0.1234, br;q=, br;q=x, gzip":  gzipped,
		"br;level=5, br;q, br;q=-1, gzip":   gzipped,
		",,  ,gzip,":                        gzipped,
		strings.Repeat("x,", 10_000) + "br": brotlied,
	} {
		if got := negotiate([]string{header}); got != want {
			t.Errorf("%.60q: %s, want %s", header, got.token(), want.token())
		}
	}
	if got := negotiate([]string{"deflate", "gzip;q=0.1", "zstd;q=0.2"}); got != zstandard {
		t.Errorf("of several lines: %s", got.token())
	}
	if got := negotiate(nil); got != identity {
		t.Errorf("of none: %s", got.token())
	}
}

func TestEntityTagsAreComparedAsRFC9110Says(t *testing.T) {
	v := &variant{etag: one(`"abc-br"`), twin: one(`"abc-br-quick"`)}
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

// weigh says by the letter of RFC 9110, 12.5.3 and in no hurry what a header
// of valid members grants an encoding; ok is false when a member is not valid.
func weigh(header, token string) (q float64, ok bool) {
	star, named := 0.0, false
	for item := range strings.SplitSeq(strings.ToLower(header), ",") {
		item = strings.Trim(item, " \t")
		if item == "" {
			continue
		}
		name, param, weighted := strings.Cut(item, ";q=")
		weight := 1.0
		if weighted {
			qvalue := regexp.MustCompile(`^(0(\.\d{0,3})?|1(\.0{0,3})?)$`) // RFC 9110, 12.4.2
			var err error
			if weight, err = strconv.ParseFloat(param, 64); err != nil || !qvalue.MatchString(param) {
				return 0, false
			}
		}
		if strings.ContainsAny(name, "; \t\r\n=") {
			return 0, false
		}
		switch strings.Replace(name, "x-gzip", "gzip", 1) {
		case token:
			q, named = weight, true
		case "*":
			star = weight
		}
	}
	if !named {
		q = star
	}
	return q, true
}

func FuzzNegotiate(f *testing.F) {
	f.Add("gzip, deflate, br;q=0.9, zstd;q=0.85, *;q=0")
	f.Add("identity;q=0, *;q=0.001")
	f.Fuzz(func(t *testing.T, header string) {
		chosen := negotiate([]string{header})
		for enc := gzipped; enc < encodings; enc++ {
			q, ok := weigh(header, enc.token())
			mine, _ := weigh(header, chosen.token())
			if !ok {
				return
			}
			if enc == chosen && q == 0 {
				t.Errorf("%q: %s was refused and chosen", header, enc.token())
			}
			if q > mine {
				t.Errorf("%q: %s is liked better than %s", header, enc.token(), chosen.token())
			}
		}
	})
}

func FuzzMatch(f *testing.F) {
	v := &variant{etag: one(`"abc-br"`), twin: one(`"abc-br-quick"`)}
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
