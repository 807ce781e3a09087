package offers

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/catalog"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/tracking"
)

// noted is a writer that keeps the events it gets, possibly after the redirect.
type noted chan tracking.Event

func (n noted) Record(e tracking.Event, _ time.Duration) (tracking.Outcome, error) {
	n <- e
	return tracking.Recorded, nil
}

func (noted) Keep(tracking.Event) error { return nil }

// carouselOf returns a catalog of the carousel, whose last offer has a number.
func carouselOf(t *testing.T, last int64, active ...offer.Live) offer.Catalogs {
	t.Helper()
	c := catalog.New(func(context.Context) (offer.Index, error) {
		return offer.NewIndex(offer.Carousel(), last, active, time.UTC), nil
	})
	if err := c.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return offer.Catalogs{"carousel": c}
}

func TestFiveHundredHostileLinksEndAtTheStoredTarget(t *testing.T) {
	live := carouselOf(t, 8, offer.Live{Active: offer.Active{ID: 7}, Address: stored})
	written := make(noted, len(hostile()))
	counter := tracking.NewCounter(tracking.Options{Location: time.UTC, PerMinute: 10_000, Log: slog.New(slog.DiscardHandler)}, written)
	r := gin.New()
	unknown := func(c *gin.Context) { c.String(http.StatusNotFound, "Page not found.") }
	r.GET("/links/", httpx.Handle(ClickOut{Offers: live, Counter: counter, Unknown: unknown}.Open))
	for _, given := range hostile() {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/links/?aid=offer&subid=7&url="+url.QueryEscape(given), nil))
		if w.Code != 302 {
			t.Errorf("%q: %d", given, w.Code)
			continue
		}
		leadsToTheStored(t, given, w.Header().Get("Location"))
	}
	for range hostile() { // each is counted
		<-written
	}
	for query, want := range map[string]string{
		"": "", "aid=offer": "", "aid=page&subid=7": "", "subid=7": "", "aid=offer&subid=x": "", "aid=offer&subid=0": "", "aid=offer&subid=-7": "", "aid=offer&subid=9": "",
		"aid=offer&subid=8": "/offers?ended=1",
		"aid=offer&subid=7": "https://partner.example.com/start?zip=&tag=a--z&sub=7",
		"aid=offer&subid=7&zip=1&url=https://former.example/":  "https://partner.example.com/start?zip=1&tag=a--z&sub=7",
		"aid=offer&subid=7&url=https://a.example&url=//b.test": "https://partner.example.com/start?zip=&tag=a--z&sub=7",
	} {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/links/?"+query, nil))
		to, _, _ := strings.Cut(w.Header().Get("Location"), "&click=")
		if to != want || (want == "") != (w.Code == http.StatusNotFound) {
			t.Errorf("%s: %d to %q", query, w.Code, to)
		}
	}
}
