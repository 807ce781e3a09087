package pages

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/fairqueue"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/ratelimit"
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

// maxReadQuery is the longest query of an API read that is cached, in bytes.
const maxReadQuery = 100

// Read returns a handler that answers an API read from the cache, or from
// handle within a deadline. Searches aren't cached, as their addresses are
// unlimited. A read without parameters has one cached answer, whatever the
// query.
func (p *Pages) Read(policy Policy, deadline time.Duration, handle func(*gin.Context) error) gin.HandlerFunc {
	uncached := httpx.Handle(handle)
	return func(c *gin.Context) {
		if len(policy.Params) > 0 && (c.Query(queryParam) != "" || len(c.Request.URL.RawQuery) > maxReadQuery) {
			uncached(c)
			return
		}
		key := Key(c.Request.URL, policy.Params...)
		if p.ServeFresh(c.Writer, c.Request, key) {
			return
		}
		call := c.Copy() // other clients may wait for the answer after this one has left
		sent, err := p.Serve(c.Writer, c.Request, key, policy.Lifetime, func(ctx context.Context, _ bool) (Page, error) {
			ctx, cancel := context.WithTimeout(ctx, deadline)
			defer cancel()
			return answerOf(ctx, call, key, uncached)
		})
		if !sent {
			httpx.Fail(c, err)
		} else if err != nil {
			_ = c.Error(err)
		}
	}
}

// answerOf runs the handler of a GET with a target and returns its answer
// instead of sending it. Of the client's request, the handler sees only the
// parameters of the path. The context of the call must be a copy.
func answerOf(ctx context.Context, call *gin.Context, target string, handle gin.HandlerFunc) (Page, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return Page{}, err
	}
	w := &captured{header: http.Header{}, status: http.StatusOK}
	call.Request, call.Writer = request, w
	handle(call)
	page := Page{Status: w.status, Header: w.header, Body: w.body.Bytes(), Tags: tagsOf(w.header)}
	if failed := call.Errors.Last(); failed != nil && page.Status >= http.StatusInternalServerError {
		page.Failure = failed.Error()
	}
	return page, nil
}

// captured records an answer.
type captured struct {
	gin.ResponseWriter // for methods that handlers of a GET don't need
	header             http.Header
	status             int
	body               bytes.Buffer
}

func (w *captured) Header() http.Header               { return w.header }
func (w *captured) WriteHeader(status int)            { w.status = status }
func (w *captured) WriteHeaderNow()                   {}
func (w *captured) Write(b []byte) (int, error)       { return w.body.Write(b) }
func (w *captured) WriteString(s string) (int, error) { return w.body.WriteString(s) }
func (w *captured) Status() int                       { return w.status }
func (w *captured) Size() int                         { return w.body.Len() }
func (w *captured) Written() bool                     { return w.body.Len() > 0 }
