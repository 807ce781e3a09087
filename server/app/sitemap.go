package app

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
)

// addresses gives the slugs of one kind of piece and when each last changed.
type addresses func(context.Context) (map[string]time.Time, error)

// robots answers /robots.txt.
func (a *App) robots(c *gin.Context) {
	c.String(http.StatusOK, "User-agent: *\nDisallow: /api/\nDisallow: /admin/\nDisallow: /links/\nDisallow: /dev/\n\nSitemap: %s/sitemap.xml\n", a.config.BaseURL)
}

type sitemapURL struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

type sitemapSet struct {
	XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []sitemapURL `xml:"url"`
}

// sitemap answers /sitemap.xml: the pages with a fixed path, then each piece
// below its prefix.
func (a *App) sitemap(pieces map[string]addresses) func(*gin.Context) error {
	return func(c *gin.Context) error {
		set := sitemapSet{}
		for _, p := range pages() {
			if !strings.Contains(p.path, ":") && !p.private {
				set.URLs = append(set.URLs, sitemapURL{Loc: a.config.BaseURL + p.path})
			}
		}
		for prefix, list := range pieces {
			changed, err := list(c.Request.Context())
			if err != nil {
				return err
			}
			for slug, at := range changed {
				set.URLs = append(set.URLs, sitemapURL{Loc: a.config.BaseURL + prefix + slug, LastMod: at.Format(time.DateOnly)})
			}
		}
		slices.SortFunc(set.URLs, func(x, y sitemapURL) int { return strings.Compare(x.Loc, y.Loc) })
		body, err := xml.MarshalIndent(set, "", "  ")
		if err != nil {
			return fmt.Errorf("write the sitemap: %w", err)
		}
		c.Data(http.StatusOK, "application/xml; charset=utf-8", append([]byte(xml.Header), body...))
		return nil
	}
}
