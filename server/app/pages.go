package app

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
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
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/ratelimit"
)

// page serves the pages of a route.
func (a *App) page(policy pages.Policy) gin.HandlerFunc {
	return func(c *gin.Context) {
		for _, part := range c.Params {
			if strings.ContainsFunc(part.Value, notOfSlug) {
				a.unknown(c)
				return
			}
		}
		a.servePage(c, pages.Key(c.Request.URL, policy.Params...), policy.Lifetime)
	}
}

// servePage answers with the page of a key.
func (a *App) servePage(c *gin.Context, key string, lifetime pages.Lifetime) {
	if a.pages.ServeFresh(c.Writer, c.Request, key) {
		return
	}
	err := a.pages.ServePage(c.Writer, c.Request, ratelimit.Neighbourhood(c.ClientIP()), key, lifetime)
	if errors.Is(err, fairqueue.ErrFull) {
		httpx.Refused(c)
	} else if err != nil {
		_ = c.Error(err)
	}
}

// maxReadQuery is the longest query of a read that is kept, in bytes.
const maxReadQuery = 100

// read serves the answers of a handler that reads content. A search is not kept:
// its addresses are without number. If the answers depend on no parameter, there
// is only one.
func (a *App) read(policy pages.Policy, handle func(*gin.Context) error) gin.HandlerFunc {
	uncached := httpx.Handle(handle)
	return func(c *gin.Context) {
		if len(policy.Params) > 0 && (c.Query("q") != "" || len(c.Request.URL.RawQuery) > maxReadQuery) {
			uncached(c)
			return
		}
		key := pages.Key(c.Request.URL, policy.Params...)
		if a.pages.ServeFresh(c.Writer, c.Request, key) {
			return
		}
		call := c.Copy() // others may wait for the answer when this client has left
		sent, err := a.pages.Serve(c.Writer, c.Request, key, policy.Lifetime, func(ctx context.Context, _ bool) (pages.Page, error) {
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

// notOfSlug finds what no slug holds. To the renderer "/content/.." would be
// the home page.
func notOfSlug(r rune) bool { return r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }

// apiSocket is where the loaders of pages ask the API.
func (a *App) apiSocket() string { return filepath.Join(a.runDir, "api.sock") }

// unknown answers every address that no route has. All unknown pages are one
// page, so that a million of them cost one render.
func (a *App) unknown(c *gin.Context) {
	path := c.Request.URL.Path
	switch {
	case path == "/api" || strings.HasPrefix(path, "/api/"):
		httpx.Fail(c, fault.New(fault.NotFound, "There is no such call."))
	case c.Request.Method != http.MethodGet && c.Request.Method != http.MethodHead:
		httpx.Fail(c, fault.New(fault.NotFound, "There is no such page."))
	default:
		a.servePage(c, unknownIn(path), pages.Content().Lifetime)
	}
}

// unknownIn is the address that stands for all unknown ones of a section: the
// header highlights a section by the start of the path.
func unknownIn(path string) string {
	for _, section := range []string{"/articles/", "/contact/"} {
		if strings.HasPrefix(path, section) {
			return section + "404/404"
		}
	}
	return "/404"
}

// canonical leads from any other spelling of a page's address, and from a former
// slug or a number, to its one address by one redirect. Whatever is no page goes
// on.
func (a *App) canonical(table []route) gin.HandlerFunc {
	patterns := [][]string{}
	for _, t := range table {
		if t.life.isPage() {
			patterns = append(patterns, strings.Split(t.path, "/"))
		}
	}
	return func(c *gin.Context) {
		if c.Request.Method != http.MethodGet && c.Request.Method != http.MethodHead {
			return
		}
		to := a.addressOf(c.Request.URL.Path)
		if to != c.Request.URL.Path && slices.ContainsFunc(patterns, func(p []string) bool { return matches(p, strings.Split(to, "/")) }) {
			// A browser asks again all the same: what moved may move once more, and another piece may take the address.
			c.Header("Cache-Control", "no-cache")
			c.Redirect(http.StatusMovedPermanently, withQuery(to, c.Request.URL.RawQuery))
			c.Abort()
		}
	}
}

// addressOf is the address that a path stands for: in lower case, without empty
// parts, and of a piece or an author the present one.
func (a *App) addressOf(path string) string {
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
		present = a.counting.articleMoves.Get()[slug]
	case "guides":
		present = a.counting.guideMoves.Get()[slug]
		if strings.Trim(slug, "0123456789") == "" {
			number, _ := strconv.ParseInt(slug, 10, 64)
			present = a.counting.guideSlugs.Get()[number]
		}
	case "authors":
		present = a.counting.authorMoves.Get()[slug]
	}
	if present != "" {
		return "/" + section + "/" + present
	}
	return path
}

// matches reports whether a path, in parts, is one of a pattern's.
func matches(pattern, path []string) bool {
	return slices.EqualFunc(pattern, path, func(want, part string) bool {
		return want == part || strings.HasPrefix(want, ":") && part != "" && !strings.ContainsFunc(part, notOfSlug)
	})
}

// asMarkdown answers for a piece of a section as Markdown, at its address with
// .md. Any other address goes on to the page.
func (a *App) asMarkdown(section string) func(*gin.Context) error {
	h := a.discovery(nil)
	return func(c *gin.Context) error {
		slug, ok := strings.CutSuffix(c.Param("slug")+c.Param("id"), ".md")
		if !ok {
			return nil
		}
		c.Abort()
		ctx, cancel := context.WithTimeout(c.Request.Context(), callDeadline)
		defer cancel()
		c.Request = c.Request.WithContext(ctx)
		return h.Markdown(c, section, slug)
	}
}

// discovery is what makes the site, with these pages beside its pieces, known to
// programs.
func (a *App) discovery(pages []string) discovery.HTTP {
	return discovery.HTTP{
		Store: discovery.NewStore(a.db.Gorm),
		Site: discovery.Site{
			Name: a.config.SiteName, Tagline: Tagline, BaseURL: a.config.BaseURL, Pages: pages,
			Support: func() string { return a.counting.settings.Get()[settings.Support] },
		},
	}
}

// addresses is what leads browsers and crawlers to pages.
func (a *App) addresses() []route {
	h := a.discovery(a.fixedPaths())
	link := links.HTTP{Targets: a.counting.links.Get, Unknown: a.unknown}
	table := []route{
		{"GET HEAD", "/g/:code", everybody(), asIs(), noLimits(), link.Follow},
		{"GET HEAD", "/robots.txt", everybody(), asIs(), noLimits(), h.Robots},
		{"GET HEAD", "/sitemap.xml", everybody(), listing(), noLimits(), h.Sitemap},
		{"GET HEAD", "/sitemaps/:file", everybody(), listing(), noLimits(), h.SitemapPart},
		{"GET HEAD", "/llms.txt", everybody(), listing(), noLimits(), h.LLMs},
		{"GET HEAD", "/site.webmanifest", everybody(), file("public, max-age=86400"), noLimits(), h.Manifest},
		{"GET HEAD", "/security.txt", everybody(), asIs(), noLimits(), discovery.ToSecurity},
		{"GET HEAD", discovery.SecurityPath, everybody(), asIs(), noLimits(), h.Security},
		{"GET HEAD", "/.well-known/gpc.json", everybody(), asIs(), noLimits(), h.GPC},
		{"GET HEAD", discovery.SpeculationPath, everybody(), file("public, max-age=3600"), noLimits(), discovery.Speculation(a.listedPatterns())},
		{"GET HEAD", "/share/:kind/:name", everybody(), asIs(), noLimits(), a.shareImages(h).Serve},
	}
	for _, of := range []string{"", "/topics/:category", "/authors/:slug", "/newsletter"} {
		table = append(table,
			route{"GET HEAD", of + "/feed.xml", everybody(), listing(), noLimits(), h.Atom},
			route{"GET HEAD", of + "/feed.json", everybody(), listing(), noLimits(), h.JSONFeed})
	}
	if key := a.config.IndexNowKey; key != "" {
		table = append(table, route{"GET HEAD", "/" + key + ".txt", everybody(), asIs(), noLimits(), discovery.Key(key)})
	}
	return table
}

// shareImages are the pictures of link previews. They are not part of a backup:
// they are made again.
func (a *App) shareImages(h discovery.HTTP) *discovery.ShareImages {
	return discovery.NewShareImages(discovery.ShareImages{
		Store: h.Store, Site: h.Site, Dir: filepath.Join(a.config.DataDir, "share"),
		Node: a.pictures.Encoder.Node, Script: filepath.Join(a.dist.Dir, "ssr", "share.js"),
		Picture: func(ctx context.Context, path string) (io.ReadCloser, error) {
			file, ok := picture.Parse(path)
			if !ok {
				return a.dist.OpenPicture(path)
			}
			found, _, err := a.pictures.Files.Open(ctx, file.Name())
			return found, err
		},
	})
}

func withQuery(path, query string) string {
	if query == "" {
		return path
	}
	return path + "?" + query
}

func wrongMethod(c *gin.Context) error {
	return fault.New(fault.WrongMethod, "This address does not take "+c.Request.Method+" requests.")
}

// Tagline is shown under the brand (specification, section 1).
const Tagline = "Smart Money. Smart Choices."

// site is what the pages know of the site. It holds nothing secret: it is part
// of every page. What staff set is told with each page (catalogs.told); here is what
// holds for the shell.
type site struct {
	SiteName string `json:"siteName"`
	Tagline  string `json:"tagline"`
	BaseURL  string `json:"baseUrl"`
	Timezone string `json:"timezone"`
	Currency string `json:"currency"`
	Env      string `json:"env"`
	SignIn   bool   `json:"signIn"` // there is a way to
	Texts    bool   `json:"texts"`  // they can go out
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

// defaults are the values of what staff have not set.
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

// listedPatterns are those of every page that search engines may list.
func (a *App) listedPatterns() (patterns []string) {
	for _, p := range a.pageRoutes() {
		if !p.life.unlisted {
			patterns = append(patterns, p.path)
		}
	}
	return patterns
}

// fixedPaths are the pages that are read under a path of their own.
func (a *App) fixedPaths() []string {
	return slices.DeleteFunc(a.listedPatterns(), func(pattern string) bool { return strings.Contains(pattern, ":") })
}
