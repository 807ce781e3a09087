package letters

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"thriftwell/server/platform/mail"
)

// Check is one point of the list that is gone through before a letter goes out.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Blocks bool   `json:"blocks"` // it has to be confirmed while it is not OK
	Detail string `json:"detail"` // what is wrong; "" if it is OK
}

// What a mail should keep to.
const (
	longSubject = 60         // characters, before phones cut it
	heavy       = 100 * 1000 // bytes, before Gmail cuts it
)

// asMarkdown matches what is left of a picture that is not shown.
var asMarkdown = regexp.MustCompile(`!\[[^\]\n]*\]\([^)\n]*\)`)

// check goes through the list for a letter.
func (c Composer) check(ctx context.Context, l Letter, mailer *mail.Mailer) ([]Check, error) {
	message, err := c.message(ctx, l)
	if err != nil {
		return nil, err
	}
	shown, text, err := mailer.Show(message)
	if err != nil {
		return nil, err
	}
	list := []Check{
		point("Links lead to pages that are there", true, c.broken(ctx, l, string(message.Letter.Body))),
		point("Links to other sites work", true, c.dead(ctx, string(message.Letter.Body))),
		point("Pictures have a description", false, undescribed(string(message.Letter.Body))),
		point("Pictures are shown", true, c.missing(string(message.Letter.Body), message.Letter.Text)),
		point("The subject is short enough for phones", false, unless(utf8.RuneCountInString(l.Subject) <= longSubject, fmt.Sprintf("The subject has more than %d characters.", longSubject))),
		point("There is a preview text", false, unless(l.Preheader != "", "Mail programs show the beginning of the letter beside the subject.")),
		point("The mail is below 100 kB", true, unless(len(shown)+len(text) < heavy, "Mail programs cut a mail of more than 100 kB.")),
		point("The mail names the site’s postal address", true, unless(mailer.NamesAddress(), "The mail lacks the postal address (POSTAL_ADDRESS), which the law wants in it.")),
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

// broken names the first link that leads nowhere: to a page of the site that is
// not there, a piece that is not public, or an offer that is not shown.
func (c Composer) broken(ctx context.Context, l Letter, body string) string {
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		return "The text can’t be read."
	}
	for n := range doc.Descendants() {
		path, isOwn := strings.CutPrefix(attribute(n, "href"), c.BaseURL)
		if n.Data != "a" || !isOwn {
			continue
		}
		path, _, _ = strings.Cut(path, "?")
		path, _, _ = strings.Cut(path, "#")
		if path != "" && !c.IsPage(path) {
			return "A link leads to " + path + ", where there is no page."
		}
	}
	picked, err := c.Store.pieces(ctx, l.Pieces)
	if err != nil || len(picked) < len(l.Pieces) {
		return "An article or guide that was picked is not public, so it is left out."
	}
	placed, err := c.Store.offers(ctx, l.Offers)
	if err != nil || len(placed) < len(l.Offers) {
		return "A sponsored offer is not shown at the moment, so it is left out."
	}
	return ""
}

// missing names the first picture that is not there.
func (c Composer) missing(body, text string) string {
	if asMarkdown.MatchString(text) {
		return "A picture is not one of this site, so readers see its Markdown instead. Please upload it."
	}
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		return "The text can’t be read."
	}
	for n := range doc.Descendants() {
		path, isOwn := strings.CutPrefix(attribute(n, "src"), c.BaseURL)
		if n.Data == "img" && isOwn && !c.IsPicture(path) {
			return "There is no picture at " + path + ". Please upload it, or take it out."
		}
	}
	return ""
}

func undescribed(body string) string {
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		return "The text can’t be read."
	}
	for n := range doc.Descendants() {
		if n.Data == "img" && strings.TrimSpace(attribute(n, "alt")) == "" {
			return "A picture has no description for those who don’t see it."
		}
	}
	return ""
}
