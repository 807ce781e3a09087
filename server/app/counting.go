package app

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"thriftwell/db"
	"thriftwell/server/features/content"
	"thriftwell/server/features/dailyoffers"
	"thriftwell/server/features/offers"
	"thriftwell/server/features/questionnaire"
	"thriftwell/server/platform/catalog"
	"thriftwell/server/platform/tracking"
)

// refreshEvery is how long a change of the offers can stay unknown to tracking
// when nobody tells of it; refreshTimeout bounds a refresh.
const (
	refreshEvery   = 15 * time.Second
	refreshTimeout = 5 * time.Second
)

// counting is what counts events, and the catalogs that it knows offers by
// while Postgres is away.
type counting struct {
	tracking      *tracking.Tracking
	offers        *catalog.Of[offers.Index]
	content       *catalog.Of[content.Index]
	questionnaire *catalog.Of[questionnaire.Index]
	dailyOffers   *catalog.Of[dailyoffers.Index]
}

func openCounting(ctx context.Context, d *db.DB, o Options) (c counting, err error) {
	c.tracking, err = tracking.Open(ctx, tracking.Options{
		Pool: d.Pool, SpoolDir: filepath.Join(o.Config.DataDir, "spool"), Location: o.Config.Location,
		PerMinute: o.Config.TrackingLimit, Log: o.Log,
	})
	if err != nil {
		return c, err
	}
	c.offers = catalog.New(offers.NewStore(d.Gorm).Index)
	c.content = catalog.New(content.NewStore(d.Gorm).Index)
	c.questionnaire = catalog.New(questionnaire.NewStore(d.Gorm).Index)
	c.dailyOffers = catalog.New(dailyoffers.NewStore(d.Gorm).Index)
	return c, c.refresh(ctx)
}

// refresh loads the catalogs anew.
func (c counting) refresh(ctx context.Context) error {
	return errors.Join(c.offers.Refresh(ctx), c.content.Refresh(ctx), c.questionnaire.Refresh(ctx), c.dailyOffers.Refresh(ctx))
}

// invalidated drops the answers that a write concerns and reloads the catalogs
// when it is about offers. Without tags everything may have changed.
func (a *App) invalidated(tags ...string) {
	if len(tags) == 0 {
		a.reads.cache.InvalidateAll()
	} else {
		a.reads.cache.Invalidate(tags...)
	}
	concerns := func(tag string) bool { return tag == "offers" || tag == "content" || tag == "dailyoffers" }
	if len(tags) > 0 && !slices.ContainsFunc(tags, concerns) {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), refreshTimeout)
	defer cancel()
	if err := a.counting.refresh(ctx); err != nil {
		a.log.Warn("the offers in memory could not be refreshed", "error", err)
	}
}
