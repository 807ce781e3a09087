package campaigns

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"thriftwell/server/platform/markdown"
)

// forEmail adapts HTML for email apps, which read no style sheets and need full
// addresses.
func (c Composer) forEmail(text, slug string) ([]*html.Node, error) {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(text), body)
	if err != nil {
		return nil, fmt.Errorf("read a campaign's text: %w", err)
	}
	for _, n := range nodes {
		body.AppendChild(n)
	}
	for n := range body.Descendants() {
		if n.Type == html.ElementNode {
			c.adapt(n, slug)
		}
	}
	for n := range body.ChildNodes() {
		body.RemoveChild(n)
	}
	return nodes, nil
}

// adapt gives an element its style and full addresses.
func (c Composer) adapt(n *html.Node, slug string) {
	if n.Data == "input" { // the box of a checklist
		becomeText(n, "☐")
		return
	}
	switch attribute(n, "class") {
	case "footnote-ref": // email apps follow no links within an email
		becomeText(n, "["+n.FirstChild.Data+"]")
		return
	case "footnote-backref":
		becomeText(n, "")
		return
	}
	kept := []html.Attribute{}
	for _, a := range n.Attr {
		switch {
		case a.Key == "href" && strings.HasPrefix(a.Val, markdown.OfferPath):
			a.Val = c.BaseURL + a.Val + "&" + url.Values{"visit": {visitBy(slug)}}.Encode()
		case a.Key == "href" && strings.HasPrefix(a.Val, "/"):
			a.Val = c.tagged(a.Val, slug)
		case a.Key == "href" && (a.Val == c.BaseURL || strings.HasPrefix(a.Val, c.BaseURL+"/")):
			a.Val = c.tagged(strings.TrimPrefix(a.Val, c.BaseURL), slug)
		case a.Key == "src" && strings.HasPrefix(a.Val, "/"):
			a.Val = c.BaseURL + a.Val
		case a.Key == "class", a.Key == "id", a.Key == "role", a.Key == "loading", a.Key == "decoding", a.Key == "data-kind":
			continue
		}
		kept = append(kept, a)
	}
	style := styleOf(n.Data)
	switch {
	case attribute(n, "class") == "checklist":
		style = "margin:0 0 16px;padding:0;list-style:none"
	case attribute(n, "class") == "callout-title":
		style = "margin:0 0 4px;font-family:Helvetica,Arial,sans-serif;font-size:14px;font-weight:600"
	case n.Data == "p" && isLastOf(n, "blockquote", "aside"):
		style = "margin:0"
	case n.Data == "th", n.Data == "td":
		_, side, _ := strings.Cut(cmp.Or(attribute(n, "class"), "align-left"), "align-")
		style += ";text-align:" + side
	}
	if style != "" {
		kept = append(kept, html.Attribute{Key: "style", Val: style})
	}
	n.Attr = kept
}

// becomeText replaces an element by text.
func becomeText(n *html.Node, text string) {
	for n.FirstChild != nil {
		n.RemoveChild(n.FirstChild)
	}
	n.Type, n.Data, n.DataAtom, n.Attr = html.TextNode, text, 0, nil
}

// isLastOf reports whether an element is the last in one of these.
func isLastOf(n *html.Node, parents ...string) bool {
	for next := n.NextSibling; next != nil; next = next.NextSibling {
		if next.Type == html.ElementNode {
			return false
		}
	}
	return slices.Contains(parents, n.Parent.Data)
}

