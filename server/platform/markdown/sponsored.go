package markdown

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Sponsored is the title of a link that a partner pays for. The partner may be
// named after a colon: [text](url "sponsored: Marlowick Bank").
const Sponsored = "sponsored"

// earningPage tells how the site earns.
const earningPage = "/how-we-earn"

// paid marks the links that partners pay for, and puts a sentence above the
// first of a text that says who pays.
type paid struct{}

// Transform implements parser.ASTTransformer.
func (paid) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	var links []*ast.Link
	var names []string
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		link, ok := n.(*ast.Link)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		if name, ok := advertiser(string(link.Title)); ok {
			links, names = append(links, link), append(names, name)
			link.Title = nil
			link.SetAttributeString("rel", []byte(Sponsored+" noopener"))
			link.SetAttributeString("class", []byte("paid-link"))
		}
		return ast.WalkContinue, nil
	})
	if len(links) == 0 {
		return
	}
	var block ast.Node = links[0]
	for block.Parent() != doc {
		block = block.Parent()
	}
	doc.InsertBefore(doc, block, disclosure(names))
}

// advertiser reads the title of a link: whether a partner pays for it, and the
// partner's name, if it has one.
func advertiser(title string) (name string, isPaid bool) {
	kind, name, _ := strings.Cut(title, ":")
	return strings.TrimSpace(name), strings.EqualFold(strings.TrimSpace(kind), Sponsored)
}

// disclosure is the paragraph that says who pays for the links of a text.
func disclosure(names []string) ast.Node {
	p := ast.NewParagraph()
	p.SetAttributeString("class", []byte("disclosure"))
	p.AppendChild(p, verbatim(whoPays(names)+" "))
	link := ast.NewLink()
	link.Destination = []byte(earningPage)
	link.AppendChild(link, verbatim("How we earn"))
	p.AppendChild(p, link)
	return p
}

// whoPays says who pays for so many links; the name of one may be empty.
func whoPays(names []string) string {
	links := "the link"
	if len(names) > 1 {
		links = "the links"
	}
	links += " marked “Sponsored” below, and has no say in this text."
	known := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" })
	slices.Sort(known)
	known = slices.Compact(known)
	switch {
	case len(known) == 0 || slices.Contains(names, ""):
		return "A partner pays us for " + links
	case len(known) == 1:
		return known[0] + " pays us for " + links
	}
	last := len(known) - 1
	return strings.Join(known[:last], ", ") + " and " + known[last] + " pay us for " + strings.Replace(links, "has", "have", 1)
}
