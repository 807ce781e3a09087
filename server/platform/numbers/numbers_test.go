package numbers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

const router = `name: own-router
title: Rent a router or own it
sentence: owning saves {yearly} a year and pays for itself in {evenAfter}.
otherwise: renting is cheaper, by {loss} a year.
yearly: yearly
breakEven: evenAfter
badge: true
assumptions:
  - name: rent
    label: Rental on your bill
    unit: $/month
    value: 14
    min: 5
    max: 30
  - name: price
    label: Price of your own equipment
    unit: $
    value: 190
    min: 60
    max: 500
    step: 10
    source: Our example
    looked: 2026-05-12
  - name: life
    label: How long it lasts
    unit: years
    value: 4
    min: 2
    max: 8
formulas:
  - name: rented
    label: Rental over that time
    unit: $
    formula: rent * monthsPerYear * life
    expect: 672
  - name: yearly
    label: Saved
    unit: $/year
    formula: (rented - price) / life
    expect: 120.5
  - name: loss
    label: Lost
    unit: $/year
    formula: 0 - yearly
  - name: evenAfter
    label: Break-even
    unit: months
    formula: ceil(price / rent)
    expect: 14
`

func TestReadCalculatesTheExample(t *testing.T) {
	sheet, problems := Read(router)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if got := sheet.Sentence(); got != "owning saves $121 a year and pays for itself in 14 months." {
		t.Error(got)
	}
	for name, want := range map[string]string{"rent": "$14", "rented": "$672", "yearly": "$121", "life": "4 years"} {
		if got, ok := sheet.Figure(name); got != want || !ok {
			t.Errorf("%s: %s", name, got)
		}
	}
	html, err := sheet.HTML(3)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<section class="numbers" id="numbers-own-router" aria-labelledby="numbers-own-router-title" data-numbers="{&quot;name&quot;:&quot;own-router&quot;,`,
		`owning saves <span class="figure" data-figure="own-router.yearly">$121</span> a year`,
		`<th scope="row">Price of your own equipment<small>Our example, checked May 12, 2026</small></th><td><span class="numbers-value">$190</span>`,
		`<td data-figure="own-router.yearly" data-whole="">$121 a year</td>`,
		`<span data-when="not" hidden="">renting`,
		`&quot;program&quot;:[&quot;rent&quot;,12,&quot;*&quot;,&quot;life&quot;,&quot;*&quot;]`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is not in %s", want, html)
		}
	}
	if got := sheet.Markdown(); !strings.Contains(got, "| **Saved** | **$121 a year** |") || !strings.Contains(got, "| Rental on your bill | $14 a month |") {
		t.Error(got)
	}
}

func TestTextsOfABlockAreEscaped(t *testing.T) {
	const evil = `'<b onclick="x">&"</b>'`
	block := strings.NewReplacer("Rent a router or own it", evil, "Rental on your bill", evil, "Our example", evil, "owning saves", evil[1:len(evil)-1], "label: Saved", "label: "+evil).Replace(router)
	sheet, problems := Read(block)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	html, err := sheet.HTML(3)
	if err != nil || strings.Contains(html, "<b") || strings.Count(html, "&lt;b onclick") < 5 {
		t.Errorf("%v: %s", err, html)
	}
}

