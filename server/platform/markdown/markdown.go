// Package markdown renders staff's Markdown as the site's HTML.
//
// The HTML is safe whatever the input: raw HTML isn't parsed, and links and
// pictures with a destination that the site doesn't allow are shown as typed.
package markdown

import (
	"bytes"
	"cmp"
	"fmt"
	stdhtml "html"
	"regexp"
	"slices"
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

// Version must be incremented when the HTML of a text changes, so that saved
// HTML is rendered again.
const Version = 11

// wordsPerMinute is the reading speed used for read times.
const wordsPerMinute = 220

// Heading is a section of an article: the id and the text of an h2.
type Heading struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// Article renders an article, and returns its second-level headings as
// sections. find looks up uploaded pictures; it may be nil.
func Article(source string, find picture.Lookup) (html string, sections []Heading, _ error) {
	md := newMarkdown([]parser.Option{parser.WithAutoHeadingID()}, footnoteIDs(source))
	ids := parser.NewContext()
	for _, id := range []string{"main", "page-data", "wordmark"} { // used by the page itself
		ids.IDs().Put([]byte(id))
	}
	doc := md.Parser().Parse(text.NewReader([]byte(source)), parser.WithContext(ids))
	if err := prepareImages(doc, find); err != nil {
		return "", nil, err
	}
	if err := renderNumbers(doc, source, nil); err != nil {
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

// Note renders a text that is part of a page, such as a guide's step: headings
// get no ids, and line breaks are kept. It can reference figures of sheets, the
// numbers of the page's other texts.
func Note(source string, find picture.Lookup, sheets ...*numbers.Sheet) (string, error) {
	md := newMarkdown(nil, html.WithHardWraps(), footnoteIDs(source))
	doc := md.Parser().Parse(text.NewReader([]byte(source)))
	if err := prepareImages(doc, find); err != nil {
		return "", err
	}
	if err := renderNumbers(doc, source, sheets); err != nil {
		return "", err
	}
	return render(md, doc, source)
}

// Limits of a text. The time to parse one grows with the square of its longest
// paragraph and of its deepest nesting.
const (
	MaxLength    = 100_000 // characters
	maxParagraph = 10_000  // bytes between blank lines
	maxIndent    = 100     // bytes before a line's text
	maxCells     = 5_000   // of a table; goldmark pads all rows to the length of the first
)

// Check returns a sentence that says why a text is refused, or "".
func Check(source string) string {
	paragraph, rows, bars := 0, 0, 0
	for line := range strings.Lines(source) {
		rows, bars = rows+1, max(bars, strings.Count(line, "|"))
		if paragraph += len(line); strings.TrimSpace(line) == "" {
			paragraph, rows, bars = 0, 0, 0
		}
		if rows*bars > maxCells {
			return "This table is too large. Split it in two."
		}
		if paragraph > maxParagraph {
			return "This paragraph is too long. Split it with blank lines."
		}
		if len(line)-len(strings.TrimLeft(line, " \t>*+-0123456789.)")) > maxIndent {
			return "This line is nested too deeply or begins with too many symbols."
		}
	}
	if !weburl.Placeholder.MatchString(source) {
		return ""
	}
	refusal, doc := "", parse(source)
	for _, link := range nodes[*ast.Link](doc) {
		refusal = cmp.Or(refusal, CheckLink(string(link.Destination)))
	}
	for _, link := range nodes[*ast.AutoLink](doc) {
		refusal = cmp.Or(refusal, CheckLink(string(link.URL([]byte(source)))))
	}
	return refusal
}

// CheckLink returns a sentence that refuses a link with a {placeholder}, or "".
// Only offers and this site's /links/ fill in placeholders.
func CheckLink(address string) string {
	if strings.HasPrefix(address, "/links/?") || !weburl.Placeholder.MatchString(address) {
		return ""
	}
	return "A link has a placeholder in braces, such as {clickid}, which only offers fill in. Use the address without it."
}

// Words counts the words of texts, including Markdown syntax.
func Words(sources ...string) (n int) {
	for _, source := range sources {
		n += len(strings.Fields(source))
	}
	return n
}

// Minutes returns the read time of n words in minutes, at least 1.
func Minutes(words int) int { return max(1, (words+wordsPerMinute/2)/wordsPerMinute) }

// newMarkdown returns a parser and renderer of GitHub's Markdown with footnotes
// and our blocks, and without raw HTML.
func newMarkdown(reading []parser.Option, rendering ...renderer.Option) goldmark.Markdown {
	blockParsers := without(parser.DefaultBlockParsers(), parser.NewHTMLBlockParser())
	inlineParsers := without(parser.DefaultInlineParsers(), parser.NewRawHTMLParser())
	p := parser.NewParser(append(reading,
		parser.WithBlockParsers(blockParsers...),
		parser.WithInlineParsers(inlineParsers...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
		parser.WithASTTransformers(util.Prioritized(allowedOnly{}, 1000), util.Prioritized(paid{}, 1100)))...)
	rendering = append(rendering, renderer.WithNodeRenderers(util.Prioritized(elementRenderer{html.NewRenderer()}, 500)))
	return goldmark.New(goldmark.WithParser(p), goldmark.WithRendererOptions(rendering...), goldmark.WithExtensions(
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignNone)), // blocks sets a class instead
		extension.NewLinkify(extension.WithLinkifyAllowedProtocols([]string{"http:", "https:"})),
		extension.Strikethrough, extension.Typographer, footnotes, blocks{}, references{}, claims{}))
}

// parse parses a text that isn't rendered.
func parse(source string) ast.Node {
	return newMarkdown(nil).Parser().Parse(text.NewReader([]byte(source)))
}

// nodes returns the nodes of a type in a document, in order.
func nodes[T ast.Node](doc ast.Node) (found []T) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n, ok := n.(T); ok && entering {
			found = append(found, n)
		}
		return ast.WalkContinue, nil
	})
	return found
}

