package offer

import "thriftwell/server/platform/editable"

// Facts are what a visitor decides about an offer by, each in a few words. Those
// that are empty are not shown.
type Facts struct {
	Partner    string `json:"partner"`    // whose offer it is
	Figure     string `json:"figure"`     // what it is worth, such as $150
	FigureNote string `json:"figureNote"` // what the figure is, such as "bonus"
	Who        string `json:"who"`        // for whom it is
	Minimum    string `json:"minimum"`    // what has to be spent or paid in
	Fee        string `json:"fee"`
	Ends       string `json:"ends"`
	Proof      string `json:"proof"` // what a claim has to be proved by

	Category          string  `json:"category"`
	PlanOrganizations *int    `json:"planOrganizations"` // that the partner of a health plan represents
	PlanProducts      *int    `json:"planProducts"`      // that they offer
	Disclaimer        *string `json:"disclaimer" gorm:"->"`
}

// fields are the facts by the names of their fields.
func (f *Facts) fields() map[string]*string {
	return map[string]*string{
		"partner": &f.Partner, "figure": &f.Figure, "figureNote": &f.FigureNote, "who": &f.Who,
		"minimum": &f.Minimum, "fee": &f.Fee, "ends": &f.Ends, "proof": &f.Proof,
	}
}

// Limits of facts, in characters.
const (
	maxPartner = 60
	maxFigure  = 12
	maxFact    = 120
)

// factFields declares what a body may set of Facts.
func factFields() []editable.Field {
	return []editable.Field{
		{Column: "partner", Rule: editable.Line(maxPartner)},
		{Column: "figure", Rule: editable.Line(maxFigure)},
		{Column: "figure_note", Rule: editable.Line(maxPartner)},
		{Column: "who", Rule: editable.Line(maxFact)},
		{Column: "minimum", Rule: editable.Line(maxFact)},
		{Column: "fee", Rule: editable.Line(maxFact)},
		{Column: "ends", Rule: editable.Line(maxFact)},
		{Column: "proof", Rule: editable.Line(maxFact)},
		{Column: "category", Rule: editable.Choice("Choose general or health-plan.", General, HealthPlan)},
		{Column: "plan_organizations", Rule: editable.Number(1, maxPlans), Nullable: true},
		{Column: "plan_products", Rule: editable.Number(1, maxPlans), Nullable: true},
	}
}
