package numbers_test

import (
	"strings"
	"testing"

	"thriftwell/server/platform/numbers"
)

const priced = `name: heater
title: "Heater: 16¢"
assumptions:
  - name: use
    unit: kWh/year
    value: 450
  - {name: price, label: "é, price", unit: ¢/kWh, value: 16, claim: electricity-price} # of the bill
  - name: old
    label: Old price
    unit: ¢/kWh
    min: 0.5
    step: 0.5
    value: 16.0
    claim: electricity-price
`

func TestAnAssumptionTakesTheValueOfItsClaimWhereItStands(t *testing.T) {
	for _, a := range numbers.Claimed(priced) {
		if a.Figure() != "16¢" {
			t.Errorf("%s is %s", a.Name, a.Figure())
		}
	}
	want := strings.NewReplacer("value: 16,", "value: 17.5,", "value: 16.0", "value: 17.5").Replace(priced)
	if got, wrong := numbers.SetClaim(priced, "electricity-price", "17.5¢"); got != want || wrong != "" {
		t.Errorf("%s\n%s", wrong, got)
	}
	for claim, value := range map[string]string{"another": "$5", "electricity-price": "16¢"} {
		if got, wrong := numbers.SetClaim(priced, claim, value); got != priced || wrong != "" {
			t.Errorf("%s: %s\n%s", claim, wrong, got)
		}
	}
	for _, value := range []string{"$0.17", "17", "17 cents", "17.50¢", "1,7¢", "NaN¢", "¢", "about 17¢"} {
		if got, wrong := numbers.SetClaim(priced, "electricity-price", value); got != priced || !strings.Contains(wrong, "in ¢/kWh, and the claim says "+value) {
			t.Errorf("%s: %q\n%s", value, wrong, got)
		}
	}
}

func TestFiguresOfClaimsAreThoseOfTheirUnits(t *testing.T) {
	for figure, a := range map[string]numbers.Assumption{
		"$250,000":  {Unit: "$", Value: 250000, Step: 0.5},
		"$0.50":     {Unit: "$/month", Value: 0.5},
		"4.25%":     {Unit: "%/year", Value: 4.25, Min: 0.001},
		"60 days":   {Unit: "days", Value: 60},
		"1 day":     {Unit: "days", Value: 1},
		"5,840":     {Unit: "number", Value: 5840},
		"−3 months": {Unit: "months", Value: -3},
	} {
		if got := a.Figure(); got != figure {
			t.Errorf("got %s, want %s", got, figure)
		}
	}
}
