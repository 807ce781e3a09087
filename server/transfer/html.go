package transfer

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"

	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/weburl"
)

// htmlConverter converts HTML. It's created on first use.
var htmlConverter = sync.OnceValue(func() *converter.Converter {
	// Readers would see the comment that separates consecutive lists.
	texts := commonmark.NewCommonmarkPlugin(commonmark.WithListEndComment(false))
	return converter.NewConverter(converter.WithPlugins(base.NewBasePlugin(), texts, table.NewTablePlugin(), strikethrough.NewStrikethroughPlugin()))
})

// toMarkdown converts a text. localLink returns a link's new address. It leaves
// out pictures and files, since browsers can't load them from other sites, and
// elements that Markdown can't show. leftOut lists them.
func toMarkdown(text string, localLink func(href string) string) (markdown string, leftOut []remark, err error) {
	doc, err := html.Parse(strings.NewReader(strings.ReplaceAll(text, noteMark, "")))
	if err != nil { // reading from a string can't fail otherwise
		return "", nil, errDeep
	}
	if !tablesFit(doc) {
		return "", nil, errTable
	}
	gone := adapt(doc)
	var out []*html.Node
	for n := range doc.Descendants() {
		for i, a := range n.Attr {
			switch {
			case n.Data == "img" && a.Key == "src":
				leftOut = append(leftOut, remark{markedLine(n), missingPicture(a.Val)})
			case n.Data == "a" && a.Key == "href" && ghostFile.MatchString(a.Val):
				gone = append(gone, remark{0, "The file " + a.Val + " was left out; its link text stays."})
				n.Data, n.DataAtom, n.Attr = "span", 0, nil
			case n.Data == "a" && a.Key == "href":
				n.Attr[i].Val = localLink(a.Val)
			}
		}
		if n.Type == html.ElementNode && n.Data == "img" {
			out = append(out, n)
		}
	}
	for _, n := range out {
		for at, within := n, n.Parent; within != nil; at, within = within, within.Parent {
			within.RemoveChild(at)
			if (within.Data != "a" && within.Data != "picture") || hasWords(within) {
				break
			}
		}
	}
	b, err := htmlConverter().ConvertNode(doc)
	return strings.ReplaceAll(strings.TrimSpace(string(b)), noteMark, "[!NOTE]"), append(leftOut, gone...), err
}

var ghostFile = regexp.MustCompile(`^__GHOST_URL__/content/(files|media)/`)

func missingPicture(address string) string {
	return "The picture " + address + " isn't in the file. Upload it."
}

// Digits of footnotes and powers. Markdown has no superscript, and "$20" with
// note 1 must not become $201.
var (
	superscripts = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
	subscripts   = strings.NewReplacer("0", "₀", "1", "₁", "2", "₂", "3", "₃", "4", "₄", "5", "₅", "6", "₆", "7", "₇", "8", "₈", "9", "₉")
)

// raise replaces the digits in a node with superscript or subscript ones.
func raise(n *html.Node, figures *strings.Replacer) {
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			d.Data = figures.Replace(d.Data)
		}
	}
}

func hasClass(n *html.Node, class string) bool {
	for _, a := range n.Attr {
		if a.Key == "class" && slices.Contains(strings.Fields(a.Val), class) {
			return true
		}
	}
	return false
}

// textOf returns the text of a node in one line.
func textOf(n *html.Node) string {
	var text strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			text.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(text.String()), " ")
}

// Limits of a table. All rows are padded to the longest, and a cell that spans
// others becomes all of them, so a few bytes can fill any memory.
const (
	maxColumns = 1_000
	maxCells   = 200_000
)

var (
	errDeep  = errors.New("it is nested too deeply")
	errTable = errors.New("a table in it is too large")
)

// tablesFit reports whether all tables of a text are within the limits.
func tablesFit(doc *html.Node) bool {
	var rows, columns, widest, pushed, tallest int // of a table; pushed counts columns taken by cells of rows above
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "table":
			rows, columns, widest, pushed, tallest = 0, 0, 0, 0, 0
		case "tr":
			rows, columns = rows+1, 0
		case "td", "th":
			across, down := span(n, "colspan"), span(n, "rowspan")
			if down > 1 {
				pushed, tallest = pushed+across, max(tallest, down)
			}
			columns += across
			widest = max(widest, columns)
			if widest+pushed > maxColumns || (rows+tallest)*(widest+pushed) > maxCells {
				return false
			}
		}
	}
	return true
}

// span returns how many columns or rows a cell spans.
func span(cell *html.Node, attribute string) int {
	for _, a := range cell.Attr {
		if a.Key == attribute {
			if n, err := strconv.Atoi(a.Val); err == nil {
				return min(max(n, 1), maxCells)
			}
		}
	}
	return 1
}

