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

// blocks are what pieces have beside CommonMark: a call-out, which is a quote
// whose first line names its kind as GitHub's alerts do, and a checklist, which
// is a list of tasks. What knows neither shows a quote and a list. The cells of a
// table get the class of their alignment, as the page's policy allows no style.
type blocks struct{}

// Extend implements goldmark.Extender.
func (blocks) Extend(md goldmark.Markdown) {
	md.Parser().AddOptions(
		parser.WithInlineParsers(util.Prioritized(extension.NewTaskCheckBoxParser(), 0)),
		parser.WithASTTransformers(util.Prioritized(blocks{}, 900)))
	md.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(blocks{}, 100)))
}

// titleOf is what stands above a call-out of a kind; "" if there is none of it.
func titleOf(kind string) string {
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

// attribute holds the kind of a call-out, in its quote.
const attribute = "data-kind"

// Transform implements parser.ASTTransformer.
func (blocks) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	var boxes []*extast.TaskCheckBox
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Blockquote:
			callOut(n, reader.Source())
		case *extast.TaskCheckBox:
			boxes = append(boxes, n)
		case *extast.TableCell:
			if n.Alignment != extast.AlignNone {
				n.SetAttributeString("class", []byte("align-"+n.Alignment.String()))
			}
		}
		return ast.WalkContinue, nil
	})
	for _, box := range boxes {
		item := box.Parent()
		item.RemoveChild(item, box)
		if list := item.Parent().Parent(); list != nil {
			checklist(list)
		}
	}
}

// checklist gives each item of a list a box.
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
		words.InsertBefore(words, words.FirstChild(), &tick{})
		words.AppendChild(words, &tick{after: true})
	}
}

// tick is the box of an item of a checklist, before its words, and what follows
// them. Readers may tick it before the page's code is there, which keeps it
// (ui/shared/ui/prose-tools.ts).
type tick struct {
	ast.BaseInline
	after bool
}

var kindTick = ast.NewNodeKind("Tick")

// Kind implements ast.Node.
func (*tick) Kind() ast.NodeKind { return kindTick }

// Dump implements ast.Node.
func (t *tick) Dump(source []byte, level int) { ast.DumpHelper(t, source, level, nil, nil) }

// callOut makes a call-out of a quote that begins with the line "[!TIP]".
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
	if titleOf(kind) == "" {
		return
	}
	quote.SetAttributeString(attribute, []byte(kind))
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
	r.Register(kindTick, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		html := `<label><input type="checkbox" autocomplete="off"> `
		if n.(*tick).after {
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
		if kind, ok := n.AttributeString(attribute); ok {
			name := string(kind.([]byte))
			start = `<aside class="callout" data-kind="` + name + `"><p class="callout-title">` + titleOf(name) + "</p>\n"
			end = "</aside>\n"
		}
		if !entering {
			start = end
		}
		_, err := w.WriteString(start)
		return ast.WalkContinue, err
	})
}
