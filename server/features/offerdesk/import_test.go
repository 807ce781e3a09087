package offerdesk

import "testing"

func TestPayoutsAreReadAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]payout{
		"$45.00": {"", "USD", 4500}, "45": {"", "", 4500}, "45,00 €": {"", "EUR", 4500}, "€1.234,50": {"", "EUR", 123450}, "1,250.00": {"", "", 125000}, "1,250": {"", "", 125000},
		"12.50 a lead": {"lead", "", 1250}, "USD 9 per sale": {"sale", "USD", 900}, "9.00 USD / CPL": {"lead", "USD", 900}, "$0.40 CPC": {"click", "USD", 40}, "8%": {"sale", "", 0},
		"8% per sale": {"sale", "", 0}, "Sale: 8.00%": {"sale", "", 0}, "Lead: $3": {"lead", "USD", 300}, "CA$5": {"", "CAD", 500}, "": {}, "N/A": {}, "–": {},
	} {
		if got, wrong := readPayout(cell, "USD"); got != want || wrong != "" {
			t.Errorf("%q: %+v %s", cell, got, wrong)
		}
	}
	for _, cell := range []string{"$5 - $20", "up to $40", "1.250", "12.505", "45 bucks", "$", "€5 USD", "-5", "0", "$0.00", "1,25,000.5.1"} {
		if got, wrong := readPayout(cell, "USD"); wrong == "" {
			t.Errorf("%q is read as %+v", cell, got)
		}
	}
}

func TestMacrosOfNetworksBecomeOurPlaceholders(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"{click_id}": "{clickid}", "[CLICKID]": "{clickid}", "{{ClickID}}": "{clickid}", "%%CLICK_ID%%": "{clickid}", "##clickid##": "{clickid}", "${clickid}": "{clickid}",
		"%7Bclickid%7D": "{clickid}", "{sub1}": "{clickid}", "{external_id}": "{clickid}", "{SubId1}": "{clickid}", "{zip_code}": "{zip}", "{utm_source}": "{utm_source}", "{subid}": "{subid}", "[SUBID]": "{clickid}", "%%subid%%": "{clickid}", "plain": "plain", "a-b_c": "a-b_c",
	} {
		if got, wrong := readTarget("https://a.example/x?s=" + given); got != "https://a.example/x?s="+want || wrong != "" {
			t.Errorf("%s: %s %s", given, got, wrong)
		}
	}
	for _, given := range []string{"{aff_click}", "[ACCOUNT]", "{click id}", "{clickid", "%%x%%", "!!clickid!!", "<insert_subid>", "@clickid@", "#s2#", "YOUR_SUBID", "INSERT-SUBID-HERE"} {
		if got, wrong := readTarget("https://a.example/x?s=" + given); wrong == "" {
			t.Errorf("%s becomes %s", given, got)
		}
	}
	for _, address := range []string{"https://a.example/x?filter[color]=red", "https://a.example/find-your-plan", "https://a.example/enter-to-win#terms"} {
		if got, wrong := readTarget(address); got != address || wrong != "" {
			t.Errorf("%s: %s", got, wrong)
		}
	}
}
