package numbers_test

import (
	"fmt"
	"slices"
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

func TestSetClaimReplacesOnlyTheValue(t *testing.T) {
	for _, c := range numbers.Claims(priced) {
		if c.Of.Figure() != "16¢" || c.Name != "electricity-price" || c.Own {
			t.Errorf("%+v", c)
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
		if got, wrong := numbers.SetClaim(priced, "electricity-price", value); got != priced || !strings.Contains(wrong, "in ¢/kWh, but the claim says "+value) {
			t.Errorf("%s: %q\n%s", value, wrong, got)
		}
	}
}

func TestAssumptionsWithASourceHaveTheirOwnClaim(t *testing.T) {
	sourced := "name: own-router\nassumptions:\n  - {name: rentAMonth, unit: $/month, value: 14, source: The bill}\n" +
		"  - {name: price, unit: $, value: 190}\n  - {name: life, unit: years, value: 4, source: A guess, claim: router-life}\n  - {name: Not a name, unit: $, value: 1, source: x}\n"
	got := []string{}
	for _, c := range numbers.Claims(sourced) {
		got = append(got, fmt.Sprint(c.Name, " ", c.Of.Figure(), " ", c.Own))
	}
	if want := []string{"own-router-rent-a-month $14 true", "router-life 4 years false"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	set, wrong := numbers.SetClaim(sourced, "own-router-rent-a-month", "$15")
	if want := strings.Replace(sourced, "value: 14", "value: 15", 1); set != want || wrong != "" {
		t.Errorf("%s\n%s", wrong, set)
	}
	if long := numbers.Claims("name: a\nassumptions:\n  - {name: x, unit: $, value: 1, claim: " + strings.Repeat("a", 101) + "}\n"); len(long) != 0 {
		t.Errorf("a name that is too long for a file: %+v", long)
	}
}

func TestFiguresAreFormattedByUnit(t *testing.T) {
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