// hasWords reports whether a node has visible text.
func hasWords(n *html.Node) bool {
	for d := range n.Descendants() {
		if d.Type == html.TextNode && strings.TrimSpace(d.Data) != "" {
			return true
		}
	}
	return false
}

// Limits of imported entries.
const (
	maxTags    = 20
	maxTag     = 40 // characters, also of a category
	madeLength = 300
)

// unfiled is the category of posts without one.
const unfiled = "general"

// post is a post of another system.
type post struct {
	name, slug       string
	title, excerpt   string
	html             string
	status           string // as on this site
	published        any    // a time, or nil
	revised          any
	author           string
	categories, tags []string // slugs, and names
	featured         bool
	image            string
	shortcodes       []string // removed
	leftOut          []remark // left out otherwise
	line             int      // in the file; 0 if unknown
	localLink        func(href string) string
}

// entry converts the post to an article that is only added, never changed. It
// fails if the text can't be converted.
func (p post) entry() (e entry, err error) {
	e = entry{folder: articlesFolder, name: p.name, slug: Slug(p.slug), once: true, line: func(string) int { return p.line }}
	body, leftOut, err := toMarkdown(p.html, p.localLink)
	if err != nil {
		return e, err
	}
	if p.image != "" {
		e.leftOut = append(e.leftOut, remark{0, missingPicture(p.image)})
	}
	e.leftOut = append(append(e.leftOut, leftOut...), p.leftOut...)
	for _, name := range p.shortcodes {
		e.leftOut = append(e.leftOut, remark{0, "The shortcode [" + name + "] was left out."})
	}
	for n := range e.leftOut {
		if r := &e.leftOut[n]; p.line == 0 { // it's a line of the text
			if r.line > 0 && strings.Contains(p.html, "\n") {
				r.sentence = fmt.Sprintf("Line %d of its HTML: %s", r.line, r.sentence)
			}
			r.line = 0
		}
	}
	p.title, p.excerpt, body = bidiMarks.Replace(p.title), bidiMarks.Replace(p.excerpt), bidiMarks.Replace(body)
	if strings.TrimSpace(p.excerpt) == "" {
		p.excerpt = opening(p.html)
	}
	e.fields = map[string]any{
		"title": p.title, "excerpt": oneLine(p.excerpt, pieces.MaxExcerpt), "body": body, "status": p.status, "publishAt": p.published,
		"featured": p.featured, "category": unfiled,
	}
	for _, slug := range p.categories {
		if weburl.IsSlug(slug) && slug != "all" && len(slug) <= maxTag {
			e.fields["category"] = slug
			break
		}
	}
	e.fields["tags"] = fitting(p.tags)
	if p.author != "" {
		e.fields["authorName"] = p.author
	}
	if p.revised != nil {
		e.fields["revisedAt"] = p.revised
	}
	return e, nil
}

// unconverted returns the outcome of a post whose text can't be converted.
func (p post) unconverted(err error) Outcome {
	return Outcome{Refused, p.name, p.line, "We couldn't convert its text: " + err.Error() + "."}
}

// fitting returns the valid tags.
func fitting(tags []string) []string {
	kept := []string{}
	for _, tag := range tags {
		if tag = oneLine(tag, maxTag); tag != "" && !strings.ContainsAny(tag, `"\`) && len(kept) < maxTags {
			kept = append(kept, tag)
		}
	}
	return kept
}

// bidiMarks removes characters that change the text's direction, which aren't
// allowed here.
var bidiMarks = strings.NewReplacer("\u202a", "", "\u202b", "", "\u202c", "", "\u202d", "", "\u202e", "", "\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "")

// opening returns the start of a text as an excerpt.
func opening(text string) string { return oneLine(words(text), madeLength) }

// words returns the text of HTML in one line.
func words(text string) string {
	var out strings.Builder
	unseen := false // in a script or style
	for tokens := html.NewTokenizer(strings.NewReader(text)); ; {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken:
			return strings.Join(strings.Fields(out.String()), " ")
		case html.TextToken:
			if !unseen {
				out.Write(tokens.Text())
			}
		default:
			tag, _ := tokens.TagName()
			switch string(tag) {
			case "a", "abbr", "b", "code", "del", "em", "i", "ins", "mark", "s", "small", "span", "strong", "sub", "sup", "u":
			default:
				out.WriteByte(' ')
			}
			unseen = kind == html.StartTagToken && (string(tag) == "script" || string(tag) == "style")
		}
	}
}

// oneLine returns a text in one line, truncated after a word.
func oneLine(text string, most int) string {
	words, length := []string{}, 0
	for _, word := range strings.Fields(bidiMarks.Replace(text)) {
		if length += len([]rune(word)) + 1; length > most {
			break
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// Slug returns a slug for a text, which may be escaped as in an address.
func Slug(text string) string {
	if whole, err := url.PathUnescape(text); err == nil {
		text = whole
	}
	return weburl.Slug(text)
}
