package pages

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestSecondRequestIsServedFromMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newSite(t, editions())
		first := get(c, "/a")
		wantBody(t, first, "edition 1")
		wantStatus(t, first, "thriftwell; fwd=uri-miss; fwd-status=200; stored")

		time.Sleep(20 * time.Second)
		second := get(c, "/a")
		wantBody(t, second, "edition 1")
		wantStatus(t, second, "thriftwell; hit; ttl=40")
		if got := second.Header().Get("Age"); got != "20" {
			t.Errorf("Age %q, want 20", got)
		}
	})
}

func TestTenThousandConcurrentMissesCostOneRender(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		c := newSite(t, func(context.Context, string) (Page, error) {
			<-release
			return html("page"), nil
		})
		const clients = 10_000
		answers := make(chan *httptest.ResponseRecorder, clients)
		for range clients {
			go func() { answers <- get(c, "/a") }()
		}
		synctest.Wait() // until all of them wait
		close(release)
		collapsed := 0
		for range clients {
			w := <-answers
			wantBody(t, w, "page")
			if strings.HasSuffix(w.Header().Get("Cache-Status"), "; collapsed") {
				collapsed++
			}
		}
		if got := c.Stats().Made; got != 1 || collapsed != clients-1 {
			t.Errorf("%d renders and %d collapsed requests, want 1 and %d", got, collapsed, clients-1)
		}
	})
}

func TestALeavingClientDoesNotCancelTheRenderForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		c := newSite(t, func(ctx context.Context, _ string) (Page, error) {
			select {
			case <-release:
				return html("page"), nil
			case <-ctx.Done():
				return Page{}, ctx.Err()
			}
		})
		ctx, goAway := context.WithCancel(t.Context())
		hasty, patient := httptest.NewRecorder(), make(chan *httptest.ResponseRecorder)
		hastyLeft := make(chan struct{})
		go func() {
			c.Serve(hasty, httptest.NewRequest("GET", "/a", nil).WithContext(ctx), "/a", guide)
			close(hastyLeft)
		}()
		synctest.Wait()
		go func() { patient <- get(c, "/a") }()
		synctest.Wait()
		goAway()
		<-hastyLeft
		close(release)
		wantBody(t, <-patient, "page")
		if hasty.Code != http.StatusServiceUnavailable {
			t.Errorf("the client that left got %d", hasty.Code)
		}
	})
}

func TestExpiredPagesAreServedWhileRenewed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newSite(t, editions())
		get(c, "/a")
		time.Sleep(65 * time.Second)
		stale := get(c, "/a")
		wantBody(t, stale, "edition 1")
		wantStatus(t, stale, "thriftwell; hit; ttl=-5; detail=stale-while-revalidate")
		synctest.Wait()
		wantBody(t, get(c, "/a"), "edition 2")
		if got := c.Stats(); got.Made != 2 || got.Stale != 1 || got.Hits != 1 || got.Misses != 1 {
			t.Errorf("stats %+v", got)
		}
	})
}

func TestManyRequestsForAStalePageStartOneRenewal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newSite(t, func(context.Context, string) (Page, error) {
			time.Sleep(time.Second)
			return html("page"), nil
		})
		get(c, "/a")
		time.Sleep(2 * time.Minute)
		for range 100 {
			get(c, "/a")
		}
		time.Sleep(2 * time.Second)
		if got := c.Stats().Made; got != 2 {
			t.Errorf("%d renders, want 2", got)
		}
	})
}

func TestPagesPastStaleAreRenderedBeforeTheyAreServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newSite(t, editions())
		get(c, "/a")
		time.Sleep(guide.Fresh + guide.Stale)
		w := get(c, "/a")
		wantBody(t, w, "edition 2")
		wantStatus(t, w, "thriftwell; fwd=stale; fwd-status=200; stored")
	})
}

