package discovery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fairqueue"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/pieces"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/weburl"
)

// SecurityPath is where security researchers look up the contact address, and
// SpeculationPath the path of the speculation rules.
const (
	SecurityPath    = "/.well-known/security.txt"
	SpeculationPath = "/speculation.json"
)

// newsletter is the path of the past newsletters.
const newsletter = "/newsletter"

// HTTP handles requests for machine-readable pages.
type HTTP struct {
	Site  Site
	Store *Store
}

// Atom handles GET feed.xml for the site, a topic, an author or the newsletter.
func (h HTTP) Atom(c *gin.Context) error {
	f, err := h.feed(c)
	if err != nil {
		return err
	}
	body, err := h.Site.atom(f, c.Request.URL.Path)
	if err != nil {
		return err
	}
	c.Data(http.StatusOK, atomType+"; charset=utf-8", body)
	return nil
}

// JSONFeed handles GET feed.json, like Atom.
func (h HTTP) JSONFeed(c *gin.Context) error {
	f, err := h.feed(c)
	if err != nil {
		return err
	}
	return sendJSON(c, jsonFeedType, h.Site.json(f, c.Request.URL.Path))
}

// feed returns the requested feed. A feed without entries does not exist.
func (h HTTP) feed(c *gin.Context) (f feed, err error) {
	ctx, category, slug := c.Request.Context(), c.Param("category"), c.Param("slug")
	f = feed{title: h.Site.Name, home: "/"}
	author := ""
	httpx.Tag(c, tags()...)
	switch {
	case strings.HasPrefix(c.Request.URL.Path, newsletter+"/"):
		f.title, f.home = h.Site.Name+": Newsletter", newsletter
		f.entries, err = h.Store.newsletters(ctx, maxFeedEntries, h.Site.Name)
		return f, err
	case category+slug != "" && !weburl.IsSlug(category+slug):
		return f, errNoFeed
	case category != "":
		f.title, f.home = h.Site.Name+": "+title(category), "/articles?category="+category
	case slug != "":
		if author, err = h.Store.authorAt(ctx, slug); err != nil {
			return f, err
		}
		if author == "" {
			return f, errNoFeed
		}
		f.title, f.home = h.Site.Name+": "+author, "/authors/"+slug
	}
	f.entries, err = h.Store.newest(ctx, maxFeedEntries, category, author, "articles", "guides")
	if err == nil && len(f.entries) == 0 && category+slug != "" {
		err = errNoFeed
	}
	return f, err
}

// Sitemap handles GET /sitemap.xml. It serves the whole sitemap or, if that is
// large, an index of its parts.
func (h HTTP) Sitemap(c *gin.Context) error {
	parts, err := h.Store.parts(c.Request.Context())
	if err != nil {
		return err
	}
	parts = append([]part{{Section: others}}, parts...)
	size := 0
	for _, p := range parts {
		size += p.Size
	}
	if size > maxAddresses {
		body, err := h.Site.index(parts)
		return sendXML(c, body, err)
	}
	return h.sendParts(c, parts)
}

// SitemapPart handles GET /sitemaps/:file.
func (h HTTP) SitemapPart(c *gin.Context) error {
	p, ok := partOf(c.Param("file"))
	if !ok {
		return errNoSitemap
	}
	return h.sendParts(c, []part{p})
}

