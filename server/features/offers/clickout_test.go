package offers

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"thriftwell/server/platform/catalog"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/tracking"
)

// noted is a writer that only notes the events that came, which may be after the
// visitor was sent on.
type noted chan tracking.Event

func (n noted) Record(e tracking.Event, _ time.Duration) (tracking.Outcome, error) {
	n <- e
	return tracking.Recorded, nil
}

func (noted) Keep(tracking.Event) error { return nil }

func TestFiveHundredHostileLinksEndIn400OrAtTheStoredTarget(t *testing.T) {
	index := catalog.New(func(context.Context) (Index, error) {
		return Index{Targets: map[int64]target{7: parsed(t, stored, "")}}, nil
	})
	if err := index.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	written := make(noted, len(hostile()))
	counter := tracking.NewCounter(tracking.Options{Location: time.UTC, PerMinute: 10_000, Log: slog.New(slog.DiscardHandler)}, written)
	r := gin.New()
	r.GET("/links/", httpx.Handle(ClickOut{Catalog: index, Counter: counter}.Open))
	sent := 0
	for _, given := range hostile() {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/links/?aid=offer&subid=7&url="+url.QueryEscape(given), nil))
		switch w.Code {
		case 400:
			if w.Header().Get("Location") != "" {
				t.Errorf("%q: a refusal with a Location", given)
			}
		case 302:
			sent++
			leadsToTheStored(t, given, w.Header().Get("Location"))
		default:
			t.Errorf("%q: %d", given, w.Code)
		}
	}
	for range sent {
		<-written
	}
	if more := len(written); more > 0 {
		t.Errorf("%d were sent on, %d counted", sent, sent+more)
	}
}
