package numbers

import (
	"fmt"
	"math"
	"strings"
)

// Style is how a figure is written, on the server and in the browser.
type Style struct {
	Per    float64 `json:"per"`    // factor from the formulas' unit to the displayed one
	Places int     `json:"places"` // decimals
	Before string  `json:"before"` // prefix, such as "$"
	One    string  `json:"one"`    // suffix of one, such as " month"
	Many   string  `json:"many"`   // suffix of others, such as " months"
	Each   string  `json:"each"`   // rate, such as " a year"
}

// styleOf returns the style of a unit.
func styleOf(u unit, places int) Style {
	s := Style{Per: u.per, Places: places, Each: u.tail}
	switch u.over {
	case "$":
		s.Before = "$"
	case "%", "¢":
		s.One, s.Many = u.over, u.over
	case "number", "numbers":
	default:
		s.One, s.Many = " "+singular(u.over), " "+u.over
	}
	return s
}

// Format writes a value as a figure, such as $1,234 or 8 months, or a dash if
// it can't be shown.
func (s Style) Format(value float64) string {
	digits, ok := s.digits(value)
	if !ok {
		return "–"
	}
	after := s.Many
	if digits == "1" {
		after = s.One
	}
	sign := ""
	if rest, negative := strings.CutPrefix(digits, "-"); negative {
		sign, digits = "−", rest
	}
	return sign + s.Before + digits + after
}

// Whole writes a value with its rate, such as $14 a month.
func (s Style) Whole(value float64) string { return s.Format(value) + s.Each }

// digits returns the digits of a value with commas between thousands.
func (s Style) digits(value float64) (string, bool) {
	scaled := round(float64(float64(value*s.Per) * math.Pow10(s.Places)))
	if !(math.Abs(scaled) < maxFigure) {
		return "", false
	}
	all := fmt.Sprintf("%0*.0f", s.Places+1, math.Abs(scaled))
	whole, decimals := all[:len(all)-s.Places], all[len(all)-s.Places:]
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if decimals != "" {
		whole += "." + decimals
	}
	if scaled < 0 {
		whole = "-" + whole
	}
	return whole, true
}
