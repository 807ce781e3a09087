package numbers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Claimed returns the assumptions of a block's YAML that have their values from
// the register of claims; none of what can't be read.
func Claimed(source string) (found []Assumption) {
	var b Block
	if len(source) > MaxLength || decode(source, &b) != nil {
		return nil
	}
	for _, a := range b.Assumptions {
		if slug.MatchString(a.Claim) {
			found = append(found, a)
		}
	}
	return found
}

// Figure is the value of an assumption as a claim has it: 16¢, for a price in
// ¢/kWh.
func (a Assumption) Figure() string {
	u, _ := unitOf(a.Unit)
	a.Min, a.Max, a.Step = a.Value, a.Value, 0 // they say nothing of the value's decimals
	return styleOf(u, a.places()).Format(a.Value / u.per)
}

// take sets the value to that of a claim, and reports whether it is a figure in
// the assumption's unit.
func (a *Assumption) take(value string) bool {
	u, _ := unitOf(a.Unit)
	style := styleOf(u, 0)
	digits := strings.TrimPrefix(value, style.Before)
	for _, after := range []string{style.Many, style.One} {
		digits = strings.TrimSuffix(digits, after)
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", ""), 64)
	a.Value = n
	return err == nil && a.Figure() == value
}

// SetClaim gives the assumptions of a block's YAML that name a claim its value,
// and leaves everything else as it was typed. Wrong says why the value can't
// stand there.
func SetClaim(source, claim, value string) (set, wrong string) {
	var b Block
	if err := decode(source, &b); err != nil {
		return source, ""
	}
	file, err := parser.ParseBytes([]byte(source), 0)
	if err != nil {
		return source, ""
	}
	lines := strings.SplitAfter(source, "\n")
	for i, a := range b.Assumptions {
		if a.Claim != claim {
			continue
		}
		was := a.Value
		if !a.take(value) {
			return source, fmt.Sprintf("Its numbers “%s” count “%s” in %s, and the claim says %s.", b.Name, a.Label, a.Unit, value)
		}
		if a.Value != was && !replace(lines, file, fmt.Sprintf("$.assumptions[%d].value", i), trimmed(a.Value)) {
			return source, fmt.Sprintf("The value of “%s” in its numbers “%s” has to be changed by hand.", a.Label, b.Name)
		}
	}
	set = strings.Join(lines, "")
	fits := func(a Assumption) bool { return a.Claim != claim || a.Figure() == value }
	if now := Claimed(set); len(now) != len(Claimed(source)) || slices.ContainsFunc(now, func(a Assumption) bool { return !fits(a) }) {
		return source, fmt.Sprintf("The values of its numbers “%s” have to be changed by hand.", b.Name)
	}
	return set, ""
}

// replace writes a number in the place of the one at a path, and reports whether
// it stands there as such.
func replace(lines []string, file *ast.File, at, number string) bool {
	path, err := yaml.PathString(at)
	if err != nil {
		return false
	}
	node, err := path.FilterFile(file)
	if err != nil || node == nil {
		return false
	}
	token := node.GetToken()
	if token == nil || token.Position == nil || token.Position.Line > len(lines) {
		return false
	}
	line := lines[token.Position.Line-1]
	start := 0 // columns count characters
	for range token.Position.Column - 1 {
		_, size := utf8.DecodeRuneInString(line[start:])
		start += size
	}
	rest, found := strings.CutPrefix(line[start:], token.Value)
	if !found {
		return false
	}
	lines[token.Position.Line-1] = line[:start] + number + rest
	return true
}
