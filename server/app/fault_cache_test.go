package app

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"thriftwell/server/app/sitetest"
)

func TestOnlyPathAndKnownParametersChangeAPage(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	s.warm(hotPage)
	plain := []string{"Accept-Encoding", "identity"} // otherwise the client sometimes asks for gzip by itself
	want, renders := s.Get(hotPage, plain...), s.renderer.Stats().Renders
	for _, query := range []string{
		"utm_source=x&utm_medium=y&utm_campaign=z&utm_term=a&utm_content=b", "fbclid=abc", "gclid=abc", "msclkid=1&sourceid=2",
		"unknown=1", "category=banking", "page=2", "q=car", "q=" + strings.Repeat("x", 200), "%zz", "a=1;b=2", "=&&=",
		"email=a%40b.example&first_name=A&phone=5550100",
	} {
		if a := s.Get(hotPage+"?"+query, plain...); a.Body != want.Body || !strings.Contains(a.Header.Get("Cache-Status"), "; hit") {
			t.Errorf("?%.40s: %d %q, %d bytes", query, a.Status, a.Header.Get("Cache-Status"), len(a.Body))
		}
	}
	for name, value := range map[string]string{
		"Host": "evil.example", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example;proto=http", "X-Forwarded-Proto": "https",
		"X-Forwarded-For": "203.0.113.9", "X-Original-URL": "/admin", "X-Rewrite-URL": "/admin", "X-HTTP-Method-Override": "POST",
		"Cookie": "session=x; mailerToken=y", "Authorization": "Bearer nonsense", "User-Agent": "Googlebot/2.1", "Accept": "application/json",
		"Accept-Language": "de", "Cache-Control": "no-cache", "Pragma": "no-cache", "Range": "bytes=0-99", "If-Modified-Since": "Sat, 01 Jan 2050 00:00:00 GMT",
		"If-None-Match": `"other"`, "Sec-GPC": "1", "Purpose": "prefetch", "Save-Data": "on", "Origin": "https://evil.example", "X-Render-Error": "1",
		"Upgrade-Insecure-Requests": "1", "Sec-CH-UA-Mobile": "?1", "TE": "trailers", "Referer": "https://evil.example/?email=a",
	} {
		a := s.Get(hotPage, append(plain, name, value)...)
		if a.Status != 200 || a.Body != want.Body || a.Header.Get("Etag") != want.Header.Get("Etag") || a.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %d, %d bytes, Set-Cookie %q", name, a.Status, len(a.Body), a.Header.Get("Set-Cookie"))
		}
	}
	for _, spelling := range []string{"/guides/start%2Dan-emergency-fund", "/guides/%73tart-an-emergency-fund"} {
		s.expectHit(spelling)
	}
	if n := s.renderer.Stats().Renders; n != renders {
		t.Errorf("%d more renders", n-renders)
	}
}

func TestEveryEncodingHasTheSamePageAndAnETag(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	plain := s.Get(hotPage, "Accept-Encoding", "identity").Body
	for encoding, open := range map[string]func(io.Reader) (io.Reader, error){
		"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"zstd": func(r io.Reader) (io.Reader, error) { return zstd.NewReader(r) },
	} {
		a := s.Get(hotPage, "Accept-Encoding", encoding)
		r, err := open(strings.NewReader(a.Body))
		if err != nil {
			t.Fatal(encoding, err)
		}
		page, err := io.ReadAll(r)
		if err != nil || string(page) != plain || a.Header.Get("Content-Encoding") != encoding || a.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: %v, %d of %d bytes, %v", encoding, err, len(page), len(plain), a.Header)
		}
		again := s.Get(hotPage, "Accept-Encoding", encoding, "If-None-Match", a.Header.Get("Etag"))
		if again.Status != 304 || again.Body != "" || a.Header.Get("Etag") == "" || strings.HasPrefix(a.Header.Get("Etag"), "W/") {
			t.Errorf("%s: asked again with %s: %d, %d bytes", encoding, a.Header.Get("Etag"), again.Status, len(again.Body))
		}
	}
	if a := s.Call("HEAD", hotPage, ""); a.Status != 200 || a.Body != "" || a.Header.Get("Content-Length") != fmt.Sprint(len(plain)) {
		t.Errorf("HEAD: %d %v", a.Status, a.Header)
	}
}

