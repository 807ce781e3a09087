package offers

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5"

	"thriftwell/db/dbtest"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/tracking"
)

// placeholders returns the cases that ui/shared/offers/visitor.test.ts tests
// the pages with, too.
type placeholders struct {
	Filled []struct {
		What, Target, Query, LeadsTo string
		OptedOut                     bool
	}
	Refused []string
}

func readPlaceholders(t *testing.T) (cases placeholders) {
	t.Helper()
	raw, err := os.ReadFile("testdata/placeholders.json")
	if err == nil {
		err = json.Unmarshal(raw, &cases)
	}
	if err != nil || len(cases.Filled) == 0 || len(cases.Refused) == 0 {
		t.Fatalf("%d and %d cases: %v", len(cases.Filled), len(cases.Refused), err)
	}
	return cases
}

func TestClickOutFillsPlaceholdersLikeThePages(t *testing.T) {
	cases := readPlaceholders(t).Filled
	var active []offer.Live
	for i, c := range cases {
		active = append(active, offer.Live{Active: offer.Active{ID: int64(i + 1)}, Address: c.Target})
		if c.OptedOut { // a health plan's partner gets no more than this from anyone
			active = append(active, offer.Live{Active: offer.Active{ID: int64(len(cases) + i + 1)}, Facts: offer.Facts{Category: offer.HealthPlan}, Address: c.Target})
		}
	}
	live := carouselOf(t, int64(2*len(cases)), active...)
	counter := tracking.NewCounter(tracking.Options{Location: time.UTC, PerMinute: 1000, Log: slog.New(slog.DiscardHandler)}, make(noted, 2*len(cases)))
	engine := gin.New()
	engine.GET("/links/", httpx.Handle(ClickOut{Offers: live, Counter: counter}.Open))
	for _, o := range active {
		id, isHealthPlan := o.ID, o.Category == offer.HealthPlan
		c := cases[int(id-1)%len(cases)]
		r := httptest.NewRequest(http.MethodGet, fmt.Sprintf("/links/?aid=offer&subid=%d&url=%s&%s", id, url.QueryEscape(c.Target), c.Query), nil)
		if c.OptedOut && !isHealthPlan {
			r.Header.Set("Sec-GPC", "1")
		}
		w := httptest.NewRecorder()
		engine.ServeHTTP(w, r)
		if got := w.Header().Get("Location"); w.Code != 302 || unescaped(got) != unescaped(c.LeadsTo) {
			t.Errorf("%s (health plan: %t): %d %s, want %s", c.What, isHealthPlan, w.Code, got, c.LeadsTo)
		}
	}
}

// unescaped makes addresses comparable: browsers and servers escape queries
// differently.
func unescaped(address string) string {
	rest, fragment, _ := strings.Cut(address, "#")
	base, query, _ := strings.Cut(rest, "?")
	lines := []string{base, fragment}
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		lines = append(lines, decode(name)+"="+decode(value))
	}
	return strings.Join(lines, "\n")
}

func TestDatabaseAcceptsTheSameTargets(t *testing.T) {
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	kept := func(address string) bool {
		_, err := conn.Exec(ctx, "INSERT INTO carousel_offers (title, type, target_url) VALUES ('An offer', 'linkout', $1)", address)
		return err == nil
	}
	cases := readPlaceholders(t)
	for _, address := range cases.Refused {
		if _, ok := parseTarget(address, ""); ok {
			t.Errorf("%q is taken for a target", address)
		}
		if kept(address) {
			t.Errorf("%q is kept in the database", address)
		}
	}
	for _, c := range cases.Filled {
		if !kept(c.Target) {
			t.Errorf("%q is refused by the database", c.Target)
		}
	}
}
