package transfer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// noteMark stands for the line that makes a quote a callout, until the text is
// Markdown.
const noteMark = "\ue000"

// adapt changes elements to those that Markdown has: Ghost's cards, lists in
// table cells, and bare addresses. It returns what it leaves out.
func adapt(doc *html.Node) (leftOut []remark) {
	remove := func(n *html.Node, what, of string) {
		n.Parent.RemoveChild(n)
		if what != "" {
			leftOut = append(leftOut, remark{markedLine(n), strings.Join(strings.Fields("The "+what+" "+of), " ") + " was left out."})
		}
	}
	for _, n := range slices.Collect(doc.Descendants()) {
		if !slices.Contains(slices.Collect(n.Ancestors()), doc) {
			continue // removed with its parent
		}
		if n.Type == html.TextNode {
			linkAddresses(n)
			continue
		}
		switch {
		case hasClass(n, "kg-signup-card"):
			remove(n, "signup card", quoted(firstText(n)))
		case hasClass(n, "kg-audio-card"), hasClass(n, "kg-video-card"):
			for d := range n.Descendants() {
				if d.Data == "audio" || d.Data == "video" {
					remove(n, d.Data, addressOf(d))
					break
				}
			}
		case hasClass(n, "kg-file-card-container"):
			keep(n, "kg-file-card-title", "kg-file-card-caption")
		case hasClass(n, "kg-bookmark-container"):
			flattenBookmark(n)
		case hasClass(n, "kg-callout-card"):
			n.Data, n.DataAtom = "blockquote", 0
			mark := &html.Node{Type: html.ElementNode, Data: "p"}
			mark.AppendChild(&html.Node{Type: html.TextNode, Data: noteMark})
			n.InsertBefore(mark, n.FirstChild)
		case hasClass(n, "kg-callout-text"):
			if sign := n.PrevSibling; sign != nil && hasClass(sign, "kg-callout-emoji") {
				n.InsertBefore(&html.Node{Type: html.TextNode, Data: textOf(sign) + " "}, n.FirstChild)
				remove(sign, "", "")
			}
		case hasClass(n, "kg-toggle-heading"), hasClass(n, "kg-product-card-title"):
			words := &html.Node{Type: html.ElementNode, Data: "strong"}
			words.AppendChild(&html.Node{Type: html.TextNode, Data: textOf(n)})
			empty(n)
			n.AppendChild(words)
			n.Data, n.DataAtom = "p", 0
		}
		switch n.Data {
		case "iframe", "video", "audio", "form", "script", "object", "embed":
			if n.Parent != nil {
				remove(n, n.Data, addressOf(n))
			}
		case "svg", "template":
			remove(n, "", "")
		case "td", "th":
			flattenCell(n)
		case "sup":
			raise(n, superscripts)
		case "sub":
			raise(n, subscripts)
		}
	}
	return leftOut
}

// remark is a sentence about part of an entry that isn't imported.
type remark struct {
	line     int // 0 means the entry's first line
	sentence string
}

// lineMark is the attribute with the line of an element.
const lineMark = "data-line"

var mayBeLeftOut = regexp.MustCompile(`(?i)<(?:iframe|video|audio|form|script|object|embed|img)([\s/>])`)

// markLines adds lineMark to elements that may be left out. The text starts at
// line first.
func markLines(text string, first int) string {
	var out strings.Builder
	last, line := 0, first
	for _, found := range mayBeLeftOut.FindAllStringSubmatchIndex(text, -1) {
		at := found[2] // after the element's name
		line += strings.Count(text[last:at], "\n")
		fmt.Fprintf(&out, "%s %s=%d ", text[last:at], lineMark, line)
		last = at
	}
	return out.String() + text[last:]
}

// markedLine returns the line of an element, or of the first marked element in
// it.
func markedLine(n *html.Node) int {
	for _, d := range append([]*html.Node{n}, slices.Collect(n.Descendants())...) {
		for _, a := range d.Attr {
			if line, err := strconv.Atoi(a.Val); a.Key == lineMark && err == nil {
				return line
			}
		}
	}
	return 0
}

// addressOf returns the address that an element loads from or sends to.
func addressOf(n *html.Node) string {
	all := append([]*html.Node{n}, slices.Collect(n.Descendants())...)
	for _, d := range all {
		for _, key := range []string{"src", "data", "action"} {
			for _, a := range d.Attr {
				if a.Key == key && strings.TrimSpace(a.Val) != "" {
					return a.Val
				}
			}
		}
	}
	return ""
}

// quoted returns a text in quotes, or "" if it's empty.
func quoted(text string) string {
	if text == "" {
		return ""
	}
	return "“" + text + "”"
}

// firstText returns the first words in a node.
func firstText(n *html.Node) string {
	for d := range n.Descendants() {
		if d.Type == html.TextNode && strings.TrimSpace(d.Data) != "" {
			return strings.TrimSpace(d.Data)
		}
	}
	return ""
}

