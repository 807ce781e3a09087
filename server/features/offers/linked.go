package offers

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"thriftwell/server/platform/markdown"
	"thriftwell/server/platform/offer"
	"thriftwell/server/platform/picture"
	"thriftwell/server/platform/tracking"
)

// ref identifies an offer in a text: /go/carousel/12 is the carousel's offer
// 12.
type ref struct {
	kind string
	id   int64
}

var refForm = regexp.MustCompile(`^` + markdown.OfferPath + `([a-z]+)/([1-9][0-9]{0,17})$`)

func parseRef(address string) (r ref, ok bool) {
	parts := refForm.FindStringSubmatch(address)
	if parts == nil {
		return r, false
	}
	id, err := strconv.ParseInt(parts[2], 10, 64)
	return ref{parts[1], id}, err == nil
}

func (r ref) String() string { return fmt.Sprint(markdown.OfferPath, r.kind, "/", r.id) }

// Linked is the in-memory catalog of offers that texts may link to: the active
// ones of every kind, those of content pages while their page is active.
type Linked struct {
	last  map[string]int64 // highest ID of each kind, including ended offers
	shown map[ref]*linked  // the offer to show for each active one: itself, or its fallback while it is on hold
}

// linked is an active offer of any kind.
type linked struct {
	offer.Active
	offer.Facts
	Title      string
	TargetURL  string
	SubIDParam string
	ImageURL   *string
	Picture    *picture.Picture `gorm:"->;serializer:json"`
	OverAt     *time.Time       // end of a settlement's last day to claim

	kind   offer.Kind
	target target
}

// isKnown reports whether an offer exists or existed.
func (l Linked) isKnown(r ref) bool { return r.id <= l.last[r.kind] }

// lead returns the offer that a reference leads to now; ok is false if it has
// ended.
func (l Linked) lead(r ref) (*linked, bool) {
	o := l.shown[r]
	return o, o != nil && o.target.base != "" && (o.OverAt == nil || time.Now().Before(*o.OverAt))
}

// hit returns the click-out of the offer.
func (o *linked) hit(currency string) tracking.Hit {
	action := tracking.Click
	if o.kind.Subject == tracking.Offer {
		action = tracking.ClickOut
	}
	return o.Hit(o.kind.Subject, o.ID, action, currency)
}

// Linked loads the catalog of offers that texts may link to.
func (s *Store) Linked(ctx context.Context) (Linked, error) {
	l := Linked{last: map[string]int64{}, shown: map[ref]*linked{}}
	const on = "o.is_active AND o.deleted_at IS NULL AND (o.page_id IS NULL OR EXISTS (SELECT FROM content_pages p WHERE p.id = o.page_id AND p.is_active AND p.deleted_at IS NULL))"
	over := fmt.Sprintf("((deadline AT TIME ZONE '%s')::date + 1)::timestamp AT TIME ZONE '%[1]s'", s.location)
	for _, k := range offer.Kinds() {
		var last int64
		if err := s.db.WithContext(ctx).Raw("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM " + k.View + "_number").Scan(&last).Error; err != nil {
			return l, err
		}
		l.last[k.Name] = last
		var active []linked
		err := s.db.WithContext(ctx).Table(k.View + " o").Select("*, coalesce(sub_id_param, '') AS sub_id_param, address AS target_url, " + over + " AS over_at, " + picture.Column).
			Where(on).Find(&active).Error
		if err != nil {
			return l, err
		}
		l.add(k, active, s.location)
	}
	return l, nil
}

// add adds the active offers of a kind.
func (l Linked) add(k offer.Kind, active []linked, location *time.Location) {
	list := make([]*linked, len(active))
	for i := range active {
		list[i] = &active[i]
	}
	_, instead := offer.Shown(list)
	for _, o := range list {
		o.kind = k
		o.target, _ = parseTarget(o.TargetURL, o.SubIDParam)
		o.target.healthPlan = o.Category == offer.HealthPlan
		switch {
		case o.Ends != "":
		case o.OverAt != nil:
			o.Ends = o.OverAt.Add(-time.Second).In(location).Format(longDate)
		case o.EndsAt != nil:
			o.Ends = o.EndsAt.In(location).Format(longDate)
		}
		l.shown[ref{k.Name, o.ID}] = o
		if o.Hold != nil {
			l.shown[ref{k.Name, o.ID}] = instead[o.ID]
		}
	}
}

const longDate = "January 2, 2006"
