package markdown

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"thriftwell/server/platform/numbers"
)

// A piece's calculations are fenced blocks with the language "numbers". Its
// texts can reference their figures as {{block.figure}}.

// Trouble is an error in the numbers of a piece. A piece with errors can't be
// published.
type Trouble struct {
	Text    int // index of the text
	Line    int // line of the text, from 1
	Message string
}

// Numbers parses the numbers blocks of a piece's texts, and returns the errors
// in them and in references to their figures.
func Numbers(texts ...string) (sheets []*numbers.Sheet, troubles []Trouble) {
	taken := map[string]bool{}
	docs := make([]ast.Node, len(texts))
	for i, source := range texts {
		if !mayHaveNumbers(source) {
			continue
		}
		docs[i] = parse(source)
		for _, block := range numbersOf(docs[i], source) {
			yaml, line := fenced(block, []byte(source))
			sheet, problems := numbers.Read(yaml)
			for _, p := range problems {
				troubles = append(troubles, Trouble{i, line + p.Line, p.Message})
			}
			if sheet == nil {
				continue
			}
			if taken[sheet.Name] {
				troubles = append(troubles, Trouble{i, line + 1, fmt.Sprintf("The block name “%s” is used twice.", sheet.Name)})
			}
			taken[sheet.Name] = true
			sheets = append(sheets, sheet)
		}
	}
	if len(troubles) > 0 {
		return sheets, troubles // references to a broken block are no news
	}
	for i, doc := range docs {
		if doc == nil {
			continue
		}
		for _, r := range nodes[*reference](doc) {
			if shown, _ := figureOf(sheets, r); shown == "" {
				line := 1 + strings.Count(texts[i][:r.start], "\n")
				troubles = append(troubles, Trouble{i, line, fmt.Sprintf("The numbers “%[2]s” have no figure “%[1]s”.", r.figure, r.block)})
			}
		}
	}
	return sheets, troubles
}

// mayHaveNumbers reports whether a text must be parsed for numbers.
func mayHaveNumbers(source string) bool {
	return fence.MatchString(source) || referenced.MatchString(source)
}

var (
	fence      = regexp.MustCompile("(?m)(```|~~~)[ \t]*numbers[ \t\r]*$")
	referenced = regexp.MustCompile(`\{\{([a-z0-9-]+)\.([A-Za-z0-9]+)\}\}`)
)

// numbersOf returns the numbers blocks of a document.
func numbersOf(doc ast.Node, source string) []*ast.FencedCodeBlock {
	return slices.DeleteFunc(nodes[*ast.FencedCodeBlock](doc), func(block *ast.FencedCodeBlock) bool {
		return string(block.Language([]byte(source))) != "numbers"
	})
}

// fenced returns the text of a fenced block, and the line of its fence.
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

// figureOf returns the referenced figure as text and as HTML, or "" if there is
// none.
func figureOf(sheets []*numbers.Sheet, r *reference) (shown, html string) {
	for _, sheet := range sheets {
		if shown, known := sheet.Figure(r.figure); known && sheet.Name == r.block {
			return shown, sheet.Mark(r.figure)
		}
	}
	return "", ""
}

// reference is a {{block.figure}} in a text.
type reference struct {
	ast.BaseInline
	block, figure string
	start         int // in the source
	shown, html   string
}

var kindReference = ast.NewNodeKind("NumbersReference")

// Kind implements ast.Node.
func (*reference) Kind() ast.NodeKind { return kindReference }

// Dump implements ast.Node.
func (r *reference) Dump(source []byte, level int) { ast.DumpHelper(r, source, level, nil, nil) }

// numbersHTML is a rendered numbers block.
type numbersHTML struct {
	ast.BaseBlock
	html string
}

var kindNumbersHTML = ast.NewNodeKind("Numbers")

// Kind implements ast.Node.
func (*numbersHTML) Kind() ast.NodeKind { return kindNumbersHTML }

// Dump implements ast.Node.
func (d *numbersHTML) Dump(source []byte, level int) { ast.DumpHelper(d, source, level, nil, nil) }

// references parses and renders {{block.figure}}.
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

// renderNumbers renders a document's numbers blocks, and fills in references to
// their figures and to those of sheets, from the piece's other texts. Invalid
// blocks and references stay as typed.
func renderNumbers(doc ast.Node, source string, sheets []*numbers.Sheet) error {
	if !mayHaveNumbers(source) {
		return nil
	}
	for _, block := range numbersOf(doc, source) {
		yaml, _ := fenced(block, []byte(source))
		sheet, problems := numbers.Read(yaml)
		if len(problems) > 0 {
			continue
		}
		html, err := sheet.HTML(3)
		if err != nil {
			return err
		}
		block.Parent().ReplaceChild(block.Parent(), block, &numbersHTML{html: html})
		sheets = append(sheets, sheet)
	}
	for _, r := range nodes[*reference](doc) {
		r.shown, r.html = figureOf(sheets, r)
	}
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
			_, _ = fmt.Fprintf(w, "{{%s.%s}}", r.block, r.figure) // has no special characters
		}
		return ast.WalkContinue, nil
	})
	r.Register(kindNumbersHTML, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.WriteString(n.(*numbersHTML).html)
		}
		return ast.WalkContinue, nil
	})
}

// Plain returns a text for readers of Markdown: claims become their values,
// numbers blocks tables, and references figures. sheets are the numbers of the
// piece's other texts.
func Plain(source string, sheets ...*numbers.Sheet) string {
	source = WithoutClaims(source)
	if !mayHaveNumbers(source) {
		return source
	}
	own, _ := Numbers(source)
	sheets = append(own, sheets...)
	doc, edits := parse(source), []edit{}
	for _, block := range numbersOf(doc, source) {
		yaml, _ := fenced(block, []byte(source))
		if sheet, problems := numbers.Read(yaml); len(problems) == 0 && block.Lines().Len() > 0 {
			start := strings.LastIndexByte(source[:block.Info.Segment.Start], '\n') + 1
			end := block.Lines().At(block.Lines().Len() - 1).Stop
			if line := strings.IndexByte(source[end:], '\n'); line >= 0 {
				end += line + 1 // include the closing fence
			} else {
				end = len(source)
			}
			table := sheet.Markdown()
			if end < len(source) && source[end] != '\n' {
				table += "\n" // end the table
			}
			edits = append(edits, edit{start, end, table})
		}
	}
	for _, r := range nodes[*reference](doc) {
		if shown, _ := figureOf(sheets, r); shown != "" {
			edits = append(edits, edit{r.start, r.start + len(r.block) + len(r.figure) + len("{{.}}"), shown})
		}
	}
	return edited(source, edits)
}
