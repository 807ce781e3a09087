package pages

import (
	"context"
	"fmt"
	"net/http/httptest"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestInvalidatedPagesAreRenderedBeforeTheyAreServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newSite(t, editions("articles", "guide:7"))
		get(c, "/a")
		c.Invalidate("offers", "guide:7")
		w := get(c, "/a")
		wantBody(t, w, "edition 2")
		wantStatus(t, w, "thriftwell; fwd=stale; fwd-status=200; stored")
	})
}

func TestInvalidatedPagesAreServedIfTheRenderFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		render, repaired := failing("guide:7")
		c := newSite(t, render)
		get(c, "/a")
		repaired.Store(false)
		c.Invalidate("guide:7")
		for range 2 {
			w := get(c, "/a")
			wantBody(t, w, "edition 1")
			if got := w.Header().Get("Cache-Control"); got != "no-cache" {
				t.Errorf("an invalidated page is sent with Cache-Control %q", got)
			}
		}
		repaired.Store(true)
		c.Invalidate("guide:7") // another reason not to wait for the next attempt
		wantBody(t, get(c, "/a"), "edition 2")
	})
}

func TestAnOlderFailureDoesNotDelayRenderingAnInvalidatedPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		render, repaired := failing("guide:7")
		slow := make(chan struct{})
		c := newSite(t, func(ctx context.Context, target string) (Page, error) {
			if !repaired.Load() {
				<-slow
			}
			return render(ctx, target)
		})
		get(c, "/a")
		repaired.Store(false)
		time.Sleep(guide.Fresh)
		get(c, "/a") // begins a renewal that will fail
		synctest.Wait()
		c.Invalidate("guide:7")
		close(slow)
		synctest.Wait()
		repaired.Store(true)
		wantBody(t, get(c, "/a"), "edition 2")
	})
}

func TestOtherTagsLeaveAPageFresh(t *testing.T) {
	c := newSite(t, editions("guide:7"))
	get(c, "/a")
	c.Invalidate("guide:8", "guides", "")
	c.Invalidate()
	wantBody(t, get(c, "/a"), "edition 1")
}

func TestInvalidateAllInvalidatesEverything(t *testing.T) {
	c := newSite(t, editions())
	get(c, "/a")
	c.InvalidateAll()
	wantBody(t, get(c, "/a"), "edition 2")
}

func TestStalePagesAreServedOnceWhileRenewed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newSite(t, editions())
		get(c, "/a")
		c.MarkAllStale()
		wantBody(t, get(c, "/a"), "edition 1")
		synctest.Wait()
		wantBody(t, get(c, "/a"), "edition 2")
	})
}

func TestMarkAllStaleDoesNotServeInvalidatedPages(t *testing.T) {
	c := newSite(t, editions("x"))
	get(c, "/a")
	c.Invalidate("x")
	c.MarkAllStale()
	wantBody(t, get(c, "/a"), "edition 2")
}

// A race is a render that has read its data and is not done.
type race struct {
	reading chan struct{} // receives when a render has begun
	proceed chan struct{} // lets one render end
}

func newRace(t *testing.T, tags ...string) (*site, race) {
	r := race{reading: make(chan struct{}, 9), proceed: make(chan struct{})}
	var n atomic.Int64
	c := newSite(t, func(context.Context, string) (Page, error) {
		edition := n.Add(1)
		r.reading <- struct{}{}
		<-r.proceed
		return html(fmt.Sprint("edition ", edition), tags...), nil
	})
	return c, r
}

func ask(c *site) chan *httptest.ResponseRecorder {
	answer := make(chan *httptest.ResponseRecorder, 1)
	go func() { answer <- get(c, "/a") }()
	return answer
}

func TestRendersBegunBeforeAnInvalidationAreNotStored(t *testing.T) {
	for name, spoil := range map[string]func(*site){
		"of one of its tags": func(c *site) { c.Invalidate("x") },
		"of everything":      (*site).InvalidateAll,
		"that may be missed": (*site).MarkAllStale,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, r := newRace(t, "x")
				early := ask(c)
				<-r.reading
				spoil(c)
				r.proceed <- struct{}{}
				w := <-early
				wantBody(t, w, "edition 1") // requested before the write
				wantStatus(t, w, "thriftwell; fwd=uri-miss; fwd-status=200")
				if got := w.Header().Get("Cache-Control"); got != "no-store" {
					t.Errorf("Cache-Control %q", got)
				}
				if got := c.Stats().Pages; got != 0 {
					t.Errorf("%d pages stored", got)
				}
			})
		})
	}
}

func TestInvalidatingOtherTagsDoesNotPreventStoring(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, r := newRace(t, "x")
		early := ask(c)
		<-r.reading
		c.Invalidate("y")
		r.proceed <- struct{}{}
		wantStatus(t, <-early, "thriftwell; fwd=uri-miss; fwd-status=200; stored")
	})
}

func TestRequestsAfterAnInvalidationStartANewRender(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, r := newRace(t, "x")
		early := ask(c)
		<-r.reading
		c.Invalidate("x")
		late := ask(c)
		<-r.reading // a separate render
		r.proceed <- struct{}{}
		r.proceed <- struct{}{}
		wantBody(t, <-early, "edition 1")
		wantBody(t, <-late, "edition 2")
		synctest.Wait()
		wantBody(t, get(c, "/a"), "edition 2")
	})
}

func TestALateOldRenderDoesNotReplaceTheNewPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gates := []chan struct{}{make(chan struct{}), make(chan struct{})}
		var n atomic.Int64
		c := newSite(t, func(context.Context, string) (Page, error) {
			edition := n.Add(1)
			<-gates[edition-1]
			return html(fmt.Sprint("edition ", edition)), nil
		})
		old := ask(c)
		synctest.Wait()
		c.Invalidate("x") // which may be a tag of the page
		fresh := ask(c)
		synctest.Wait()
		close(gates[0])
		wantBody(t, <-old, "edition 1")
		synctest.Wait()
		if c.lookup("/a") != nil {
			t.Error("the old render is stored")
		}
		joined := ask(c)
		synctest.Wait()
		close(gates[1])
		wantBody(t, <-fresh, "edition 2")
		wantStatus(t, <-joined, "thriftwell; fwd=uri-miss; fwd-status=200; stored; collapsed")
	})
}

func TestReadersNeverSeeEditionsBeforeTheLastInvalidation(t *testing.T) {
	var written atomic.Int64
	c := newSite(t, func(context.Context, string) (Page, error) {
		edition := written.Load()
		runtime.Gosched() // the write may happen while the page is made
		return html(fmt.Sprint(edition), "guides"), nil
	}, func(o *Options) { o.MaxBytes = 128 << 10 })
	var readers sync.WaitGroup
	var invalidated atomic.Int64
	for reader := range 8 {
		readers.Go(func() {
			for i := range 400 {
				known := invalidated.Load()
				w := get(c, fmt.Sprint("/", (i*7+reader)%40), "Accept-Encoding", []string{"", "gzip", "br"}[i%3])
				if got, _ := strconv.ParseInt(w.Body.String(), 10, 64); got < known {
					t.Errorf("edition %d after the invalidation of %d: %s", got, known, w.Header().Get("Cache-Status"))
					return
				}
				if i%100 == 0 {
					c.MarkAllStale()
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { readers.Wait(); close(done) }()
	for n := int64(1); ; n++ {
		select {
		case <-done:
			return
		default:
			written.Store(n)
			c.Invalidate("guides")
			invalidated.Store(n)
			runtime.Gosched()
		}
	}
}
