package articles

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// renderBody turns Markdown into HTML and lists its second-level headings.
// Raw HTML and dangerous links in the Markdown are left out (goldmark's default).
func renderBody(markdown string) (string, []Heading, error) {
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Typographer), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	source := []byte(markdown)
	doc := md.Parser().Parse(text.NewReader(source))
	toc := []Heading{}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok || h.Level != 2 {
			continue
		}
		id, _ := h.AttributeString("id")
		toc = append(toc, Heading{ID: fmt.Sprintf("%s", id), Title: plain(h, source)})
	}
	var out bytes.Buffer
	if err := md.Renderer().Render(&out, source, doc); err != nil {
		return "", nil, fmt.Errorf("render Markdown: %w", err)
	}
	return out.String(), toc, nil
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
			out.Write(n.Value(source))
		case *ast.String:
			out.Write(n.Value)
		}
		return ast.WalkContinue, nil
	})
	return out.String()
}
