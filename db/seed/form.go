package seed

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
)

// Article is a file of an article: its front matter, and the text below. Fields
// that only a running site has, such as a status, aren't in the files of a new
// site.
type Article struct {
	Title             string      `yaml:"title"`
	Excerpt           string      `yaml:"excerpt,omitempty"`
	Category          string      `yaml:"category,omitempty"`
	Tags              []string    `yaml:"tags,omitempty"`
	Author            string      `yaml:"author,omitempty"`
	Status            string      `yaml:"status,omitempty"`    // published if empty
	Published         Date        `yaml:"published,omitempty"` // may be in the future
	Reviewed          Date        `yaml:"reviewed,omitempty"`
	Revised           Date        `yaml:"revised,omitempty"`
	Featured          bool        `yaml:"featured"`
	AvgSavings        string      `yaml:"avgSavings,omitempty"`
	SavingsAssumption string      `yaml:"savingsAssumption,omitempty"`
	Image             string      `yaml:"image,omitempty"`
	ImageAlt          string      `yaml:"imageAlt,omitempty"`
	Related           []string    `yaml:"related,omitempty"`
	Sources           []Source    `yaml:"sources,omitempty"`
	Correction        *Correction `yaml:"correction,omitempty"`
	FormerSlugs       []string    `yaml:"formerSlugs,omitempty"`
	Body              string      `yaml:"-"`
}

// Source is a source of a piece.
type Source struct {
	Title    string `yaml:"title" json:"title"`
	URL      string `yaml:"url" json:"url"`
	LookedAt string `yaml:"lookedAt,omitempty" json:"lookedAt,omitempty"`
}

// Correction tells readers about a corrected mistake.
type Correction struct {
	Text string `yaml:"text" json:"text"`
	At   Date   `yaml:"at" json:"at"`
}

// Author is a file of an author. Its text is the bio, in two sentences.
type Author struct {
	Name        string   `yaml:"name"`
	Credentials string   `yaml:"credentials,omitempty"`
	Image       string   `yaml:"image,omitempty"`
	Active      *bool    `yaml:"active,omitempty"`
	Example     *bool    `yaml:"example,omitempty"` // fictional
	FormerSlugs []string `yaml:"formerSlugs,omitempty"`
	Bio         string   `yaml:"-"`
}

// Claim is a file of a claim. Its file name is the claim's name, and its text
// the note for staff.
type Claim struct {
	Title       string `yaml:"title"`
	Value       string `yaml:"value"`
	SourceTitle string `yaml:"sourceTitle,omitempty"`
	SourceURL   string `yaml:"sourceUrl,omitempty"`
	LookedAt    Date   `yaml:"lookedAt,omitempty"`
	LookAgainAt Date   `yaml:"lookAgainAt,omitempty"`
	Note        string `yaml:"-"`
}

// Topic is a file of a topic. Its file name is a category, and its text is
// shown above the articles.
type Topic struct {
	First        string `yaml:"first,omitempty"` // the slug of the article to begin with
	Active       *bool  `yaml:"active,omitempty"`
	Introduction string `yaml:"-"`
}

// Fault is what is wrong with a file.
type Fault struct {
	Line   int // from 1
	Reason string
}

// Error implements error.
func (f *Fault) Error() string { return fmt.Sprintf("line %d: %s", f.Line, f.Reason) }

// ReadArticle parses a file of an article.
func ReadArticle(content []byte) (a Article, err error) {
	a.Body, err = frontMatter(content, &a)
	return a, err
}

// ReadAuthor parses a file of an author.
func ReadAuthor(content []byte) (a Author, err error) {
	a.Bio, err = frontMatter(content, &a)
	return a, err
}

// ReadClaim parses a file of a claim.
func ReadClaim(content []byte) (c Claim, err error) {
	c.Note, err = frontMatter(content, &c)
	return c, err
}

// ReadTopic parses a file of a topic.
func ReadTopic(content []byte) (t Topic, err error) {
	t.Introduction, err = frontMatter(content, &t)
	return t, err
}

// Bytes returns the file.
func (t Topic) Bytes() ([]byte, error) { return file(t, t.Introduction) }

// Bytes returns the file.
func (c Claim) Bytes() ([]byte, error) { return file(c, c.Note) }

// Bytes returns the file.
func (a Article) Bytes() ([]byte, error) { return file(a, a.Body) }

// Bytes returns the file.
func (a Author) Bytes() ([]byte, error) { return file(a, a.Bio) }

// The delimiters of front matter.
const (
	opening = "---\n"
	closing = "\n---\n"
)