// edit replaces part of a text.
type edit struct {
	start, stop int
	text        string
}

// edited returns a text with edits. An edit inside another is left out.
func edited(source string, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	var b strings.Builder
	last := 0
	for _, e := range edits {
		if e.start >= last {
			b.WriteString(source[last:e.start] + e.text)
			last = e.stop
		}
	}
	return b.String() + source[last:]
}

// without returns parsers without those of out's type.
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

// plain returns the text of a node without markup.
func plain(n ast.Node, source []byte) string {
	var out bytes.Buffer
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			if _, isCode := n.Parent().(*ast.CodeSpan); isCode {
				out.Write(n.Value(source)) // code isn't unescaped
				break
			}
			out.Write(util.UnescapePunctuations(util.ResolveNumericReferences(util.ResolveEntityNames(n.Value(source)))))
		case *claim:
			out.Write(n.segment.Value(source))
		case *reference:
			out.WriteString(n.shown)
		case *ast.String: // the typographer's entities
			out.WriteString(stdhtml.UnescapeString(string(n.Value)))
		}
		return ast.WalkContinue, nil
	})
	return out.String()
}

// allowedOnly replaces links and pictures whose destination isn't allowed with
// their source text.
type allowedOnly struct{}

// Transform implements parser.ASTTransformer.
func (allowedOnly) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	for _, n := range nodes[*ast.Link](doc) {
		if !isAllowedLink(n.Destination) {
			unwrap(n, "[", "]("+string(n.Destination)+")")
		}
	}
	for _, n := range nodes[*ast.Image](doc) {
		if !isPicture(n.Destination) {
			unwrap(n, "![", "]("+string(n.Destination)+")")
		}
	}
	for _, n := range nodes[*ast.AutoLink](doc) {
		if n.AutoLinkType == ast.AutoLinkURL && !isAllowedLink(n.URL(reader.Source())) {
			unwrap(n, "<"+string(n.URL(reader.Source())), ">")
		}
	}
}

// unwrap replaces a node with its children between two texts.
func unwrap(n ast.Node, before, after string) {
	parent := n.Parent()
	parent.InsertBefore(parent, n, verbatim(before))
	for child := n.FirstChild(); child != nil; child = n.FirstChild() {
		parent.InsertBefore(parent, n, child)
	}
	parent.ReplaceChild(parent, n, verbatim(after))
}

func verbatim(s string) ast.Node {
	n := ast.NewString([]byte(s))
	n.SetRaw(true) // only escape it
	return n
}

// isAllowedLink reports whether a link's destination is allowed: a page of this
// site or another, a fragment, an email address or a phone number.
func isAllowedLink(destination []byte) bool {
	address := strings.ToLower(resolved(destination))
	for _, start := range []string{"#", "http://", "https://", "mailto:", "tel:"} {
		if strings.HasPrefix(address, start) {
			return true
		}
	}
	return strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//")
}

var picturePath = regexp.MustCompile(`^/(images|pictures)/[\w/-]+(\.\w+)+$`)

// isPicture reports whether a destination is the path of a picture of this
// site.
func isPicture(destination []byte) bool { return picturePath.MatchString(resolved(destination)) }

// resolved returns a destination as goldmark renders it.
func resolved(destination []byte) string { return string(util.URLEscape(destination, true)) }
