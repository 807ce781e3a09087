package app

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"thriftwell/server/features/discovery"
	"thriftwell/server/features/links"
	"thriftwell/server/features/settings"
	"thriftwell/server/platform/config"
	"thriftwell/server/platform/fairqueue"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/pages"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/renderer"
)

// front answers browsers and crawlers with pages, API reads and redirects.
type front struct {
	pages    *pages.Pages
	catalogs catalogs
}

// page serves the pages of a route.
func (f front) page(policy pages.Policy) gin.HandlerFunc {
	return func(c *gin.Context) {
		for _, part := range c.Params {
			if strings.ContainsFunc(part.Value, isNotSlugRune) {
				f.unknown(c)
				return
			}
		}
		f.servePage(c, pages.Key(c.Request.URL, policy.Params...), policy.Lifetime)
	}
}

// servePage answers with the page for key.
func (f front) servePage(c *gin.Context, key string, lifetime pages.Lifetime) {
	if f.pages.ServeFresh(c.Writer, c.Request, key) {
		return
	}
	err := f.pages.ServePage(c.Writer, c.Request, ratelimit.Neighbourhood(c.ClientIP()), key, lifetime)
	if errors.Is(err, fairqueue.ErrFull) {
		httpx.Refused(c)
	} else if err != nil {
		_ = c.Error(err)
	}
}

// maxReadQuery is the longest query of an API read that is cached, in bytes.
const maxReadQuery = 100

// read serves an API read from the cache. Searches aren't cached, as their
// addresses are unlimited. A read without parameters has one cached answer,
// whatever the query.
func (f front) read(policy pages.Policy, handle func(*gin.Context) error) gin.HandlerFunc {
	uncached := httpx.Handle(handle)
	return func(c *gin.Context) {
		if len(policy.Params) > 0 && (c.Query("q") != "" || len(c.Request.URL.RawQuery) > maxReadQuery) {
			uncached(c)
			return
		}
		key := pages.Key(c.Request.URL, policy.Params...)
		if f.pages.ServeFresh(c.Writer, c.Request, key) {
			return
		}
		call := c.Copy() // other clients may wait for the answer after this one has left
		sent, err := f.pages.Serve(c.Writer, c.Request, key, policy.Lifetime, func(ctx context.Context, _ bool) (pages.Page, error) {
			ctx, cancel := context.WithTimeout(ctx, callDeadline)
			defer cancel()
			answer, err := httpx.Capture(ctx, call, key, handle)
			return pages.PageOf(answer), err
		})
		if !sent {
			httpx.Fail(c, err)
		} else if err != nil {
			_ = c.Error(err)
		}
	}
}

// isNotSlugRune reports whether no slug contains r. To the renderer,
// "/content/.." would be the home page.
func isNotSlugRune(r rune) bool { return r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }

// unknown answers every address that has no route. All unknown pages share one
// cached page, so that a million of them cost one render.
func (f front) unknown(c *gin.Context) {
	path := c.Request.URL.Path
	switch {
	case path == "/api" || strings.HasPrefix(path, "/api/"):
		httpx.Fail(c, fault.New(fault.NotFound, "API call not found."))
	case c.Request.Method != http.MethodGet && c.Request.Method != http.MethodHead:
		httpx.Fail(c, fault.New(fault.NotFound, "Page not found."))
	default:
		f.servePage(c, notFoundPath(path), pages.Content().Lifetime)
	}
}

// notFoundPath returns the path that all unknown paths of a section share. The
// section matters because the header highlights it by the start of the path.
func notFoundPath(path string) string {
	for _, section := range []string{"/articles/", "/contact/"} {
		if strings.HasPrefix(path, section) {
			return section + "404/404"
		}
	}
	return "/404"
}

// canonical redirects any other spelling of a page's address, former slugs and
// guide numbers to the current address, in one step. It ignores addresses that
// aren't pages.
func (f front) canonical(table []route) gin.HandlerFunc {
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
		to := f.addressOf(c.Request.URL.Path)
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
func (f front) addressOf(path string) string {
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
		present = f.catalogs.articleMoves.Get()[slug]
	case "guides":
		present = f.catalogs.guideMoves.Get()[slug]
		if strings.Trim(slug, "0123456789") == "" {
			number, _ := strconv.ParseInt(slug, 10, 64)
			present = f.catalogs.guideSlugs.Get()[number]
		}
	case "authors":
		present = f.catalogs.authorMoves.Get()[slug]
	}
	if present != "" {
		return "/" + section + "/" + present
	}
	return path
}

