package markdown_test

import (
	"slices"
	"strings"
	"testing"

	"thriftwell/server/platform/markdown"
)

func TestClaimsRenderAsLinkedValues(t *testing.T) {
	renders(t, map[string]string{
		"Up to [$250,000]{claim=deposit-limit} a head.":  "<p>Up to <a class=\"claim\" href=\"#claim-deposit-limit\">$250,000</a> a head.</p>\n",
		"**[15%]{claim=saving}**":                        "<p><strong><a class=\"claim\" href=\"#claim-saving\">15%</a></strong></p>\n",
		"[x]{claim=a}[y](/guides)":                       "<p><a class=\"claim\" href=\"#claim-a\">x</a><a href=\"/guides\">y</a></p>\n",
		"[at [5%]{claim=a} *or [6%]{claim=b}*](/guides)": "<p><a href=\"/guides\">at 5% <em>or 6%</em></a></p>\n",
		"`[x]{claim=a}`":                                 "<p><code>[x]{claim=a}</code></p>\n",
		"[a *b*]{claim=c}":                               "<p>[a <em>b</em>]{claim=c}</p>\n",
		"[<b>]{claim=c}":                                 "<p>[&lt;b&gt;]{claim=c}</p>\n",
		"[x]{claim=A}":                                   "<p>[x]{claim=A}</p>\n",
		"[x]{claim=a--b} [ x]{claim=a} [x] {claim=a}":    "<p>[x]{claim=a&ndash;b} [ x]{claim=a} [x] {claim=a}</p>\n",
	})
}

func TestSectionTitlesContainClaimValues(t *testing.T) {
	_, sections, err := markdown.Article("## Up to [$5]{claim=fee}", nil)
	if err != nil || len(sections) != 1 || sections[0].Title != "Up to $5" {
		t.Errorf("%+v: %v", sections, err)
	}
}

func TestTextAroundNumbersIsKept(t *testing.T) {
	const block = "\n```numbers\nname: fee\ntitle: Fees\nsentence: it saves {saved} a year.\nyearly: saved\n" +
		"assumptions: [{name: fee, label: Fee, unit: $/year, value: 5, min: 1, max: 9}]\nformulas: [{name: saved, label: Saved, unit: $/year, formula: fee}]\n```\n"
	if plain := markdown.Plain(block[1:] + "After."); !strings.HasSuffix(plain, "|\n\nAfter.") {
		t.Errorf("the text after the table became a row of it: %s", plain)
	}
	_, sections, err := markdown.Article("## Save {{fee.saved}}\n"+block, nil)
	if err != nil || len(sections) != 1 || sections[0].Title != "Save $5" {
		t.Errorf("%+v: %v", sections, err)
	}
}

func TestClaimsAreFoundAndSet(t *testing.T) {
	source := "> - At [24 percent]{claim=rate}, [$5]{claim=fee}.\n> - [24 percent]{claim=rate} é [25 percent]{claim=rate}\n\n`[x]{claim=rate}` [24 percent]{claim=rate-b}\n\n| a |\n|---|\n| [1%]{claim=rate} |\n"
	want := []markdown.Claim{}
	for _, c := range [][2]string{{"rate", "24 percent"}, {"fee", "$5"}, {"rate", "24 percent"}, {"rate", "25 percent"}, {"rate-b", "24 percent"}, {"rate", "1%"}} {
		want = append(want, markdown.Claim{Name: c[0], Value: c[1]})
	}
	if got := markdown.Claims(source); !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
	set, wrong := markdown.SetClaim(source, "rate", "9.75%")
	wantSet := "> - At [9.75%]{claim=rate}, [$5]{claim=fee}.\n> - [9.75%]{claim=rate} é [9.75%]{claim=rate}\n\n`[x]{claim=rate}` [24 percent]{claim=rate-b}\n\n| a |\n|---|\n| [9.75%]{claim=rate} |\n"
	if set != wantSet || wrong != "" {
		t.Errorf("set: %s %s", set, wrong)
	}
	plain := markdown.WithoutClaims(source)
	if want := "> - At 24 percent, $5.\n> - 24 percent é 25 percent\n\n`[x]{claim=rate}` 24 percent\n\n| a |\n|---|\n| 1% |\n"; plain != want {
		t.Errorf("plain: %s", plain)
	}
}

func TestClaimValuesHaveNoMarkdownSyntax(t *testing.T) {
	for value, want := range map[string]bool{
		"$250,000": true, "4.2 %": true, "March 15, 2027": true, "16¢": true, "": false, " x": false, "a]b": false, "*x*": false, "a\nb": false, "`x`": false, "<b>": false, "a|b": false,
	} {
		if markdown.IsClaimValue(value) != want {
			t.Errorf("%q: want %t", value, want)
		}
	}
}

func TestClaimsAreSetInNumbers(t *testing.T) {
	source := "At [16¢]{claim=price}.\n\n- In a list\n\n  ```numbers\n  name: own\n  assumptions:\n    - {name: flat, label: Flat, unit: ¢/kWh, value: 16, source: EIA, looked: 2026-03-04, claim: price}\n  ```\n\nAnd [16¢]{claim=price}.\n"
	of := markdown.Claim{Name: "price", Value: "16¢"}
	in := of
	in.Source, in.Looked = "EIA", "2026-03-04"
	if got := markdown.Claims(source); !slices.Equal(got, []markdown.Claim{of, of, in}) {
		t.Errorf("got %+v", got)
	}
	set, wrong := markdown.SetClaim(source, "price", "17¢")
	if want := strings.NewReplacer("16¢", "17¢", "value: 16", "value: 17").Replace(source); set != want || wrong != "" {
		t.Errorf("%s\n%s", wrong, set)
	}
	if set, wrong := markdown.SetClaim(source, "price", "$0.17"); set != source || wrong == "" {
		t.Errorf("%q\n%s", wrong, set)
	}
}
