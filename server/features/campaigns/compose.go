package campaigns

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"thriftwell/server/platform/mail"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/tracking"
)

// Composer renders emails, and their pages on the web.
type Composer struct {
	SiteName string
	BaseURL  string
	Store    *Store
	// IsPage reports whether a path is that of a public page.
	IsPage func(path string) bool
	// IsPicture reports whether the site has a picture at a path.
	IsPicture func(path string) bool
	// Offers are those that bodies link to; nil leaves such links as they are.
	Offers Offers
	// Links checks links to other sites; nil if they are not checked.
	Links *Links

	toMany bool // with what is recorded of readers: their code in links, and the picture
}

// Offers are the offers that bodies link to.
type Offers interface {
	pieces.Offers
	// Email is Show for email apps.
	Email(text, page string) (string, error)
}

// pagePath is the start of the addresses of newsletters on the web.
const pagePath = "/newsletter/"

// Parameters of visits from an email, whose slug is the campaign.
const (
	source = tracking.NewsletterSource
	medium = "email"

	// readerParameter is removed from the address by the browser (ui/shared/reader.ts).
	readerParameter = "reader"
)

// errUnwritable means that an email can't be rendered until someone has changed
// it or its template.
var errUnwritable = errors.New("the campaign can't be rendered")

// message renders an email, without what differs by recipient.
func (c Composer) message(ctx context.Context, e Email) (mail.Message, error) {
	picked, err := c.Store.pieces(ctx, e.Pieces)
	if err != nil {
		return mail.Message{}, err
	}
	placed, err := c.Store.offers(ctx, e.Offers)
	if err != nil {
		return mail.Message{}, err
	}
	text, plain, err := c.text(e)
	if err != nil {
		return mail.Message{}, fmt.Errorf("%w: %w", errUnwritable, err)
	}
	content := mail.Content{
		Subject: e.Subject, Heading: e.Subject, Preheader: e.Preheader,
		Body: text, Text: plain,
		View:   c.tagged(pagePath+e.Slug, e.Slug),
		Reason: "You’re getting this email because you signed up at " + c.SiteName + ".",
	}
	if c.toMany && c.Store.Opens {
		content.Picture = c.BaseURL + pagePath + e.Slug + "/picture.gif"
	}
	for _, p := range picked {
		content.Items = append(content.Items, mail.Item{Link: mail.Link{Text: p.Title, URL: c.tagged(p.Path, e.Slug)}, About: p.About, Topic: capitalized(p.Topic)})
	}
	for _, o := range placed {
		content.Sponsored = append(content.Sponsored, mail.Item{Link: mail.Link{Text: o.Title, URL: c.clickOut(o, e.Slug)}, About: o.About})
	}
	return mail.Message{Content: content}, nil
}

// anonymous renders an email to no one in particular.
func (c Composer) anonymous(ctx context.Context, e Email) (mail.Message, error) {
	message, err := c.message(ctx, e)
	message.Unsubscribe, message.Preferences = c.BaseURL+"/unsubscribe", c.BaseURL+"/preferences"
	return message, err
}

// text renders the body for email apps.
func (c Composer) text(e Email) (text htmltemplate.HTML, asPlain string, err error) {
	page, err := markdown.Note(markdown.Plain(e.Body), nil)
	if err == nil && c.Offers != nil {
		page, err = c.Offers.Email(page, pagePath+e.Slug)
	}
	if err != nil {
		return "", "", err
	}
	doc, err := c.forEmail(page, e.Slug)
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

// tagged returns the address of a page of the site, with the email as its campaign.
func (c Composer) tagged(path, slug string) string {
	u, err := url.Parse(path)
	if err != nil {
		return c.BaseURL
	}
	query := u.Query()
	query.Set("utm_source", source)
	query.Set("utm_medium", medium)
	query.Set("utm_campaign", slug)
	if c.toMany && c.Store.Engagement {
		query.Set(readerParameter, mail.ReaderBlank)
	}
	u.RawQuery = query.Encode()
	return c.BaseURL + u.String()
}

// clickOut returns the address that leads to a sponsored offer and counts the click
// for the email.
func (c Composer) clickOut(o placement, slug string) string {
	query := url.Values{"aid": {"offer"}, "subid": {strconv.FormatInt(o.ID, 10)}, "url": {o.TargetURL}, "visit": {visitBy(slug)}}
	return c.BaseURL + "/links/?" + query.Encode()
}

// visitBy returns the visit of a click in an email.
func visitBy(slug string) string {
	visit, _ := json.Marshal(map[string]any{"page": pagePath + slug, "first": map[string]string{"source": source, "medium": medium, "campaign": slug}})
	return string(visit)
}