// It uses no sockets: so many connections would exceed the process's limit of
// open files.
func TestTenThousandRequestsForOnePageCostOneRender(t *testing.T) {
	t.Parallel()
	long(t) // package pages has a similar test
	s := openSite(t)
	before := s.renderer.Stats().Renders
	var group sync.WaitGroup
	answers := make([]*httptest.ResponseRecorder, 10_000)
	for i := range answers {
		answers[i] = httptest.NewRecorder()
		answers[i].Body = nil
		group.Go(func() {
			request := httptest.NewRequest(http.MethodGet, fmt.Sprintf("%s?utm_source=%d", hotPage, i), nil)
			s.site.Handler.ServeHTTP(answers[i], request)
		})
	}
	group.Wait()
	for i, a := range answers {
		if a.Code != 200 {
			t.Fatalf("answer %d: %d %v", i, a.Code, a.Header())
		}
	}
	if n := s.renderer.Stats().Renders - before; n != 1 {
		t.Errorf("%d renders", n)
	}
}

// Parameters that a page doesn't know are ignored, in the cache too.
func TestPagesWithoutSearchIgnoreQueries(t *testing.T) {
	t.Parallel()
	s := sharedSite(t)
	s.warm("/")
	s.expectHit("/?q=car")
}

func TestSearchesAreNotCached(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	for range 2 {
		a := s.Get("/articles?category=banking&q=fee")
		if a.Status != 200 || a.Header.Get("Cache-Control") != "no-store" || !strings.Contains(a.Header.Get("Cache-Status"), "fwd=bypass") {
			t.Errorf("%d %v", a.Status, a.Header)
		}
	}
}

// randomAddresses requests n unique addresses of every kind, and now and then a
// hot page, which must still be cached.
func (s *testSite) randomAddresses(n int) {
	s.T.Helper()
	kinds := []string{
		"/guides/fault-quick-%d", "/%d", hotPage + "?x=%d", "/guides/fault-quick-0?utm_source=%d", "/articles/a/%d", "/%d/",
	}
	const clients = 8
	var group sync.WaitGroup
	for c := range clients {
		group.Go(func() {
			for i := c; i < n; i += clients {
				a := httptest.NewRecorder()
				a.Body = nil
				path := fmt.Sprintf(kinds[i%len(kinds)], i)
				s.site.Handler.ServeHTTP(a, httptest.NewRequest(http.MethodGet, path, nil))
				if a.Code != 200 && a.Code != 404 && a.Code != 301 {
					s.T.Errorf("%s: %d %v", path, a.Code, a.Header())
					return
				}
				if i%100 == 0 {
					s.expectHit(hotPage)
				}
			}
		})
	}
	group.Wait()
}

// heap returns the memory in use, in bytes.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// flood requests n random addresses after a tenth as many, which fill the
// caches.
func flood(t *testing.T, n int) {
	s := openSiteIn(t, sitetest.FaultyRoot(t), "PAGE_CACHE_MB=2", "LOG_LEVEL=error")
	s.warm(hotPage)
	s.randomAddresses(n / 10)
	before := heap()
	s.randomAddresses(n)
	var grown int64
	sitetest.Eventually(t, "memory is as it was", func() bool { // background work such as dense brotli takes some for a while
		grown = heap() - before
		return grown < 4<<20
	})
	c := s.pages.Stats()
	t.Logf("after %d addresses: memory grew by %d kB; %d pages of %d kB cached, %d evicted", n, grown>>10, c.Pages, c.PageBytes>>10, c.Evicted)
	if c.PageBytes > 2<<20 || c.OtherBytes > 2<<20/16 || c.Evicted == 0 {
		t.Errorf("the cache holds %d and %d bytes, %d pages evicted", c.PageBytes, c.OtherBytes, c.Evicted)
	}
}

func TestRandomAddressesNeitherGrowMemoryNorEvictHotPages(t *testing.T) {
	long(t) // package pages has a similar test
	flood(t, 6_000)
}

func TestSlowClientsAreCutOff(t *testing.T) {
	t.Parallel()
	cut := make(chan error, 1)
	s := newServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/large" {
			_, err := w.Write(make([]byte, 64<<20))
			cut <- err
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
	}))
	for _, limit := range []*time.Duration{&s.ReadHeaderTimeout, &s.ReadTimeout, &s.WriteTimeout, &s.IdleTimeout} {
		if *limit == 0 {
			t.Fatal("a timeout is not set")
		}
		*limit /= 100
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(l) }()
	defer s.Close()
	const patience = 2 * time.Minute
	send := func(text string) net.Conn {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		_, _ = io.WriteString(c, text)
		_ = c.SetDeadline(time.Now().Add(patience))
		return c
	}
	for _, text := range []string{
		"", "GET / HTTP/1.1\r\nHost: x\r\nX: ", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n1", "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
	} {
		if _, err := io.Copy(io.Discard, send(text)); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("the connection stays open after %q", text)
		}
	}
	send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n") // and never reads
	select {
	case err := <-cut:
		if err == nil {
			t.Error("the whole answer was sent though nobody read it")
		}
	case <-time.After(patience):
		t.Error("a client that doesn't read is never cut off")
	}
}
