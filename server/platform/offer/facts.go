package offer

import "thriftwell/server/platform/editable"

// Facts are what visitors decide by, each in a few words. Empty ones aren't
// shown.
type Facts struct {
	Partner    string `json:"partner"`    // who makes the offer
	Figure     string `json:"figure"`     // what it is worth, such as $150
	FigureNote string `json:"figureNote"` // what the figure is, such as "bonus"
	Who        string `json:"who"`        // who it is for
	Minimum    string `json:"minimum"`    // amount to spend or deposit
	Fee        string `json:"fee"`
	Ends       string `json:"ends"`
	Proof      string `json:"proof"` // proof that a claim requires

	Category          string  `json:"category"`
	PlanOrganizations *int    `json:"planOrganizations"` // that the partner of a health plan represents
	PlanProducts      *int    `json:"planProducts"`      // that they offer
	Disclaimer        *string `json:"disclaimer" gorm:"->"`
}

// fields returns the facts by the names of their fields.
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

// factFields declares the fields of Facts that a write may set.
func factFields() []editable.Field {
	const plan = "For health plans: the number Medicare’s disclaimer shows"
	facts := []editable.Field{
		{Column: "partner", Label: "Partner", Rule: editable.Line(maxPartner), Hint: "The company behind the offer"},
		{Column: "figure", Label: "Figure", Rule: editable.Line(maxFigure), Hint: "The value, such as $150"},
		{Column: "figure_note", Label: "Figure note", Rule: editable.Line(maxPartner), Hint: "Such as “bonus” or “a month”"},
		{Column: "who", Label: "Eligibility", Rule: editable.Line(maxFact)},
		{Column: "minimum", Label: "Minimum", Rule: editable.Line(maxFact), Hint: "Minimum purchase or deposit. Shown to readers as the catch"},
		{Column: "fee", Label: "Fee", Rule: editable.Line(maxFact), Hint: "Shown to readers as the catch if there’s no minimum"},
		{Column: "ends", Label: "Ends (as shown)", Rule: editable.Line(maxFact)},
		{Column: "proof", Label: "Proof", Rule: editable.Line(maxFact), Hint: "Proof required"},
		{Column: "category", Label: "Category", Rule: editable.Choice("Choose general or health-plan.", General, HealthPlan), Initial: General, Hint: "A health plan shows Medicare’s disclaimer, and we send its partner no visitor data."},
		{Column: "plan_organizations", Label: "Organizations represented", Rule: editable.Number(1, maxPlans), Nullable: true, Hint: plan},
		{Column: "plan_products", Label: "Plans offered", Rule: editable.Number(1, maxPlans), Nullable: true, Hint: plan},
	}
	for i := range facts {
		facts[i].Group = "Key facts"
	}
	return facts
}
