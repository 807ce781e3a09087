package markdown

import (
	"bytes"
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

// A claim in a text is a figure, a rate or a legal date that is kept in the
// register of claims: [$250,000]{claim=fdic-limit} is the value as the text has
// it and the name of the claim. Readers see the value, as a link to where the
// piece says what it is from. An assumption of numbers names its claim by itself,
// or has one of its own where it says what it is from.

// Claim is what a text says of a claim. An assumption of numbers says more of it
// than a mark does.
type Claim struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Source string `json:"source,omitempty"`
	Looked string `json:"looked,omitempty"` // the day on which somebody looked at the source, as YYYY-MM-DD
	Title  string `json:"title,omitempty"`  // what it is, of an assumption that names no claim
}

// MaxClaim is the longest value of a claim, in characters.
const MaxClaim = 60

var marked = regexp.MustCompile(`^\[([^\[\]\r\n]{1,240})\]\{claim=([a-z0-9]+(?:-[a-z0-9]+)*)\}`)

// IsClaimValue reports whether a text can stand in the mark of a claim. What
// means something in Markdown can't.
func IsClaimValue(value string) bool {
	return value != "" && value == strings.TrimSpace(value) && len([]rune(value)) <= MaxClaim && !strings.ContainsAny(value, "[]\\*_`<>{}|~&\r\n")
}

// Claims returns what texts say of claims: the marks of each text in their order,
// and then the assumptions of its numbers.
func Claims(texts ...string) []Claim {
	found := []Claim{}
	for _, source := range texts {
		eachClaim(source, func(c *claim) {
			found = append(found, Claim{Name: c.name, Value: string(c.segment.Value([]byte(source)))})
		})
		eachBlock(source, func(block *ast.FencedCodeBlock) {
			yaml, _ := fenced(block, []byte(source))
			for _, c := range numbers.Claims(yaml) {
				title := ""
				if c.Own {
					title = c.Of.Label
				}
				found = append(found, Claim{c.Name, c.Of.Figure(), c.Of.Source, c.Of.Looked, title})
			}
		})
	}
	return found
}

// SetClaim returns a text in which a claim has a value everywhere, in marks and
// in numbers. Wrong says why the value can't stand in some of these.
func SetClaim(source, name, value string) (set, wrong string) {
	type place struct {
		start, stop int
		text        string
	}
	var places []place
	eachClaim(source, func(c *claim) {
		if c.name == name {
			places = append(places, place{c.segment.Start, c.segment.Stop, value})
		}
	})
	eachBlock(source, func(block *ast.FencedCodeBlock) {
		yaml, _ := fenced(block, []byte(source))
		changed, why := numbers.SetClaim(yaml, name, value)
		if why != "" {
			wrong = why
			return
		}
		was := strings.SplitAfter(yaml, "\n")
		for i, line := range strings.SplitAfter(changed, "\n") { // each has its line in the text
			if line != was[i] {
				segment := block.Lines().At(i)
				places = append(places, place{segment.Start, segment.Stop, line})
			}
		}
	})
	if wrong != "" {
		return source, wrong
	}
	slices.SortFunc(places, func(a, b place) int { return b.start - a.start })
	for _, p := range places {
		source = source[:p.start] + p.text + source[p.stop:]
	}
	return source, ""
}

// eachBlock calls with the blocks of numbers in a text.
func eachBlock(source string, call func(*ast.FencedCodeBlock)) {
	if fence.MatchString(source) {
		each(newMarkdown(nil).Parser().Parse(text.NewReader([]byte(source))), call, []byte(source))
	}
}

// WithoutClaims returns a text whose claims are their values alone.
func WithoutClaims(source string) string {
	type place struct{ start, stop int }
	var marks []place
	eachClaim(source, func(c *claim) {
		marks = append(marks, place{c.segment.Stop, c.stop}, place{c.segment.Start - 1, c.segment.Start})
	})
	slices.SortFunc(marks, func(a, b place) int { return b.start - a.start })
	for _, m := range marks {
		source = source[:m.start] + source[m.stop:]
	}
	return source
}

// eachClaim calls with the claims in a text.
func eachClaim(source string, call func(*claim)) {
	if !strings.Contains(source, "]{claim=") {
		return
	}
	doc := newMarkdown(nil).Parser().Parse(text.NewReader([]byte(source)))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if c, ok := n.(*claim); ok && entering {
			call(c)
		}
		return ast.WalkContinue, nil
	})
}

// claim is the mark of a claim: where its value is in the source, and where the
// mark ends.
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

// claims reads and renders the marks of claims.
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
	return &claim{name: string(bytes.Clone(line[at[4]:at[5]])), segment: value, stop: segment.Start + at[1]}
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

// isLinked reports whether a node is in a link, which can hold no other.
func isLinked(n ast.Node) bool {
	for up := n.Parent(); up != nil; up = up.Parent() {
		if up.Kind() == ast.KindLink {
			return true
		}
	}
	return false
}
