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
	"thriftwell/server/platform/ratelimit"
)

// route is one address of the site.
type route struct {
	methods string // separated by blanks
	path    string
	who     audience
	life    life
	limits  limits
	handle  func(*gin.Context) error // of a page: what comes before it, or nil
}

// writes reports whether a request may change something.
func (t route) writes() bool { return t.methods != "GET" && t.methods != "GET HEAD" }

// life says how long an answer lives, and where.
type life struct {
	header   string       // its Cache-Control; "" if handler or cache set it
	policy   pages.Policy // of what is kept in memory
	isRead   bool         // a call of the API, kept in memory
	unlisted bool         // a page that is not in the sitemap
}

// asIs leaves it to the handler.
func asIs() life { return life{} }

// noStore keeps an answer out of every cache.
func noStore() life { return life{header: "no-store"} }

// file lets clients keep an answer.
func file(cacheControl string) life { return life{header: cacheControl} }

// read keeps what a call answers in memory.
func read(params ...string) life {
	return life{header: "no-store", isRead: true, policy: pages.Reads(params...)}
}

// listing is a read for crawlers, who ask whether theirs is still the newest.
func listing() life { return life{header: "no-cache", isRead: true, policy: pages.Reads()} }

func contentPage(params ...string) life { return life{policy: pages.Content(params...)} }
func offersPage(params ...string) life  { return life{policy: pages.Offers(params...)} }
func freshPage() life                   { return life{policy: pages.Uncached()} }

// isPage reports whether the renderer makes the answer.
func (l life) isPage() bool { return l.policy.Name != "" && !l.isRead }

func (l life) notListed() life {
	l.unlisted = true
	return l
}

// limits are what a request may cost; 0 for no limit.
type limits struct {
	deadline time.Duration // for what waits for the database
	body     int64         // bytes
}

// newEngine answers the routes of a table, and nothing else.
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
	r.Use(httpx.Log(s.log, func(address string) string { return network(s.people.Secret, address) }), s.metrics.count, httpx.Distrusted(s.config.Proxies, tellOfProxy(s)), httpx.Recover(),
		httpx.SecureHeaders(httpx.Policy(cspreport.Path, []byte(s.dist.Manifest.Style)), cspreport.Path, strings.HasPrefix(s.config.BaseURL, "https:")))
	front := newFront(s)
	gate := gate{s.config, s.log, s.db, s.people, s.auth, front.unknown}
	canonical := front.canonical(table)
	for _, t := range table {
		chain := []gin.HandlerFunc{}
		if t.limits.deadline > 0 {
			chain = append(chain, httpx.Deadline(t.limits.deadline))
		}
		if !t.who.isEverybody() {
			chain = append(chain, gate.guard(t.who))
		}
		if t.life.header != "" {
			chain = append(chain, func(c *gin.Context) { c.Header("Cache-Control", t.life.header) })
		}
		if t.writes() && !t.who.foreign {
			chain = append(chain, sameOrigin)
		}
		if t.limits.body > 0 {
			chain = append(chain, httpx.LimitBody(t.limits.body))
		}
		if t.life.isPage() {
			chain = append(chain, canonical)
		}
		chain = append(chain, front.answer(t)...)
		for _, method := range strings.Fields(t.methods) {
			r.Handle(method, t.path, chain...)
		}
	}
	r.NoRoute(canonical, front.unknown)
	r.NoMethod(httpx.Handle(wrongMethod))
	return r, nil
}

// answer is what answers a route once it is entered.
func (f front) answer(t route) []gin.HandlerFunc {
	switch {
	case t.life.isRead:
		return []gin.HandlerFunc{f.read(t.life.policy, t.handle)}
	case t.life.isPage():
		chain := []gin.HandlerFunc{f.page(t.life.policy)}
		if !t.life.unlisted {
			chain = append([]gin.HandlerFunc{discovery.Speculate()}, chain...)
		}
		if t.handle != nil {
			chain = append([]gin.HandlerFunc{httpx.Handle(t.handle)}, chain...)
		}
		return chain
	}
	return []gin.HandlerFunc{httpx.Handle(t.handle)}
}

// networkOf tells the networks of peers, and "" of proxies.
func networkOf(proxies []netip.Prefix) func(net.Addr) string {
	return func(peer net.Addr) string {
		address, err := netip.ParseAddrPort(peer.String())
		if err == nil && slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(address.Addr().Unmap()) }) {
			return ""
		}
		return ratelimit.Neighbourhood(address.Addr().String())
	}
}