// file returns a file with a head and a text.
func file[T any](head T, text string) ([]byte, error) {
	encoded, err := encode(head)
	if err != nil {
		return nil, err
	}
	out := []byte(opening + string(encoded) + closing[1:])
	if text != "" {
		out = append(out, text+"\n"...)
	}
	return out, nil
}

// encode returns a head as YAML. If a text doesn't survive the plain style, for
// example because it has a tab, all texts are quoted.
func encode[T any](head T) ([]byte, error) {
	plain := yaml.IndentSequence(true)
	encoded, err := yaml.MarshalWithOptions(head, plain)
	if err != nil {
		return nil, err
	}
	var read T
	if err := ReadYAML(encoded, &read); err == nil {
		if again, err := yaml.MarshalWithOptions(read, plain); err == nil && bytes.Equal(encoded, again) {
			return encoded, nil
		}
	}
	return yaml.MarshalWithOptions(head, yaml.JSON())
}

// frontMatter parses the YAML head of a file into out and returns its body. An
// error is a Fault.
func frontMatter(content []byte, out any) (body string, err error) {
	if line := 1 + bytes.Count(validPart(content), []byte("\n")); !utf8.Valid(content) {
		return "", &Fault{line, "This isn't UTF-8."}
	}
	content = bytes.TrimPrefix(lines(content), []byte("\ufeff"))
	if !bytes.HasPrefix(content, []byte(opening)) {
		return "", &Fault{1, "Start the file with front matter between two lines of three hyphens."}
	}
	head, rest, ok := bytes.Cut(content[len(opening)-1:], []byte(closing))
	if !ok {
		return "", &Fault{1, "The front matter isn't closed."}
	}
	// The head begins with a line break, so that its line numbers match the file's, and ends with one, which
	// is part of a last text.
	if err := ReadYAML(append(bytes.Clone(head), '\n'), out); err != nil {
		return "", faultOf(err)
	}
	body = strings.TrimRightFunc(string(rest), unicode.IsSpace)
	return emptyLines.ReplaceAllString(body, ""), nil // but the first line may be indented, as code is
}

var emptyLines = regexp.MustCompile(`^\s*\n`)

// lines returns a text with all line ends as
// .
func lines(text []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
}

// ReadYAML parses YAML into out. A field that out doesn't have is an error, and
// so is malformed input on which the library panics, such as an unknown tag in
// place of a list (goccy/go-yaml#735).
func ReadYAML(content []byte, out any) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("it is malformed")
		}
	}()
	return yaml.UnmarshalWithOptions(content, out, yaml.Strict())
}

// validPart returns the text before the first byte that isn't UTF-8.
func validPart(text []byte) []byte {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			return text[:at]
		}
		at += size
	}
	return text
}

func faultOf(err error) *Fault {
	f := &Fault{1, err.Error()}
	var told yaml.Error
	if errors.As(err, &told) {
		f.Reason = told.GetMessage()
		if errors.As(err, new(*yaml.TypeError)) { // its message has Go type names
			f.Reason = "this field has a value of the wrong type"
		}
		if token := told.GetToken(); token != nil && token.Position != nil {
			f.Line = token.Position.Line
		}
	}
	f.Reason, _, _ = strings.Cut(f.Reason, "\n")
	f.Reason = "We couldn't read this: " + strings.TrimSuffix(f.Reason, ".") + "."
	return f
}

// Date is a time in front matter. A mere day means noon UTC, which is on the
// same calendar day everywhere in the United States.
type Date struct{ time.Time }

const noon = 12 * time.Hour

// UnmarshalText parses YYYY-MM-DD, or a time in RFC 3339.
func (d *Date) UnmarshalText(b []byte) (err error) {
	if d.Time, err = time.Parse(time.DateOnly, string(b)); err == nil {
		d.Time = d.Add(noon)
		return nil
	}
	if d.Time, err = time.Parse(time.RFC3339, string(b)); err != nil {
		return fmt.Errorf("%q isn't a date such as 2026-03-04 or a time such as 2026-03-04T09:00:00-05:00", b)
	}
	return nil
}

// MarshalText writes what UnmarshalText parses.
func (d Date) MarshalText() ([]byte, error) {
	at := d.UTC()
	if at.Equal(at.Truncate(24 * time.Hour).Add(noon)) {
		return []byte(at.Format(time.DateOnly)), nil
	}
	return []byte(at.Format(time.RFC3339Nano)), nil
}

// MarshalJSON writes a time as the API does.
func (d Date) MarshalJSON() ([]byte, error) { return d.Time.MarshalJSON() }
