package letters

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/tracking"
)

// Composer makes mails and pages of letters.
type Composer struct {
	SiteName string
	BaseURL  string
	Store    *Store
	// IsPage reports whether a path is that of a public page.
	IsPage func(path string) bool
	// IsPicture reports whether there is a picture of the site at a path.
	IsPicture func(path string) bool
	// Offers are those that texts link to; nil leaves such links as they are.
	Offers Offers
	// Links looks at links to other sites; nil for not at all.
	Links *Links
	// Reader is what links to the site say of who follows them; empty for nothing.
	Reader string
	// Loads reports whether mails hold a picture whose loads are counted.
	Loads bool
}

// Offers knows the offers that texts link to.
type Offers interface {
	pieces.Offers
	// Mail is Show for mail programs.
	Mail(text, page string) (string, error)
}

// pagePath is what the addresses of letters on the web begin with.
const pagePath = "/newsletter/"

// forMails makes what goes out to many people, each of whom is told apart by the
// links if the site wants that.
func (c Composer) forMails(loads bool) Composer {
	if c.Loads = loads; c.Store.Engagement {
		c.Reader = mail.ReaderBlank
	}
	return c
}

// The parameters of visits that come by a letter; the campaign is its slug.
const (
	source = tracking.LetterSource
	medium = "email"

	// readerParameter is taken out of the address by the browser (ui/shared/reader.ts).
	readerParameter = "reader"
)

// errUnwritable is the error for a letter that no mail can be made of, until
// somebody has changed something.
var errUnwritable = errors.New("the campaign can't be rendered")

// message makes the mail of a letter, but for what is each person's own.
func (c Composer) message(ctx context.Context, l Letter) (mail.Message, error) {
	picked, err := c.Store.pieces(ctx, l.Pieces)
	if err != nil {
		return mail.Message{}, err
	}
	placed, err := c.Store.offers(ctx, l.Offers)
	if err != nil {
		return mail.Message{}, err
	}
	text, plain, err := c.text(l)
	if err != nil {
		return mail.Message{}, fmt.Errorf("%w: %w", errUnwritable, err)
	}
	letter := mail.Letter{
		Subject: l.Subject, Heading: l.Subject, Preheader: l.Preheader,
		Body: text, Text: plain,
		View:   c.tagged(pagePath+l.Slug, l.Slug),
		Reason: "You’re getting this email because you signed up at " + c.SiteName + ".",
	}
	if c.Loads {
		letter.Picture = c.BaseURL + pagePath + l.Slug + "/picture.gif"
	}
	for _, p := range picked {
		letter.Items = append(letter.Items, mail.Item{Link: mail.Link{Text: p.Title, URL: c.tagged(p.Path, l.Slug)}, About: p.About, Topic: capitalized(p.Topic)})
	}
	for _, o := range placed {
		letter.Sponsored = append(letter.Sponsored, mail.Item{Link: mail.Link{Text: o.Title, URL: c.clickOut(o, l.Slug)}, About: o.About})
	}
	return mail.Message{Letter: letter}, nil
}

// text is what staff wrote, for mail programs.
func (c Composer) text(l Letter) (text htmltemplate.HTML, asPlain string, err error) {
	page, err := markdown.Note(markdown.Plain(l.Body), nil)
	if err == nil && c.Offers != nil {
		page, err = c.Offers.Mail(page, pagePath+l.Slug)
	}
	if err != nil {
		return "", "", err
	}
	doc, err := c.forMail(page, l.Slug)
	if err != nil {
		return "", "", err
	}
	var out strings.Builder
	for _, n := range doc {
		if err := html.Render(&out, n); err != nil {
			return "", "", fmt.Errorf("write a campaign's text: %w", err)
		}
	}
	return htmltemplate.HTML(out.String()), plain(doc), nil
}

func capitalized(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// tagged is the address of a page of the site, with the letter that leads there.
func (c Composer) tagged(path, slug string) string {
	u, err := url.Parse(path)
	if err != nil {
		return c.BaseURL
	}
	query := u.Query()
	query.Set("utm_source", source)
	query.Set("utm_medium", medium)
	query.Set("utm_campaign", slug)
	if c.Reader != "" {
		query.Set(readerParameter, c.Reader)
	}
	u.RawQuery = query.Encode()
	return c.BaseURL + u.String()
}

// clickOut is the address that leads on to a sponsored offer and counts that
// for the letter.
func (c Composer) clickOut(o placement, slug string) string {
	query := url.Values{"aid": {"offer"}, "subid": {strconv.FormatInt(o.ID, 10)}, "url": {o.TargetURL}, "visit": {visitBy(slug)}}
	return c.BaseURL + "/links/?" + query.Encode()
}

// visitBy says that a click was made in a letter.
func visitBy(slug string) string {
	visit, _ := json.Marshal(map[string]any{"page": pagePath + slug, "first": map[string]string{"source": source, "medium": medium, "campaign": slug}})
	return string(visit)
}

// forMail is a text for mail programs: they read no style sheets, and know no
// paths of the site.
func (c Composer) forMail(text, slug string) ([]*html.Node, error) {
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

// adapt gives an element its style and whole addresses.
func (c Composer) adapt(n *html.Node, slug string) {
	if n.Data == "input" { // the box of a checklist
		becomeText(n, "☐")
		return
	}
	switch attribute(n, "class") {
	case "footnote-ref": // mail programs follow no links within a mail
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

// becomeText puts a text in the place of an element.
func becomeText(n *html.Node, text string) {
	for n.FirstChild != nil {
		n.RemoveChild(n.FirstChild)
	}
	n.Type, n.Data, n.DataAtom, n.Attr = html.TextNode, text, 0, nil
}

// isLastOf reports whether nothing follows an element in one of these.
func isLastOf(n *html.Node, parents ...string) bool {
	for next := n.NextSibling; next != nil; next = next.NextSibling {
		if next.Type == html.ElementNode {
			return false
		}
	}
	return slices.Contains(parents, n.Parent.Data)
}

// styleOf is how an element looks in the mail's template.
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

// plain is a text without markup; addresses stand behind what leads there.
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

// write writes what is in an element. What is in the item of a list is indented;
// item gives what the next item begins with.
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

// textOf is a text as it reads. Its lines end where a <br> or a block says so, but
// for what is set out as it stands.
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

// isFirst reports whether no element comes before one within its parent.
func isFirst(n *html.Node) bool {
	for before := n.PrevSibling; before != nil; before = before.PrevSibling {
		if before.Type == html.ElementNode || strings.TrimSpace(before.Data) != "" {
			return false
		}
	}
	return true
}

// isLayout reports whether blanks right in an element are no text.
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
