package offers

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/weburl"
)

// Texts renders links to offers in articles, guides and newsletters. Saved
// texts have only the offers' addresses; the destination and the content of
// cards come from the current offers.
type Texts struct{ Offers offer.Catalogs }

// CheckLink returns what is wrong with an address in a text, "" if nothing is
// or it isn't an offer's.
func (t Texts) CheckLink(address string) (wrong string) {
	if !strings.HasPrefix(address, markdown.OfferPath) {
		return ""
	}
	if r, _ := parseRef(address); !t.Offers.IsKnown(r.kind, r.id) {
		return "There’s no offer at " + address + ". Choose the offer again."
	}
	return ""
}

// Link returns a link to an offer for a page of the site; ok is false if the
// offer has ended.
func (t Texts) Link(address, page string) (l pieces.OfferLink, ok bool) {
	r, _ := parseRef(address)
	o := t.Offers.Lead(r.kind, r.id)
	if o != nil {
		l = pieces.OfferLink{Href: r.from(page), Payer: o.Partner}
		if o.Disclaimer != nil {
			l.Terms = *o.Disclaimer
		}
	}
	return l, o != nil
}

// from returns the address of the offer with the page that its clicks count
// for.
func (r ref) from(page string) string {
	return r.String() + "?" + url.Values{placeParameter: {page}}.Encode()
}

// Templates of cards.
const (
	onPage  = "page"
	inEmail = "mail"
)

// Show returns the HTML of a text for a page of the site, with counted links
// and with cards. A link to an ended offer becomes plain text, and its card is
// left out.
func (t Texts) Show(text, page string) (string, error) { return t.show(text, page, onPage) }

// Email is Show for email apps.
func (t Texts) Email(text, page string) (string, error) { return t.show(text, page, inEmail) }

func (t Texts) show(text, page, look string) (string, error) {
	if !strings.Contains(text, `href="`+markdown.OfferPath) {
		return text, nil
	}
	body, err := parse(text)
	if err != nil {
		return "", err
	}
	terms := []string{}
	for _, link := range links(body) {
		address := attribute(link, "href")
		if !strings.HasPrefix(address, markdown.OfferPath) {
			continue
		}
		r, _ := parseRef(address)
		o := t.Offers.Lead(r.kind, r.id)
		switch isCard := attribute(link.Parent, "class") == markdown.CardClass; {
		case isCard && o != nil:
			withoutBadge(link)
			card, err := card{o, words(link), r.from(page)}.node(look)
			if err != nil {
				return "", err
			}
			replace(link.Parent, card)
		case isCard:
			replace(link.Parent, nil)
		case o != nil:
			set(link, "href", r.from(page))
			set(link, markdown.PayerAttribute, o.Partner)
			if o.Disclaimer != nil && !slices.Contains(terms, *o.Disclaimer) {
				terms = append(terms, *o.Disclaimer)
			}
		default:
			withoutBadge(link)
			replace(link, link)
		}
	}
	disclose(body, terms)
	var out strings.Builder
	for n := range body.ChildNodes() {
		if err := html.Render(&out, n); err != nil {
			return "", fmt.Errorf("write a text with offers: %w", err)
		}
	}
	return out.String(), nil
}

//go:embed cards.html
var cardsSource string

// card is an offer with the text and the address of its button.
type card struct {
	*offer.Live
	Words, Href string
}

// node renders the card.
func (o card) node(look string) (*html.Node, error) {
	t, err := template.New("").Parse(cardsSource)
	if err != nil {
		return nil, err
	}
	var out strings.Builder
	if err := t.ExecuteTemplate(&out, look, o); err != nil {
		return nil, fmt.Errorf("make the card of an offer: %w", err)
	}
	return parse(out.String())
}

// Host returns the host that the offer leads to.
func (o card) Host() string { return weburl.Host(o.Address) }

// IsExample reports whether the partner is invented, like
// ui/shared/offers/example.ts.
func (o card) IsExample() bool { return exampleHost.MatchString(o.Host()) }

var exampleHost = regexp.MustCompile(`(^|\.)example(\.(com|net|org))?$`)

// Rows returns the key facts and the catch that staff have entered.
func (o card) Rows() (rows []struct{ Name, Text string }) {
	for _, row := range []struct{ Name, Text string }{{"For", o.Who}, {"Minimum", o.Minimum}, {"Fee", o.Fee}, {"Ends", o.Ends}, {"Proof", o.Proof}} {
		if row.Text != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// Sources returns the files of the picture, if staff uploaded it.
func (o card) Sources() (sources []struct{ Type, Srcset string }) {
	if o.Picture == nil {
		return nil
	}
	file, _ := picture.Parse(*o.ImageURL)
	for _, ending := range []string{"avif", "webp"} {
		sources = append(sources, struct{ Type, Srcset string }{"image/" + ending, file.Srcset(ending)})
	}
	return sources
}

// disclose updates the sentence about paid links: it names who pays for the
// links that are left, with the legal terms beside them. It removes the
// sentence if no such link is left.
func disclose(body *html.Node, terms []string) {
	var payers []string
	for _, link := range links(body) {
		if slices.Contains(strings.Fields(attribute(link, "class")), markdown.PaidClass) {
			payers = append(payers, attribute(link, markdown.PayerAttribute))
			link.Attr = slices.DeleteFunc(link.Attr, func(a html.Attribute) bool { return a.Key == markdown.PayerAttribute })
		}
	}
	for _, n := range slices.Collect(body.ChildNodes()) {
		switch {
		case attribute(n, "class") != markdown.DisclosureClass:
		case len(payers) == 0:
			body.RemoveChild(n)
		default:
			n.FirstChild.Data = markdown.WhoPays(payers) + " "
			for _, text := range terms {
				n.AppendChild(&html.Node{Type: html.TextNode, Data: " " + text})
			}
		}
	}
}

// parse reads HTML as the children of an element.
func parse(text string) (*html.Node, error) {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(text), body)
	if err != nil {
		return nil, fmt.Errorf("read a text with offers: %w", err)
	}
	for _, n := range nodes {
		body.AppendChild(n)
	}
	return body, nil
}

// links returns the links in an element. Callers may change the element.
func links(in *html.Node) (found []*html.Node) {
	for n := range in.Descendants() {
		if n.DataAtom == atom.A {
			found = append(found, n)
		}
	}
	return found
}

// replace replaces a node with the children of an element, if there is one.
func replace(n, by *html.Node) {
	for by != nil && by.FirstChild != nil {
		child := by.FirstChild
		by.RemoveChild(child)
		n.Parent.InsertBefore(child, n)
	}
	n.Parent.RemoveChild(n)
}

// withoutBadge removes the badge of a paid link before its text.
func withoutBadge(link *html.Node) {
	if first := link.FirstChild; first != nil && strings.Contains(attribute(first, "class"), markdown.BadgeClass) {
		link.RemoveChild(first)
	}
	if first := link.FirstChild; first != nil && first.Type == html.TextNode {
		first.Data = strings.TrimLeft(first.Data, " ")
	}
}

// words returns the text of an element.
func words(in *html.Node) string {
	var out strings.Builder
	for n := range in.Descendants() {
		if n.Type == html.TextNode {
			out.WriteString(n.Data)
		}
	}
	return out.String()
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func set(n *html.Node, key, value string) {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			n.Attr[i].Val = value
			return
		}
	}
	n.Attr = append(n.Attr, html.Attribute{Key: key, Val: value})
}