func empty(n *html.Node) {
	for n.FirstChild != nil {
		n.RemoveChild(n.FirstChild)
	}
}

// keep reduces a link to the texts with these classes.
func keep(link *html.Node, classes ...string) {
	var kept []string
	for _, class := range classes {
		for d := range link.Descendants() {
			if text := textOf(d); hasClass(d, class) && text != "" {
				kept = append(kept, text)
			}
		}
	}
	empty(link)
	link.AppendChild(&html.Node{Type: html.TextNode, Data: cmp.Or(strings.Join(kept, ": "), "File")})
}

// flattenBookmark reduces Ghost's bookmark card to a link with the title,
// followed by the other texts.
func flattenBookmark(link *html.Node) {
	said := map[string]string{}
	for d := range link.Descendants() {
		for _, part := range []string{"title", "description", "author", "publisher"} {
			if hasClass(d, "kg-bookmark-"+part) {
				said[part] = textOf(d)
			}
		}
	}
	empty(link)
	link.AppendChild(&html.Node{Type: html.TextNode, Data: cmp.Or(said["title"], said["publisher"], "Link")})
	var after string
	if said["description"] != "" {
		after = ": " + said["description"]
	}
	from := strings.Trim(said["author"]+", "+said["publisher"], ", ")
	if from != "" {
		after += " (" + from + ")"
	}
	link.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: after}, link.NextSibling)
}

var bareAddress = regexp.MustCompile(`https?://[^\s<>]*[^\s<>.,;:!?'"*_~()\[\]]`)

// linkAddresses turns bare addresses in a text into links. As text, Markdown
// would escape their special characters and break them.
func linkAddresses(n *html.Node) {
	for up := range n.Ancestors() {
		if slices.Contains([]string{"a", "code", "pre", "script", "style", "textarea"}, up.Data) {
			return
		}
	}
	last, text := 0, n.Data
	for _, at := range bareAddress.FindAllStringIndex(text, -1) {
		address := text[at[0]:at[1]]
		link := &html.Node{Type: html.ElementNode, Data: "a", Attr: []html.Attribute{{Key: "href", Val: address}}}
		link.AppendChild(&html.Node{Type: html.TextNode, Data: address})
		n.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: text[last:at[0]]}, n)
		n.Parent.InsertBefore(link, n)
		last = at[1]
	}
	n.Data = text[last:]
}

// flattenCell joins the blocks and lines of a table cell, since a cell in
// Markdown is one line. It skips layout tables' cells.
func flattenCell(cell *html.Node) {
	for d := range cell.Descendants() {
		if d.Data == "table" {
			return
		}
	}
	var parts []*html.Node
	between := ""
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		for child := n.FirstChild; child != nil; child = n.FirstChild {
			n.RemoveChild(child)
			switch {
			case child.Type == html.ElementNode && slices.Contains(cellBlocks, child.Data):
				between = cmp.Or(between, " ")
				if child.Data == "li" {
					between = "; "
				}
				walk(child)
				between = cmp.Or(between, " ")
			case child.Type == html.TextNode && strings.TrimSpace(child.Data) == "" && (between != "" || len(parts) == 0):
			default:
				if between != "" && len(parts) > 0 {
					parts = append(parts, &html.Node{Type: html.TextNode, Data: between})
				}
				between, parts = "", append(parts, child)
			}
		}
	}
	walk(cell)
	for _, part := range parts {
		cell.AppendChild(part)
	}
}

var cellBlocks = []string{"ul", "ol", "li", "p", "div", "br", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "dl", "dt", "dd", "figure", "figcaption", "section", "hr"}

// missingCards returns the cards of Ghost's editor that are missing in its
// HTML.
func missingCards(cards []ghostCard, shown string) (leftOut []remark) {
	for _, c := range cards {
		class, isNamed := map[string]string{
			"audio": "kg-audio-card", "video": "kg-video-card", "file": "kg-file-card", "product": "kg-product-card", "header": "kg-header-card",
			"signup": "kg-signup-card", "email": "kg-email-card", "email-cta": "kg-email-cta-card", "call-to-action": "kg-cta-card", "bookmark": "kg-bookmark-card",
			"callout": "kg-callout-card", "toggle": "kg-toggle-card", "button": "kg-button-card",
		}[c.Type]
		if isNamed && !strings.Contains(shown, class) {
			words := cmp.Or(c.Title, c.Header, c.FileTitle, c.ProductTitle, c.Heading, c.ButtonText, c.Source)
			leftOut = append(leftOut, remark{0, strings.TrimSpace(fmt.Sprintf("The %s card %s", c.Type, quoted(words))) + " was left out."})
		}
	}
	return leftOut
}

// ghostCard is a card of Ghost's editor.
type ghostCard struct {
	Type         string `json:"type"`
	Title        string `json:"title"`
	Header       string `json:"header"`
	Heading      string `json:"heading"`
	FileTitle    string `json:"fileTitle"`
	ProductTitle string `json:"productTitle"`
	ButtonText   string `json:"buttonText"`
	Source       string `json:"src"`
}
