package offer

import (
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/tracking"
)

// Placement is one place where an offer is shown. Its ID, such as carousel:12,
// identifies it in links and reports.
type Placement struct {
	ID         string     `json:"id"`
	Kind       string     `json:"kind" enum:"carousel|content|daily|static"`
	PageID     *int64     `json:"pageId"` // of a content page
	Page       *string    `json:"page"`   // its title
	IsActive   bool       `json:"isActive"`
	IsFeatured bool       `json:"isFeatured"`
	Priority   int        `json:"priority"` // in the carousel and on content pages, highest first
	Position   int        `json:"position"` // of daily and static offers, lowest first
	StartsAt   *time.Time `json:"startsAt"` // within the offer's dates
	EndsAt     *time.Time `json:"endsAt"`
	State      string     `json:"state" enum:"shown|upcoming|ended|capped|broken|off"`
	OfferID    int64      `json:"-"`
}

// Kind is a kind of placement.
type Kind struct {
	Name    string           // in public ids
	Subject tracking.Subject // by which its events are counted
	Leads   tracking.Action  // that leads to the partner
	View    string           // database view of its placements with their offers
	Tag     string           // cache tag of the pages and catalogs that show them
	Sort    string           // column of staff's order: priority, highest first, or position
}

// order returns SQL for staff's order.
func (k Kind) order() string {
	if k.Sort == priority {
		return "priority DESC, id"
	}
	return "position, id"
}

const (
	priority = "priority"
	position = "position"
)

// Content is the name of OnPage.
const Content = "content"

// Carousel is the kind of placements at /offers. A click is on the button, and
// the redirect leads to the partner.
func Carousel() Kind {
	return Kind{"carousel", tracking.Offer, tracking.ClickOut, "carousel_offers", "offers", priority}
}

// OnPage is the kind of placements on content pages.
func OnPage() Kind {
	return Kind{Content, tracking.ContentOffer, tracking.Click, "content_offers", "content", priority}
}

// Daily is the kind of placements at /dailyoffers.
func Daily() Kind {
	return Kind{"daily", tracking.DailyOffer, tracking.Click, "daily_offers", "dailyoffers", position}
}

// Static is the kind of placements at /hot-offers.
func Static() Kind {
	return Kind{"static", tracking.StaticOffer, tracking.Click, "static_offers", "offers", position}
}

// Kinds returns the kinds of placements.
func Kinds() []Kind { return []Kind{Carousel(), OnPage(), Daily(), Static()} }

// KindOf returns the kind with a name; ok is false if there is none.
func KindOf(name string) (k Kind, ok bool) {
	kinds := Kinds()
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return k, false
	}
	return kinds[i], true
}

// Past returns an SQL condition: offer o's last day to claim is over.
func Past(location *time.Location) string {
	return fmt.Sprintf("(o.deadline IS NOT NULL AND (o.deadline AT TIME ZONE '%s')::date < (now() AT TIME ZONE '%[1]s')::date)", location)
}

// Placements returns the placements of offers, by offer ID.
func Placements(tx *gorm.DB, location *time.Location, offers []int64) (map[int64][]Placement, error) {
	var found []Placement
	err := tx.Raw(`SELECT p.kind || ':' || p.number AS id, p.kind, p.page_id, c.title AS page, p.is_active, p.is_featured, p.priority, p.position, p.starts_at, p.ends_at, p.offer_id,
			CASE WHEN NOT p.is_active OR NOT c.is_active THEN 'off' WHEN o.hold IN ('dailyCap', 'totalCap') THEN 'capped' WHEN o.hold = 'brokenLink' THEN 'broken'
				WHEN o.hold IS NOT NULL OR p.hold IS NOT NULL THEN coalesce(o.hold, p.hold) WHEN `+Past(location)+` THEN 'ended' ELSE 'shown' END AS state
		FROM placements p JOIN offers o ON o.id = p.offer_id LEFT JOIN content_pages c ON c.id = p.page_id
		WHERE p.offer_id IN ? AND p.deleted_at IS NULL AND c.deleted_at IS NULL ORDER BY p.kind, p.number`, offers).Scan(&found).Error
	placed := map[int64][]Placement{}
	for _, p := range found {
		placed[p.OfferID] = append(placed[p.OfferID], p)
	}
	return placed, err
}