// styleOf returns the style of an element in an email.
func styleOf(element string) string {
	switch element {
	case "p":
		return "margin:0 0 16px"
	case "h1", "h2":
		return "margin:24px 0 12px;font-size:22px;line-height:1.25;font-weight:600"
	case "h3", "h4", "h5", "h6":
		return "margin:20px 0 8px;font-size:18px;line-height:1.3;font-weight:600"
	case "a":
		return "color:#14463a"
	case "ul", "ol":
		return "margin:0 0 16px;padding-left:24px"
	case "li":
		return "margin:0 0 6px"
	case "img":
		return "max-width:100%;height:auto"
	case "blockquote", "aside":
		return "margin:0 0 16px;padding:12px 16px;background:#f3f0e6;border-left:3px solid #f1b73f"
	case "table":
		return "margin:0 0 16px;border-collapse:collapse;overflow-wrap:break-word;word-break:normal"
	case "th", "td":
		return "padding:6px 12px 6px 0;border-top:1px solid #d9d6c9"
	case "hr":
		return "margin:24px 0;border:0;border-top:1px solid #d9d6c9"
	case "pre":
		return "margin:0 0 16px;white-space:pre-wrap"
	}
	return ""
}

// plain returns text without markup, with the address of each link after it.
func plain(nodes []*html.Node) string {
	var out strings.Builder
	for _, n := range nodes {
		write(&out, n, "", func() string { return "- " })
	}
	lines := strings.Split(out.String(), "\n")
	text, blank := []string{}, true
	for _, line := range lines {
		line = strings.TrimRight(line, " \u00a0")
		if line == "" && blank {
			continue
		}
		blank = line == ""
		text = append(text, line)
	}
	return strings.TrimSpace(strings.Join(text, "\n"))
}

// write writes the text of an element. Indent is that of a list item; item returns
// the marker of the next item.
func write(out *strings.Builder, n *html.Node, indent string, item func() string) {
	switch n.Type {
	case html.TextNode:
		out.WriteString(textOf(n))
		return
	case html.ElementNode:
	default:
		return
	}
	before, after := "", ""
	switch n.Data {
	case "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "aside", "table", "pre", "ul", "ol":
		switch {
		case indent == "":
			before, after = "\n\n", "\n\n"
		case n.Data != "ul" && n.Data != "ol" && !isFirst(n):
			before = "\n" + indent
		}
	case "tr":
		after = "\n"
	case "th", "td":
		after = "  "
	case "del":
		before, after = "~~", "~~"
	case "br":
		before = "\n" + indent
	case "hr":
		before = "\n\n----\n\n"
	case "img":
		before = attribute(n, "alt")
	case "a":
		if href := attribute(n, "href"); href != "" {
			after = " (" + href + ")"
		}
	case "li":
		mark := item()
		before = "\n" + indent + mark
		indent += strings.Repeat(" ", len(mark))
	}
	switch n.Data {
	case "ul":
		item = func() string { return "- " }
	case "ol":
		number := 0
		item = func() string { number++; return strconv.Itoa(number) + ". " }
	}
	out.WriteString(before)
	for child := range n.ChildNodes() {
		write(out, child, indent, item)
	}
	out.WriteString(after)
}

// textOf returns a text with lines that end only at a <br> or a block, except for
// preformatted text.
func textOf(n *html.Node) string {
	for p := range n.Ancestors() {
		if p.Data == "pre" {
			return n.Data
		}
	}
	if strings.TrimSpace(n.Data) == "" && (isLayout(n.Parent) || strings.Contains(n.Data, "\n")) {
		return ""
	}
	text := n.Data
	if n.PrevSibling != nil && n.PrevSibling.Data == "br" {
		text = strings.TrimLeft(text, " \n")
	}
	return strings.ReplaceAll(text, "\n", " ")
}

// isFirst reports whether an element is the first in its parent.
func isFirst(n *html.Node) bool {
	for before := n.PrevSibling; before != nil; before = before.PrevSibling {
		if before.Type == html.ElementNode || strings.TrimSpace(before.Data) != "" {
			return false
		}
	}
	return true
}

// isLayout reports whether spaces directly in an element aren't text.
func isLayout(n *html.Node) bool {
	return n != nil && slices.Contains([]string{"ul", "ol", "table", "thead", "tbody", "tr"}, n.Data)
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