// failing renders edition 1, then fails until repaired is set.
func failing(tags ...string) (render renderFunc, repaired *atomic.Bool) {
	repaired = &atomic.Bool{}
	repaired.Store(true)
	good := editions(tags...)
	return func(ctx context.Context, target string) (Page, error) {
		if repaired.Load() {
			return good(ctx, target)
		}
		return Page{}, errors.New("no worker left")
	}, repaired
}

func TestOldPagesAreServedInsteadOfErrorsForALimitedTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		render, repaired := failing()
		c := newSite(t, render)
		get(c, "/a")
		repaired.Store(false)

		time.Sleep(30 * time.Minute)
		old := get(c, "/a")
		wantBody(t, old, "edition 1")
		wantStatus(t, old, "thriftwell; fwd=stale; ttl=-1740; detail=stale-if-error")

		time.Sleep(guide.Error)
		if gone := get(c, "/a"); gone.Code != http.StatusServiceUnavailable {
			t.Errorf("after its time the old page got %d %s", gone.Code, gone.Body)
		}
	})
}

func TestFailedRenewalsAreRetriedAfterASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		render, repaired := failing()
		c := newSite(t, render)
		get(c, "/a")
		repaired.Store(false)
		time.Sleep(30 * time.Minute)
		for range 50 {
			wantBody(t, get(c, "/a"), "edition 1")
		}
		if got := c.Stats().Made; got != 2 {
			t.Errorf("%d renders, want 2", got)
		}
		repaired.Store(true)
		time.Sleep(retryAfter)
		wantBody(t, get(c, "/a"), "edition 2")
	})
}

func TestWithoutAPageTheCallerAnswersFailures(t *testing.T) {
	c := newSite(t, func(context.Context, string) (Page, error) { return Page{}, errors.New("no worker left") })
	w := get(c, "/a")
	wantBody(t, w, "no worker left")
	wantStatus(t, w, "thriftwell; fwd=uri-miss")
	if got := w.Header().Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q", got)
	}
}

func TestErrorsAreNotStored(t *testing.T) {
	marked := html("sorry")
	marked.Failure = "a part broke"
	encoded := html("sorry")
	encoded.Header.Set("Content-Encoding", "br")
	for name, render := range map[string]renderFunc{
		"an error":        func(context.Context, string) (Page, error) { return Page{}, errors.New("down") },
		"a panic":         func(context.Context, string) (Page, error) { panic("down") },
		"an error page":   func(context.Context, string) (Page, error) { return withStatus(500, "sorry"), nil },
		"a marked page":   func(context.Context, string) (Page, error) { return marked, nil },
		"an encoded page": func(context.Context, string) (Page, error) { return encoded, nil },
		"no page at all":  func(context.Context, string) (Page, error) { return Page{}, nil },
	} {
		t.Run(name, func(t *testing.T) {
			c := newSite(t, render)
			w := get(c, "/a")
			get(c, "/a")
			if s := c.Stats(); s.Made != 2 || s.Failed != 2 || s.Pages+s.Others != 0 {
				t.Errorf("stats %+v", s)
			}
			if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Etag") != "" {
				t.Errorf("header %v", w.Header())
			}
		})
	}
}

func TestErrorPagesOfTheRendererAreSent(t *testing.T) {
	c := newSite(t, func(context.Context, string) (Page, error) { return withStatus(500, "sorry"), nil })
	w := get(c, "/a")
	wantBody(t, w, "sorry")
	if w.Code != 500 {
		t.Errorf("status %d", w.Code)
	}
}

func TestNotFoundPagesAreStoredBriefly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newSite(t, func(context.Context, string) (Page, error) { return withStatus(404, "no such page"), nil })
		get(c, "/a")
		w := get(c, "/a")
		wantStatus(t, w, "thriftwell; hit; ttl=10")
		if got := w.Header().Get("Cache-Control"); w.Code != 404 || got != "public, max-age=0, must-revalidate, s-maxage=10" {
			t.Errorf("%d with Cache-Control %q", w.Code, got)
		}
		time.Sleep(10 * time.Second)
		get(c, "/a")
		if got := c.Stats().Made; got != 2 {
			t.Errorf("%d renders, want 2", got)
		}
	})
}

