package campaigns

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/markdown"
)

// Check is a check of an email before it is sent.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Blocks bool   `json:"blocks"` // unless OK, sending must be confirmed
	Detail string `json:"detail"` // what is wrong; "" if OK
	Field  string `json:"field"`  // the field without which it can't be sent, even if confirmed; "" for other checks
}

// Limits of an email.
const (
	longSubject = 60         // characters, before phones cut it
	heavy       = 100 * 1000 // bytes, before Gmail cuts it
)

// unwritten is the error for an email without content.
const unwritten = "Write something or pick an article or guide before you send this."

// asMarkdown matches the Markdown of a picture that isn't shown.
var asMarkdown = regexp.MustCompile(`!\[[^\]\n]*\]\([^)\n]*\)`)

// check checks an email.
func (c Composer) check(ctx context.Context, e Email, mailer *mail.Mailer) ([]Check, error) {
	message, err := c.message(ctx, e)
	if err != nil {
		return nil, err
	}
	body, err := html.Parse(strings.NewReader(string(message.Content.Body)))
	if err != nil {
		return nil, err
	}
	shown, text, err := mailer.Show(message)
	if err != nil {
		return nil, err
	}
	content := point("There is something to read", false, unless(e.Body != "" || len(e.Pieces) > 0, unwritten))
	content.Field = "body"
	list := []Check{
		content,
		point("Links to our pages work", true, c.broken(ctx, e, body)),
		point("Links to other sites work", true, c.dead(ctx, body)),
		point("Pictures have alt text", false, undescribed(body)),
		point("Pictures exist", true, c.missing(body, message.Content.Text)),
		point("The subject fits on phones", false, unless(utf8.RuneCountInString(e.Subject) <= longSubject, fmt.Sprintf("The subject is longer than %d characters.", longSubject))),
		point("The preview text is set", false, unless(e.Preheader != "", "Without it, inboxes show the first words of the email.")),
		point("The email is under 100 kB", true, unless(len(shown)+len(text) < heavy, "Some email apps cut off emails over 100 kB.")),
		point("The email shows our postal address", true, unless(mailer.NamesAddress(), "The law requires a postal address in every email. Set POSTAL_ADDRESS.")),
	}
	return list, nil
}

func point(name string, blocks bool, wrong string) Check {
	return Check{Name: name, OK: wrong == "", Blocks: blocks, Detail: wrong}
}

func unless(ok bool, sentence string) string {
	if ok {
		return ""
	}
	return sentence
}

// broken returns what is wrong with the first broken link: to a page that doesn't
// exist, a piece that isn't public, or an offer that isn't shown.
func (c Composer) broken(ctx context.Context, e Email, body *html.Node) string {
	for n := range body.Descendants() {
		path, isOwn := strings.CutPrefix(attribute(n, "href"), c.BaseURL)
		if n.Data != "a" || !isOwn {
			continue
		}
		path, _, _ = strings.Cut(path, "?")
		path, _, _ = strings.Cut(path, "#")
		if path != "" && !c.IsPage(path) && !strings.HasPrefix(path, markdown.OfferPath) {
			return "A link leads to " + path + ", which doesn’t exist."
		}
	}
	for _, address := range markdown.OfferLinks(e.Body) {
		if _, ok := c.Offers.Link(address, ""); !ok {
			return "The offer at " + address + " has ended, so its link is left out."
		}
	}
	picked, err := c.Store.pieces(ctx, e.Pieces)
	if err != nil || len(picked) < len(e.Pieces) {
		return "A selected article or guide isn’t public, so it’s left out."
	}
	placed, err := c.Store.offers(ctx, e.Offers)
	if err != nil || len(placed) < len(e.Offers) {
		return "A sponsored offer isn’t active, so it’s left out."
	}
	return ""
}

// missing returns what is wrong with the first picture that doesn't exist.
func (c Composer) missing(body *html.Node, text string) string {
	if asMarkdown.MatchString(text) {
		return "A picture isn’t hosted on this site, so readers would see its Markdown. Upload it."
	}
	for n := range body.Descendants() {
		path, isOwn := strings.CutPrefix(attribute(n, "src"), c.BaseURL)
		if n.Data == "img" && isOwn && !c.IsPicture(path) {
			return "We couldn’t find the picture " + path + ". Upload it or remove it."
		}
	}
	return ""
}

func undescribed(body *html.Node) string {
	for n := range body.Descendants() {
		if n.Data == "img" && strings.TrimSpace(attribute(n, "alt")) == "" {
			return "A picture has no alt text."
		}
	}
	return ""
}
