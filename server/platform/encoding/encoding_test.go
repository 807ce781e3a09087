package encoding

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestNegotiatePrefersTheClientsChoice(t *testing.T) {
	for header, want := range map[string]Encoding{
		"":                                  Identity,
		"gzip":                              Gzip,
		"x-gzip":                            Gzip,
		"br":                                Brotli,
		"zstd":                              Zstd,
		"deflate":                           Identity,
		"gzip, deflate, br, zstd":           Brotli,
		"gzip, deflate, zstd":               Zstd,
		"GZIP , Deflate":                    Gzip,
		"br;q=0.5, gzip;q=0.8":              Gzip,
		"br;q=0.8, gzip;q=0.8":              Brotli,
		"br; q=0.001 , gzip;q=0":            Brotli,
		"br;Q=0.9, zstd ;\tq=1.000":         Zstd,
		"*":                                 Brotli,
		"*;q=0":                             Identity,
		"gzip, *;q=0":                       Gzip,
		"br;q=0, *":                         Zstd,
		"identity":                          Identity,
		"identity;q=0":                      Identity, // a page is better than a 406
		"identity;q=0, gzip;q=0.1":          Gzip,
		"identity, gzip;q=0.5":              Identity,
		"identity;q=0.5, gzip;q=0.5":        Gzip,
		"br;q=2, gzip":                      Gzip, // malformed members are ignored
		"br;q=1.5, gzip":                    Gzip,
		"br;q=0.1234, br;q=, br;q=x, gzip":  Gzip,
		"br;level=5, br;q, br;q=-1, gzip":   Gzip,
		",,  ,gzip,":                        Gzip,
		strings.Repeat("x,", 10_000) + "br": Brotli,
	} {
		if got := Negotiate([]string{header}, Gzip, Zstd, Brotli); got != want {
			t.Errorf("%.60q: %s, want %s", header, got, want)
		}
	}
	if got := Negotiate([]string{"deflate", "gzip;q=0.1", "zstd;q=0.2"}, Gzip, Zstd, Brotli); got != Zstd {
		t.Errorf("with several lines: %s", got)
	}
	if got := Negotiate([]string{"br, gzip"}, Gzip); got != Gzip {
		t.Errorf("with gzip only: %s", got)
	}
	if got := Negotiate(nil, Gzip, Zstd, Brotli); got != Identity {
		t.Errorf("without the header: %s", got)
	}
}

// weigh returns the weight that a header grants an encoding, by a literal
// reading of RFC 9110, 12.5.3. It reports false if a member is invalid.
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
		chosen := Negotiate([]string{header}, Gzip, Zstd, Brotli)
		for enc := Gzip; enc < Count; enc++ {
			q, ok := weigh(header, enc.String())
			mine, _ := weigh(header, chosen.String())
			if !ok {
				return
			}
			if enc == chosen && q == 0 {
				t.Errorf("%q: %s was chosen though it is not acceptable", header, enc)
			}
			if q > mine {
				t.Errorf("%q: %s is preferred to %s", header, enc, chosen)
			}
		}
	})
}
