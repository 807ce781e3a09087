package markdown

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"thriftwell/server/platform/numbers"
)

// The sums of a piece are fenced blocks with the language "numbers", and
// {{block.figure}} anywhere in its texts is a figure of theirs.

// Trouble is what keeps a text with numbers from being published.
type Trouble struct {
	Text    int // which of the texts, from 0
	Line    int // of that text, from 1
	Message string
}

// Numbers reads the blocks of the texts of a piece, and says what is wrong with
// them and with what refers to them.
func Numbers(texts ...string) (sheets []*numbers.Sheet, troubles []Trouble) {
	taken := map[string]bool{}
	docs := make([]ast.Node, len(texts))
	for i, source := range texts {
		if !mayHaveNumbers(source) {
			continue
		}
		docs[i] = newMarkdown(nil).Parser().Parse(text.NewReader([]byte(source)))
		each(docs[i], func(block *ast.FencedCodeBlock) {
			yaml, line := fenced(block, []byte(source))
			sheet, problems := numbers.Read(yaml)
			for _, p := range problems {
				troubles = append(troubles, Trouble{i, line + p.Line, p.Message})
			}
			if sheet == nil {
				return
			}
			if taken[sheet.Name] {
				troubles = append(troubles, Trouble{i, line + 1, fmt.Sprintf("The block name “%s” is used twice.", sheet.Name)})
			}
			taken[sheet.Name] = true
			sheets = append(sheets, sheet)
		}, []byte(source))
	}
	if len(troubles) > 0 {
		return sheets, troubles // references to a block that can't be read say nothing new
	}
	for i, doc := range docs {
		if doc == nil {
			continue
		}
		eachReference(doc, func(r *reference) {
			if shown, _ := figureOf(sheets, r); shown == "" {
				line := 1 + bytes.Count([]byte(texts[i])[:r.start], []byte("\n"))
				troubles = append(troubles, Trouble{i, line, fmt.Sprintf("The numbers “%[2]s” have no figure “%[1]s”.", r.figure, r.block)})
			}
		})
	}
	return sheets, troubles
}

// mayHaveNumbers reports whether a text is worth looking through.
func mayHaveNumbers(source string) bool {
	return fence.MatchString(source) || referenced.MatchString(source)
}

var (
	fence      = regexp.MustCompile("(?m)(```|~~~)[ \t]*numbers[ \t\r]*$")
	referenced = regexp.MustCompile(`\{\{([a-z0-9-]+)\.([A-Za-z0-9]+)\}\}`)
)

// isNumbers reports whether a fenced block holds numbers.
func isNumbers(block *ast.FencedCodeBlock, source []byte) bool {
	return string(block.Language(source)) == "numbers"
}

// each calls with the blocks of numbers of a document.
func each(doc ast.Node, call func(*ast.FencedCodeBlock), source []byte) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if block, ok := n.(*ast.FencedCodeBlock); ok && entering && isNumbers(block, source) {
			call(block)
		}
		return ast.WalkContinue, nil
	})
}

// eachReference calls with what refers to figures in a document.
func eachReference(doc ast.Node, call func(*reference)) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if r, ok := n.(*reference); ok && entering {
			call(r)
		}
		return ast.WalkContinue, nil
	})
}

// fenced is the text in a fence, and the line of the fence.
func fenced(block *ast.FencedCodeBlock, source []byte) (yaml string, line int) {
	var b bytes.Buffer
	for i := range block.Lines().Len() {
		segment := block.Lines().At(i)
		b.Write(segment.Value(source))
	}
	start := len(source)
	if block.Info != nil {
		start = block.Info.Segment.Start
	}
	return b.String(), 1 + bytes.Count(source[:start], []byte("\n"))
}

// figureOf is the figure that something refers to, as text and as HTML; both are
// "" if there is none.
func figureOf(sheets []*numbers.Sheet, r *reference) (shown, html string) {
	for _, sheet := range sheets {
		if shown, known := sheet.Figure(r.figure); known && sheet.Name == r.block {
			return shown, sheet.Mark(r.figure)
		}
	}
	return "", ""
}

// reference is {{block.figure}} in a text.
type reference struct {
	ast.BaseInline
	block, figure string
	start         int // where it is in the source
	shown, html   string
}

var kindReference = ast.NewNodeKind("NumbersReference")

// Kind implements ast.Node.
func (*reference) Kind() ast.NodeKind { return kindReference }

// Dump implements ast.Node.
func (r *reference) Dump(source []byte, level int) { ast.DumpHelper(r, source, level, nil, nil) }

