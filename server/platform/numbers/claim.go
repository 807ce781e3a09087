package numbers

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"thriftwell/server/platform/weburl"
)

// Claim is an assumption in the register of claims.
type Claim struct {
	Name string // in the register
	Of   Assumption
	Own  bool // the block doesn't name the claim, so no other piece uses it
}

// Claims returns the claims of a block's YAML: assumptions that name one or
// state a source. Unreadable YAML has none.
func Claims(source string) (found []Claim) {
	var b Block
	if len(source) > MaxLength || decode(source, &b) != nil {
		return nil
	}
	for _, a := range b.Assumptions {
		if name := b.claimOf(a); IsClaimName(name) {
			found = append(found, Claim{name, a, a.Claim == ""})
		}
	}
	return found
}

// IsClaimName reports whether name is valid for a claim.
func IsClaimName(name string) bool { return weburl.IsSlug(name) && len(name) <= weburl.MaxSlug }

var capital = regexp.MustCompile(`[A-Z]`)

// claimOf returns the name of an assumption's claim, "" if it has none. An
// assumption with a source but no claim name has its own, such as
// own-router-rent-a-month for rentAMonth of the block own-router.
func (b Block) claimOf(a Assumption) string {
	if a.Claim == "" && strings.TrimSpace(a.Source) != "" {
		return b.Name + "-" + strings.ToLower(capital.ReplaceAllString(a.Name, "-$0"))
	}
	return a.Claim
}

// Figure returns the value of an assumption as a claim states it, such as 16¢
// for a price in ¢/kWh.
func (a Assumption) Figure() string {
	u, _ := unitOf(a.Unit)
	a.Min, a.Max, a.Step = a.Value, a.Value, 0 // they don't determine the value's decimals
	return styleOf(u, a.places()).Format(a.Value / u.per)
}

// take sets the value to a claim's and reports whether that is a figure in the
// assumption's unit.
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

// SetClaim sets the assumptions in a block's YAML that have the claim to a
// value, and leaves everything else as it is. Wrong says why the value isn't
// possible.
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
		if b.claimOf(a) != claim {
			continue
		}
		was := a.Value
		if !a.take(value) {
			return source, fmt.Sprintf("Its numbers “%s” have “%s” in %s, but the claim says %s.", b.Name, a.Label, a.Unit, value)
		}
		if a.Value != was && !replace(lines, file, fmt.Sprintf("$.assumptions[%d].value", i), trimmed(a.Value)) {
			return source, fmt.Sprintf("Change the value of “%s” in its numbers “%s” by hand.", a.Label, b.Name)
		}
	}
	set = strings.Join(lines, "")
	differs := func(c Claim) bool { return c.Name == claim && c.Of.Figure() != value }
	if now := Claims(set); len(now) != len(Claims(source)) || slices.ContainsFunc(now, differs) {
		return source, fmt.Sprintf("Change the values of its numbers “%s” by hand.", b.Name)
	}
	return set, ""
}

// replace replaces the number at a path and reports whether it is written there
// literally.
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
