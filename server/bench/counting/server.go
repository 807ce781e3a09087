package counting

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"thriftwell/server/features/offers"
	"thriftwell/server/platform/catalog"
	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/tracking"
)

// nothing is a writer without a database.
type nothing struct{}

func (nothing) Record(tracking.Event, time.Duration) (tracking.Outcome, error) {
	return tracking.Recorded, nil
}

func (nothing) Keep(tracking.Event) error { return nil }

// naive is a writer that makes one row and updates one counter for each event,
// in a transaction of its own.
type naive struct{ pool *pgxpool.Pool }

func (n naive) Record(e tracking.Event, _ time.Duration) (tracking.Outcome, error) {
	ctx := context.Background()
	return tracking.Recorded, pgx.BeginFunc(ctx, n.pool, func(tx pgx.Tx) error {
		h := e.Hits[0]
		_, err := tx.Exec(ctx, "INSERT INTO naive_events (id, at, offer, action, visitor) VALUES ($1, $2, $3, $4, $5)",
			[16]byte(e.ID), e.At, h.ID, string(h.Action), [16]byte(e.Visitor))
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "UPDATE naive_counts SET count = count + 1 WHERE offer = $1", h.ID)
		return err
	})
}

func (naive) Keep(tracking.Event) error { return nil }

// site is the calls under load, with one writer behind them.
type site struct {
	*http.Server
	addr string
}

func (b *bench) options() tracking.Options {
	site := &tracking.Site{Places: map[string]tracking.Place{
		"/offers": {Subject: tracking.Path, ID: 1}, "/guides/start-an-emergency-fund": {Subject: tracking.Guide, ID: 1},
	}}
	return tracking.Options{
		Pool: b.db.Pool, SpoolDir: filepath.Join(b.dir, "spool"), Location: time.UTC, PerMinute: 1 << 30, Log: slog.New(slog.DiscardHandler),
		Site: func() *tracking.Site { return site },
	}
}

func (b *bench) serve(ctx context.Context, counter *tracking.Counter) (*site, error) {
	store := offers.NewStore(b.db.Gorm)
	index := catalog.New(store.Index)
	if err := index.Refresh(ctx); err != nil {
		return nil, err
	}
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	if err := r.SetTrustedProxies([]string{"127.0.0.1"}); err != nil {
		return nil, err
	}
	r.POST("/api/offer-interactions", httpx.LimitBody(64<<10), httpx.Handle(offers.HTTP{Store: store, Catalog: index, Counter: counter}.Interact))
	r.GET("/links/", httpx.Handle(offers.ClickOut{Catalog: index, Counter: counter}.Open))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &site{&http.Server{Handler: r}, l.Addr().String()}
	go func() { _ = s.Serve(l) }()
	return s, nil
}