// drawn is a block of numbers as HTML.
type drawn struct {
	ast.BaseBlock
	html string
}

var kindDrawn = ast.NewNodeKind("Numbers")

// Kind implements ast.Node.
func (*drawn) Kind() ast.NodeKind { return kindDrawn }

// Dump implements ast.Node.
func (d *drawn) Dump(source []byte, level int) { ast.DumpHelper(d, source, level, nil, nil) }

// references reads {{block.figure}}.
type references struct{}

// Trigger implements parser.InlineParser.
func (references) Trigger() []byte { return []byte{'{'} }

// Parse implements parser.InlineParser.
func (references) Parse(_ ast.Node, reader text.Reader, _ parser.Context) ast.Node {
	line, segment := reader.PeekLine()
	found := referenced.FindSubmatchIndex(line)
	if found == nil || found[0] != 0 {
		return nil
	}
	reader.Advance(found[1])
	return &reference{block: string(line[found[2]:found[3]]), figure: string(line[found[4]:found[5]]), start: segment.Start}
}

// sums draws the blocks of a document, and fills in what refers to figures of
// theirs or of other sheets of the piece. What is wrong stays as it was typed.
func sums(doc ast.Node, source string, sheets []*numbers.Sheet) error {
	if !mayHaveNumbers(source) {
		return nil
	}
	var found []*ast.FencedCodeBlock
	each(doc, func(block *ast.FencedCodeBlock) { found = append(found, block) }, []byte(source))
	for _, block := range found {
		yaml, _ := fenced(block, []byte(source))
		sheet, problems := numbers.Read(yaml)
		if len(problems) > 0 {
			continue
		}
		html, err := sheet.HTML(3)
		if err != nil {
			return err
		}
		block.Parent().ReplaceChild(block.Parent(), block, &drawn{html: html})
		sheets = append(sheets, sheet)
	}
	eachReference(doc, func(r *reference) { r.shown, r.html = figureOf(sheets, r) })
	return nil
}

// Extend implements goldmark.Extender.
func (references) Extend(md goldmark.Markdown) {
	md.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(references{}, 50)))
	md.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(references{}, 50)))
}

// RegisterFuncs implements renderer.NodeRenderer.
func (references) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindReference, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if r := n.(*reference); entering && r.html != "" {
			_, _ = w.WriteString(r.html)
		} else if entering {
			_, _ = fmt.Fprintf(w, "{{%s.%s}}", r.block, r.figure) // nothing in it is markup
		}
		return ast.WalkContinue, nil
	})
	r.Register(kindDrawn, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.WriteString(n.(*drawn).html)
		}
		return ast.WalkContinue, nil
	})
}

// Plain is a text in which claims are their values, blocks of numbers are
// tables, and what refers to a figure is that of the example, for whoever reads
// Markdown. Sheets are those of the other texts of its piece.
func Plain(source string, sheets ...*numbers.Sheet) string {
	source = WithoutClaims(source)
	if !mayHaveNumbers(source) {
		return source
	}
	own, _ := Numbers(source)
	sheets = append(own, sheets...)
	doc := newMarkdown(nil).Parser().Parse(text.NewReader([]byte(source)))
	type part struct {
		start, end int
		text       string
	}
	var parts []part
	each(doc, func(block *ast.FencedCodeBlock) {
		yaml, _ := fenced(block, []byte(source))
		if sheet, problems := numbers.Read(yaml); len(problems) == 0 && block.Lines().Len() > 0 {
			start := bytes.LastIndexByte([]byte(source)[:block.Info.Segment.Start], '\n') + 1
			end := block.Lines().At(block.Lines().Len() - 1).Stop
			if line := bytes.IndexByte([]byte(source)[end:], '\n'); line >= 0 {
				end += line + 1 // with the closing fence
			} else {
				end = len(source)
			}
			table := sheet.Markdown()
			if end < len(source) && source[end] != '\n' {
				table += "\n" // or what follows would be its last row
			}
			parts = append(parts, part{start, end, table})
		}
	}, []byte(source))
	eachReference(doc, func(r *reference) {
		if shown, _ := figureOf(sheets, r); shown != "" {
			parts = append(parts, part{r.start, r.start + len(r.block) + len(r.figure) + len("{{.}}"), shown})
		}
	})
	slices.SortFunc(parts, func(a, b part) int { return a.start - b.start })
	var b bytes.Buffer
	last := 0
	for _, p := range parts {
		if p.start < last {
			continue
		}
		b.WriteString(source[last:p.start] + p.text)
		last = p.end
	}
	return b.String() + source[last:]
}
