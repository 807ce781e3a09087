// Package reads answers API reads from the page cache's memory.
package reads

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/pages"
)

// Policy is the policy of API reads. They are never served stale, because a
// page rendered from a stale answer would be cached as fresh.
func Policy(params ...string) pages.Policy {
	return pages.Policy{Lifetime: pages.Lifetime{Name: "reads", Fresh: 5 * time.Minute}, Params: params}
}

// maxQuery is the longest query of a read that is cached, in bytes.
const maxQuery = 100

// Handler returns a handler that answers a read from memory, or from handle
// within a deadline. Searches aren't cached, as their addresses are unlimited. A
// read without parameters has one cached answer, whatever the query.
func Handler(cache *pages.Cache, policy pages.Policy, deadline time.Duration, handle func(*gin.Context) error) gin.HandlerFunc {
	uncached := httpx.Handle(handle)
	return func(c *gin.Context) {
		if len(policy.Params) > 0 && (c.Query(pages.SearchParam) != "" || len(c.Request.URL.RawQuery) > maxQuery) {
			uncached(c)
			return
		}
		key := pages.Key(c.Request.URL, policy.Params...)
		if cache.ServeFresh(c.Writer, c.Request, key) {
			return
		}
		call := c.Copy() // other clients may wait for the answer after this one has left
		sent, err := cache.Serve(c.Writer, c.Request, key, policy.Lifetime, func(ctx context.Context, _ bool) (pages.Page, error) {
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
func answerOf(ctx context.Context, call *gin.Context, target string, handle gin.HandlerFunc) (pages.Page, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return pages.Page{}, err
	}
	w := &captured{header: http.Header{}, status: http.StatusOK}
	call.Request, call.Writer = request, w
	handle(call)
	page := pages.Page{Status: w.status, Header: w.header, Body: w.body.Bytes(), Tags: pages.TagsOf(w.header)}
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
