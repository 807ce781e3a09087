package optimiser

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/audit"
	"thriftwell/server/platform/calendar"
	"thriftwell/server/platform/notify"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/session"
)

// Store stores the orders of pages.
type Store struct {
	DB       *gorm.DB
	Bus      *notify.Bus
	Currency string         // currency of revenue
	Location *time.Location // time zone of days
}

// page is a page with offers.
type page struct {
	offer.Kind
	id int64 // of a content page; 0 for other kinds
}

func (p page) key() string { return p.Place(p.id) }

// together reports whether a view of the page counts as a view of each of its
// offers, whether or not the visitor looked at it.
func (p page) together() bool { return p.Name == offer.Content || p.Name == offer.Static().Name }

// pages returns every page with an order set by staff. Settlements have their
// own order, and questions a random one.
func (s *Store) pages(ctx context.Context) ([]page, error) {
	all := []page{{offer.Carousel(), 0}, {offer.Daily(), 0}, {offer.Static(), 0}}
	var ids []int64
	err := s.DB.WithContext(ctx).Raw("SELECT id FROM content_pages WHERE is_active AND deleted_at IS NULL AND slug NOT IN ('settlements', 'settlements2') ORDER BY id").Scan(&ids).Error
	for _, id := range ids {
		all = append(all, page{offer.OnPage(), id})
	}
	return all, err
}

// page returns the page with a key, or ErrNotFound.
func (s *Store) page(ctx context.Context, key string) (page, error) {
	all, err := s.pages(ctx)
	if err != nil {
		return page{}, err
	}
	at := slices.IndexFunc(all, func(p page) bool { return p.key() == key })
	if at < 0 {
		return page{}, ErrNotFound
	}
	return all[at], nil
}

// Run draws the orders that are due, each once even with several instances.
func (s *Store) Run(ctx context.Context) error {
	pages, err := s.pages(ctx)
	failed := []error{err}
	for _, p := range pages {
		failed = append(failed, s.draw(ctx, p))
	}
	return errors.Join(failed...)
}

// draw draws the order of a page if it is due, and adds it to the day's orders.
func (s *Store) draw(ctx context.Context, p page) error {
	return s.Bus.TaggedTransaction(ctx, s.DB, func(tx *gorm.DB) (tags []string, _ error) {
		var claimed []struct{ IsLive bool }
		err := tx.Raw(`INSERT INTO optimised_pages AS p (page, drawn_at) VALUES (?, now())
			ON CONFLICT (page) DO UPDATE SET drawn_at = now() WHERE p.drawn_at <= now() - CAST(? AS interval) RETURNING is_live`,
			p.key(), fmt.Sprintf("%d seconds", int(DrawEvery.Seconds()))).Scan(&claimed).Error
		if err != nil || len(claimed) == 0 {
			return nil, err
		}
		evidence, err := s.evidence(tx, p)
		if err != nil {
			return nil, err
		}
		active, err := offer.Read[offer.Active](ctx, offer.Store{DB: tx, Location: s.Location}, p.Kind, p.id, 0)
		if err != nil {
			return nil, err
		}
		order := Order(rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())), evidence)
		if err := tx.Exec("UPDATE optimised_pages SET offers = CAST(? AS bigint[]) WHERE page = ?", array(order), p.key()).Error; err != nil {
			return nil, err
		}
		if claimed[0].IsLive {
			tags = []string{p.Tag}
		}
		byHand, _ := offer.Shown(active)
		return tags, s.keep(tx, p, byHand[:min(len(byHand), MaxOffers)], order, claimed[0].IsLive)
	})
}

