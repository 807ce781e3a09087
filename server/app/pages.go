package app

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/features/guides"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/pagecache"
	"thriftwell/server/platform/renderer"
)

// retryPage is how long a client is asked to wait when no page can be made.
const retryPage = 2 * time.Second

// page serves one kind of page from the page cache. A search is rendered anew
// each time: its addresses are without number.
func (a *App) page(p page) gin.HandlerFunc {
	return func(c *gin.Context) {
		life, key := p.life, pagecache.Key(c.Request.URL, p.params...)
		if isSearch(key) || a.config.PageCacheMB == 0 {
			life = pagecache.Lifetime{Name: "none"}
		}
		a.cache.Serve(c.Writer, c.Request, key, life)
	}
}

// isSearch goes by the key, not the request: a "q" that the page does not know
// changes nothing.
func isSearch(key string) bool {
	return strings.Contains(key, "?q=") || strings.Contains(key, "&q=")
}

// searchesPerWorker is how many searches a renderer works on at a time. It has
// room for more pages than that, so a flood of searches holds up no others.
const searchesPerWorker = 2

// render makes a page for the cache.
func (a *App) render(ctx context.Context, target string) (pagecache.Page, error) {
	if isSearch(target) {
		select {
		case a.searches <- struct{}{}:
			defer func() { <-a.searches }()
		case <-time.After(a.config.RenderDeadline):
			return pagecache.Page{}, renderer.ErrBusy
		}
	}
	p, err := a.renderer.Render(ctx, target)
	if err != nil {
		return pagecache.Page{}, err
	}
	tags := tagsOf(p.Header)
	p.Header.Del("Cache-Tag")
	if p.Status == http.StatusServiceUnavailable {
		p.Header.Set("Retry-After", strconv.Itoa(int(retryPage.Seconds())))
	}
	return pagecache.Page{Status: p.Status, Header: p.Header, Body: p.Body, Tags: tags}, nil
}

// tagsOf reads the tags that an answer names.
func tagsOf(h http.Header) []string {
	return strings.FieldsFunc(h.Get("Cache-Tag"), func(r rune) bool { return r == ',' || r == ' ' })
}

// withoutPage answers when no page can be had, not even a stale one: the app
// shell, which the browser fills, as a 503.
func (a *App) withoutPage(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() == nil { // else the client has gone
		a.log.WarnContext(r.Context(), "no page", "path", r.URL.Path, "error", err)
	}
	h := w.Header()
	h.Set("Retry-After", strconv.Itoa(int(retryPage.Seconds())))
	h.Set("Cache-Control", "no-store")
	shell := a.renderer.Shell()
	if shell == nil {
		h.Set("Content-Type", "text/plain; charset=utf-8")
		shell = []byte("The site is starting. Please try again in a moment.\n")
	} else {
		h.Set("Content-Type", "text/html; charset=utf-8")
	}
	w.WriteHeader(http.StatusServiceUnavailable)
	if r.Method != http.MethodHead {
		_, _ = w.Write(shell)
	}
}

// unknown answers every address that no route has. All unknown pages are one
// page, so that a million of them cost one render.
func (a *App) unknown(c *gin.Context) {
	path := c.Request.URL.Path
	switch {
	case path == "/api" || strings.HasPrefix(path, "/api/"):
		httpx.Fail(c, fault.New(fault.NotFound, "There is no such call."))
	case c.Request.Method != http.MethodGet && c.Request.Method != http.MethodHead:
		httpx.Fail(c, fault.New(fault.NotFound, "There is no such page."))
	case len(path) > 1 && strings.HasSuffix(path, "/") && !strings.HasPrefix(path, "//"):
		// Escaped, for browsers take a "\" for a "/" and "//host" for another site.
		target := url.URL{Path: strings.TrimRight(path, "/"), RawQuery: c.Request.URL.RawQuery}
		c.Redirect(http.StatusMovedPermanently, target.String())
	default:
		a.cache.Serve(c.Writer, c.Request, unknownIn(path), contentPage())
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

// guideByNumber leads from a guide's number to its canonical address, which
// carries the slug. A number that no guide has goes on to the page, a 404.
func guideByNumber(store *guides.Store) func(*gin.Context) error {
	return func(c *gin.Context) error {
		slug, err := store.SlugOf(c.Request.Context(), c.Param("id"))
		if err != nil || slug == "" {
			return err
		}
		c.Redirect(http.StatusMovedPermanently, withQuery("/guides/"+slug, c.Request.URL.RawQuery))
		c.Abort()
		return nil
	}
}

// moved redirects for good; a ":id" in to takes the parameter's value.
func moved(to string) gin.HandlerFunc {
	return func(c *gin.Context) {
		target := strings.Replace(to, ":id", url.PathEscape(c.Param("id")), 1)
		c.Redirect(http.StatusMovedPermanently, withQuery(target, c.Request.URL.RawQuery))
	}
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

// noStore keeps answers of the API out of caches that are not ours.
func noStore(c *gin.Context) { c.Header("Cache-Control", "no-store") }

func (a *App) readyz(c *gin.Context) error {
	ctx, cancel := context.WithTimeout(c.Request.Context(), time.Second)
	defer cancel()
	if err := a.db.Pool.Ping(ctx); err != nil {
		return fault.Busy("The database can't be reached.", retryPage, err)
	}
	if !a.renderer.Ready() {
		return fault.Busy("The renderer is not ready.", retryPage, nil)
	}
	c.JSON(http.StatusOK, gin.H{"status": "ready"})
	return nil
}