func TestOtherClientErrorsAreNotStored(t *testing.T) {
	for _, status := range []int{400, 403, 429} {
		c := newSite(t, func(context.Context, string) (Page, error) { return withStatus(status, "no"), nil })
		w := get(c, "/a")
		if w.Code != status || w.Header().Get("Cache-Control") != "no-store" || c.Stats().Others != 0 {
			t.Errorf("%d: %d, Cache-Control %q, %d stored", status, w.Code, w.Header().Get("Cache-Control"), c.Stats().Others)
		}
	}
}

func TestRedirectsAreStored(t *testing.T) {
	c := newSite(t, func(context.Context, string) (Page, error) {
		return Page{Status: http.StatusMovedPermanently, Header: http.Header{"Location": {"/guides/7"}}}, nil
	})
	get(c, "/listicles/7")
	w := get(c, "/listicles/7")
	if w.Code != 301 || w.Header().Get("Location") != "/guides/7" || c.Stats().Made != 1 {
		t.Errorf("%d to %q after %d renders", w.Code, w.Header().Get("Location"), c.Stats().Made)
	}
}

func TestUncachedPagesAreNotStored(t *testing.T) {
	c := newSite(t, editions())
	never := Lifetime{Name: "never"}
	getAs(c, "/a", never)
	w := getAs(c, "/a", never)
	wantBody(t, w, "edition 2")
	wantStatus(t, w, "thriftwell; fwd=bypass; fwd-status=200")
	if got := w.Header().Get("Cache-Control"); got != "no-store" || w.Header().Get("Etag") != "" {
		t.Errorf("Cache-Control %q, ETag %q", got, w.Header().Get("Etag"))
	}
}

func TestPersonalHeadersAreDropped(t *testing.T) {
	c := newSite(t, func(context.Context, string) (Page, error) {
		p := html("page")
		p.Header.Set("Set-Cookie", "id=1")
		p.Header.Set("Vary", "Cookie")
		p.Header.Set("X-Robots-Tag", "noindex")
		return p, nil
	})
	for _, w := range []*httptest.ResponseRecorder{get(c, "/a"), get(c, "/a")} {
		h := w.Header()
		if h.Get("Set-Cookie") != "" || h.Get("Vary") != "Accept-Encoding" || h.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("header %v", h)
		}
	}
}

func TestCacheControlMatchesTheLifetime(t *testing.T) {
	c := newSite(t, editions())
	const want = "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=3600"
	if got := get(c, "/a").Header().Get("Cache-Control"); got != want {
		t.Errorf("Cache-Control %q, want %q", got, want)
	}
}

func TestAClosedCacheServesOnlyStoredPages(t *testing.T) {
	c := newSite(t, editions())
	get(c, "/a")
	c.Close()
	wantBody(t, get(c, "/a"), "edition 1")
	if w := get(c, "/b"); w.Code != http.StatusServiceUnavailable || c.Stats().Made != 1 {
		t.Errorf("%d after %d renders", w.Code, c.Stats().Made)
	}
}

func TestUncachedPagesAreNotLogged(t *testing.T) {
	for life, want := range map[Lifetime]bool{guide: true, {Name: "fresh"}: false} {
		var log bytes.Buffer
		broken := func(context.Context, string) (Page, error) { return Page{}, errors.New("a part broke") }
		c := newSite(t, broken, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		if w := getAs(c, "/preview/articles/secret", life); w.Code != 500 && w.Code != 503 {
			t.Errorf("%s: %d", life.Name, w.Code)
		}
		c.Close()
		if got := strings.Contains(log.String(), "secret"); got != want {
			t.Errorf("%s: logged: %t, in %s", life.Name, got, log.String())
		}
	}
}
