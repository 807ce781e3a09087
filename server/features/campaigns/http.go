package campaigns

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
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
