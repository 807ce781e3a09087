package pages

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"

	"thriftwell/server/platform/encoding"
)

// nowhere is a ResponseWriter that discards everything.
type nowhere struct{ header http.Header }

func (w *nowhere) Header() http.Header         { return w.header }
func (w *nowhere) Write(b []byte) (int, error) { return len(b), nil }
func (w *nowhere) WriteHeader(int)             {}

// warm returns a cache that has the page "/a" in dense brotli.
func warm(b *testing.B) *site {
	c := newSite(b, longPage)
	for range 2 {
		getAs(c, "/a", yearly, "Accept-Encoding", "br")
	}
	for deadline := time.Now().Add(time.Minute); c.peek("/a").variants[encoding.Brotli].Load().quick; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			b.Fatal("the page is not compressed")
		}
	}
	return c
}

var yearly = Lifetime{Name: "yearly", Fresh: 365 * 24 * time.Hour}

func BenchmarkHit(b *testing.B) {
	c := warm(b)
	r := httptest.NewRequest("GET", "/a", nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		w := &nowhere{http.Header{}}
		for pb.Next() {
			c.Serve(w, r, "/a", yearly)
		}
	})
}

func BenchmarkNotModified(b *testing.B) {
	c := warm(b)
	r := httptest.NewRequest("GET", "/a", nil)
	r.Header.Set("Accept-Encoding", "br")
	r.Header.Set("If-None-Match", `W/"other", `+c.peek("/a").variants[encoding.Brotli].Load().etag[0])
	w := &nowhere{http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		c.Serve(w, r, "/a", yearly)
	}
}

// BenchmarkOverHTTP compares the cache with a bare handler that writes the same
// bytes, over 32 connections each.
func BenchmarkOverHTTP(b *testing.B) {
	c := warm(b)
	v := c.peek("/a").variants[encoding.Brotli].Load()
	length := strconv.Itoa(len(v.body))
	for name, handler := range map[string]http.HandlerFunc{
		"cache": func(w http.ResponseWriter, r *http.Request) { c.Serve(w, r, Key(r.URL), yearly) },
		"bare": func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Content-Type", "text/html; charset=utf-8")
			h.Set("Content-Encoding", "br")
			h.Set("Content-Length", length)
			w.Write(v.body)
		},
	} {
		b.Run(name, func(b *testing.B) { load(b, handler, 32) })
	}
}

// load sends b.N requests over some connections and reads the answers as
// cheaply as possible, so that mostly the server is measured.
func load(b *testing.B, handler http.Handler, connections int) {
	server := httptest.NewServer(handler)
	defer server.Close()
	const request = "GET /a HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n\r\n"
	turns := make(chan struct{}, 1024)
	go func() {
		defer close(turns)
		for range b.N {
			turns <- struct{}{}
		}
	}()
	var clients sync.WaitGroup
	b.ResetTimer()
	for range connections {
		clients.Go(func() {
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				b.Error(err)
				return
			}
			defer conn.Close()
			in := bufio.NewReaderSize(conn, 64<<10)
			for range turns {
				if _, err := io.WriteString(conn, request); err != nil {
					b.Error(err)
					return
				}
				if err := skipAnswer(in); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	clients.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
}

// skipAnswer reads one answer with a Content-Length.
func skipAnswer(in *bufio.Reader) error {
	const field = "Content-Length: "
	length := 0
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return err
		}
		if len(line) > len(field) && string(line[:len(field)]) == field {
			if length, err = strconv.Atoi(string(line[len(field) : len(line)-2])); err != nil {
				return err
			}
		}
		if len(line) == 2 {
			_, err = in.Discard(length)
			return err
		}
	}
}

func BenchmarkInvalidateAmongTenThousandPages(b *testing.B) {
	c := newSite(b, func(_ context.Context, target string) (Page, error) {
		return html(target, "guides", "guide:"+target), nil
	})
	for i := range 10_000 {
		getAs(c, fmt.Sprint("/", i), yearly)
	}
	for b.Loop() {
		c.Invalidate("guide:/17", "offers")
	}
}
