package app

import (
	"bufio"
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/lane"
	"thriftwell/server/platform/pagecache"
	"thriftwell/server/platform/ratelimit"
)

// turnedAway is what it takes to refuse pages before the server sees the request.
type turnedAway struct {
	lane.Refusals
	pages map[string]pageRoute // by path, up to the last part where that is a parameter
	gin   *gin.Engine          // which knows the proxies
}

// pageRoute is a route of pages, and what they depend on.
type pageRoute struct {
	route  string
	params []string
}

// watchVisitors bounds the connections of visitors, and turns them away where pages
// are refused. Pages that are not listed go to the server, as their handlers do
// something first; a search is an exception. With the debug log or traces, which tell
// of each request, all do.
func (a *App) watchVisitors(engine *gin.Engine, table []route) {
	a.visitors = &lane.Connections{Most: maxConnections, Network: networkOf(a.config.Proxies), Idle: a.site.IdleTimeout}
	a.site.ConnState = a.visitors.Watch
	a.away.gin, a.away.pages = engine, map[string]pageRoute{}
	for _, t := range table {
		if t.life.isPage() && (!t.life.unlisted || slices.Contains(t.life.params, "q")) {
			path, _, _ := strings.Cut(t.path, ":")
			a.away.pages[path] = pageRoute{t.path, t.life.params}
		}
	}
	if a.tracing == nil && !a.log.Enabled(context.Background(), slog.LevelDebug) {
		a.visitors.Answer = a.turnAwayFrom
	}
}

// pageRouteOf returns the route of the page at a path, if that is its one address.
func (a *App) pageRouteOf(address string) (at pageRoute, known bool) {
	if a.addressOf(address) != address {
		return at, false
	}
	if at, known = a.away.pages[address]; known {
		return at, true
	}
	section, last := path.Split(address)
	at, known = a.away.pages[section]
	return at, known && section != "/" && !strings.ContainsFunc(last, notOfSlug)
}

// kindOf is the kind of a page's refusal: those of a kind are alike.
func (a *App) kindOf(route, key string) string { return a.laneOf(key).Name + " " + route }

// keepRefusal keeps how a page was refused.
func (a *App) keepRefusal(c *gin.Context, key string) {
	if kind := a.kindOf(c.FullPath(), key); c.Request.Method == http.MethodGet && a.away.Of(kind) == nil {
		a.away.Keep(kind, c.Writer.Header(), busyPage)
	}
}

// keptHeader is the length in bytes up to which a header is kept: there may be
// thousands of connections.
const keptHeader = 1 << 10

// asker is who asks on one connection, where pages may be refused before the server
// sees the request.
type asker struct {
	*App
	peer    string
	header  []byte // of the last request that was parsed whole, and is not for the server; nil if it is long
	network string // of whoever sent it
}

// turnAwayFrom returns what refuses the pages that a peer asks for on one connection.
func (a *App) turnAwayFrom(peer net.Addr) func(head []byte) []byte {
	return (&asker{App: a, peer: peer.String()}).turnAway
}

// turnAway answers the request for a page that is refused at once, as the last one
// of its kind was. While ten times as many pages are asked for as can be made, nine
// of ten are refused, and without the server that costs a fraction; on connections
// that bring more than one request at a time, as some of proxies do, it costs what it
// did. It returns nil for what the server has to look at.
func (k *asker) turnAway(head []byte) []byte {
	began := time.Now()
	if !k.away.Any() || k.leaving.Load() {
		return nil
	}
	address := k.read(head)
	if address == nil {
		return nil
	}
	at, known := k.pageRouteOf(address.Path)
	if !known {
		return nil
	}
	key := pagecache.Key(address, at.params...)
	answer := k.away.Of(k.kindOf(at.route, key))
	if answer == nil || !k.cache.Refused(lane.From(context.Background(), k.network), key) {
		return nil
	}
	k.metrics.requests.observer(answerKind{http.MethodGet, at.route, http.StatusServiceUnavailable}).Observe(time.Since(began).Seconds())
	return answer
}

// read returns the address of a request for a page, or nil for what the server has to
// look at. Clients send the same header with each page, so that is parsed once.
func (k *asker) read(head []byte) *url.URL {
	line, header, _ := bytes.Cut(head, []byte("\n"))
	if rest, isGet := bytes.CutPrefix(line, []byte("GET /")); isGet && len(k.header) > 0 && bytes.Equal(header, k.header) {
		if rest, isPlain := bytes.CutSuffix(rest, []byte(" HTTP/1.1\r")); isPlain && !bytes.HasPrefix(rest, []byte("/")) && !bytes.Contains(rest, []byte(" ")) {
			address, _ := url.ParseRequestURI("/" + string(rest))
			return address
		}
	}
	r, err := http.ReadRequest(bufio.NewReaderSize(bytes.NewReader(head), len(head)))
	if err != nil || r.Method != http.MethodGet || r.URL.Host != "" || r.Host == "" || r.Close || !r.ProtoAtLeast(1, 1) || r.ContentLength != 0 || r.Header.Get("Expect") != "" {
		return nil
	}
	c := gin.CreateTestContextOnly(nil, k.away.gin) // so that gin finds the client behind our proxies, as it always does
	r.RemoteAddr, c.Request = k.peer, r
	k.header, k.network = nil, ratelimit.Neighbourhood(c.ClientIP())
	if len(header) <= keptHeader {
		k.header = bytes.Clone(header)
	}
	return r.URL
}
