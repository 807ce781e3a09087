package app

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/pagecache"
)

// readsMB is the memory for answers to reads of content.
const readsMB = 16

// maxReadQuery is the longest query of a read that is kept, in bytes.
const maxReadQuery = 100

// reads are the calls that read content. Their answers are kept in memory like
// pages, under the same tags: compressed and with an ETag for browsers, and
// ready for the renderer.
type reads struct {
	cache  *pagecache.Cache
	source *gin.Engine // the calls themselves
}

func (a *App) newReads() reads {
	r := reads{source: gin.New()}
	r.source.Use(httpx.Recover())
	r.cache = pagecache.New(pagecache.Options{MaxBytes: readsMB << 20, Render: r.ask, ShowTags: true, Log: a.log})
	return r
}

// lifetime is how long an answer lives. It is never served stale: a page that
// is made of it would be kept as a fresh one.
func (reads) lifetime() pagecache.Lifetime {
	return pagecache.Lifetime{Name: "reads", Fresh: 5 * time.Minute}
}

// get registers a call whose answer depends on its path and on these query
// parameters. A search is not kept: its addresses are without number.
func (r reads) get(api *gin.RouterGroup, path string, handle func(*gin.Context) error, params ...string) {
	direct := httpx.Handle(handle)
	r.source.GET(api.BasePath()+path, direct)
	api.GET(path, func(c *gin.Context) {
		if c.Query("q") != "" || len(c.Request.URL.RawQuery) > maxReadQuery {
			direct(c)
			return
		}
		r.cache.Serve(c.Writer, c.Request, pagecache.Key(c.Request.URL, params...), r.lifetime())
	})
}

// ask makes the answer of a call for the cache.
func (r reads) ask(ctx context.Context, target string) (pagecache.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, apiDeadline)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return pagecache.Page{}, fmt.Errorf("ask %s: %w", target, err)
	}
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	r.source.ServeHTTP(w, req)
	return pagecache.Page{Status: w.status, Header: w.header, Body: w.body.Bytes(), Tags: tagsOf(w.header)}, nil
}

// recorder keeps an answer instead of sending it.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *recorder) Header() http.Header         { return w.header }
func (w *recorder) WriteHeader(status int)      { w.status = status }
func (w *recorder) Write(b []byte) (int, error) { return w.body.Write(b) }
