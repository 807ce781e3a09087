package markdown

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// blocks adds what articles and guides have beyond CommonMark: callouts, which
// are quotes whose first line names a kind, as in GitHub's alerts, and
// checklists, which are lists of tasks. Other Markdown readers show them as
// quotes and lists. It also gives table cells the class of their alignment,
// since the site's policy allows no inline styles.
type blocks struct{}

// Extend implements goldmark.Extender.
func (blocks) Extend(md goldmark.Markdown) {
	md.Parser().AddOptions(
		parser.WithInlineParsers(util.Prioritized(extension.NewTaskCheckBoxParser(), 0)),
		parser.WithASTTransformers(util.Prioritized(blocks{}, 900)))
	md.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(blocks{}, 100)))
}

// calloutTitle returns the title shown above a callout, or "" if the kind is
// unknown.
func calloutTitle(kind string) string {
	switch kind {
	case "note":
		return "Good to know"
	case "tip":
		return "Tip"
	case "warning":
		return "Careful"
	case "script":
		return "What to say"
	}
	return ""
}

// kindAttribute holds a callout's kind, in its quote.
const kindAttribute = "data-kind"

// Transform implements parser.ASTTransformer.
func (blocks) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	for _, quote := range nodes[*ast.Blockquote](doc) {
		callOut(quote, reader.Source())
	}
	for _, cell := range nodes[*extast.TableCell](doc) {
		if cell.Alignment != extast.AlignNone {
			cell.SetAttributeString("class", []byte("align-"+cell.Alignment.String()))
		}
	}
	for _, box := range nodes[*extast.TaskCheckBox](doc) {
		item := box.Parent()
		item.RemoveChild(item, box)
		if list := item.Parent().Parent(); list != nil {
			checklist(list)
		}
	}
}

// checklist puts a checkbox before each item of a list.
func checklist(list ast.Node) {
	if _, done := list.AttributeString("class"); done {
		return
	}
	list.SetAttributeString("class", []byte("checklist"))
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		words := item.FirstChild()
		if words == nil || words.Kind() != ast.KindTextBlock && words.Kind() != ast.KindParagraph {
			continue
		}
		words.InsertBefore(words, words.FirstChild(), &checkbox{})
		words.AppendChild(words, &checkbox{after: true})
	}
}

// checkbox is the start of a checklist item's label, with its box, or with
// after set, the end of the label. Readers can check a box before the page's
// script loads, which then keeps it (ui/shared/ui/prose-tools.ts).
type checkbox struct {
	ast.BaseInline
	after bool
}

var kindCheckbox = ast.NewNodeKind("Tick")

// Kind implements ast.Node.
func (*checkbox) Kind() ast.NodeKind { return kindCheckbox }

// Dump implements ast.Node.
func (t *checkbox) Dump(source []byte, level int) { ast.DumpHelper(t, source, level, nil, nil) }

// callOut turns a quote that begins with a line such as "[!TIP]" into a
// callout.
func callOut(quote *ast.Blockquote, source []byte) {
	first, ok := quote.FirstChild().(*ast.Paragraph)
	if !ok {
		return
	}
	line := first.Lines().At(0)
	marked := regexp.MustCompile(`^\[!([A-Z]+)\]\s*$`).FindSubmatch(line.Value(source))
	if marked == nil {
		return
	}
	kind := strings.ToLower(string(marked[1]))
	if calloutTitle(kind) == "" {
		return
	}
	quote.SetAttributeString(kindAttribute, []byte(kind))
	for n := first.FirstChild(); n != nil; n = first.FirstChild() {
		written, ok := n.(*ast.Text)
		if !ok || written.Segment.Start >= line.Stop {
			break
		}
		first.RemoveChild(first, n)
	}
	if !first.HasChildren() {
		quote.RemoveChild(quote, first)
	}
}

// RegisterFuncs implements renderer.NodeRenderer.
func (blocks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindCheckbox, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		html := `<label><input type="checkbox" autocomplete="off"> `
		if n.(*checkbox).after {
			html = "</label>"
		}
		if !entering {
			html = ""
		}
		_, err := w.WriteString(html)
		return ast.WalkContinue, err
	})
	r.Register(ast.KindBlockquote, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		start, end := "<blockquote>\n", "</blockquote>\n"
		if kind, ok := n.AttributeString(kindAttribute); ok {
			name := string(kind.([]byte))
			start = `<aside class="callout" data-kind="` + name + `"><p class="callout-title">` + calloutTitle(name) + "</p>\n"
			end = "</aside>\n"
		}
		if !entering {
			start = end
		}
		_, err := w.WriteString(start)
		return ast.WalkContinue, err
	})
}
