package offer

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"gorm.io/gorm"

	"thriftwell/server/platform/editable"
	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/rollup"
	"thriftwell/server/platform/session"
)

// Site holds what all kinds of offers share.
type Site struct {
	editable.Site
	Currency string         // the site's, which an amount is in unless it says otherwise
	Location *time.Location // of the days that caps count
}

// Staff has the stored fields that offers of all kinds share. A kind adds its
// address and the fields of its placements.
type Staff struct {
	ID          int64   `json:"id"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	ImageURL    *string `json:"imageUrl"`
	IsActive    bool    `json:"isActive"`
	Deal
	editable.Meta
}

// Declaration declares a kind of offer. T is a row of its table and embeds
// Staff. Its Fields are those that only this kind has.
type Declaration[T interface{ deal() Deal }, View any] struct {
	Offers Site
	editable.Kind[T, View]
	Of      Kind
	Address string // the column of the address
	// Counted returns an offer with what people did to it over all days.
	Counted func(T, rollup.Sums) View
	// Within is the column in which an offer and its fallback must agree, empty
	// for none. Apart is the error if they don't.
	Within, Apart string
	Imported      map[string]any // fields of each offer of an import that its line doesn't have
}

// Declare completes a declaration with what all offers have in common.
func Declare[T interface{ deal() Deal }, View any](d Declaration[T, View]) editable.Kind[T, View] {
	d.Site, d.Table, d.Tags = d.Offers.Site, d.Of.View, []string{d.Of.Tag}
	d.Sort, d.Descending = d.Of.Sort, d.Of.Sort == priority
	d.Missing = ErrMissing
	d.Fields = d.inOrder()
	k := d.Kind
	k.Show = func(ctx context.Context, offers []T) ([]View, error) {
		return rollup.Counted(ctx, d.DB, string(d.Of.Subject), offers, func(o T) int64 { return d.Key(o).ID }, d.Counted)
	}
	k.Orders = d.orders()
	k.Prepare, k.Derive, k.Load, k.TagsOf = d.prepare, d.derive, d.load, d.tags
	k.More = append(k.More,
		editable.Call{
			Method: http.MethodPost, Path: k.Path + "/import", Roles: session.Editors(), Handle: d.importing(k), Body: maxImportBody, Deadline: importDeadline,
			Doc: editable.Doc{Name: "import", Does: "Creates inactive offers from CSV lines, all or none. With dryRun, it returns the result without saving.", Takes: sent{}, Gives: Imported{}},
		},
		editable.Call{
			Method: http.MethodPost, Path: k.Path + "/:id/accept-destination", Roles: session.Editors(), Handle: d.accepting(k),
			Doc: editable.Doc{Name: "accept", Does: "Accepts the new destination of the offer's link.", Takes: accepted{}, Gives: *new(View)},
		})
	return k
}

// ErrMissing is returned if no offer has an ID.
var ErrMissing = fault.Missing("Offer")

// address is the field of the address.
func (d Declaration[T, View]) address() string { return editable.Field{Column: d.Address}.In() }

// inOrder returns all fields in the order of the form: who pays, what the offer
// says, where it leads, what it pays, and last what is the placement's own.
func (d Declaration[T, View]) inOrder() []editable.Field {
	const required = "Title and URL are required"
	all := []editable.Field{
		{Column: "advertiser_id", Label: "Advertiser", Rule: editable.ID(), Nullable: true, Unknown: "Choose an existing advertiser.", List: "/api/admin/advertisers"},
		{Column: "title", Label: "Title", Rule: editable.Line(editable.MaxTitle), Required: required},
		{Column: "description", Label: "Description", Rule: editable.Text(editable.MaxText)},
		{Column: "image_url", Label: "Picture", Rule: d.Offers.Image(), Nullable: true},
	}
	target := []editable.Field{{Column: d.Address, Label: "URL", Rule: editable.URL(), Required: required, Hint: "Public http or https address"}}
	own := []editable.Field{editable.Active("Shown to visitors")}
	for _, f := range d.Fields {
		switch f.Column {
		case "type":
			target = append(target, f)
		case "priority", "position", "is_featured", "cta_text":
			own = append(own, f)
		default:
			all = append(all, f)
		}
	}
	own = append(own, placementFields()...)
	for i := range own {
		own[i].Group = "This placement"
	}
	return slices.Concat(all, factFields(), target, moneyFields(d.Path), own)
}

// Errors for fields of a Deal that don't go together.
const (
	noModel        = "Choose what the advertiser pays for."
	noAmount       = "Enter the payout per click."
	endsTooSoon    = "The end must be after the start."
	fallsToItself  = "An offer can't be its own fallback."
	fallsInCircle  = "That offer's fallbacks lead back to this one. Choose another."
	fallsElsewhere = "“%s” stands in at another placement of this offer. Change the fallback there."
	noSuchFallback = "Choose an existing offer."
)

// prepare checks a write against the rules that involve several fields.
func (d Declaration[T, View]) prepare(tx *gorm.DB, old *T, values map[string]any) error {
	after := merge(old, values)
	if after.PayoutAmount != nil && after.PayoutCurrency == nil {
		values["payout_currency"] = d.Offers.Currency
	}
	var wrong []fault.Field
	refuse := func(field, sentence string) { wrong = append(wrong, fault.Field{Field: field, Message: sentence}) }
	switch {
	case after.PayoutModel == nil && after.PayoutAmount != nil:
		refuse("payoutModel", noModel)
	case after.PayoutModel != nil && *after.PayoutModel == Click && after.PayoutAmount == nil:
		refuse("payoutAmount", noAmount)
	}
	if after.StartsAt != nil && after.EndsAt != nil && !after.EndsAt.After(*after.StartsAt) {
		refuse("endsAt", endsTooSoon)
	}
	if after.PlacementStartsAt != nil && after.PlacementEndsAt != nil && !after.PlacementEndsAt.After(*after.PlacementStartsAt) {
		refuse("placementEndsAt", endsTooSoon)
	}
	plan, err := d.checkPlan(tx, old, values, after)
	if err != nil {
		return err
	}
	wrong = append(wrong, plan...)
	sentence, err := d.checkFallback(tx, old, values)
	if err != nil {
		return err
	}
	if sentence != "" {
		refuse("fallbackOfferId", sentence)
	}
	return fault.Form(wrong)
}

// checkFallback returns what is wrong with the fallback in a write, "" if
// nothing is. All placements of an offer share the fallback, so a write may not
// replace or clear one that stands in at another placement.
func (d Declaration[T, View]) checkFallback(tx *gorm.DB, old *T, values map[string]any) (string, error) {
	value, sent := values["fallback_offer_id"]
	fallback, named := value.(int64)
	var id, own int64
	var shown *int64
	if old != nil {
		id, own, shown = d.Key(*old).ID, (*old).deal().OfferID, (*old).deal().FallbackOfferID
	}
	if !sent || named && shown != nil && fallback == *shown || !named && shown == nil {
		return "", nil
	}
	if fallback == id && named {
		return fallsToItself, nil
	}
	if elsewhere, err := d.fallbackElsewhere(tx, own, shown); err != nil || elsewhere != "" || !named {
		return elsewhere, err
	}
	var found struct{ Known, Circle, Apart bool }
	apart := "false"
	args := []any{fallback, fallback, own}
	if d.Within != "" {
		apart = "EXISTS (SELECT FROM " + d.Table + " f WHERE f.id = ? AND f." + d.Within + " <> ?)"
		within, sent := values[d.Within]
		if !sent && old != nil {
			if err := tx.Table(d.Table).Select(d.Within).Where("id = ?", id).Row().Scan(&within); err != nil {
				return "", err
			}
		}
		args = append(args, fallback, within)
	}
	err := tx.Raw(`
		WITH RECURSIVE chain AS (
			SELECT id, fallback_offer_id FROM offers WHERE id = (SELECT offer_id FROM `+d.Table+` WHERE id = ?)
			UNION SELECT o.id, o.fallback_offer_id FROM chain JOIN offers o ON o.id = chain.fallback_offer_id)
		SELECT EXISTS (SELECT FROM `+d.Table+` WHERE id = ? AND deleted_at IS NULL) AS known,
			EXISTS (SELECT FROM chain WHERE id = ?) AS circle, `+apart+` AS apart`, args...).Scan(&found).Error
	switch {
	case !found.Known:
		return noSuchFallback, err
	case found.Circle:
		return fallsInCircle, err
	case found.Apart:
		return d.Apart, err
	}
	return "", err
}

// fallbackElsewhere returns an error sentence if an offer's fallback stands in
// at other placements than the one shown here.
func (d Declaration[T, View]) fallbackElsewhere(tx *gorm.DB, id int64, shown *int64) (sentence string, err error) {
	var title string
	err = tx.Raw(`SELECT f.title FROM offers o JOIN offers f ON f.id = o.fallback_offer_id JOIN placements p ON p.offer_id = o.id JOIN placements q ON q.offer_id = f.id
		WHERE o.id = ? AND q.kind = p.kind AND q.page_id IS NOT DISTINCT FROM p.page_id AND p.deleted_at IS NULL AND q.deleted_at IS NULL
			AND NOT EXISTS (SELECT FROM `+d.Table+` WHERE id = ? AND offer_id = f.id) LIMIT 1`, id, shown).Scan(&title).Error
	if title != "" {
		sentence = fmt.Sprintf(fallsElsewhere, title)
	}
	return sentence, err
}

// derive puts an offer on hold, or releases it, according to its dates, caps
// and link. A new address starts unchecked.
func (d Declaration[T, View]) derive(tx *gorm.DB, old *T, values map[string]any) error {
	if d.Derive != nil {
		if err := d.Derive(tx, old, values); err != nil {
			return err
		}
	}
	after := merge(old, values)
	if gone, sent := values["deleted_at"]; sent && gone == nil {
		if err := d.mayRestore(tx, *old); err != nil {
			return err
		}
	}
	if old != nil {
		changed, err := d.changesAddress(tx, d.Key(*old).ID, values)
		if err != nil {
			return err
		}
		if changed {
			maps.Copy(values, unchecked())
			after.LinkHealth = LinkHealth{}
		}
	}
	values["offer_hold"], values["placement_hold"] = nil, nil
	if after.StartsAt == nil && after.EndsAt == nil && after.DailyCap == nil && after.TotalCap == nil && !after.PauseWhenBroken && after.PlacementStartsAt == nil && after.PlacementEndsAt == nil {
		return nil
	}
	var hold struct{ Offer, Placement *string }
	err := tx.Raw("SELECT offer_hold(?, ?, ?, ?, ?, ?, ?, ?, ?) AS offer, placement_hold(?, ?) AS placement", after.OfferID, after.PayoutModel,
		after.StartsAt, after.EndsAt, after.DailyCap, after.TotalCap, d.Offers.Location.String(), after.PauseWhenBroken, after.LinkHealth.Failures,
		after.PlacementStartsAt, after.PlacementEndsAt).Scan(&hold).Error
	values["offer_hold"], values["placement_hold"] = hold.Offer, hold.Placement
	return err
}

// mayRestore rejects restoring a placement if its offer was placed there again.
func (d Declaration[T, View]) mayRestore(tx *gorm.DB, old T) error {
	var again bool
	err := tx.Raw("SELECT EXISTS (SELECT FROM "+d.Table+" o JOIN "+d.Table+" t ON t.id = ? WHERE o.offer_id = t.offer_id AND o.page_id IS NOT DISTINCT FROM t.page_id AND o.deleted_at IS NULL)", d.Key(old).ID).Scan(&again).Error
	if err == nil && again {
		err = fault.New(fault.Conflict, "This offer is already shown here again.")
	}
	return err
}

// load adds the placements of each record's offer.
func (d Declaration[T, View]) load(tx *gorm.DB, records []T) error {
	ids := make([]int64, len(records))
	for i, r := range records {
		ids[i] = r.deal().OfferID
	}
	placed, err := Placements(tx, d.Offers.Location, ids)
	for i := range records {
		any(&records[i]).(interface{ place([]Placement) }).place(append([]Placement{}, placed[ids[i]]...))
	}
	return err
}

// tags returns the cache tags of the placement and of all other placements of
// its offer, which a write changes too.
func (d Declaration[T, View]) tags(before *T, after T) (tags []string) {
	placed := after.deal().Placements
	if before != nil {
		placed = slices.Concat(placed, (*before).deal().Placements)
	}
	tags = slices.Clone(d.Tags)
	for _, p := range placed {
		if k, known := KindOf(p.Kind); known {
			tags = append(tags, k.Tag)
		}
	}
	return tags
}

// merge returns the deal of a record after a write of values.
func merge[T interface{ deal() Deal }](old *T, values map[string]any) (after Deal) {
	if old != nil {
		after = (*old).deal()
	}
	set(&after.PayoutModel, values, "payout_model")
	set(&after.PayoutAmount, values, "payout_amount")
	set(&after.PayoutCurrency, values, "payout_currency")
	set(&after.StartsAt, values, "starts_at")
	set(&after.EndsAt, values, "ends_at")
	set(&after.PlacementStartsAt, values, "placement_starts_at")
	set(&after.PlacementEndsAt, values, "placement_ends_at")
	set(&after.DailyCap, values, "daily_cap")
	set(&after.TotalCap, values, "total_cap")
	if category, sent := values["category"].(string); sent {
		after.Category = category
	}
	set(&after.PlanOrganizations, values, "plan_organizations")
	set(&after.PlanProducts, values, "plan_products")
	if pauses, sent := values["pause_when_broken"].(bool); sent {
		after.PauseWhenBroken = pauses
	}
	return after
}

// set sets a field to the value of a column, if values has it.
func set[V any](field **V, values map[string]any, column string) {
	value, sent := values[column]
	if !sent {
		return
	}
	*field = nil
	switch value := value.(type) {
	case V:
		*field = &value
	case int: // as editable.Number reads it
		if n, ok := any(int64(value)).(V); ok {
			*field = &n
		}
	}
}