// matches reports whether the segments of a path match a pattern.
func matches(pattern, path []string) bool {
	return slices.EqualFunc(pattern, path, func(want, part string) bool {
		return want == part || strings.HasPrefix(want, ":") && part != "" && !strings.ContainsFunc(part, isNotSlugRune)
	})
}

// addressRoutes returns the redirects of short links, and the files that lead
// crawlers to pages.
func addressRoutes(s *services, pages []route) []route {
	h := s.discovery
	link := links.HTTP{Targets: s.counting.links.Get, Unknown: s.front.unknown}
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

// Tagline is shown under the brand (specification, section 1).
const Tagline = "Smart Money. Smart Choices."

// site is the configuration that every page contains, so it has nothing secret.
// Renderers read the settings that staff change with each page (GET /api/site);
// these are for the shell.
type site struct {
	SiteName string `json:"siteName"`
	Tagline  string `json:"tagline"`
	BaseURL  string `json:"baseUrl"`
	Timezone string `json:"timezone"`
	Currency string `json:"currency"`
	Env      string `json:"env"`
	SignIn   bool   `json:"signIn"` // at least one way to sign in exists
	Texts    bool   `json:"texts"`  // text messages can be sent
	settings.Site
}

func siteConfig(c config.Config, signIn bool) site {
	env := "production"
	if c.Developing() {
		env = "development"
	}
	return site{
		SiteName: c.SiteName, Tagline: Tagline, BaseURL: c.BaseURL, Timezone: c.Timezone, Currency: c.SiteCurrency, Env: env, SignIn: signIn, Texts: c.Twilio.IsSet() || c.Developing(),
		Site: defaults(c).Site(c.PostalAddress),
	}
}

// defaults returns the values of settings that staff haven't set.
func defaults(c config.Config) settings.Values {
	values := settings.Values{
		settings.Support: c.SupportEmail, settings.Affiliate: c.AffiliateEmail, settings.Advertising: c.AdvertisingEmail,
		settings.WelcomeSeries: settings.On,
		"social.facebook":      c.FacebookURL, "social.x": c.XURL, "social.instagram": c.InstagramURL, "social.youtube": c.YouTubeURL,
	}
	maps.Copy(values, settings.Cards())
	if !c.Production() {
		maps.Copy(values, settings.Figures())
	}
	return values
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

// nodeOptions keep a renderer's young generation small. On a machine with much
// memory Node would let it grow, though renders leave nothing worth keeping.
const nodeOptions = "--max-semi-space-size=8"

func (s *services) openRenderer(node string) error {
	s.step("renderer")
	site, err := json.Marshal(siteConfig(s.config, s.byEmail != nil || len(s.auth.Providers) > 0))
	if err != nil {
		return err
	}
	s.renderer, err = renderer.Start(renderer.Options{
		Node: node, Script: filepath.Join(s.dist.Dir, "ssr", "server.js"), Dir: s.runDir,
		Workers: s.config.RenderWorkers, URLs: s.config.RendererURLs, Deadline: s.config.RenderDeadline, Log: s.log,
		// Don't pass on the environment: it holds secrets. MALLOC_ARENA_MAX
		// limits the C library to two heaps; with one for each thread it would
		// return little memory.
		Env: []string{"PATH=" + os.Getenv("PATH"), "API_SOCKET=" + s.apiSocket(), "SITE_CONFIG=" + string(site), "NODE_ENV=production", "NODE_OPTIONS=" + nodeOptions, "MALLOC_ARENA_MAX=2", "NODE_COMPILE_CACHE=" + filepath.Join(s.runDir, "compiled")},
	})
	return err
}

// apiSocket returns the path of the socket where page loaders call the API.
func (s *services) apiSocket() string { return filepath.Join(s.runDir, "api.sock") }
