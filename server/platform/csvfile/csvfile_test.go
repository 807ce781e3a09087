package csvfile

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf16"
)

// readAll returns the records of a file, one on each line.
func readAll(t testing.TB, file string) string {
	t.Helper()
	r, err := NewReader(strings.NewReader(file))
	if err != nil {
		return err.Error()
	}
	var out []string
	for {
		record, err := r.Next()
		if errors.Is(err, io.EOF) {
			return strings.Join(out, "|")
		}
		var wrong *LineError
		if errors.As(err, &wrong) {
			out = append(out, fmt.Sprintf("%d!", wrong.Line))
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%d:%s,%s", record.Line, record.Get("e-mail"), record.Get("Name")))
	}
}

// inUTF16 encodes a text as spreadsheets save "Unicode text".
func inUTF16(text string, mark ...byte) string {
	out := mark
	for _, unit := range utf16.Encode([]rune(text)) {
		high, low := byte(unit>>8), byte(unit)
		if mark[0] == 0xFF {
			high, low = low, high
		}
		out = append(out, high, low)
	}
	return string(out)
}

func TestFilesOfSpreadsheetsAreRead(t *testing.T) {
	for file, want := range map[string]string{
		"email,name\na@b.co,Ann\n":                                         "2:a@b.co,Ann",
		"\ufeffE-Mail;NAME\r\na@b.co;Ann\r\n":                              "2:a@b.co,Ann",
		inUTF16("email\tname\r\na@b.co\tÄnn\r\n", 0xFF, 0xFE):              "2:a@b.co,Änn",
		inUTF16("email\tname\r\na@b.co\tÄnn\r\n", 0xFE, 0xFF):              "2:a@b.co,Änn",
		"email,name\n\n ,\na@b.co,\"Ann\n, of Ohio\"\nc@d.co":              "4:a@b.co,Ann\n, of Ohio|6:c@d.co,",
		"email,name\na@b.co,J\xfcrgen\nc@d.co,Jo":                          "2!|3:c@d.co,Jo",
		"email,name\na@b.co,An\x00n":                                       "2!",
		"email,name\na@b.co,Ann,Ohio\nc@d.co,Jo,,":                         "2!|3:c@d.co,Jo",
		"email,name\na@b.co,A\"nn\"\nc@d.co,Jo":                            "2!|3:c@d.co,Jo",
		"email,name\na@b.co,\"Ann\nc@d.co,Jo\n":                            "2!",
		"email,name\na@b.co,\"" + strings.Repeat("x\n", maxRecord):         "2!",
		"email,name,name\na@b.co,Ann,Jo\n'+1@b.co,'Ann\n'=x@b.co,\n":       "2:a@b.co,Ann|3:+1@b.co,'Ann|4:=x@b.co,",
		"sep=;\r\nemail;name\r\na@b.co;Ann, of Ohio\r\n":                   "3:a@b.co,Ann, of Ohio",
		"\ufeff\"SEP=|\"\nemail|name\n\na@b.co|Ann\n":                      "4:a@b.co,Ann",
		"sep=\t\nemail\tname\na@b.co\t\n":                                  "3:a@b.co,",
		inUTF16("sep=;\r\nemail;name\r\na@b.co;Ann", 0xFF, 0xFE):           "3:a@b.co,Ann",
		"email,name\ra@b.co,\"Ann\n, of Ohio\"\r\rc@d.co,Jo\r":             "2:a@b.co,Ann\n, of Ohio|5:c@d.co,Jo",
		"sep=;\remail;name\ra@b.co;Ann":                                    "3:a@b.co,Ann",
		"\"e\rmail\",name\r\na@b.co,Ann\r\n":                               "2:a@b.co,Ann",
		strings.Repeat("x", peeked-6) + ",name\r\nAnn, \"of\r\nOhio\"\r\n": "2:,of\nOhio",
		"sep=;":        ErrNoHead.Error(),
		"":             ErrNoHead.Error(),
		"\ufeff":       ErrNoHead.Error(),
		"a":            "",
		"\"email,name": ErrNoHead.Error(),
	} {
		if got := readAll(t, file); got != want {
			t.Errorf("%.60q: %q, want %q", file, got, want)
		}
	}
}

// An empty cell must not get the text of the next one.
func TestEmptyCellsStayEmpty(t *testing.T) {
	t.Parallel()
	for _, separator := range []string{",", ";", "\t"} {
		text := strings.ReplaceAll("email,name,phone\r\n,Ann,1\r\nb@b.co,,2\r\nc@c.co,Jo,\r\n,,3\r\nd@d.co,,\r\n , Al ,4\r\n", ",", separator)
		const want = "|Ann|1 b@b.co||2 c@c.co|Jo| ||3 d@d.co|| |Al|4"
		for name, file := range map[string]string{
			"UTF-8": text, "UTF-8 with a mark": "\ufeff" + text, "UTF-16LE": inUTF16(text, 0xFF, 0xFE), "UTF-16BE": inUTF16(text, 0xFE, 0xFF),
		} {
			r, err := NewReader(strings.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for record, err := r.Next(); !errors.Is(err, io.EOF); record, err = r.Next() {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, record.Get("email")+"|"+record.Get("name")+"|"+record.Get("phone"))
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%q in %s: %q, want %q", separator, name, got, want)
			}
		}
	}
}

func TestEndlessLinesAreNotReadIntoMemory(t *testing.T) {
	for start, line := range map[string]int{"email,name\na@b.co,\"": 2, "email,name\na@b.co,\"A\nB\"\n\"": 4} {
		r, err := NewReader(io.MultiReader(strings.NewReader(start), repeated('x')))
		for i := 2; i < line && err == nil; i += 2 {
			_, err = r.Next()
		}
		if err != nil {
			t.Fatal(err)
		}
		var wrong *LineError
		if _, err := r.Next(); !errors.As(err, &wrong) || !wrong.Last || wrong.Line != line {
			t.Errorf("%q ended with %v", start, err)
		}
		if _, err := r.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("then %v", err)
		}
	}
}

// repeated is an endless file of one byte.
type repeated byte

func (b repeated) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(b)
	}
	return len(p), nil
}

func FuzzReader(f *testing.F) {
	for _, seed := range []string{"email,name\na@b.co,Ann\n", "\ufeffemail;name\n\"a\nb\";c\n", "\xff\xfee\x00,\x00", "\"", "a\tb\n\x00\xff\t'=1", ",\r\n\r,\""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, file string) { readAll(t, file) })
}
