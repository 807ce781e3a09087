package campaigns

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/weburl"
)

// HTTP handles the public calls: for the newsletters on the web, and from those who
// read them.
type HTTP struct {
	Composer Composer
	// Engaged records that the subscriber with a code followed a link.
	Engaged func(ctx context.Context, code string) error
	// IsPerson reports whether a call comes from a person who hasn't opted out.
	IsPerson func(c *http.Request, address string) bool
	// Counting holds one element while a load of a picture is counted. All loads of
	// an email change one row, so counting several at once would only take connections.
	Counting chan struct{}
}

// Limits of a page of the archive.
const (
	defaultLimit = 20
	maxLimit     = 100
	maxOffset    = 100_000
)

// List handles GET /api/newsletters?limit=&offset=.
func (h *HTTP) List(c *gin.Context) error {
	limit, err := httpx.QueryInt(c, "limit", defaultLimit, 1, maxLimit)
	if err != nil {
		return err
	}
	offset, err := httpx.QueryInt(c, "offset", 0, 0, maxOffset)
	if err != nil {
		return err
	}
	list, total, err := h.Composer.Store.Out(c.Request.Context(), limit, offset)
	if err != nil {
		return err
	}
	httpx.Tag(c, Tag)
	c.JSON(http.StatusOK, gin.H{"newsletters": list, "total": total})
	return nil
}

// Get handles GET /api/newsletters/:slug.
func (h *HTTP) Get(c *gin.Context) error {
	slug := c.Param("slug")
	if !weburl.IsSlug(slug) {
		return ErrUnknown
	}
	tags := []string{Tag, "articles", "guides", "offers"}
	httpx.Tag(c, tags...)
	page, err := h.Composer.page(c.Request.Context(), slug)
	if err != nil {
		return err
	}
	httpx.Tag(c, append(tags, page.offers...)...)
	c.JSON(http.StatusOK, page)
	return nil
}

// Click handles POST /api/newsletters/click: someone followed a link in an email.
// The response is the same for any code.
func (h *HTTP) Click(c *gin.Context) error {
	var in struct {
		Reader string `json:"reader"`
	}
	if err := httpx.ReadJSON(c, &in); err != nil {
		return err
	}
	if h.IsPerson(c.Request, c.ClientIP()) {
		if err := h.Engaged(c.Request.Context(), in.Reader); err != nil {
			return err
		}
	}
	c.JSON(http.StatusOK, gin.H{"status": "ok"})
	return nil
}

// Picture handles GET /newsletter/:slug/picture.gif, the picture in an email. It is
// sent whether or not the load can be counted.
func (h *HTTP) Picture(c *gin.Context) error {
	slug := c.Param("slug")
	if h.Composer.Store.Opens && weburl.IsSlug(slug) {
		if err := h.count(context.WithoutCancel(c.Request.Context()), slug, loaderOf(c.Request.UserAgent())); err != nil {
			slog.WarnContext(c.Request.Context(), "couldn't count an open", "error", err)
		}
	}
	c.Header("Cache-Control", "no-store")
	httpx.Shown(c)
	c.Data(http.StatusOK, "image/gif", []byte(pixel))
	return nil
}

