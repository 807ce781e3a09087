// Package numbers is the sums of a piece that readers can make their own: a
// block of named assumptions and formulas in a text, checked when it is
// published, worked out for its example here and for the reader's own numbers
// in the browser (ui/shared/numbers), both by the same programs.
package numbers

import (
	"fmt"
	"strings"
)

// Block is one calculation: what it assumes, and what follows.
type Block struct {
	Name        string       `yaml:"name"` // in addresses; no other piece's block has it
	Title       string       `yaml:"title"`
	Sentence    string       `yaml:"sentence"`            // with figures as {name}
	Otherwise   string       `yaml:"otherwise,omitempty"` // in place of Sentence where nothing is saved
	Assumptions []Assumption `yaml:"assumptions"`
	Formulas    []Formula    `yaml:"formulas"`
	Yearly      string       `yaml:"yearly,omitempty"`    // the formula of what is saved each year
	Once        string       `yaml:"once,omitempty"`      // the formula of what is saved once
	BreakEven   string       `yaml:"breakEven,omitempty"` // the formula of when it has paid for itself
	Badge       bool         `yaml:"badge,omitempty"`     // the badge of the article shows what is saved each year
}

// Assumption is a number that readers can change.
type Assumption struct {
	Name   string  `yaml:"name"`
	Label  string  `yaml:"label"`
	Unit   string  `yaml:"unit"`
	Value  float64 `yaml:"value"` // in the example
	Min    float64 `yaml:"min"`   // of what is sensible
	Max    float64 `yaml:"max"`
	Step   float64 `yaml:"step,omitempty"`
	Source string  `yaml:"source,omitempty"`
	Looked string  `yaml:"looked,omitempty"` // the day on which somebody looked at the source, as YYYY-MM-DD
	Claim  string  `yaml:"claim,omitempty"`  // the claim that the value is of, which has it as Figure does
}

// Formula is a figure that follows from the assumptions and other formulas.
type Formula struct {
	Name    string   `yaml:"name"`
	Label   string   `yaml:"label"`
	Unit    string   `yaml:"unit"`
	Formula string   `yaml:"formula"`
	Places  int      `yaml:"places,omitempty"` // decimals that are shown
	Expect  *float64 `yaml:"expect,omitempty"` // what the text says that comes out
	Hidden  bool     `yaml:"hidden,omitempty"` // only for other formulas and sentences: it has no row
}

// The most that a block takes.
const (
	MaxLength      = 10_000 // bytes
	maxLines       = 1000
	maxAssumptions = 30
	maxFormulas    = 30
	maxText        = 300 // characters of a label or a sentence
	maxPlaces      = 4
	maxValue       = 1e9  // of a number that somebody gives
	maxFigure      = 1e15 // of its last digit, from which on a figure is not shown
)

// Problem is what keeps a block from being published.
type Problem struct {
	Line    int    `json:"line"` // of the block's YAML, from 1
	At      string `json:"at"`   // the field, such as assumptions[0].unit; "" for the block
	Message string `json:"message"`
}

// Error implements error.
func (p Problem) Error() string { return fmt.Sprintf("line %d: %s", p.Line, p.Message) }

// main is the formula that the block is about.
func (b Block) main() string {
	if b.Yearly != "" {
		return b.Yearly
	}
	return b.Once
}

// step is by how much a press changes an assumption.
func (a Assumption) step() float64 {
	if a.Step > 0 {
		return a.Step
	}
	return 1
}

// places is how many decimals an assumption is shown with.
func (a Assumption) places() (n int) {
	for _, v := range []float64{a.Value, a.Min, a.Max, a.step()} {
		text := trimmed(v)
		if _, decimals, ok := strings.Cut(text, "."); ok {
			n = max(n, len(decimals))
		}
	}
	if strings.HasPrefix(a.Unit, "$") && n == 1 {
		n = 2 // cents come in pairs
	}
	return min(n, maxPlaces)
}