func (h HTTP) sendParts(c *gin.Context, parts []part) error {
	var all []Address
	for _, p := range parts {
		if p.Section == others {
			for _, path := range h.Site.Pages {
				all = append(all, Address{Path: path})
			}
		}
		found, err := h.Store.addresses(c.Request.Context(), p)
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	if len(all) == 0 {
		return errNoSitemap
	}
	body, err := h.Site.sitemap(all)
	return sendXML(c, body, err)
}

func sendXML(c *gin.Context, body []byte, err error) error {
	if err != nil {
		return err
	}
	httpx.Tag(c, tags()...)
	c.Data(http.StatusOK, "application/xml; charset=utf-8", body)
	return nil
}

// Markdown serves the piece with a slug in a section as Markdown.
func (h HTTP) Markdown(c *gin.Context, section, slug string) error {
	if !weburl.IsSlug(slug) {
		return errNoPiece
	}
	p, err := h.Store.piece(c.Request.Context(), section, slug)
	c.Header("Cache-Control", "no-cache")
	var moved pieces.Moved
	if errors.As(err, &moved) {
		c.Redirect(http.StatusMovedPermanently, "/"+section+"/"+moved.To+".md")
		return nil
	}
	if err != nil {
		return err
	}
	c.Header("Link", "<"+h.Site.BaseURL+p.Path()+`>; rel="canonical"`)
	c.Data(http.StatusOK, "text/markdown; charset=utf-8", []byte(h.Site.markdown(p)))
	return nil
}

// LLMs handles GET /llms.txt.
func (h HTTP) LLMs(c *gin.Context) error {
	ctx := c.Request.Context()
	guides, err := h.Store.newest(ctx, maxLLMsPieces, "", "", "guides")
	if err != nil {
		return err
	}
	articles, err := h.Store.newest(ctx, maxLLMsPieces, "", "", "articles")
	if err != nil {
		return err
	}
	httpx.Tag(c, tags()...)
	c.Data(http.StatusOK, "text/plain; charset=utf-8", []byte(h.Site.llms(guides, articles)))
	return nil
}

// Robots handles GET /robots.txt.
func (h HTTP) Robots(c *gin.Context) error {
	c.String(http.StatusOK, "%s", h.Site.robots())
	return nil
}

// Security handles GET /.well-known/security.txt.
func (h HTTP) Security(c *gin.Context) error {
	c.String(http.StatusOK, "%s", h.Site.security(time.Now()))
	return nil
}

// ToSecurity redirects from /security.txt, the former standard path, to
// SecurityPath.
func ToSecurity(c *gin.Context) error {
	c.Redirect(http.StatusMovedPermanently, SecurityPath)
	return nil
}

// GPC handles GET /.well-known/gpc.json, which says since when the site honors
// Global Privacy Control.
func (h HTTP) GPC(c *gin.Context) error {
	return sendJSON(c, "application/json", gin.H{"gpc": true, "lastUpdate": "2026-11-24"})
}

// Manifest handles GET /site.webmanifest.
func (h HTTP) Manifest(c *gin.Context) error {
	return sendJSON(c, "application/manifest+json", h.Site.manifest())
}

// Serve handles GET /share/:kind/:name.
func (s *ShareImages) Serve(c *gin.Context) error {
	parts := shareName.FindStringSubmatch(c.Param("name"))
	if parts == nil || !weburl.IsSlug(parts[1]) {
		return errNoShareImage
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), shareDeadline)
	defer cancel()
	kind, slug := c.Param("kind"), parts[1]
	card, err := s.find(ctx, kind, slug)
	if err != nil {
		return err
	}
	if s.Node == "" {
		c.Redirect(http.StatusFound, "/icon-512.png")
		return nil
	}
	image, err := s.open(ctx, ratelimit.Neighbourhood(c.ClientIP()), kind+"-"+slug, card)
	if errors.Is(err, fairqueue.ErrFull) {
		return fault.Busy("We’re busy making share images right now. Try again in a moment.", shareDeadline, err)
	}
	if err != nil {
		return fmt.Errorf("make a share image: %w", err)
	}
	defer image.Close()
	c.Header("Content-Type", "image/jpeg")
	c.Header("Cache-Control", "public, max-age=86400")
	c.Header("ETag", `"`+filepath.Base(image.Name())+`"`)
	httpx.Shown(c)
	http.ServeContent(c.Writer, c.Request, "", time.Time{}, image)
	return nil
}

// Key serves the IndexNow key, which proves to search engines that the site
// uses it.
func Key(key string) func(*gin.Context) error {
	return func(c *gin.Context) error {
		c.String(http.StatusOK, "%s", key)
		return nil
	}
}

func sendJSON(c *gin.Context, contentType string, v any) error {
	body, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	c.Data(http.StatusOK, contentType+"; charset=utf-8", body)
	return nil
}

// kindOf returns the kind of a section's pieces.
func kindOf(section string) string { return strings.TrimSuffix(section, "s") }

// Speculate adds the header that refers to the speculation rules to HTML
// responses. Inline rules would violate the content security policy.
func Speculate() gin.HandlerFunc {
	rules := []string{`"` + SpeculationPath + `"`} // shared by all responses; must not be modified
	return func(c *gin.Context) { c.Writer.Header()["Speculation-Rules"] = rules }
}

// Speculation serves the speculation rules
// (https://wicg.github.io/nav-speculation/speculation-rules.html): a browser
// prefetches a page matching patterns when the user points at a link to it, until
// the page's own code has loaded and prefetches by itself (ui/entry.client.tsx).
// Browsers that save data get no rules.
func Speculation(patterns []string) func(*gin.Context) error {
	return func(c *gin.Context) error {
		rules, err := json.Marshal(patterns)
		if err != nil {
			return err
		}
		rules = fmt.Appendf(nil, `{"prerender":[{"where":{"and":[{"href_matches":%s},{"selector_matches":"html:not([data-alive]) a"}]},"eagerness":"moderate"}]}`, rules)
		if c.GetHeader("Save-Data") == "on" {
			rules = []byte("{}")
		}
		c.Header("Vary", "Save-Data")
		c.Data(http.StatusOK, "application/speculationrules+json", rules)
		return nil
	}
}