// count counts a load of a picture, after those before it.
func (h *HTTP) count(ctx context.Context, slug, loader string) error {
	ctx, cancel := context.WithTimeout(ctx, longestCount)
	defer cancel()
	select {
	case h.Counting <- struct{}{}:
		defer func() { <-h.Counting }()
		return h.Composer.Store.loaded(ctx, slug, loader)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pixel is a transparent GIF of one pixel.
const pixel = "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"

// Loads is how often the picture in an email was loaded by a kind of program. These
// are not people: proxies load pictures before anyone reads the email, or once for
// many.
type Loads struct {
	Loader string `json:"loader" enum:"apple|gmail|yahoo|other"`
	Loads  int64  `json:"loads"`
}

// loaderOf returns who loads a picture, from the user agent. That of Apple's proxy
// is only what all browsers' begin with.
func loaderOf(userAgent string) string {
	switch {
	case strings.Contains(userAgent, "GoogleImageProxy"):
		return "gmail"
	case strings.Contains(userAgent, "YahooMailProxy"):
		return "yahoo"
	case userAgent == "Mozilla/5.0":
		return "apple"
	}
	return "other"
}

// longestCount is the timeout for counting loads: emails wait for their picture.
const longestCount = 2 * time.Second

// loaded counts a load, except of an email that was sent to no one. It doesn't
// wait for the disk, because all loads of an email wait for each other.
func (s *Store) loaded(ctx context.Context, slug, loader string) error {
	_, err := s.DB.Pool.Exec(ctx, `INSERT INTO letter_loads (letter_id, loader, loads) SELECT id, $2, 1 FROM letters WHERE slug = $1 AND listed_at IS NOT NULL
		ON CONFLICT (letter_id, loader) DO UPDATE SET loads = letter_loads.loads + 1 RETURNING set_config('synchronous_commit', 'off', true)`, slug, loader)
	if err != nil {
		return fmt.Errorf("count an open: %w", err)
	}
	return nil
}

// loads returns how often the picture in an email was loaded.
func (s *Store) loads(ctx context.Context, email int64) (out []Loads, err error) {
	out = []Loads{}
	err = s.DB.Gorm.WithContext(ctx).Raw("SELECT loader, loads FROM letter_loads WHERE letter_id = ? ORDER BY loader", email).Scan(&out).Error
	if err != nil {
		err = fmt.Errorf("read opens: %w", err)
	}
	return out, err
}

// ErrUnknown means that no newsletter that is or was being sent has the slug.
var ErrUnknown = fault.Missing("Newsletter")

// Card is a newsletter in the archive.
type Card struct {
	Slug      string    `json:"slug"`
	Subject   string    `json:"subject"`
	Preheader string    `json:"preheader"`
	SentAt    time.Time `json:"sentAt"`
}

// Page is a newsletter on the web.
type Page struct {
	Card
	Body      string      `json:"body"` // HTML
	Pieces    []Piece     `json:"pieces"`
	Sponsored []Sponsored `json:"sponsored"`
	offers    []string    // cache tags of the offers that the body links to
}

// Sponsored is a sponsored offer on the page of a newsletter.
type Sponsored struct {
	Title string `json:"title"`
	About string `json:"about"`
	Href  string `json:"href"` // a path that leads to the offer
}

const (
	out = "status = 'sent' AND deleted_at IS NULL"

	// begun is for newsletters that someone may have gotten: each links to its page.
	begun = "(status IN ('sending', 'paused', 'sent') OR status = 'cancelled' AND listed_at IS NOT NULL) AND deleted_at IS NULL"
)

// Out returns some of the newsletters that were sent, newest first, and how many
// there are.
func (s *Store) Out(ctx context.Context, limit, offset int) (cards []Card, total int64, err error) {
	cards = []Card{}
	err = s.DB.Gorm.WithContext(ctx).Raw("SELECT slug, subject, preheader, sent_at FROM letters WHERE "+out+" ORDER BY sent_at DESC, id LIMIT ? OFFSET ?", limit, offset).Scan(&cards).Error
	if err == nil {
		err = s.DB.Gorm.WithContext(ctx).Raw("SELECT count(*) FROM letters WHERE " + out).Scan(&total).Error
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list past newsletters: %w", err)
	}
	return cards, total, nil
}

// page returns a newsletter as shown on the web, once it is being sent.
func (c Composer) page(ctx context.Context, slug string) (p Page, err error) {
	var found []Email
	db := c.Store.DB.Gorm.WithContext(ctx)
	if err := db.Where(begun+" AND slug = ?", slug).Find(&found).Error; err != nil {
		return p, fmt.Errorf("find a newsletter: %w", err)
	}
	if len(found) == 0 {
		return p, ErrUnknown
	}
	e := found[0]
	at := *cmp.Or(e.SentAt, e.ListedAt, &e.UpdatedAt)
	p = Page{Card: Card{e.Slug, e.Subject, e.Preheader, at}, Pieces: []Piece{}, Sponsored: []Sponsored{}}
	if p.Body, err = markdown.Note(markdown.Plain(e.Body), picture.In(db)); err != nil {
		return p, err
	}
	if p.offers, err = pieces.ShowOffers(c.Offers, pagePath+e.Slug, &p.Body); err != nil {
		return p, err
	}
	picked, err := c.Store.pieces(ctx, e.Pieces)
	if err != nil {
		return p, err
	}
	p.Pieces = append(p.Pieces, picked...)
	placed, err := c.Store.offers(ctx, e.Offers)
	for _, o := range placed {
		p.Sponsored = append(p.Sponsored, Sponsored{o.Title, o.About, strings.TrimPrefix(c.clickOut(o, e.Slug), c.BaseURL)})
	}
	return p, err
}