func TestProblemsAreReportedByLine(t *testing.T) {
	for _, c := range []struct {
		was, is, at, says string // at is the text of the line
	}{
		{"(rented - price) / life", "(rented - price / life", "(rented - price / life", "can't be read"},
		{"(rented - price) / life", "rented - life", "rented - life", "different units"},
		{"(rented - price) / life", "rented - price", "rented - price", "gives $, but its unit is $/year"},
		{"(rented - price) / life", "(loss - price) / life", "0 - yearly", "“yearly”"},
		{"0 - yearly", "0 - evenAfter2", "0 - evenAfter2", "No assumption or formula is named “evenAfter2”"},
		{"price / rent", "price / (rent - rent)", "price / (rent - rent)", "can be 0"},
		{"min: 5\n", "min: 0\n", "ceil(price / rent)", "“rent”, by which it divides, can be 0"},
		{"price / rent", "eval(price)", "eval(price)", "no function “eval”"},
		{"price / rent", "price % rent", "price % rent", "no % in formulas"},
		{"ceil(price / rent)", "price < rent", "price < rent", "true or false"},
		{"unit: years", "unit: $$", "unit: $$", "isn't a unit"},
		{"max: 8", "max: 3", "value: 4", "outside its range"},
		{"max: 8", "max: 2", "max: 2", "ends before it begins"},
		{"value: 4", "value: .nan", "value: .nan", "a number"},
		{"value: 4", "value: lots", "value: lots", "We couldn't read this: this field has a value of the wrong type."},
		{"expect: 672", "expect: 700", "expect: 700", "gives $672 for “rented”, but the text says $700"},
		{"breakEven: evenAfter", "breakEven: never", "breakEven: never", "Formula “never” not found"},
		{"breakEven: evenAfter", "breakEven: rented", "breakEven: rented", "months, or another time"},
		{"yearly: yearly", "yearly: rented", "yearly: rented", "$/year"},
		{"{loss}", "{losses}", "{losses}", "“losses”"},
		{"name: own-router", "name: Own Router", "name: Own Router", "lowercase"},
		{"name: life\n    label", "name: max\n    label", "name: max", "name of a function"},
		{"name: life\n    label", "name: price\n    label", "name: price", "“price” is used twice"},
		{"looked: 2026-05-12", "looked: May", "looked: May", "as 2026-03-04"},
		{"badge: true", "bagde: true", "bagde: true", "unknown field"},
		{"label: Saved", `label: "Saved\u202e"`, `label: "Saved`, "plain text"},
		{"title: Rent", "title: 'Rent", "title: 'Rent", "couldn't read"},
		{"formula: 0 - yearly", "formula: 'if(yearly > 0, 0, rent)'", "formula: 'if(yearly > 0, 0, rent)'", "its unit is $/year"},
		{"formula: 0 - yearly", "formula: if(yearly > 0, rent, yearly)", "if(yearly > 0, rent, yearly)", "different units, so you can't use if"},
	} {
		block := strings.Replace(router, c.was, c.is, 1)
		sheet, problems := Read(block)
		if len(problems) == 0 || sheet != nil {
			t.Errorf("%s is taken", c.is)
			continue
		}
		if p := problems[0]; !strings.Contains(strings.Split(block, "\n")[p.Line-1], strings.TrimSpace(c.at)) || !strings.Contains(p.Message, c.says) {
			t.Errorf("%s: line %d: %s; want the line of %s, %s", c.is, p.Line, p.Message, c.at, c.says)
		}
	}
	if _, problems := Read(strings.Repeat("#", MaxLength+1)); len(problems) != 1 {
		t.Error(problems)
	}
}

func TestYAMLAliasesAreRejected(t *testing.T) {
	merged := "x0: &x0 {name: a}\n"
	for i := 1; i < 40; i++ {
		merged += fmt.Sprintf("x%d: &x%d {<<: [*x%d, *x%d]}\n", i, i, i-1, i-1)
	}
	for source, says := range map[string]string{
		merged:                                 "“&” is an alias",
		"name: *a\n":                           "“*” is an alias",
		"name: |" + strings.Repeat("\n", 9000): "too long",
	} {
		if _, problems := Read(source); len(problems) != 1 || !strings.Contains(problems[0].Message, says) {
			t.Errorf("%.40q: %v", source, problems)
		}
	}
}

func TestDivisionsGuardedByIfAreAccepted(t *testing.T) {
	for formula, taken := range map[string]bool{
		"if(rent > 0, price / rent, 0)":                  true,
		"if(0 < rent, price / rent, 0)":                  true,
		"if(rent == 0, 0, price / rent)":                 false, // not known to stay away from 0
		"if(rent >= 0, price / rent, 0)":                 false,
		"if(rent < 0, 0, price / rent)":                  false,
		"if(rent <= 0, 0, price / rent)":                 true,
		"price / max(rent, floorPrice)":                  true,
		"if(rent > floorPrice, price / rent, 0)":         true,
		"if(floorPrice > 0, price / rent, price / rent)": false,
	} {
		block := strings.NewReplacer("ceil(price / rent)", "'"+formula+"'", "min: 5\n", "min: 0\n", "formulas:\n",
			"  - {name: floorPrice, label: Least, unit: $/month, value: 2, min: 1, max: 3}\nformulas:\n", "0 - yearly", "'0 - yearly + floorPrice * monthsPerYear'", "    expect: 14\n", "").Replace(router)
		if _, problems := Read(block); (len(problems) == 0) != taken {
			t.Errorf("%s: %v", formula, problems)
		}
	}
}

// vectors are what both sides are held against.
type vectors struct {
	Programs []struct {
		Formula string
		Values  map[string]float64
		Result  *float64
		Program Program
	}
	Figures []struct {
		Unit, Figure, Whole string
		Places              int
		Value               *float64
	}
}

func TestServerMatchesTheSharedVectors(t *testing.T) {
	file, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(file, &v); err != nil {
		t.Fatal(err)
	}
	for _, c := range v.Programs {
		n, wrong := parse(c.Formula)
		if wrong != "" {
			t.Errorf("%s: %s", c.Formula, wrong)
			continue
		}
		if got := n.eval(c.Values); !same(got, c.Result) {
			t.Errorf("%s: %v", c.Formula, got)
		}
	}
	for _, c := range v.Figures {
		u, _ := unitOf(c.Unit)
		value := math.NaN()
		if c.Value != nil {
			value = *c.Value
		}
		if got := styleOf(u, c.Places).Format(value); got != c.Figure {
			t.Errorf("%v in %s: %s, want %s", value, c.Unit, got, c.Figure)
		}
		if got := styleOf(u, c.Places).Whole(value); c.Whole != "" && got != c.Whole {
			t.Errorf("%v in %s: %s, want %s", value, c.Unit, got, c.Whole)
		}
	}
}

