package seed

import "testing"

func TestTitlesMarkSponsoredLinksOfSteps(t *testing.T) {
	for text, want := range map[string]Step{
		"Do it.\n\n[Go](https://partner.example/ \"sponsored\")":       {Title: "Step", Content: "Do it.", CTAText: "Go", CTAURL: "https://partner.example/", CTASponsored: true},
		"Do it.\n\n[Go](https://partner.example/ \"sponsored: Acme\")": {Title: "Step", Content: "Do it.", CTAText: "Go", CTAURL: "https://partner.example/", CTASponsored: true, CTAAdvertiser: "Acme"},
		"Do it.\n\n[Go](https://www.ftc.gov/)":                         {Title: "Step", Content: "Do it.", CTAText: "Go", CTAURL: "https://www.ftc.gov/"},
	} {
		if got := partStep("Step", text); got != want {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
}
