package pages

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

func longPage(context.Context, string) (Page, error) { return html(longText()), nil }

// over requests the page "/a" from the cache over HTTP.
func over(t *testing.T, c *site, method string, fields ...string) (*http.Response, []byte) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { c.Serve(w, r, "/a", guide) }))
	defer server.Close()
	r, err := http.NewRequest(method, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(fields); i += 2 {
		r.Header.Add(fields[i], fields[i+1])
	}
	client := server.Client()
	client.Transport.(*http.Transport).DisableCompression = true // keep Accept-Encoding as it is
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, body
}

func decode(t *testing.T, token string, body []byte) string {
	t.Helper()
	var r io.Reader = bytes.NewReader(body)
	var err error
	switch token {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "br":
		r = brotli.NewReader(r)
	case "zstd":
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestEncodingsHaveTheirOwnEntityTags(t *testing.T) {
	c := newSite(t, longPage)
	tags := map[string]bool{}
	for _, token := range []string{"identity", "gzip", "zstd", "br"} {
		answer, body := over(t, c, "GET", "Accept-Encoding", token)
		h := answer.Header
		if got := decode(t, h.Get("Content-Encoding"), body); got != longText() {
			t.Errorf("%s: not the page", token)
		}
		if h.Get("Content-Encoding") != strings.TrimPrefix(token, "identity") || h.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: header %v", token, h)
		}
		if h.Get("Content-Length") != strconv.Itoa(len(body)) {
			t.Errorf("%s: Content-Length %s of %d bytes", token, h.Get("Content-Length"), len(body))
		}
		tags[h.Get("Etag")] = true
	}
	if len(tags) != 4 || tags[""] || c.Stats().Made != 1 {
		t.Errorf("entity tags %v after %d renders", tags, c.Stats().Made)
	}
}

func TestHeadHasTheHeadersOfGetAndNoBody(t *testing.T) {
	c := newSite(t, longPage)
	get, sent := over(t, c, "GET", "Accept-Encoding", "gzip")
	head, body := over(t, c, "HEAD", "Accept-Encoding", "gzip")
	if len(body) != 0 || len(sent) == 0 {
		t.Errorf("HEAD sent %d bytes, GET %d", len(body), len(sent))
	}
	w := httptest.NewRecorder()
	c.Serve(w, httptest.NewRequest("HEAD", "/", nil), "/a", guide)
	if w.Body.Len() != 0 {
		t.Errorf("%d bytes were written for nothing", w.Body.Len())
	}
	for _, name := range []string{"Content-Length", "Content-Encoding", "Content-Type", "Etag", "Cache-Control", "Vary"} {
		if get.Header.Get(name) != head.Header.Get(name) || get.Header.Get(name) == "" {
			t.Errorf("%s: GET %q, HEAD %q", name, get.Header.Get(name), head.Header.Get(name))
		}
	}
}

func TestAMatchingETagGets304(t *testing.T) {
	c := newSite(t, longPage)
	full, _ := over(t, c, "GET", "Accept-Encoding", "gzip")
	answer, body := over(t, c, "GET", "Accept-Encoding", "gzip", "If-None-Match", full.Header.Get("Etag"))
	if answer.StatusCode != http.StatusNotModified || len(body) != 0 {
		t.Fatalf("%d with %d bytes", answer.StatusCode, len(body))
	}
	for _, name := range []string{"Etag", "Cache-Control", "Vary"} { // RFC 9110, 15.4.5
		if answer.Header.Get(name) != full.Header.Get(name) {
			t.Errorf("%s: %q, want %q", name, answer.Header.Get(name), full.Header.Get(name))
		}
	}
	if got := answer.Header.Get("Content-Encoding"); got != "" {
		t.Errorf("an empty body has the encoding %q", got)
	}
}

func TestAnETagOfAnotherEncodingDoesNotMatch(t *testing.T) {
	c := newSite(t, longPage)
	zipped, _ := over(t, c, "GET", "Accept-Encoding", "gzip")
	answer, _ := over(t, c, "GET", "Accept-Encoding", "br", "If-None-Match", zipped.Header.Get("Etag"))
	if answer.StatusCode != http.StatusOK {
		t.Errorf("status %d", answer.StatusCode)
	}
}

func TestErrorPagesIgnoreIfNoneMatch(t *testing.T) {
	c := newSite(t, func(context.Context, string) (Page, error) { return withStatus(404, "no such page"), nil })
	if w := get(c, "/a", "If-None-Match", "*"); w.Code != http.StatusNotFound {
		t.Errorf("status %d", w.Code)
	}
}

func TestDenseBrotliReplacesQuickAndMatchesItsETag(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newSite(t, longPage)
		quick := get(c, "/a", "Accept-Encoding", "br")
		get(c, "/a", "Accept-Encoding", "br") // the second request
		synctest.Wait()
		dense := get(c, "/a", "Accept-Encoding", "br")
		if dense.Body.Len() >= quick.Body.Len() || decode(t, "br", dense.Body.Bytes()) != longText() {
			t.Errorf("%d bytes after %d", dense.Body.Len(), quick.Body.Len())
		}
		quickTag, denseTag := quick.Header().Get("Etag"), dense.Header().Get("Etag")
		if quickTag == denseTag {
			t.Errorf("different bytes have the entity tag %s", denseTag)
		}
		for _, tag := range []string{quickTag, denseTag} {
			w := get(c, "/a", "Accept-Encoding", "br", "If-None-Match", tag)
			if w.Code != http.StatusNotModified || w.Header().Get("Etag") != tag {
				t.Errorf("with %s: %d, ETag %s", tag, w.Code, w.Header().Get("Etag"))
			}
		}
	})
}

