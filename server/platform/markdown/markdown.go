// Package markdown turns what staff write into the HTML that the site shows.
//
// What comes out is safe by what goes in: raw HTML is not read as markup at
// all, and a link or a picture that leads where the site lets none lead is
// shown as the text that it was typed as.
package markdown

import (
	"bytes"
	"cmp"
	"fmt"
	stdhtml "html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"thriftwell/server/platform/numbers"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/weburl"
)

// Version counts the changes to what is made of a text. After one, everything
// that is saved is rendered anew.
const Version = 11

// wordsPerMinute is the reading speed for read times.
const wordsPerMinute = 220

// Heading is a section of a text: the id of its h2 and its words.
type Heading struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// Article renders a text whose second-level headings are its sections; find
// knows the pictures that staff uploaded, and may be nil.
func Article(source string, find picture.Lookup) (html string, sections []Heading, _ error) {
	md := newMarkdown([]parser.Option{parser.WithAutoHeadingID()}, footnoteIDs(source))
	ids := parser.NewContext()
	for _, id := range []string{"main", "page-data", "wordmark"} { // by which every page finds its own parts
		ids.IDs().Put([]byte(id))
	}
	doc := md.Parser().Parse(text.NewReader([]byte(source)), parser.WithContext(ids))
	if err := adorn(doc, find); err != nil {
		return "", nil, err
	}
	if err := sums(doc, source, nil); err != nil {
		return "", nil, err
	}
	sections = []Heading{}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok || h.Level != 2 {
			continue
		}
		id, _ := h.AttributeString("id")
		sections = append(sections, Heading{ID: fmt.Sprintf("%s", id), Title: plain(h, []byte(source))})
	}
	html, err := render(md, doc, source)
	return html, sections, err
}

// Note renders a text within a page of its own order, as the step of a guide
// is: its headings have no ids, and it breaks its lines where they were broken.
// Sheets are those of the page's other texts, whose figures it may name.
func Note(source string, find picture.Lookup, sheets ...*numbers.Sheet) (string, error) {
	md := newMarkdown(nil, html.WithHardWraps(), footnoteIDs(source))
	doc := md.Parser().Parse(text.NewReader([]byte(source)))
	if err := adorn(doc, find); err != nil {
		return "", err
	}
	if err := sums(doc, source, sheets); err != nil {
		return "", err
	}
	return render(md, doc, source)
}

// The most that a text takes. What it costs to read one grows with the square
// of its longest paragraph and of its deepest nesting.
const (
	MaxLength    = 100_000 // characters
	maxParagraph = 10_000  // bytes between empty lines
	maxIndent    = 100     // bytes before the text of a line
	maxCells     = 5_000   // of a table, whose rows are all made as long as its first
)

// Check returns a sentence that says what keeps a text from being rendered; ""
// if nothing does.
func Check(source string) string {
	paragraph, rows, bars := 0, 0, 0
	for line := range strings.Lines(source) {
		rows, bars = rows+1, max(bars, strings.Count(line, "|"))
		if paragraph += len(line); strings.TrimSpace(line) == "" {
			paragraph, rows, bars = 0, 0, 0
		}
		if rows*bars > maxCells {
			return "A table is too large. Please part it."
		}
		if paragraph > maxParagraph {
			return "A paragraph is too long. Please part it by empty lines."
		}
		if len(line)-len(strings.TrimLeft(line, " \t>*+-0123456789.)")) > maxIndent {
			return "A line is nested too deeply, or begins with too many marks."
		}
	}
	if !weburl.Placeholder.MatchString(source) {
		return ""
	}
	refusal := ""
	doc := newMarkdown(nil).Parser().Parse(text.NewReader([]byte(source)))
	_ = ast.Walk(doc, func(n ast.Node, _ bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			refusal = cmp.Or(refusal, CheckLink(string(n.Destination)))
		case *ast.AutoLink:
			refusal = cmp.Or(refusal, CheckLink(string(n.URL([]byte(source)))))
		}
		return ast.WalkContinue, nil
	})
	return refusal
}

// CheckLink returns a sentence for a link with a {placeholder}, which would go out
// as it is typed: only offers, also by way of this site's /links/, fill them in.
func CheckLink(address string) string {
	if strings.HasPrefix(address, "/links/?") || !weburl.Placeholder.MatchString(address) {
		return ""
	}
	return "A link has a placeholder in braces, such as {clickid}, which only offers fill in. Use the address without it."
}

// Words counts the words of texts.
func Words(sources ...string) (n int) {
	for _, source := range sources {
		n += len(strings.Fields(source))
	}
	return n
}

// Minutes returns how many minutes it takes to read so many words, at least 1.
func Minutes(words int) int { return max(1, (words+wordsPerMinute/2)/wordsPerMinute) }

