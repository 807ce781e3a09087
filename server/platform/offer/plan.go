package offer

import (
	"strings"

	"gorm.io/gorm"

	"thriftwell/server/platform/fault"
	"thriftwell/server/platform/weburl"
)

// The categories of offers. Health plans carry Medicare's disclaimer (42 CFR
// 422.2267(e)(41)). Their partners get no visitor data, because that requires a
// consent that names the partner (42 CFR 422.2274(g)(4)), which the site
// doesn't ask for.
const (
	General    = "general"
	HealthPlan = "health-plan"
)

// maxPlans is the maximum number of organizations or products in a disclaimer.
const maxPlans = 100_000

// checkPlan returns what is missing from an offer on a health plan, or not
// allowed in it.
func (d Declaration[T, View]) checkPlan(tx *gorm.DB, old *T, values map[string]any, after Deal) (wrong []fault.Field, err error) {
	if after.Category != HealthPlan {
		return nil, nil
	}
	if after.PlanOrganizations == nil {
		wrong = append(wrong, fault.Field{Field: "planOrganizations", Message: "Enter how many organizations the partner represents. Medicare’s disclaimer shows the number."})
	}
	if after.PlanProducts == nil {
		wrong = append(wrong, fault.Field{Field: "planProducts", Message: "Enter how many plans they offer. Medicare’s disclaimer shows the number."})
	}
	address, sent := values[d.Address].(string)
	if !sent && old != nil {
		err = tx.Table(d.Table).Select(d.Address).Where("id = ?", d.Key(*old).ID).Row().Scan(&address)
	}
	for _, found := range weburl.Placeholder.FindAllStringSubmatch(address, -1) {
		if weburl.IsPersonal(strings.ToLower(found[1])) {
			wrong = append(wrong, fault.Field{Field: d.address(), Message: "Remove " + found[0] + " from this address. We can't send visitor data to health plan partners."})
			break
		}
	}
	return wrong, err
}