func TestOneRequestCausesNoDenseCompression(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newSite(t, longPage)
		quick := get(c, "/a", "Accept-Encoding", "br")
		synctest.Wait()
		second := get(c, "/a", "Accept-Encoding", "br")
		if quick.Header().Get("Etag") != second.Header().Get("Etag") {
			t.Error("it was compressed again after one request")
		}
	})
}

func TestRenewalWithTheSameBytesKeepsEncodings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newSite(t, longPage)
		get(c, "/a", "Accept-Encoding", "br")
		get(c, "/a", "Accept-Encoding", "br")
		synctest.Wait()
		dense := get(c, "/a", "Accept-Encoding", "br")
		bytes := c.Stats().PageBytes
		time.Sleep(time.Hour)
		renewed := get(c, "/a", "Accept-Encoding", "br")
		wantStatus(t, renewed, "thriftwell; fwd=stale; fwd-status=200; stored")
		if renewed.Header().Get("Etag") != dense.Header().Get("Etag") || c.Stats().PageBytes != bytes {
			t.Errorf("ETag %s, then %s; %d bytes, then %d", dense.Header().Get("Etag"), renewed.Header().Get("Etag"), bytes, c.Stats().PageBytes)
		}
	})
}

func TestIncompressibleBodiesAreSentUncompressed(t *testing.T) {
	image := html("\x89PNG" + longText())
	image.Header.Set("Content-Type", "image/png")
	for name, page := range map[string]Page{"short": html("hi"), "image": image} {
		c := newSite(t, func(context.Context, string) (Page, error) { return page, nil })
		get(c, "/a")
		bytes := c.Stats().PageBytes
		w := get(c, "/a", "Accept-Encoding", "br, gzip")
		if got := c.Stats().PageBytes; got != bytes {
			t.Errorf("%s: counted twice, as %d bytes", name, got)
		}
		wantBody(t, w, string(page.Body))
		if got := w.Header().Get("Content-Encoding"); got != "" {
			t.Errorf("%s: encoded in %q", name, got)
		}
	}
}

func TestConcurrentRequestsCompressOnce(t *testing.T) {
	c := newSite(t, longPage)
	var made sync.Map // *string: the entity tag that a variant's answers share
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			w := get(c, "/a", "Accept-Encoding", "gzip")
			made.Store(&w.Header()["Etag"][0], true)
		})
	}
	all.Wait()
	n := 0
	made.Range(func(any, any) bool { n++; return true })
	if n != 1 {
		t.Errorf("made %d times", n)
	}
}