// keep adds an order to the day's orders.
func (s *Store) keep(tx *gorm.DB, p page, byHand []offer.Active, order []int64, live bool) error {
	if len(byHand) < 2 {
		return nil
	}
	optimised := map[int64]float64{}
	for place, o := range offer.Arrange(byHand, order) {
		optimised[o.ID] = Attention(place)
	}
	day := calendar.Today(s.Location)
	for place, o := range byHand {
		shown := Attention(place)
		if live {
			shown = optimised[o.ID]
		}
		err := tx.Exec(`INSERT INTO shadow_orders AS s (page, day, offer_id, draws, by_hand, optimised, shown) VALUES (?, ?, ?, 1, ?, ?, ?)
			ON CONFLICT (page, day, offer_id) DO UPDATE SET draws = s.draws + 1,
				by_hand = s.by_hand + excluded.by_hand, optimised = s.optimised + excluded.optimised, shown = s.shown + excluded.shown`,
			p.key(), day.Time, o.ID, Attention(place), optimised[o.ID], shown).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// evidence returns the evidence for a page's offers in the last Days. It
// includes an offer's events at all of its positions.
func (s *Store) evidence(tx *gorm.DB, p page) (found []Evidence, err error) {
	looked := "n.views"
	if p.together() {
		looked = "n.views * s.shown / s.draws"
	}
	err = tx.Raw(`
		SELECT o.id, o.title, o.payout_model, o.payout_amount, o.payout_currency,
			sum(n.views)::bigint AS views, sum(`+looked+`)::float8 AS looked, sum(n.clicks)::bigint AS clicks,
			sum(v.conversions)::bigint AS conversions, sum(v.paid)::bigint AS paid, sum(s.by_hand) AS by_hand, sum(s.optimised) AS optimised
		FROM shadow_orders s JOIN `+p.View+` o ON o.id = s.offer_id,
		LATERAL (SELECT coalesce(sum(count) FILTER (WHERE action = 'view'), 0) AS views, coalesce(sum(count) FILTER (WHERE action::text = @click), 0) AS clicks
			FROM daily_counts WHERE subject = CAST(@subject AS event_subject) AND subject_id = s.offer_id AND day = s.day AND reason = 'human') n,
		LATERAL (SELECT count(*) FILTER (WHERE payout >= 0) AS conversions, coalesce(sum(payout), 0) AS paid
			FROM conversions WHERE subject = CAST(@subject AS event_subject) AND subject_id = s.offer_id AND click_day = s.day AND status = 'approved' AND currency = @currency) v
		WHERE s.page = @page AND s.day > @after GROUP BY o.id, o.title, o.payout_model, o.payout_amount, o.payout_currency ORDER BY sum(s.by_hand) DESC, o.id`,
		map[string]any{"click": p.Leads, "subject": p.Subject, "currency": s.Currency, "page": p.key(), "after": calendar.Today(s.Location).Add(-Days).Time}).Scan(&found).Error
	for i := range found {
		e, pays := &found[i], found[i].Payout
		e.PerClick = pays.PerClick(s.Currency)
		byConversion := pays.PayoutModel != nil && *pays.PayoutModel != offer.Click
		if byConversion && pays.PayoutAmount != nil && *pays.PayoutCurrency == s.Currency {
			e.PerConversion = *pays.PayoutAmount
		}
		switch {
		case !byConversion:
			e.Conversions, e.Paid = 0, 0
		case e.PerConversion == 0 && e.Conversions > 0:
			e.PerConversion = e.Paid / e.Conversions
		}
	}
	return found, err
}

func array(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return "{" + strings.Join(texts, ",") + "}"
}

// state says whether the optimizer orders a page for visitors.
type state struct {
	Page       string     `json:"page"`
	Live       bool       `json:"live" gorm:"column:is_live"`
	SwitchedAt *time.Time `json:"switchedAt"`
}

func stateOf(tx *gorm.DB, key string) (state, error) {
	s := state{Page: key}
	err := tx.Raw("SELECT is_live, switched_at FROM optimised_pages WHERE page = ?", key).Scan(&s).Error
	return s, err
}

// days returns the number of days on which orders of a page were drawn.
func days(tx *gorm.DB, key string, after calendar.Day) (n int, err error) {
	err = tx.Raw("SELECT count(DISTINCT day) FROM shadow_orders WHERE page = ? AND day > ?", key, after.Time).Scan(&n).Error
	return n, err
}

// turn switches a page's optimizer on or off, with an entry in the audit log.
func (s *Store) turn(ctx context.Context, p page, live bool) error {
	return s.Bus.Transaction(ctx, s.DB, []string{p.Tag}, func(tx *gorm.DB) error {
		before, err := stateOf(tx, p.key())
		if err != nil || before.Live == live {
			return err
		}
		err = tx.Exec(`INSERT INTO optimised_pages (page, is_live, switched_at) VALUES (?, ?, now())
			ON CONFLICT (page) DO UPDATE SET is_live = excluded.is_live, switched_at = now()`, p.key(), live).Error
		if err != nil {
			return err
		}
		after, err := stateOf(tx, p.key())
		if err != nil {
			return err
		}
		return audit.Write(tx, session.ActorOf(ctx), audit.Entry{Action: audit.Update, Kind: AuditKind, ID: p.key(), Before: before, After: after})
	})
}
