package seed

import (
	"bytes"
	"errors"
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestStartingContentRoundTrips(t *testing.T) {
	for dir, again := range map[string]func([]byte) (read, second any, err error){
		"articles": func(b []byte) (any, any, error) { return twice(b, ReadArticle) },
		"guides":   func(b []byte) (any, any, error) { return twice(b, ReadGuide) },
		"authors":  func(b []byte) (any, any, error) { return twice(b, ReadAuthor) },
	} {
		names, err := fs.Glob(files, dir+"/*.md")
		if err != nil || len(names) == 0 {
			t.Fatal(dir, err)
		}
		for _, name := range names {
			content, err := files.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if first, second, err := again(content); err != nil || !reflect.DeepEqual(first, second) {
				t.Errorf("%s: %v\n%+v\n%+v", name, err, first, second)
			}
		}
	}
}

// twice parses a file, and parses it again after writing it.
func twice[T interface{ Bytes() ([]byte, error) }](content []byte, read func([]byte) (T, error)) (first, second T, err error) {
	if first, err = read(content); err != nil {
		return first, second, err
	}
	written, err := first.Bytes()
	if err == nil {
		second, err = read(written)
	}
	return first, second, err
}

func TestGuidesThatCannotBeSplitHavePartsInTheFrontMatter(t *testing.T) {
	whole := Guide{Title: "Save", Introduction: "Why.", Conclusion: "Done.", Steps: []Step{{Title: "One", Image: "/pictures/a.jpg", Content: "Do."}}}
	for what, change := range map[string]func(*Guide){
		"is complete":            func(*Guide) {},
		"has no steps":           func(g *Guide) { g.Steps = nil },
		"has no text at all":     func(g *Guide) { *g = Guide{Title: "Save"} },
		"has sections in a step": func(g *Guide) { g.Steps[0].Content = "Do.\n\n## Then\n\nDo more." },
		"ends a step with a link": func(g *Guide) {
			g.Steps[0].Content = "Do.\n\n[This](https://a.example/)"
		},
		"has a step without text": func(g *Guide) { g.Steps[0].Content = "" },
		"has an address alone":    func(g *Guide) { g.Steps[0].CTAURL = "https://a.example/" },
		"calls a step Conclusion": func(g *Guide) { g.Steps[0].Title = "Conclusion" },
	} {
		g := whole
		g.Steps = []Step{whole.Steps[0]}
		change(&g)
		written, err := g.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		read, err := ReadGuide(written)
		if err != nil || !reflect.DeepEqual(read, g) || bytes.Contains(written, []byte("parts:")) != (what != "is complete") {
			t.Errorf("one that %s: %v\n%s", what, err, written)
		}
	}
}

func TestDate(t *testing.T) {
	for text, want := range map[string]string{"2026-03-04": "2026-03-04", "2026-03-04T12:00:00Z": "2026-03-04", "2026-03-04T09:00:00.5-05:00": "2026-03-04T14:00:00.5Z"} {
		var d Date
		if err := d.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, _ := d.MarshalText(); string(got) != want {
			t.Errorf("%s is written as %s", text, got)
		}
	}
	var d Date
	if err := d.UnmarshalText([]byte("soon")); err == nil {
		t.Error("soon is accepted as a date")
	}
}

func TestErrorsHaveLineNumbers(t *testing.T) {
	for content, want := range map[string]string{
		"":                                       "line 1: Start the file with front matter between two lines of three hyphens.",
		"# Title\n":                              "line 1: Start the file with front matter between two lines of three hyphens.",
		"---\ntitle: A\n":                        "line 1: The front matter isn't closed.",
		"---\ntitle: A\ncolour: red\n---\n":      `line 3: We couldn't read this: unknown field "colour".`,
		"---\ntitle: A\nfeatured: maybe\n---\n":  "line 3: We couldn't read this: this field has a value of the wrong type.",
		"---\ntitle: A\npublished: soon\n---\n":  `"soon" isn't a date`,
		"---\ntitle: A\ntags: !0\n---\n":         "line 1: We couldn't read this: it is malformed.",
		"---\ntitle: [\n---\n":                   "line 2: We couldn't read this: ",
		"---\ntitle: A\n---\nText.\nNa\xefve.\n": "line 5: This isn't UTF-8.",
	} {
		_, err := ReadArticle([]byte(content))
		var f *Fault
		if !errors.As(err, &f) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", content, err)
		}
	}
	_, err := ReadGuide([]byte("---\ntitle: A\n---\nText.\n"))
	if err == nil || err.Error() != "line 4: A guide needs an introduction, steps, and a conclusion." {
		t.Error(err)
	}
}

