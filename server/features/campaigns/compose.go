package campaigns

import (
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

// Piece is an article or guide as shown in an email.
type Piece struct {
	Path  string `json:"path"`
	Title string `json:"title"`
	About string `json:"about"`
	Topic string `json:"topic"`
}

// public is a subquery for the articles and guides that readers see.
const public = `(SELECT 'article' AS kind, id, '/articles/' || slug AS path, title, excerpt AS about, category AS topic, publish_at FROM articles WHERE status = 'published' AND deleted_at IS NULL
	UNION ALL SELECT 'guide', id, '/guides/' || slug, title, subtitle, category, publish_at FROM guides WHERE status = 'published' AND deleted_at IS NULL) p`

// pieces returns the public articles and guides at these paths, in this order.
func (s *Store) pieces(ctx context.Context, paths []string) (out []Piece, err error) {
	if len(paths) == 0 {
		return nil, nil
	}
	if err := s.DB.Gorm.WithContext(ctx).Raw("SELECT path, title, about, topic FROM "+public+" WHERE path IN ?", paths).Scan(&out).Error; err != nil {
		return nil, fmt.Errorf("find articles and guides of a campaign: %w", err)
	}
	slices.SortFunc(out, func(a, b Piece) int { return slices.Index(paths, a.Path) - slices.Index(paths, b.Path) })
	return out, nil
}

// placement is a sponsored offer as shown in an email.
type placement struct {
	ID        int64
	Title     string
	About     string
	TargetURL string
}

// offers returns the carousel offers with these IDs that are shown, in this order.
func (s *Store) offers(ctx context.Context, ids []int64) (out []placement, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = s.DB.Gorm.WithContext(ctx).Raw(`SELECT id, title, concat_ws(' ', description, disclaimer) AS about, target_url FROM carousel_offers
		WHERE is_active AND deleted_at IS NULL AND hold IS NULL AND id IN ?`, ids).Scan(&out).Error
	if err != nil {
		return nil, fmt.Errorf("find offers of a campaign: %w", err)
	}
	for i := range out {
		out[i].About = strings.TrimSpace(out[i].About)
	}
	slices.SortFunc(out, func(a, b placement) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return out, nil
}
