package app

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"

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

func newReads(log *slog.Logger, tagHeaders map[string]string) *reads {
	r := &reads{source: gin.New()}
	r.source.Use(markFailure, httpx.Recover())
	r.cache = pagecache.New(pagecache.Options{MaxBytes: readsMB << 20, Render: r.ask, TagHeaders: tagHeaders, Log: log})
	return r
}

// take takes on the reads of a table.
func (r *reads) take(table []route) {
	for _, t := range table {
		if t.life.isRead {
			r.source.GET(t.path, httpx.Handle(t.handle))
		}
	}
}

// serve answers a read. A search is not kept: its addresses are without number.
// Where nothing of the query counts, there is but one answer.
func (r *reads) serve(t route) gin.HandlerFunc {
	direct := httpx.Handle(t.handle)
	return func(c *gin.Context) {
		if len(t.life.params) > 0 && (c.Query("q") != "" || len(c.Request.URL.RawQuery) > maxReadQuery) {
			direct(c)
			return
		}
		if err := r.cache.Serve(c.Writer, c.Request, pagecache.Key(c.Request.URL, t.life.params...), t.life.page); err != nil {
			_ = c.Error(err)
		}
	}
}

// ask makes the answer of a call for the cache.
func (r *reads) ask(ctx context.Context, target string) (pagecache.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, callDeadline)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return pagecache.Page{}, fmt.Errorf("ask %s: %w", target, err)
	}
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	r.source.ServeHTTP(w, req)
	return pagecache.Page{Status: w.status, Header: w.header, Body: w.body.Bytes(), Tags: tagsOf(w.header)}, nil
}

// markFailure says in the answer why it is a server error, for the cache.
func markFailure(c *gin.Context) {
	c.Next()
	if failed := c.Errors.Last(); failed != nil && c.Writer.Status() >= http.StatusInternalServerError {
		c.Header("X-Render-Error", failed.Error())
	}
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
