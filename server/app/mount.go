package app

import (
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/features/cspreport"
	"thriftwell/server/features/discovery"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/pages"
	"thriftwell/server/platform/pages/reads"
	"thriftwell/server/platform/ratelimit"
)

// route is one address of the site.
type route struct {
	methods string // separated by spaces
	path    string
	who     audience
	caching caching
	limits  limits
	handle  func(*gin.Context) error // for a page: runs before it; may be nil
}

// writes reports whether a request may change something.
func (t route) writes() bool { return t.methods != "GET" && t.methods != "GET HEAD" }

// caching says where an answer may be cached, and for how long.
type caching struct {
	header   string       // Cache-Control; "" if the handler or the page cache sets it
	policy   pages.Policy // of answers in the page cache
	isRead   bool         // an API call in the page cache
	unlisted bool         // a page that isn't in the sitemap
}

// passthrough leaves caching to the handler.
func passthrough() caching { return caching{} }

// noStore keeps an answer out of every cache.
func noStore() caching { return caching{header: "no-store"} }

// file sets the Cache-Control of a file.
func file(cacheControl string) caching { return caching{header: cacheControl} }

// read caches an API call in memory. Only the given parameters are part of its
// key.
func read(params ...string) caching {
	return caching{header: "no-store", isRead: true, policy: reads.Policy(params...)}
}

// listing is a read for crawlers, which revalidate.
func listing() caching { return caching{header: "no-cache", isRead: true, policy: reads.Policy()} }

func contentPage(params ...string) caching { return caching{policy: pages.Content(params...)} }
func offersPage(params ...string) caching  { return caching{policy: pages.Offers(params...)} }
func freshPage() caching                   { return caching{policy: pages.Uncached()} }

// isPage reports whether the renderer makes the answer.
func (l caching) isPage() bool { return l.policy.Name != "" && !l.isRead }

func (l caching) notListed() caching {
	l.unlisted = true
	return l
}

// limits bound the cost of a request; zero fields don't.
type limits struct {
	deadline time.Duration // for handlers that wait for the database
	body     int64         // bytes
}

// newEngine returns an engine that serves the routes of table and nothing else.
func newEngine(s *services, table []route) (*gin.Engine, error) {
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.RedirectTrailingSlash = false
	r.HandleMethodNotAllowed = true
	r.ContextWithFallback = true
	r.RemoteIPHeaders = []string{"X-Forwarded-For"} // a proxy may pass on a visitor's own X-Real-IP
	if err := r.SetTrustedProxies(s.config.TrustedProxies); err != nil {
		return nil, err
	}
	sameOrigin, err := httpx.SameOrigin(s.config.BaseURL)
	if err != nil {
		return nil, err
	}
	if s.tracing != nil {
		r.Use(s.tracing.requests)
	}
	r.Use(httpx.Log(s.log, func(address string) string { return network(s.people.Secret, address) }), s.metrics.count, httpx.Distrusted(s.config.Proxies, logUntrustedProxy(s.App)), httpx.Recover(),
		httpx.SecureHeaders(httpx.Policy(cspreport.Path), cspreport.Path, strings.HasPrefix(s.config.BaseURL, "https:")))
	gate := gate{s.config, s.log, s.db, s.people, s.auth, s.cookies, s.pages.NotFound}
	canonical := s.catalogs.canonical(table)
	for _, t := range table {
		chain := []gin.HandlerFunc{}
		if t.limits.deadline > 0 {
			chain = append(chain, httpx.Deadline(t.limits.deadline))
		}
		if !t.who.isEverybody() {
			chain = append(chain, gate.guard(t.who))
		}
		if t.caching.header != "" {
			chain = append(chain, func(c *gin.Context) { c.Header("Cache-Control", t.caching.header) })
		}
		if t.writes() && !t.who.foreign {
			chain = append(chain, sameOrigin)
		}
		if t.limits.body > 0 {
			chain = append(chain, httpx.LimitBody(t.limits.body))
		}
		if t.caching.isPage() {
			chain = append(chain, canonical)
		}
		chain = append(chain, answer(s.pages, t)...)
		for _, method := range strings.Fields(t.methods) {
			r.Handle(method, t.path, chain...)
		}
	}
	r.NoRoute(canonical, s.pages.NotFound)
	r.NoMethod(httpx.Handle(wrongMethod))
	return r, nil
}

// answer returns the handlers that answer a route after access is granted.
func answer(p *pages.Pages, t route) (chain []gin.HandlerFunc) {
	switch {
	case t.caching.isRead:
		return []gin.HandlerFunc{reads.Handler(p.Cache, t.caching.policy, callDeadline, t.handle)}
	case !t.caching.isPage():
		return []gin.HandlerFunc{httpx.Handle(t.handle)}
	}
	if t.handle != nil {
		chain = append(chain, httpx.Handle(t.handle))
	}
	if !t.caching.unlisted {
		chain = append(chain, discovery.Speculate())
	}
	return append(chain, p.Page(t.caching.policy))
}

// networkOf returns a function that maps a peer to its network, and a proxy to
// "".
func networkOf(proxies []netip.Prefix) func(net.Addr) string {
	return func(peer net.Addr) string {
		address, err := netip.ParseAddrPort(peer.String())
		if err == nil && slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(address.Addr().Unmap()) }) {
			return ""
		}
		return ratelimit.Neighbourhood(address.Addr().String())
	}
}
