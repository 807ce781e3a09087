package app

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"thriftwell/server/features/discovery"
	"thriftwell/server/features/links"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/pages"
)

// canonical redirects any other spelling of a page's address, former slugs and
// guide numbers to the current address, in one step. It ignores addresses that
// aren't pages.
func (k catalogs) canonical(table []route) gin.HandlerFunc {
	patterns := [][]string{}
	for _, t := range table {
		if t.caching.isPage() {
			patterns = append(patterns, strings.Split(t.path, "/"))
		}
	}
	return func(c *gin.Context) {
		if c.Request.Method != http.MethodGet && c.Request.Method != http.MethodHead {
			return
		}
		to := k.addressOf(c.Request.URL.Path)
		if to != c.Request.URL.Path && slices.ContainsFunc(patterns, func(p []string) bool { return matches(p, strings.Split(to, "/")) }) {
			// Browsers must revalidate: the page may move again, or another may
			// take the address.
			c.Header("Cache-Control", "no-cache")
			c.Redirect(http.StatusMovedPermanently, withQuery(to, c.Request.URL.RawQuery))
			c.Abort()
		}
	}
}

// addressOf returns the canonical form of a path: in lower case, without empty
// segments, and with the current slug of an article, guide or author.
func (k catalogs) addressOf(path string) string {
	isSlash := func(r rune) bool { return r == '/' }
	if lower := strings.ToLower(path); lower != path || strings.Contains(path, "//") || len(path) > 1 && strings.HasSuffix(path, "/") {
		path = "/" + strings.Join(strings.FieldsFunc(lower, isSlash), "/")
	}
	section, slug, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if section == "listicles" {
		section, path = "guides", "/guides"+strings.TrimPrefix(path, "/listicles")
	}
	present := ""
	switch section {
	case "articles":
		present = k.articleMoves.Get()[slug]
	case "guides":
		present = k.guideMoves.Get()[slug]
		if strings.Trim(slug, "0123456789") == "" {
			number, _ := strconv.ParseInt(slug, 10, 64)
			present = k.guideSlugs.Get()[number]
		}
	case "authors":
		present = k.authorMoves.Get()[slug]
	}
	if present != "" {
		return "/" + section + "/" + present
	}
	return path
}

// matches reports whether the segments of a path match a pattern.
func matches(pattern, path []string) bool {
	return slices.EqualFunc(pattern, path, func(want, part string) bool {
		return want == part || strings.HasPrefix(want, ":") && part != "" && pages.IsSlug(part)
	})
}

// addressRoutes returns the redirects of short links, and the files that lead
// crawlers to pages.
func addressRoutes(s *services, pages []route) []route {
	h := s.discovery
	link := links.HTTP{Targets: s.catalogs.links.Get, Unknown: s.pages.NotFound}
	table := []route{
		{"GET HEAD", "/g/:code", everybody(), passthrough(), unlimited(), link.Follow},
		{"GET HEAD", "/robots.txt", everybody(), passthrough(), unlimited(), h.Robots},
		{"GET HEAD", "/sitemap.xml", everybody(), listing(), unlimited(), h.Sitemap},
		{"GET HEAD", "/sitemaps/:file", everybody(), listing(), unlimited(), h.SitemapPart},
		{"GET HEAD", "/llms.txt", everybody(), listing(), unlimited(), h.LLMs},
		{"GET HEAD", "/site.webmanifest", everybody(), file("public, max-age=86400"), unlimited(), h.Manifest},
		{"GET HEAD", "/security.txt", everybody(), passthrough(), unlimited(), discovery.ToSecurity},
		{"GET HEAD", discovery.SecurityPath, everybody(), passthrough(), unlimited(), h.Security},
		{"GET HEAD", "/.well-known/gpc.json", everybody(), passthrough(), unlimited(), h.GPC},
		{"GET HEAD", discovery.SpeculationPath, everybody(), file("public, max-age=3600"), unlimited(), discovery.Speculation(listedPatterns(pages))},
		{"GET HEAD", "/share/:kind/:name", everybody(), passthrough(), unlimited(), s.shareImages.Serve},
	}
	for _, of := range []string{"", "/topics/:category", "/authors/:slug", "/newsletter"} {
		table = append(table,
			route{"GET HEAD", of + "/feed.xml", everybody(), listing(), unlimited(), h.Atom},
			route{"GET HEAD", of + "/feed.json", everybody(), listing(), unlimited(), h.JSONFeed})
	}
	if key := s.config.IndexNowKey; key != "" {
		table = append(table, route{"GET HEAD", "/" + key + ".txt", everybody(), passthrough(), unlimited(), discovery.Key(key)})
	}
	return table
}

func withQuery(path, query string) string {
	if query == "" {
		return path
	}
	return path + "?" + query
}

func wrongMethod(c *gin.Context) error {
	return fault.New(fault.WrongMethod, "This address doesn’t accept "+c.Request.Method+" requests.")
}

// listedPatterns returns the patterns of pages that search engines may list.
func listedPatterns(pages []route) (patterns []string) {
	for _, p := range pages {
		if !p.caching.unlisted {
			patterns = append(patterns, p.path)
		}
	}
	return patterns
}

// fixedPaths returns the listed pages whose path has no parameter.
func fixedPaths(pages []route) []string {
	return slices.DeleteFunc(listedPatterns(pages), func(pattern string) bool { return strings.Contains(pattern, ":") })
}
