package markdown

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"thriftwell/server/platform/numbers"
)

// A claim is a figure, a rate or a legal date in the register of claims. A text
// marks one as [$250,000]{claim=fdic-limit}, with the value and the claim's
// name. Readers see the value, linked to its source. An assumption in a numbers
// block names its claim, or has a claim of its own if it gives a source.

// Claim is one use of a claim in a text. Only an assumption has a source and a
// date.
type Claim struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Source string `json:"source,omitempty"`
	Looked string `json:"looked,omitempty"` // when the source was last checked, as YYYY-MM-DD
	Title  string `json:"title,omitempty"`  // of an assumption that names no claim
}

// MaxClaim is the length limit of a claim's value, in characters.
const MaxClaim = 60

var marked = regexp.MustCompile(`^\[([^\[\]\r\n]{1,240})\]\{claim=([a-z0-9]+(?:-[a-z0-9]+)*)\}`)

// IsClaimValue reports whether value can be put in a claim's mark: it must have
// no Markdown syntax.
func IsClaimValue(value string) bool {
	return value != "" && value == strings.TrimSpace(value) && len([]rune(value)) <= MaxClaim && !strings.ContainsAny(value, "[]\\*_`<>{}|~&\r\n")
}

// Claims returns the uses of claims in texts: for each text, its marks and then
// the assumptions of its numbers blocks.
func Claims(texts ...string) []Claim {
	found := []Claim{}
	for _, source := range texts {
		for _, c := range claimsIn(source) {
			found = append(found, Claim{Name: c.name, Value: string(c.segment.Value([]byte(source)))})
		}
		for _, block := range numbersIn(source) {
			yaml, _ := fenced(block, []byte(source))
			for _, c := range numbers.Claims(yaml) {
				title := ""
				if c.Own {
					title = c.Of.Label
				}
				found = append(found, Claim{c.Name, c.Of.Figure(), c.Of.Source, c.Of.Looked, title})
			}
		}
	}
	return found
}

// SetClaim sets a claim's value everywhere in a text, in marks and in numbers
// blocks. If a block can't take the value, it returns the text unchanged and
// why.
func SetClaim(source, name, value string) (set, wrong string) {
	var edits []edit
	for _, c := range claimsIn(source) {
		if c.name == name {
			edits = append(edits, edit{c.segment.Start, c.segment.Stop, value})
		}
	}
	for _, block := range numbersIn(source) {
		yaml, _ := fenced(block, []byte(source))
		changed, wrong := numbers.SetClaim(yaml, name, value)
		if wrong != "" {
			return source, wrong
		}
		was := strings.SplitAfter(yaml, "\n")
		for i, line := range strings.SplitAfter(changed, "\n") { // SetClaim keeps the number of lines
			if line != was[i] {
				segment := block.Lines().At(i)
				edits = append(edits, edit{segment.Start, segment.Stop, line})
			}
		}
	}
	return edited(source, edits), ""
}

// numbersIn returns the numbers blocks of a text.
func numbersIn(source string) []*ast.FencedCodeBlock {
	if !fence.MatchString(source) {
		return nil
	}
	return numbersOf(parse(source), source)
}

// WithoutClaims replaces each claim's mark with its value.
func WithoutClaims(source string) string {
	var edits []edit
	for _, c := range claimsIn(source) {
		edits = append(edits, edit{start: c.segment.Start - 1, stop: c.segment.Start}, edit{start: c.segment.Stop, stop: c.stop})
	}
	return edited(source, edits)
}

// claimsIn returns the claims' marks in a text.
func claimsIn(source string) []*claim {
	if !strings.Contains(source, "]{claim=") {
		return nil
	}
	return nodes[*claim](parse(source))
}

// claim is a claim's mark: segment is its value in the source, and stop the end
// of the mark.
type claim struct {
	ast.BaseInline
	name    string
	segment text.Segment
	stop    int
}

var kindClaim = ast.NewNodeKind("Claim")

// Kind implements ast.Node.
func (*claim) Kind() ast.NodeKind { return kindClaim }

// Dump implements ast.Node.
func (c *claim) Dump(source []byte, level int) {
	ast.DumpHelper(c, source, level, map[string]string{"Name": c.name}, nil)
}

// claims parses and renders the marks of claims.
type claims struct{}

// Extend implements goldmark.Extender.
func (claims) Extend(md goldmark.Markdown) {
	md.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(claims{}, 150))) // before links
	md.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(claims{}, 100)))
}

// Trigger implements parser.InlineParser.
func (claims) Trigger() []byte { return []byte{'['} }

// Parse implements parser.InlineParser.
func (claims) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	at := marked.FindSubmatchIndex(line)
	if at == nil || segment.Padding > 0 || !numbers.IsClaimName(string(line[at[4]:at[5]])) {
		return nil
	}
	value := text.NewSegment(segment.Start+at[2], segment.Start+at[3])
	if !IsClaimValue(string(value.Value(block.Source()))) {
		return nil
	}
	block.Advance(at[1])
	return &claim{name: string(line[at[4]:at[5]]), segment: value, stop: segment.Start + at[1]}
}

// RegisterFuncs implements renderer.NodeRenderer.
func (claims) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindClaim, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		c := n.(*claim)
		before, after := `<a class="claim" href="#claim-`+c.name+`">`, `</a>`
		if isLinked(n) {
			before, after = "", ""
		}
		_, err := w.WriteString(before + string(util.EscapeHTML(c.segment.Value(source))) + after)
		return ast.WalkContinue, err
	})
}

// isLinked reports whether n is inside a link. Links can't be nested.
func isLinked(n ast.Node) bool {
	for up := n.Parent(); up != nil; up = up.Parent() {
		if up.Kind() == ast.KindLink {
			return true
		}
	}
	return false
}