// newMarkdown reads GitHub's Markdown without raw HTML, footnotes, and our own
// blocks.
func newMarkdown(reading []parser.Option, rendering ...renderer.Option) goldmark.Markdown {
	blockParsers := without(parser.DefaultBlockParsers(), parser.NewHTMLBlockParser())
	inlineParsers := without(parser.DefaultInlineParsers(), parser.NewRawHTMLParser())
	p := parser.NewParser(append(reading,
		parser.WithBlockParsers(blockParsers...),
		parser.WithInlineParsers(inlineParsers...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
		parser.WithASTTransformers(util.Prioritized(allowedOnly{}, 1000), util.Prioritized(paid{}, 1100)))...)
	rendering = append(rendering, renderer.WithNodeRenderers(util.Prioritized(adorned{html.NewRenderer()}, 500)))
	return goldmark.New(goldmark.WithParser(p), goldmark.WithRendererOptions(rendering...), goldmark.WithExtensions(
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignNone)), // blocks{} does it, by a class
		extension.NewLinkify(extension.WithLinkifyAllowedProtocols([]string{"http:", "https:"})),
		extension.Strikethrough, extension.Typographer, notes, blocks{}, references{}, claims{}))
}

// without leaves one parser out of a list of them.
func without(parsers []util.PrioritizedValue, out any) (kept []util.PrioritizedValue) {
	for _, p := range parsers {
		if fmt.Sprintf("%T", p.Value) != fmt.Sprintf("%T", out) {
			kept = append(kept, p)
		}
	}
	return kept
}

func render(md goldmark.Markdown, doc ast.Node, source string) (string, error) {
	var out bytes.Buffer
	if err := md.Renderer().Render(&out, []byte(source), doc); err != nil {
		return "", fmt.Errorf("render Markdown: %w", err)
	}
	return out.String(), nil
}

// plain is the text below a node, without markup.
func plain(n ast.Node, source []byte) string {
	var out bytes.Buffer
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			if _, isCode := n.Parent().(*ast.CodeSpan); isCode {
				out.Write(n.Value(source)) // as it is written
				break
			}
			out.Write(util.UnescapePunctuations(util.ResolveNumericReferences(util.ResolveEntityNames(n.Value(source)))))
		case *claim:
			out.Write(n.segment.Value(source))
		case *reference:
			out.WriteString(n.shown)
		case *ast.String: // made by the typographer, as entities
			out.WriteString(stdhtml.UnescapeString(string(n.Value)))
		}
		return ast.WalkContinue, nil
	})
	return out.String()
}

// allowedOnly turns links and pictures that lead elsewhere than the site lets
// them into text.
type allowedOnly struct{}

// Transform implements parser.ASTTransformer.
func (allowedOnly) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	var refused []ast.Node
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			if !mayLead(n.Destination) {
				refused = append(refused, n)
			}
		case *ast.Image:
			if !isPicture(n.Destination) {
				refused = append(refused, n)
			}
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL && !mayLead(n.URL(reader.Source())) {
				refused = append(refused, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range refused {
		switch n := n.(type) {
		case *ast.Link:
			spell(n, "[", "]("+string(n.Destination)+")")
		case *ast.Image:
			spell(n, "![", "]("+string(n.Destination)+")")
		case *ast.AutoLink:
			spell(n, "<"+string(n.URL(reader.Source())), ">")
		}
	}
}

// spell puts in the place of a node what is in it, between two texts.
func spell(n ast.Node, before, after string) {
	parent := n.Parent()
	parent.InsertBefore(parent, n, verbatim(before))
	for child := n.FirstChild(); child != nil; child = n.FirstChild() {
		parent.InsertBefore(parent, n, child)
	}
	parent.ReplaceChild(parent, n, verbatim(after))
}

func verbatim(s string) ast.Node {
	n := ast.NewString([]byte(s))
	n.SetRaw(true) // escaped, and nothing else
	return n
}

// mayLead reports whether a link may lead to a destination: a page of this
// site or another, a place on the page, a mail or a phone call.
func mayLead(destination []byte) bool {
	address := strings.ToLower(resolved(destination))
	for _, start := range []string{"#", "http://", "https://", "mailto:", "tel:"} {
		if strings.HasPrefix(address, start) {
			return true
		}
	}
	return strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//")
}

var picturePath = regexp.MustCompile(`^/(images|pictures)/[\w/-]+(\.\w+)+$`)

// isPicture reports whether a destination is the path of a picture: no other
// path of this site, as whoever reads the text would call that.
func isPicture(destination []byte) bool { return picturePath.MatchString(resolved(destination)) }

// resolved is a destination as the renderer writes it.
func resolved(destination []byte) string { return string(util.URLEscape(destination, true)) }
