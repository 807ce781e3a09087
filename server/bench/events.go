package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/tsenart/vegeta/v12/lib"
)

// eventConnections is the number of concurrent connections that send events.
const eventConnections = 256

const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

// measureEvents compares the cost of an event, from the call to the commit of
// it and its totals, with a handler that inserts one row and updates one
// counter for each event. Both use the same Postgres, whose processor time
// counts too.
func measureEvents(ctx context.Context, b *bench, site *process) error {
	address, err := site.databaseURL()
	if err != nil {
		return err
	}
	bare, err := startBare(ctx, "bare-events", address)
	if err != nil {
		return err
	}
	defer bare.stop()
	body, _, err := site.get("/api/offers")
	if err != nil {
		return err
	}
	var offers []carouselOffer
	if err := json.Unmarshal(body, &offers); err != nil {
		return err
	}
	send := func(addr string) attack {
		return attack{eventConnections, 0, func(n int, t *vegeta.Target) {
			t.Method, t.URL = http.MethodPost, "http://"+addr+"/api/offer-interactions"
			t.Header = http.Header{"Content-Type": {"application/json"}, "User-Agent": {browser}, "X-Forwarded-For": {someAddress()}}
			t.Body = fmt.Appendf(nil, `{"offerId":%d,"action":"view","visit":{"page":"/offers","piece":"/guides/start-an-emergency-fund","first":{"source":"newsletter","medium":"email","campaign":"week %d","referrer":"mail.example.com","landing":"/guides/start-an-emergency-fund"}}}`,
				offers[n%len(offers)].ID, rand.IntN(20))
		}}
	}
	ours, theirs, ratio, err := b.compare(2, func() (float64, error) {
		return b.rate(ctx, send(site.addr), http.StatusOK, site.pids()...)
	}, func() (float64, error) {
		return b.rate(ctx, send(bare.addr), http.StatusOK, append(site.pids(), bare.cmd.Process.Pid)...)
	})
	if err != nil {
		return err
	}
	b.add(row{Name: "events committed with their totals, to INSERT and UPDATE a request", Figure: ratio, Unit: "×", Site: 1e6 / ours, Against: 1e6 / theirs, Of: "µs of CPU an event", AtLeast: 5})
	return nil
}

// serveEvents inserts one row and updates one counter for each event, in its
// own transaction.
func serveEvents(ctx context.Context, args []string) error {
	settings, err := pgxpool.ParseConfig(args[1])
	if err != nil {
		return err
	}
	settings.MaxConns = 16 // like the site
	pool, err := pgxpool.NewWithConfig(ctx, settings)
	if err != nil {
		return err
	}
	defer pool.Close()
	if _, err := pool.Exec(ctx, `
		CREATE TABLE bare_events (id uuid PRIMARY KEY, at timestamptz NOT NULL, offer bigint NOT NULL, action text NOT NULL, visitor uuid NOT NULL);
		CREATE TABLE bare_counts (offer bigint PRIMARY KEY, count bigint NOT NULL);
		INSERT INTO bare_counts SELECT id, 0 FROM carousel_offers`); err != nil {
		return err
	}
	r := bareGin()
	r.POST("/api/offer-interactions", func(c *gin.Context) {
		var event struct {
			OfferID int64
			Action  string
		}
		err := c.ShouldBindJSON(&event)
		if err == nil {
			err = pgx.BeginFunc(c.Request.Context(), pool, func(tx pgx.Tx) error {
				if _, err := tx.Exec(ctx, "INSERT INTO bare_events VALUES ($1, $2, $3, $4, $5)",
					uuid.Must(uuid.NewV7()), time.Now(), event.OfferID, event.Action, uuid.New()); err != nil {
					return err
				}
				_, err := tx.Exec(ctx, "UPDATE bare_counts SET count = count + 1 WHERE offer = $1", event.OfferID)
				return err
			})
		}
		if err != nil {
			c.String(http.StatusInternalServerError, err.Error())
			return
		}
		c.JSON(http.StatusOK, gin.H{"status": "recorded"})
	})
	return http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), r)
}
