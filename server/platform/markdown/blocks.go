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
// is a list of tasks. What knows neither shows a quote and a list.
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
		}
		return ast.WalkContinue, nil
	})
	for _, box := range boxes {
		item := box.Parent()
		item.RemoveChild(item, box)
		if list := item.Parent().Parent(); list != nil {
			list.SetAttributeString("class", []byte("checklist"))
		}
	}
}

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
