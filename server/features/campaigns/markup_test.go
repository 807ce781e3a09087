package campaigns

import (
	"strings"
	"testing"
)

func TestPlainTextIsReadable(t *testing.T) {
	c := Composer{BaseURL: "https://site.example"}
	html, text, err := c.text(Email{Slug: "x", Body: "Do this:\n\n1. Take **it**.\n2. See [ours](/guides#all).\n\n- One\n- Two\n\n> Said once.\n\n| Plan | Price |\n|---|---|\n| A | $10 |\n"})
	const want = "Do this:\n\n1. Take it.\n2. See ours (https://site.example/guides?utm_campaign=x&utm_medium=email&utm_source=newsletter#all).\n\n- One\n- Two\n\nSaid once.\n\nPlan  Price\nA  $10"
	if err != nil || text != want {
		t.Errorf("%v: %q, want %q", err, text, want)
	}
	if !strings.Contains(string(html), `<p style="margin:0">Said once.</p>`) || !strings.Contains(string(html), `<p style="margin:0 0 16px">Do this:</p>`) {
		t.Errorf("the last line of a quote keeps a distance to nothing: %s", html)
	}
	if !strings.Contains(string(html), `border-top:1px solid #d9d6c9;text-align:left">Plan</th>`) {
		t.Errorf("the head of a column stands apart from it: %s", html)
	}
}

func TestPlainTextKeepsLinesAndLists(t *testing.T) {
	for body, want := range map[string]string{
		"Dear reader,\nhello.":                      "Dear reader,\nhello.",
		"```\none\n  two\n```":                      "one\n  two",
		"- One\n  - Within\n    1. Deep\n- Two":     "- One\n  - Within\n    1. Deep\n- Two",
		"1. One\n\n   More.\n\n2. Two":              "1. One\n   More.\n2. Two",
		"> [!TIP]\n> Call on a Monday.\n> Be kind.": "Tip\n\nCall on a Monday.\nBe kind.",
	} {
		if _, text, err := (Composer{}).text(Email{Body: body}); err != nil || text != want {
			t.Errorf("%q: %v, %q, want %q", body, err, text, want)
		}
	}
}

func TestFootnotesAreNumbersInAnEmail(t *testing.T) {
	html, text, err := (Composer{}).text(Email{Body: "~~Struck~~ text.[^a]\n\n[^a]: The note at https://a.example/.\n"})
	if want := "~~Struck~~ text.[1]\n\n----\n\n1. The note at https://a.example/ (https://a.example/)."; err != nil || text != want {
		t.Errorf("%v: %q, want %q", err, text, want)
	}
	if strings.Contains(string(html), "#") && strings.Contains(string(html), `href="#`) || strings.Contains(string(html), "id=") {
		t.Errorf("it has links that lead nowhere: %s", html)
	}
}

func TestClaimsAreTextInAnEmail(t *testing.T) {
	html, text, err := Composer{BaseURL: "https://site.example"}.text(Email{Slug: "x", Body: "At [24 percent]{claim=card-rate}."})
	if err != nil || text != "At 24 percent." || strings.Contains(string(html), "<a") {
		t.Errorf("%v: %q, %s", err, text, html)
	}
}

func TestCalculatorsAndChecklistsAreReadableInAnEmail(t *testing.T) {
	body := "```numbers\nname: own\ntitle: Own\nsentence: It is {saved}.\nyearly: saved\nassumptions:\n  - {name: rent, label: Rent, unit: $/month, value: 14, min: 5, max: 25}\nformulas:\n  - {name: saved, label: Saved, unit: $/year, formula: rent * monthsPerYear}\n```\n\n- [ ] Ask\n- [ ] Sign\n"
	html, text, err := Composer{BaseURL: "https://site.example"}.text(Email{Slug: "x", Body: body})
	want := "Own. In the example: It is $168.\n\nAssumptions\nRent  $14 a month\n\nResults\nSaved  $168 a year\n\n- ☐ Ask\n- ☐ Sign"
	if err != nil || text != want {
		t.Errorf("%v: %q", err, text)
	}
	if strings.Contains(string(html), "<input") || !strings.Contains(string(html), "☐ Ask") {
		t.Errorf("the boxes: %s", html)
	}
}