func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte("---\r\ntitle: \"A: b\"\r\ntags: [a, 'b']\r\npublished: 2026-03-04\r\n---\r\nText.\r\n"))
	f.Add([]byte("---\n---\na\r\r\n\r\nb"))
	f.Add([]byte("---\ntags: []\r---\r"))
	f.Add([]byte("\ufeff---\ntitle: |\n  two\n  lines\nimageAlt: '- # no'\nsources: [{title: t, url: u}]\ncorrection: {text: c, at: 2026-03-04T01:02:03Z}\n---\nText.\n---\nMore."))
	f.Add([]byte("---\ntitle: t\nparts: {steps: [{title: a}], conclusion: b}\n---\n\n## c\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if first, second, err := twice(content, ReadArticle); err == nil && !same(first, second) {
			t.Errorf("%+v\n%+v", first, second)
		}
		if first, second, err := twice(content, ReadGuide); err == nil && !same(first, second) {
			t.Errorf("%+v\n%+v", first, second)
		}
	})
}

// same compares files by their written form.
func same[T interface{ Bytes() ([]byte, error) }](a, b T) bool {
	first, err1 := a.Bytes()
	second, err2 := b.Bytes()
	return err1 == nil && err2 == nil && bytes.Equal(first, second)
}

func TestFrontMatterPreservesText(t *testing.T) {
	at := Date{time.Date(2026, 3, 4, 5, 6, 7, 8000, time.UTC)}
	for _, text := range []string{
		"true", "null", "~", "1e3", "0x1f", "2026-03-04", "- a", "a: b", "a #b", "#b", "'", `"`, `\n`, "%", "@a", "`", "{a}", "[a]", "a, b", "*a", "&a", "!a", "|", ">", "?", "---", "...",
		"=", "<<", "a:", ": a", "it's \"so\": #1", "Größe — “ß”", "🙂", "no", "yes", "1_000", "12:30", ".5", "+1", "a\nb", "a\n\n  b\n- c", "  a", "a  ", "a\tb", "\ta", "\u00a0a", "a\u2028b", "?a b", "-", "- ", ":", "a\n---\nb", "\n", "a\n", "\\", "C:\\x", "%a", "\"a\": b", "[a](b)",
	} {
		a := Article{Title: text, Excerpt: text, Tags: []string{text, "x"}, Published: at, Sources: []Source{{Title: text, URL: text}}, Correction: &Correction{Text: text, At: at}}
		if first, second, err := twiceWritten(a); err != nil || !reflect.DeepEqual(first, second) {
			written, _ := a.Bytes()
			t.Errorf("%q: %v\n%s\n%+v", text, err, written, second)
		}
		g := Guide{Title: "t", Introduction: "a", Steps: []Step{{Title: text, Content: "## x"}}, Conclusion: text}
		written, err := g.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if read, err := ReadGuide(written); err != nil || !reflect.DeepEqual(g, read) {
			t.Errorf("%q: %v\n%s", text, err, written)
		}
	}
}

// twiceWritten writes and parses an article twice.
func twiceWritten(a Article) (first, second Article, err error) {
	written, err := a.Bytes()
	if err == nil {
		second, err = ReadArticle(written)
	}
	return a, second, err
}
