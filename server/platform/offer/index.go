package offer

import (
	"context"
	"fmt"
	"time"

	"thriftwell/server/platform/catalog"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/tracking"
)

// Live is an active placement of an offer.
type Live struct {
	Active
	Facts
	PageID     int64 // of its content page; 0 for none
	IsPageOff  bool  // its content page is off
	Title      string
	Address    string
	SubIDParam string
	ImageURL   *string
	Picture    *picture.Picture `gorm:"->;serializer:json"`
	OverAt     *time.Time       // end of a settlement's last day to claim

	kind Kind
}

// isOver reports whether the last day to claim has ended.
func (l *Live) isOver(now time.Time) bool { return l.OverAt != nil && !now.Before(*l.OverAt) }

// ClickOut returns the click-out of the placement, for a site with a currency.
func (l *Live) ClickOut(currency string) tracking.Hit {
	return l.Hit(l.kind.Subject, l.ID, l.kind.Leads, currency)
}

// Index is the in-memory catalog of the active placements of a kind.
type Index struct {
	last    int64 // highest number, including deleted placements
	active  map[int64]*Live
	instead map[int64]*Live   // what replaces those on hold
	shown   map[int64][]int64 // numbers in staff's order, by content page
}

// NewIndex returns the Index of a kind whose last placement has a number.
func NewIndex(k Kind, last int64, active []Live, location *time.Location) Index {
	x := Index{last: last, active: map[int64]*Live{}, shown: map[int64][]int64{}}
	all, ofPage := make([]*Live, len(active)), map[int64][]*Live{}
	for i := range active {
		l := &active[i]
		l.kind, all[i], x.active[l.ID] = k, l, l
		if l.Ends == "" {
			l.Ends = l.lastDay(location)
		}
		if !l.isOver(time.Now()) {
			ofPage[l.PageID] = append(ofPage[l.PageID], l)
		}
	}
	_, x.instead = Shown(all)
	for page, list := range ofPage {
		shown, _ := Shown(list)
		for _, l := range shown {
			x.shown[page] = append(x.shown[page], l.ID)
		}
	}
	return x
}

// lastDay formats the last day of the placement, "" if it has none.
func (l *Live) lastDay(location *time.Location) string {
	const longDate = "January 2, 2006"
	switch {
	case l.OverAt != nil:
		return l.OverAt.Add(-time.Second).In(location).Format(longDate)
	case l.EndsAt != nil:
		return l.EndsAt.In(location).Format(longDate)
	}
	return ""
}

// IsKnown reports whether a placement exists or existed.
func (x Index) IsKnown(id int64) bool { return id >= 1 && id <= x.last }

// Active returns an active placement, nil if there is none.
func (x Index) Active(id int64) *Live { return x.active[id] }

// StandIn returns an active placement or, while it's on hold, its fallback. It
// returns nil if there is none.
func (x Index) StandIn(id int64) *Live {
	l := x.active[id]
	if l != nil && l.Hold != nil {
		return x.instead[id]
	}
	return l
}

// Lead returns the placement that a link to one leads to now, nil if the offer
// has ended.
func (x Index) Lead(id int64) *Live {
	l, named := x.StandIn(id), x.active[id]
	if l == nil || l.IsPageOff || named.IsPageOff || l.isOver(time.Now()) {
		return nil
	}
	return l
}

// Shown returns the placements on a content page, or of a kind without pages
// (0), in staff's order.
func (x Index) Shown(page int64) []int64 { return x.shown[page] }

// Pays returns the payout of a placement on a content page, or anywhere (0); ok
// is false if its events don't count. Those of a placement that went on hold
// while a visitor had the page open count, and pay nothing.
func (x Index) Pays(page, id int64) (p Payout, ok bool) {
	l := x.active[id]
	if l == nil || page != 0 && l.PageID != page || l.Hold != nil && *l.Hold == Upcoming {
		return p, false
	}
	if p = l.Payout; l.Hold != nil {
		p.PayoutAmount = nil
	}
	return p, true
}

// Catalogs are the catalogs of all kinds, by name.
type Catalogs map[string]*catalog.Of[Index]

// Lead is Index.Lead for a kind.
func (c Catalogs) Lead(kind string, id int64) *Live {
	if c[kind] == nil {
		return nil
	}
	return c[kind].Get().Lead(id)
}

// IsKnown is Index.IsKnown for a kind.
func (c Catalogs) IsKnown(kind string, id int64) bool {
	return c[kind] != nil && c[kind].Get().IsKnown(id)
}

// Catalogs returns the catalogs, not loaded yet.
func (s Store) Catalogs() Catalogs {
	all := Catalogs{}
	for _, k := range Kinds() {
		all[k.Name] = catalog.New(func(ctx context.Context) (Index, error) { return s.index(ctx, k) }, k.Tag)
	}
	return all
}

func (s Store) index(ctx context.Context, k Kind) (Index, error) {
	var last int64
	err := s.DB.WithContext(ctx).Raw("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM " + k.View + "_number").Scan(&last).Error
	if err != nil {
		return Index{}, err
	}
	over := fmt.Sprintf("((deadline AT TIME ZONE '%s')::date + 1)::timestamp AT TIME ZONE '%[1]s' AS over_at", s.Location)
	const off = "page_id IS NOT NULL AND NOT EXISTS (SELECT FROM content_pages p WHERE p.id = o.page_id AND p.is_active AND p.deleted_at IS NULL) AS is_page_off"
	var active []Live
	err = s.DB.WithContext(ctx).Table(k.View + " o").Select("*, " + over + ", " + off + ", " + picture.Column).
		Where("is_active AND deleted_at IS NULL").Order(k.order()).Find(&active).Error
	return NewIndex(k, last, active, s.Location), err
}
