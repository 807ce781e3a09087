package markdown

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Sponsored is the title of a paid link. It may name the partner after a colon:
// [text](url "sponsored: Marlowick Bank").
const Sponsored = "sponsored"

// OfferPath begins the address of an offer, followed by its kind and id, as in
// /go/carousel/12. A link to an offer is a paid link, whatever its title.
const OfferPath = "/go/"

// Card is the title of a link to an offer that is alone in a paragraph and
// shown as a card: [See rates](/go/carousel/12 "card").
const Card = "card"

// Classes and attributes in the HTML of a text with paid links: of a card's
// paragraph, of the disclosure, of a paid link and its badge, and the payer's
// name on a link.
const (
	CardClass       = "offer-card"
	DisclosureClass = "disclosure"
	PaidClass       = "paid-link"
	BadgeClass      = "badge-sponsored"
	PayerAttribute  = "data-payer"
)

// earningPage explains how the site makes money.
const earningPage = "/how-we-earn"

// OfferLinks returns the addresses of the offers that a text links to, in
// order.
func OfferLinks(source string) (addresses []string) {
	if !strings.Contains(source, OfferPath) {
		return nil
	}
	for _, link := range nodes[*ast.Link](parse(source)) {
		if isOffer(link) {
			addresses = append(addresses, string(link.Destination))
		}
	}
	return addresses
}

func isOffer(link *ast.Link) bool { return strings.HasPrefix(string(link.Destination), OfferPath) }

// paid marks paid links, and inserts a disclosure above the first.
type paid struct{}

// Transform implements parser.ASTTransformer.
func (paid) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	var links []*ast.Link
	var names []string
	offers := false
	for _, link := range nodes[*ast.Link](doc) {
		name, ok := advertiser(string(link.Title))
		if isOffer(link) {
			ok, offers = true, true
			if p := link.Parent(); p.Kind() == ast.KindParagraph && p.ChildCount() == 1 && string(link.Title) == Card {
				p.SetAttributeString("class", []byte(CardClass))
			}
		}
		if ok {
			links, names = append(links, link), append(names, name)
			link.Title = nil
			link.SetAttributeString("rel", []byte(Sponsored+" noopener"))
			link.SetAttributeString("class", []byte(PaidClass))
		}
	}
	if len(links) == 0 {
		return
	}
	for i, link := range links {
		if offers && names[i] != "" {
			link.SetAttributeString(PayerAttribute, []byte(names[i]))
		}
	}
	var block ast.Node = links[0]
	for block.Parent() != doc {
		block = block.Parent()
	}
	doc.InsertBefore(doc, block, disclosure(names))
}

// advertiser parses a link's title. The name may be empty.
func advertiser(title string) (name string, isPaid bool) {
	kind, name, _ := strings.Cut(title, ":")
	return strings.TrimSpace(name), strings.EqualFold(strings.TrimSpace(kind), Sponsored)
}

// disclosure returns the paragraph that says who pays for links.
func disclosure(names []string) ast.Node {
	p := ast.NewParagraph()
	p.SetAttributeString("class", []byte(DisclosureClass))
	p.AppendChild(p, verbatim(WhoPays(names)+" "))
	link := ast.NewLink()
	link.Destination = []byte(earningPage)
	link.AppendChild(link, verbatim("How we earn"))
	p.AppendChild(p, link)
	return p
}

// WhoPays returns the disclosure for paid links; a partner's name may be empty.
func WhoPays(names []string) string {
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
