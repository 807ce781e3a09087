package numbers

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// Figure returns a figure of the example as written in sentences, such as $120
// or 8 months.
func (s *Sheet) Figure(name string) (text string, ok bool) {
	style, ok := s.style(name)
	return style.Format(s.values[name]), ok
}

// Value returns a value of the example in its own unit, such as 4 for 4%.
func (s *Sheet) Value(name string) float64 {
	style, _ := s.style(name)
	return s.values[name] * style.Per
}

// style returns how the figures of a name are written.
func (s *Sheet) style(name string) (style Style, ok bool) {
	for _, a := range s.Assumptions {
		if a.Name == name {
			u, _ := unitOf(a.Unit)
			return styleOf(u, a.places()), true
		}
	}
	for _, f := range s.Formulas {
		if f.Name == name {
			u, _ := unitOf(f.Unit)
			return styleOf(u, f.Places), true
		}
	}
	return style, false
}

// saves reports whether something is saved with these values.
func (s *Sheet) saves(values map[string]float64) bool { return values[s.main()] > 0 }

// Sentence returns the example's sentence, without markup.
func (s *Sheet) Sentence() string {
	sentence := s.Block.Sentence
	if s.Otherwise != "" && !s.saves(s.values) {
		sentence = s.Otherwise
	}
	return figure.ReplaceAllStringFunc(sentence, func(found string) string {
		text, _ := s.Figure(found[1 : len(found)-1])
		return text
	})
}

// sheetData is a sheet for the browser; ui/shared/numbers reads it.
type sheetData struct {
	Name        string           `json:"name"`
	Title       string           `json:"title"`
	Main        string           `json:"main"`
	Yearly      string           `json:"yearly,omitempty"`
	Once        string           `json:"once,omitempty"`
	Badge       bool             `json:"badge,omitempty"`
	Assumptions []assumptionData `json:"assumptions"`
	Formulas    []formulaData    `json:"formulas"` // each after those it depends on
}

