// Package numbers is the calculations in a piece, in which readers can enter
// their own numbers. A calculation is a block of named assumptions and formulas
// in a text. It is checked when the piece is published. The example is
// calculated here, and the reader's own numbers in the browser
// (ui/shared/numbers), from the same
// formulas.
package numbers

import (
	"cmp"
	"fmt"
	"strings"
)

// Block is one calculation: its assumptions and formulas.
type Block struct {
	Name        string       `yaml:"name"` // in addresses; unique among all pieces
	Title       string       `yaml:"title"`
	Sentence    string       `yaml:"sentence"`            // with figures as {name}
	Otherwise   string       `yaml:"otherwise,omitempty"` // replaces Sentence if nothing is saved
	Assumptions []Assumption `yaml:"assumptions"`
	Formulas    []Formula    `yaml:"formulas"`
	Yearly      string       `yaml:"yearly,omitempty"`    // the formula of yearly savings
	Once        string       `yaml:"once,omitempty"`      // the formula of one-time savings
	BreakEven   string       `yaml:"breakEven,omitempty"` // the formula of the break-even time
	Badge       bool         `yaml:"badge,omitempty"`     // show the yearly savings in the article's badge
}

// Assumption is a number that readers can change.
type Assumption struct {
	Name   string  `yaml:"name"`
	Label  string  `yaml:"label"`
	Unit   string  `yaml:"unit"`
	Value  float64 `yaml:"value"` // in the example
	Min    float64 `yaml:"min"`   // of the sensible range
	Max    float64 `yaml:"max"`
	Step   float64 `yaml:"step,omitempty"`
	Source string  `yaml:"source,omitempty"`
	Looked string  `yaml:"looked,omitempty"` // the day on which the source was checked, as YYYY-MM-DD
	Claim  string  `yaml:"claim,omitempty"`  // the claim with this value, written as by Figure
}

// Formula is a figure calculated from assumptions and other formulas.
type Formula struct {
	Name    string   `yaml:"name"`
	Label   string   `yaml:"label"`
	Unit    string   `yaml:"unit"`
	Formula string   `yaml:"formula"`
	Places  int      `yaml:"places,omitempty"` // decimals shown
	Expect  *float64 `yaml:"expect,omitempty"` // the result that the text states
	Hidden  bool     `yaml:"hidden,omitempty"` // used only by other formulas and sentences, without a row
}

// Limits of a block.
const (
	MaxLength      = 10_000 // bytes
	maxLines       = 1000
	maxAssumptions = 30
	maxFormulas    = 30
	maxText        = 300 // characters of a label or a sentence
	maxPlaces      = 4
	maxValue       = 1e9  // of an entered number
	maxFigure      = 1e15 // in units of the last digit; larger figures aren't shown
)

// Problem is something that prevents a block from being published.
type Problem struct {
	Line    int    `json:"line"` // of the block's YAML, from 1
	At      string `json:"at"`   // the field, such as assumptions[0].unit; "" for the block
	Message string `json:"message"`
}

// Error implements error.
func (p Problem) Error() string { return fmt.Sprintf("line %d: %s", p.Line, p.Message) }

// main returns the main formula's name.
func (b Block) main() string { return cmp.Or(b.Yearly, b.Once) }

// step returns by how much one press changes an assumption.
func (a Assumption) step() float64 {
	if a.Step > 0 {
		return a.Step
	}
	return 1
}

// places returns how many decimals an assumption is shown with.
func (a Assumption) places() (n int) {
	for _, v := range []float64{a.Value, a.Min, a.Max, a.step()} {
		text := trimmed(v)
		if _, decimals, ok := strings.Cut(text, "."); ok {
			n = max(n, len(decimals))
		}
	}
	if strings.HasPrefix(a.Unit, "$") && n == 1 {
		n = 2 // cents have two digits
	}
	return min(n, maxPlaces)
}
