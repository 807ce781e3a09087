package numbers

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// dimension is the power of each base unit of a value. It is empty for a plain
// number.
type dimension map[string]int

// unit is how a value is written: its dimension, and the factor from that (100
// for percent and cents).
type unit struct {
	dimension
	per  float64
	over string // the unit before the slash, as written
	tail string // what follows a figure, such as " a month"
}

var unitWord = regexp.MustCompile(`^(\$|¢|%|[A-Za-z]+)$`)

// unitOf parses a unit such as $, %, months, $/month, kWh/year or number.
func unitOf(text string) (u unit, wrong string) {
	u = unit{dimension: dimension{}, per: 1}
	parts := strings.Split(text, "/")
	for i, word := range parts {
		word = strings.TrimSpace(word)
		if !unitWord.MatchString(word) || len(word) > 20 || len(parts) > 3 {
			return u, "“" + text + "” isn't a unit. Use $, ¢, %, number, a word such as months, or two of them, such as $/month."
		}
		base := singular(word)
		power := 1
		if i > 0 {
			power = -1
			u.tail += each(base)
		} else {
			u.over = word
		}
		switch base {
		case "%":
			u.per *= 100
			base = ""
		case "¢":
			u.per *= 100
			base = "$"
		case "number":
			base = ""
		}
		if i > 0 && (word == "%" || word == "¢") {
			return u, "“" + text + "” is no unit: only what stands before the stroke can be " + word + "."
		}
		u.dimension = u.times(dimension{base: 1}, power)
	}
	return u, ""
}

// singular returns a word without its plural s.
func singular(word string) string {
	if len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
		return strings.TrimSuffix(word, "s")
	}
	return word
}

// each returns the suffix of a rate per base unit.
func each(base string) string {
	switch base {
	case "hour":
		return " an hour"
	case "second", "minute", "day", "week", "month", "year", "person":
		return " a " + base
	}
	return " per " + base
}

// times multiplies a dimension by a power of another.
func (d dimension) times(other dimension, power int) dimension {
	out := maps.Clone(d)
	if out == nil {
		out = dimension{}
	}
	for base, n := range other {
		out[base] += n * power
	}
	maps.DeleteFunc(out, func(base string, n int) bool { return n == 0 || base == "" })
	return out
}

func (d dimension) equals(other dimension) bool { return maps.Equal(d, other) }

// String returns a dimension in terms of units.
func (d dimension) String() string {
	var over, under []string
	for _, base := range slices.Sorted(maps.Keys(d)) {
		for range max(d[base], -d[base]) {
			if d[base] > 0 {
				over = append(over, base)
			} else {
				under = append(under, base)
			}
		}
	}
	text := strings.Join(over, " × ")
	if text == "" {
		text = "number"
	}
	for _, base := range under {
		text += "/" + base
	}
	if text == "number" {
		return "a plain number"
	}
	return text
}

// constant is a named number with a unit that formulas can use.
type constant struct {
	value     float64
	dimension dimension
}

// constants returns the constants that every block has.
func constants() map[string]constant {
	per := func(value float64, over, under string) constant {
		return constant{value, dimension{over: 1, under: -1}}
	}
	return map[string]constant{
		"oneYear": {1, dimension{"year": 1}}, "oneMonth": {1, dimension{"month": 1}},
		"monthsPerYear": per(12, "month", "year"), "weeksPerYear": per(52, "week", "year"), "daysPerYear": per(365, "day", "year"),
		"daysPerWeek": per(7, "day", "week"), "hoursPerDay": per(24, "hour", "day"), "minutesPerHour": per(60, "minute", "hour"),
	}
}

// trimmed formats a number without trailing zeros.
func trimmed(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
