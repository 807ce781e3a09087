package offer

import (
	"fmt"

	"thriftwell/server/platform/editable"
)

// orders returns the sort orders of a list of offers: by staff's order, by
// counts over all days as the list shows them, and by earnings in the last 30
// days as the report by offer shows them.
func (d Declaration[T, View]) orders() map[string]editable.Order {
	done := func(action string) string {
		return fmt.Sprintf(`coalesce((SELECT sum(count) FROM daily_counts d WHERE d.subject = '%s' AND d.subject_id = %s.id AND d.action = '%s' AND d.reason = 'human'), 0)`,
			d.Of.Subject, d.Table, action)
	}
	// One sum for all offers, not one per offer.
	since := fmt.Sprintf("(now() AT TIME ZONE '%s')::date - 29", d.Offers.Location)
	reported := func(column string) string {
		return fmt.Sprintf(`coalesce(((SELECT jsonb_object_agg(r.key, r.sum) FROM (
			SELECT key, sum(%s) FROM daily_reports WHERE dimension = 'offer' AND human AND day >= %s GROUP BY key) r) ->> ('%s:' || %s.id))::numeric, 0)`,
			column, since, d.Of.Subject, d.Table)
	}
	converted := fmt.Sprintf(`coalesce((SELECT sum(payout) FROM conversions c WHERE c.subject = '%s' AND c.subject_id = %s.id
			AND c.click_day >= %s AND c.status = 'approved' AND c.currency = '%s'), 0)`, d.Of.Subject, d.Table, since, d.Offers.Currency)
	revenue := "(" + reported("earned") + " + " + converted + ")"
	return map[string]editable.Order{
		"title":     editable.ByTitle(),
		"updatedAt": editable.ByChange(),
		d.Sort:      {By: d.Sort, Type: "integer"},
		"views":     {By: done("view"), Type: "numeric"},
		"clicks":    {By: done("click"), Type: "numeric"},
		"clickouts": {By: done("clickout"), Type: "numeric"},
		"ctr":       {By: "coalesce(" + done("click") + " / nullif(" + done("view") + ", 0), 0)", Type: "numeric"},
		"revenue":   {By: revenue, Type: "numeric"},
		"epc":       {By: "coalesce(" + revenue + " / nullif(" + reported("clickouts") + ", 0), 0)", Type: "numeric"},
	}
}