type assumptionData struct {
	Name  string  `json:"name"`
	Label string  `json:"label"`
	Value float64 `json:"value"`
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`
	Step  float64 `json:"step"`
	Style Style   `json:"style"`
}

type formulaData struct {
	Name    string  `json:"name"`
	Program Program `json:"program"`
	Style   Style   `json:"style"`
}

// data returns the sheet for the browser, with constants as numbers.
func (s *Sheet) data() sheetData {
	out := sheetData{Name: s.Name, Title: s.Title, Main: s.main(), Yearly: s.Yearly, Once: s.Once, Badge: s.Badge}
	for _, a := range s.Assumptions {
		style, _ := s.style(a.Name)
		out.Assumptions = append(out.Assumptions, assumptionData{a.Name, a.Label, a.Value, a.Min, a.Max, a.step(), style})
	}
	for _, f := range s.order {
		style, _ := s.style(f.Name)
		program := s.nodes[f.Name].program()
		for i, step := range program {
			if name, isName := step.(string); isName {
				if constant, known := constants()[name]; known {
					program[i] = constant.value
				}
			}
		}
		out.Formulas = append(out.Formulas, formulaData{f.Name, program, style})
	}
	return out
}

// HTML returns the block with its example, which is shown without JavaScript,
// under a heading of the given level.
func (s *Sheet) HTML(level int) (string, error) {
	data, err := json.Marshal(s.data())
	if err != nil {
		return "", fmt.Errorf("write the numbers %s: %w", s.Name, err)
	}
	var b strings.Builder
	id := "numbers-" + s.Name
	fmt.Fprintf(&b, `<section class="numbers" id="%s" aria-labelledby="%s-title" data-numbers="%s">`+"\n", id, id, attribute(string(data)))
	fmt.Fprintf(&b, `<p class="numbers-kicker">Your numbers</p>`+"\n"+`<h%d class="numbers-title" id="%s-title">%s</h%d>`+"\n", level, id, text(s.Title), level)
	s.writeSentence(&b)
	b.WriteString(`<div class="numbers-columns">` + "\n")
	s.writeAssumptions(&b)
	s.writeResults(&b)
	b.WriteString("</div>\n")
	s.writeWeights(&b)
	b.WriteString("</section>\n")
	return b.String(), nil
}

func (s *Sheet) writeSentence(b *strings.Builder) {
	b.WriteString(`<p class="numbers-sentence"><span class="numbers-whose">In the example:</span> `)
	fmt.Fprintf(b, `<span data-when="saves"%s>%s</span>`, hidden(s.Otherwise != "" && !s.saves(s.values)), s.marked(s.Block.Sentence))
	if s.Otherwise != "" {
		fmt.Fprintf(b, `<span data-when="not"%s>%s</span>`, hidden(s.saves(s.values)), s.marked(s.Otherwise))
	}
	b.WriteString("</p>\n")
}

func hidden(is bool) string {
	if is {
		return ` hidden=""`
	}
	return ""
}

// marked returns a sentence with each figure in its own element.
func (s *Sheet) marked(sentence string) string {
	return figure.ReplaceAllStringFunc(text(sentence), func(found string) string { return s.Mark(found[1 : len(found)-1]) })
}

// Mark returns a figure of the example in an element that follows the reader's
// numbers.
func (s *Sheet) Mark(name string) string {
	shown, _ := s.Figure(name)
	return fmt.Sprintf(`<span class="figure" data-figure="%s.%s">%s</span>`, s.Name, name, text(shown))
}

func (s *Sheet) writeAssumptions(b *strings.Builder) {
	b.WriteString(`<table class="numbers-given"><caption>Assumptions</caption><tbody>` + "\n")
	for _, a := range s.Assumptions {
		style, _ := s.style(a.Name)
		fmt.Fprintf(b, `<tr data-assumption="%s"><th scope="row">%s%s</th>`, a.Name, text(a.Label), sourceOf(a))
		fmt.Fprintf(b, `<td><span class="numbers-value">%s</span>`, text(style.Whole(s.values[a.Name])))
		x := math.Round((a.Value - a.Min) / (a.Max - a.Min) * 100)
		fmt.Fprintf(b, `<span class="numbers-range">%s<svg viewBox="-4 0 108 8" role="img" aria-label="to"><path d="M0 4H100"></path><circle cx="%s" cy="4" r="3.5"></circle></svg>%s</span></td></tr>`+"\n",
			text(style.Format(a.Min/style.Per)), trimmed(x), text(style.Format(a.Max/style.Per)))
	}
	b.WriteString("</tbody></table>\n")
}

// sourceOf returns the source of an assumption.
func sourceOf(a Assumption) string {
	said := a.Source
	if day, err := time.Parse(time.DateOnly, a.Looked); err == nil {
		said = strings.TrimPrefix(said+", checked "+day.Format("January 2, 2006"), ", ")
	}
	if said == "" {
		return ""
	}
	return "<small>" + text(said) + "</small>"
}

// rows returns the formulas with a row. The main one is last, like a sum below
// its parts.
func (s *Sheet) rows() (rows []Formula) {
	var last []Formula
	for _, f := range s.Formulas {
		switch {
		case f.Name == s.main():
			last = append(last, f)
		case !f.Hidden:
			rows = append(rows, f)
		}
	}
	return append(rows, last...)
}

func (s *Sheet) writeResults(b *strings.Builder) {
	b.WriteString(`<table class="numbers-results"><caption>Results</caption><tbody>` + "\n")
	for _, f := range s.rows() {
		role := ""
		if f.Name == s.main() {
			role = ` class="numbers-main"`
		} else if f.Name == s.BreakEven {
			role = ` class="numbers-even"`
		}
		style, _ := s.style(f.Name)
		fmt.Fprintf(b, `<tr%s><th scope="row">%s</th><td data-figure="%s.%s" data-whole="">%s</td></tr>`+"\n", role, text(f.Label), s.Name, f.Name, text(style.Whole(s.values[f.Name])))
	}
	b.WriteString("</tbody></table>\n")
}

// weight is how the main figure changes when one assumption moves through its
// range.
type weight struct {
	label     string
	name      string
	low, high float64
}

// weights returns the weights of the assumptions that change something, largest
// first.
func (s *Sheet) weights() (all []weight) {
	for _, a := range s.Assumptions {
		u, _ := unitOf(a.Unit)
		w := weight{label: a.Label, name: a.Name}
		w.low, w.high = s.with(a.Name, a.Min/u.per), s.with(a.Name, a.Max/u.per)
		if w.low > w.high {
			w.low, w.high = w.high, w.low
		}
		if w.high > w.low {
			all = append(all, w)
		}
	}
	slices.SortStableFunc(all, func(a, b weight) int { return cmp.Compare(b.high-b.low, a.high-a.low) })
	return all
}

// with returns the main figure with another value for one assumption.
func (s *Sheet) with(name string, value float64) float64 {
	values := maps.Clone(s.values)
	values[name] = value
	for _, f := range s.order {
		values[f.Name] = s.nodes[f.Name].eval(values)
	}
	return values[s.main()]
}

// mostWeights is how many weights are shown.
const mostWeights = 5

// writeWeights writes the chart of how each assumption changes the result, from
// its minimum to its maximum.
func (s *Sheet) writeWeights(b *strings.Builder) {
	all := s.weights()
	if len(all) < 2 {
		return
	}
	all = all[:min(len(all), mostWeights)]
	low, high := all[0].low, all[0].high
	for _, w := range all {
		low, high = min(low, w.low), max(high, w.high)
	}
	style, _ := s.style(s.main())
	at := func(v float64) string { return trimmed(math.Round((v - low) / (high - low) * 200)) }
	b.WriteString(`<table class="numbers-weights"><caption>What matters most</caption><tbody>` + "\n")
	for _, w := range all {
		fmt.Fprintf(b, `<tr data-weight="%s"><th scope="row">%s</th><td><svg viewBox="0 0 200 12" preserveAspectRatio="none" aria-hidden="true"><path d="M%s 6H%s"></path><path d="M%s 0V12"></path></svg><span>%s to %s</span></td></tr>`+"\n",
			w.name, text(w.label), at(w.low), at(w.high), at(s.values[s.main()]), text(style.Format(w.low)), text(style.Whole(w.high)))
	}
	b.WriteString("</tbody></table>\n")
}

// Markdown returns the block with its example as Markdown.
func (s *Sheet) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s.** In the example: %s\n", s.Title, s.Sentence())
	head := func(title string) { fmt.Fprintf(&b, "\n| %s | |\n|:---|---:|\n", title) }
	row := func(label, figure string) {
		fmt.Fprintf(&b, "| %s | %s |\n", strings.ReplaceAll(label, "|", `\|`), figure)
	}
	head("Assumptions")
	for _, a := range s.Assumptions {
		style, _ := s.style(a.Name)
		row(a.Label, style.Whole(s.values[a.Name]))
	}
	head("Results")
	for _, f := range s.rows() {
		style, _ := s.style(f.Name)
		label, figure := f.Label, style.Whole(s.values[f.Name])
		if f.Name == s.main() {
			label, figure = "**"+label+"**", "**"+figure+"**"
		}
		row(label, figure)
	}
	return b.String()
}

// text escapes a text for HTML, with typographic apostrophes and quotes.
func text(s string) string { return html.EscapeString(curlQuotes(s)) }

// curlQuotes returns a text with typographic quotes.
func curlQuotes(s string) string {
	var b strings.Builder
	var before rune = ' '
	for _, r := range s {
		switch {
		case r == '\'':
			r = '’'
		case r == '"' && strings.ContainsRune(" (–—", before):
			r = '“'
		case r == '"':
			r = '”'
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

// attribute escapes an attribute's value as browsers do.
func attribute(s string) string {
	return strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;").Replace(s)
}
