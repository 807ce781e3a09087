package pages

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fairqueue"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/ratelimit"
	"thriftwell/server/platform/renderer"
)

// Page returns a handler that answers with the page at the request's address.
func (p *Pages) Page(policy Policy) gin.HandlerFunc {
	return func(c *gin.Context) {
		for _, part := range c.Params {
			if !IsSlug(part.Value) {
				p.NotFound(c)
				return
			}
		}
		p.page(c, Key(c.Request.URL, policy.Params...), policy.Lifetime)
	}
}

// IsSlug reports whether a segment of a path has only the characters of slugs.
// To the renderer, "/content/.." would be the home page.
func IsSlug(segment string) bool {
	return !strings.ContainsFunc(segment, func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}

// SearchParam is the search parameter of pages and calls.
const SearchParam = "q"

// isSearch reports whether a key is that of a search. It takes the key, not the
// request, as pages without search ignore "q".
func isSearch(key string) bool {
	_, query, _ := strings.Cut(key, "?")
	return slices.ContainsFunc(strings.Split(query, "&"), func(param string) bool { return strings.HasPrefix(param, SearchParam+"=") })
}

// maxValue is the longest query value in bytes. Longer ones are ignored, as
// nobody finds a page by them.
const maxValue = 300

// Key returns the cache key of an address, which is also passed to Render: the
// canonical path, and the first value of each allowed query parameter, in the
// order of allowed. Empty values and those over 300 bytes are left out. An
// element of allowed is a name, which allows any value, or a name with its
// values: "type=support|affiliate", or "page=#" for a page number from 2. Other
// values are left out, as each would make one more page to render and cache.
func Key(u *url.URL, allowed ...string) string {
	path := u.Path
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
		path = "/" + strings.TrimLeft(path, "/") // "//host/x" would name a host
	}
	path = (&url.URL{Path: path}).EscapedPath()
	if u.RawQuery == "" || len(allowed) == 0 {
		return path
	}
	query := u.Query()
	key, join := path, "?"
	for _, name := range allowed {
		name, values, limited := strings.Cut(name, "=")
		if v := query.Get(name); v != "" && len(v) <= maxValue && (!limited || isOf(values, v)) {
			key += join + url.QueryEscape(name) + "=" + url.QueryEscape(v)
			join = "&"
		}
	}
	return key
}

// isOf reports whether v is one of the allowed values.
func isOf(values, v string) bool {
	if values != "#" {
		return slices.Contains(strings.Split(values, "|"), v)
	}
	return strings.Trim(v, "0123456789") == "" && v[0] != '0' && v != "1"
}

// page answers with the page for a key. Searches aren't cached, as their
// addresses are unlimited.
func (p *Pages) page(c *gin.Context, key string, life Lifetime) {
	if p.ServeFresh(c.Writer, c.Request, key) {
		return
	}
	if p.opt.MaxBytes == 0 || isSearch(key) {
		life = Uncached().Lifetime
	}
	network := ratelimit.Neighbourhood(c.ClientIP())
	sent, err := p.Serve(c.Writer, c.Request, key, life, func(ctx context.Context, renews bool) (Page, error) {
		return p.render(ctx, network, key, renews)
	})
	if !sent {
		p.unavailable(c.Writer, c.Request, err)
	}
	if errors.Is(err, fairqueue.ErrFull) {
		httpx.Refused(c)
	} else if err != nil {
		_ = c.Error(err)
	}
}

// render has a renderer make a page.
func (p *Pages) render(ctx context.Context, network, target string, renews bool) (Page, error) {
	if !renews {
		queue := p.First
		if isSearch(target) {
			queue = p.Searches
		}
		leave, err := queue.Enter(ctx, network, p.opt.Wait)
		if err != nil {
			return Page{}, err
		}
		defer leave()
	}
	made, err := p.opt.Render(ctx, target)
	if errors.Is(err, renderer.ErrBusy) {
		err = fmt.Errorf("%w: %w", fairqueue.ErrFull, err)
	}
	if err != nil {
		return Page{}, err
	}
	page := Page{
		Status: made.Status, Header: made.Header, Body: made.Body,
		Tags: TagsOf(made.Header), Failure: made.Header.Get("X-Render-Error"),
	}
	page.Header.Del("Cache-Tag")
	page.Header.Del("X-Render-Error")
	if page.Status == http.StatusServiceUnavailable {
		page.Header.Set("Retry-After", strconv.Itoa(int(retryPage.Seconds())))
	}
	return page, nil
}

// TagsOf returns the tags in an answer's header.
func TagsOf(h http.Header) []string {
	return strings.FieldsFunc(h.Get("Cache-Tag"), func(r rune) bool { return r == ',' || r == ' ' })
}

// NotFound answers every address that has no route. All unknown pages share one
// cached page, so that a million of them cost one render.
func (p *Pages) NotFound(c *gin.Context) {
	path := c.Request.URL.Path
	switch {
	case path == "/api" || strings.HasPrefix(path, "/api/"):
		httpx.Fail(c, fault.New(fault.NotFound, "API call not found."))
	case c.Request.Method != http.MethodGet && c.Request.Method != http.MethodHead:
		httpx.Fail(c, fault.New(fault.NotFound, "Page not found."))
	default:
		p.page(c, notFoundPath(path), Content().Lifetime)
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

// retryPage is the Retry-After of an answer without a page.
const retryPage = 2 * time.Second

// BusyPage returns the page of a 503 sent when too many pages are requested.
func BusyPage() string { return httpx.PlainPage("We’re busy right now", "Try again in a moment.") }

// unavailable answers with a 503 if there is no page, not even a stale one. Its
// body is the app shell, which the browser fills, or a cheap page if the queue
// is full.
func (p *Pages) unavailable(w http.ResponseWriter, r *http.Request, err error) {
	if httpx.Left(r, err) {
		w.WriteHeader(httpx.ClientGone)
		return
	}
	body := p.opt.Shell()
	if errors.Is(err, fairqueue.ErrFull) {
		body = []byte(BusyPage())
	} else if body == nil {
		body = []byte(httpx.PlainPage("The site is starting", "Try again in a moment."))
	}
	h := w.Header()
	h.Set("Retry-After", strconv.Itoa(int(retryPage.Seconds())))
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusServiceUnavailable)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}
