package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"path"
	"slices"
	"strings"

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

// firstRead is the call that the loader of a page begins with, where the page's
// address says it; "" for all others.
func firstRead(target string) string {
	section, name := path.Split(target)
	if strings.Contains(name, "?") {
		return ""
	}
	switch section {
	case "/articles/", "/tools/":
		return "/api" + target
	case "/guides/":
		return "/api/listicles/" + name
	case "/newsletter/":
		return "/api/newsletters/" + name
	}
	return ""
}

// known returns the answer to the first read of a page as ssr/api.ts takes it. It
// is nil where the renderer has to ask: also for what is no 200.
func (a *App) known(ctx context.Context, target string) []byte {
	call := firstRead(target)
	if call == "" {
		return nil
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, call, nil)
	if err != nil {
		return nil
	}
	w := newRecorder()
	if err := a.reads.cache.Serve(w, req, call, read().page); err != nil || w.status != http.StatusOK {
		return nil
	}
	about, err := json.Marshal(map[string]string{"path": call, "tags": w.header.Get("Cache-Tag")})
	if err != nil {
		return nil
	}
	return slices.Concat(about[:len(about)-1], []byte(`,"data":`), w.body.Bytes(), []byte("}"))
}

// ask makes the answer of a call for the cache.
func (r *reads) ask(ctx context.Context, target string) (pagecache.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, callDeadline)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return pagecache.Page{}, fmt.Errorf("ask %s: %w", target, err)
	}
	w := newRecorder()
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

func newRecorder() *recorder { return &recorder{header: http.Header{}, status: http.StatusOK} }

func (w *recorder) Header() http.Header         { return w.header }
func (w *recorder) WriteHeader(status int)      { w.status = status }
func (w *recorder) Write(b []byte) (int, error) { return w.body.Write(b) }