func same(got float64, want *float64) bool {
	return want == nil && math.IsNaN(got) || want != nil && got == *want
}

// Formulas of every shape, worked out by both sides: the browser's evaluator
// runs in Node.
func TestServerAndBrowserCalculateTheSame(t *testing.T) {
	const node = "../../../node_modules/.bin/node"
	random := rand.New(rand.NewPCG(23, 1))
	var in bytes.Buffer
	var want []string
	for range 20_000 {
		values := map[string]float64{"x": some(random), "y": some(random), "z": some(random)}
		formula := formulaOf(random, 4)
		result := formula.eval(values)
		u, _ := unitOf([]string{"$", "%", "months", "¢/kWh", "number"}[random.IntN(5)])
		style := styleOf(u, random.IntN(maxPlaces+1))
		line, err := json.Marshal(map[string]any{"program": formula.program(), "values": values, "style": style})
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
		shown := any(result)
		if math.IsNaN(result) {
			shown = "NaN"
		}
		both, err := json.Marshal([]any{shown, style.Format(result)})
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, string(both))
	}
	c := exec.Command(node, "testdata/differ.ts")
	c.Stdin, c.Stderr = &in, os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got []any
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d results of %d", len(lines), len(want))
	}
	figures := 0
	for i, line := range lines {
		var expected []any
		if err := errors.Join(json.Unmarshal([]byte(line), &got), json.Unmarshal([]byte(want[i]), &expected)); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, expected) {
			t.Fatalf("program %d: the browser says %v, the server %v", i, got, expected)
		}
		if got[1] != "–" {
			figures++
		}
	}
	if figures < len(lines)/2 {
		t.Errorf("only %d of %d programs give a figure", figures, len(lines))
	}
}

// some is a number such as people enter, or an odd one.
func some(r *rand.Rand) float64 {
	switch r.IntN(5) {
	case 0:
		return float64(r.IntN(2000) - 1000)
	case 1:
		return float64(r.IntN(100_000)) / 100
	case 2:
		return 0
	case 3:
		return (r.Float64() - 0.5) * math.Pow(10, float64(r.IntN(24)-8))
	}
	return float64(r.IntN(200)) / 8
}

// formulaOf is any formula that is so deep.
func formulaOf(r *rand.Rand, depth int) node {
	if depth == 0 || r.IntN(6) == 0 {
		if r.IntN(3) == 0 {
			return node{value: math.Abs(some(r))}
		}
		return node{op: "name", name: []string{"x", "y", "z"}[r.IntN(3)]}
	}
	ops := []string{"+", "-", "*", "/", "min", "max", "round", "ceil", "floor", "if", "<", "<=", ">", ">=", "=="}
	n := node{op: ops[r.IntN(len(ops))]}
	operands, _ := arity(n.op)
	for range operands {
		n.args = append(n.args, formulaOf(r, depth-1))
	}
	return n
}

// Whatever somebody types, a formula is read or refused: what is read can be
// written, and run without a fault.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a + b", "if(a > 0, b / a, 0)", "round(max(a, b, 1) * 0.05)", "-a", "((a", "a.b", "func(){}()", "if if if", "1e9", "0x1", "a[1]", "“a”"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, formula string) {
		n, wrong := parse(formula)
		if wrong != "" {
			return
		}
		values := map[string]float64{}
		for _, name := range n.names() {
			values[name] = 2
		}
		n.eval(values)
	})
}

func FuzzRead(f *testing.F) {
	f.Add(router)
	f.Add("assumptions: [*a]")
	f.Add("a: &a [*a]")
	f.Add("- 1")
	f.Add("\r0")
	f.Fuzz(func(t *testing.T, source string) {
		sheet, problems := Read(source)
		if (sheet == nil) != (len(problems) > 0) {
			t.Fatalf("%d problems, %v", len(problems), sheet)
		}
		lines := 1 + strings.Count(source, "\n") + strings.Count(source, "\r")
		for _, p := range problems {
			if p.Line < 1 || p.Line > lines {
				t.Errorf("line %d of %d: %s", p.Line, lines, p.Message)
			}
		}
		if sheet == nil {
			return
		}
		if _, err := sheet.HTML(3); err != nil {
			t.Error(err)
		}
		for name, value := range sheet.values {
			if math.IsNaN(value) || math.IsInf(value, 0) {
				t.Errorf("%s is %v", name, value)
			}
		}
	})
}
