package numbers

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"thriftwell/server/platform/form"
	"thriftwell/server/platform/weburl"
)

// checker checks a block. Line finds the line of a field.
type checker struct {
	block      Block
	line       func(at string) int
	problems   []Problem
	dimensions map[string]dimension
	nodes      map[string]node
	ranges     ranges
	failed     map[string]bool // formulas with a problem; those that depend on them report none
}

func (c *checker) problem(at, format string, args ...any) {
	c.problems = append(c.problems, Problem{c.line(at), at, fmt.Sprintf(format, args...)})
}

// check returns what prevents the block from being published, and its formulas
// in order of evaluation.
func (b Block) check(line func(at string) int) (order []Formula, nodes map[string]node, _ []Problem) {
	c := checker{block: b, line: line, dimensions: map[string]dimension{}, nodes: map[string]node{}, ranges: ranges{}, failed: map[string]bool{}}
	for name, constant := range constants() {
		c.dimensions[name] = constant.dimension
		c.ranges[name] = interval{constant.value, constant.value}
	}
	c.head()
	for i, a := range b.Assumptions {
		c.assumption(fmt.Sprintf("assumptions[%d]", i), a)
	}
	for i, f := range b.Formulas {
		c.formula(fmt.Sprintf("formulas[%d]", i), f)
	}
	if len(c.problems) > 0 {
		return nil, nil, c.problems // further checks would only repeat these problems
	}
	if order = c.order(); len(c.problems) > 0 {
		return nil, nil, c.problems
	}
	for _, f := range order {
		c.checkFormula(f)
	}
	c.checkUses()
	if len(c.problems) == 0 {
		c.checkExpected(order)
	}
	slices.SortStableFunc(c.problems, func(a, b Problem) int { return a.Line - b.Line })
	return order, c.nodes, c.problems
}

func (c *checker) head() {
	b := c.block
	switch {
	case !weburl.IsSlug(b.Name) || len(b.Name) > 60:
		c.problem("name", "Name the block in lowercase letters, digits, and single hyphens, such as own-router.")
	case len(b.Assumptions) == 0 || len(b.Assumptions) > maxAssumptions:
		c.problem("assumptions", "A block has 1 to %d assumptions.", maxAssumptions)
	case len(b.Formulas) == 0 || len(b.Formulas) > maxFormulas:
		c.problem("formulas", "A block has 1 to %d formulas.", maxFormulas)
	case b.Yearly == "" && b.Once == "":
		c.problem("yearly", "Name the formula for the savings, as yearly or once.")
	case b.Badge && b.Yearly == "":
		c.problem("badge", "The badge shows yearly savings, but no formula is set as yearly.")
	}
	c.text("title", b.Title)
	c.text("sentence", b.Sentence)
	if b.Otherwise != "" {
		c.text("otherwise", b.Otherwise)
	}
	for _, role := range []struct{ at, name string }{{"yearly", b.Yearly}, {"once", b.Once}, {"breakEven", b.BreakEven}} {
		if role.name == "" {
			continue
		}
		i := slices.IndexFunc(b.Formulas, func(f Formula) bool { return f.Name == role.name })
		if i < 0 {
			c.problem(role.at, "Formula “%s” not found.", role.name)
			continue
		}
		wants, say := dimension{"$": 1, "year": -1}, "$/year"
		switch role.at {
		case "once":
			wants, say = dimension{"$": 1}, "$"
		case "breakEven":
			wants = nil
			for _, time := range []string{"day", "week", "month", "year"} {
				if u, _ := unitOf(b.Formulas[i].Unit); u.equals(dimension{time: 1}) {
					wants = u.dimension
				}
			}
			say = "months, or another time"
		}
		if u, wrong := unitOf(b.Formulas[i].Unit); wrong == "" && !u.equals(wants) {
			c.problem(role.at, "The formula for %s must be in %s, but “%s” is in %s.", role.at, say, role.name, b.Formulas[i].Unit)
		}
	}
	for _, said := range []struct{ at, text string }{{"sentence", b.Sentence}, {"otherwise", b.Otherwise}} {
		for _, name := range figuresIn(said.text) {
			if !c.known(name) {
				c.problem(said.at, "No assumption or formula is named “%s”.", name)
			}
		}
	}
}

// known reports whether an assumption or formula has the name.
func (c *checker) known(name string) bool {
	return slices.ContainsFunc(c.block.Assumptions, func(a Assumption) bool { return a.Name == name }) ||
		slices.ContainsFunc(c.block.Formulas, func(f Formula) bool { return f.Name == name })
}

func (c *checker) text(at, text string) {
	name := at[strings.LastIndex(at, ".")+1:]
	if line, wrong := form.Line(text, maxText); wrong != "" {
		c.problem(at, "Keep the %s to one line of plain text, at most %d characters.", name, maxText)
	} else if line == "" {
		c.problem(at, "Enter the %s.", name)
	}
}

var identifier = regexp.MustCompile(`^[a-z][A-Za-z0-9]{0,39}$`)

// name checks the name of an assumption or formula and records its dimension.
func (c *checker) name(at, name, unitText string) {
	_, isOperation := arity(name)
	_, taken := c.dimensions[name]
	switch {
	case !identifier.MatchString(name):
		c.problem(at+".name", "“%s” isn't a valid name. Names start with a lowercase letter and have only letters and digits, such as rent or costPerYear.", name)
	case isOperation:
		c.problem(at+".name", "“%s” is already the name of a function.", name)
	case taken:
		c.problem(at+".name", "“%s” is used twice.", name)
	}
	u, wrong := unitOf(unitText)
	if wrong != "" {
		c.problem(at+".unit", "%s", wrong)
	}
	c.dimensions[name] = u.dimension
}

func (c *checker) assumption(at string, a Assumption) {
	c.name(at, a.Name, a.Unit)
	c.text(at+".label", a.Label)
	switch {
	case math.IsNaN(a.Value):
		c.problem(at+".value", "Enter a number for “%s”.", a.Name)
	case math.Abs(a.Min) > maxValue || math.Abs(a.Max) > maxValue || math.IsNaN(a.Min+a.Max+a.Step):
		c.problem(at+".max", "The range of “%s” is too wide.", a.Name)
	case a.Min >= a.Max:
		c.problem(at+".max", "The range of “%s” ends before it begins.", a.Name)
	case a.Value < a.Min || a.Value > a.Max:
		c.problem(at+".value", "The example's “%s” is outside its range.", a.Name)
	case a.Step < 0 || a.Step > a.Max-a.Min:
		c.problem(at+".step", "The step of “%s” doesn't fit its range.", a.Name)
	}
	if _, err := time.Parse(time.DateOnly, a.Looked); a.Looked != "" && err != nil {
		c.problem(at+".looked", "Write the date as 2026-03-04.")
	}
	if a.Claim != "" && !IsClaimName(a.Claim) {
		c.problem(at+".claim", "Name the claim in lowercase letters, digits, and single hyphens, such as electricity-price.")
	}
	if a.Source != "" {
		c.text(at+".source", a.Source)
	}
	u, _ := unitOf(a.Unit)
	c.ranges[a.Name] = interval{a.Min / u.per, a.Max / u.per}
}

func (c *checker) formula(at string, f Formula) {
	c.name(at, f.Name, f.Unit)
	c.text(at+".label", f.Label)
	if f.Places < 0 || f.Places > maxPlaces {
		c.problem(at+".places", "A figure has at most %d decimals.", maxPlaces)
	}
	n, wrong := parse(f.Formula)
	if wrong == "" && n.compares() {
		wrong = "This gives true or false. A formula must give a number; use comparisons inside if."
	}
	if wrong != "" {
		c.problem(at+".formula", "%s", wrong)
	}
	c.nodes[f.Name] = n
}

// at returns the position of a formula.
func (c *checker) at(f Formula) string {
	return fmt.Sprintf("formulas[%d].formula", slices.IndexFunc(c.block.Formulas, func(g Formula) bool { return g.Name == f.Name }))
}

// order sorts the formulas so that each comes after those it depends on.
func (c *checker) order() (sorted []Formula) {
	const waiting, done = 1, 2
	state := map[string]int{}
	byName := map[string]Formula{}
	for _, f := range c.block.Formulas {
		byName[f.Name] = f
	}
	var visit func(f Formula) bool
	visit = func(f Formula) bool {
		switch state[f.Name] {
		case waiting:
			return false
		case done:
			return true
		}
		state[f.Name] = waiting
		for _, name := range c.nodes[f.Name].names() {
			if next, isFormula := byName[name]; isFormula && !visit(next) {
				c.problem(c.at(f), "“%s” is circular: it needs “%s”, which needs it.", f.Name, name)
			} else if _, known := c.dimensions[name]; !known {
				c.problem(c.at(f), "No assumption or formula is named “%s”.", name)
			}
		}
		state[f.Name] = done
		sorted = append(sorted, f)
		return true
	}
	for _, f := range c.block.Formulas {
		visit(f)
	}
	return sorted
}

// checkFormula checks the units and the range of a formula.
func (c *checker) checkFormula(f Formula) {
	before := len(c.problems)
	n := c.nodes[f.Name]
	defer func() { c.failed[f.Name] = c.failed[f.Name] || len(c.problems) > before }()
	if slices.ContainsFunc(n.names(), func(name string) bool { return c.failed[name] }) {
		c.failed[f.Name] = true
		return
	}
	is, wrong := c.dimension(n)
	if wants := c.dimensions[f.Name]; wrong == "" && !is.isAny && !is.equals(wants) {
		wrong = fmt.Sprintf("The formula gives %s, but its unit is %s.", is.dimension, f.Unit)
	}
	if wrong != "" {
		c.problem(c.at(f), "%s", wrong)
		return
	}
	r := c.ranges.eval(n, func(divisor node) {
		what := "What it divides by"
		if divisor.op == "name" {
			what = "“" + divisor.name + "”, by which it divides,"
		}
		c.problem(c.at(f), "%s can be 0 within the ranges. Use if or max to prevent that.", what)
	})
	u, _ := unitOf(f.Unit)
	if !(max(math.Abs(r.low), math.Abs(r.high))*u.per*math.Pow10(f.Places) < maxFigure) && len(c.problems) == before {
		c.problem(c.at(f), "“%s” can get too large to show.", f.Name)
	}
	c.ranges[f.Name] = r
}

// measure is the dimension of a node. A 0 fits any dimension.
type measure struct {
	dimension
	isAny bool
}

// dimension derives the dimension of a node.
func (c *checker) dimension(n node) (m measure, wrong string) {
	switch n.op {
	case "":
		return measure{dimension{}, n.value == 0}, ""
	case "name":
		return measure{c.dimensions[n.name], false}, ""
	}
	all := make([]measure, len(n.args))
	for i, arg := range n.args {
		if arg.compares() != (n.op == "if" && i == 0) {
			return m, "Use comparisons only as the first part of an if."
		}
		if all[i], wrong = c.dimension(arg); wrong != "" {
			return m, wrong
		}
	}
	switch n.op {
	case "*", "/":
		power := 1
		if n.op == "/" {
			power = -1
		}
		return measure{all[0].times(all[1].dimension, power), false}, ""
	case "round", "ceil", "floor":
		return all[0], ""
	case "if":
		all = all[1:]
	}
	a, b := all[0], all[1]
	if !a.isAny && !b.isAny && !a.equals(b.dimension) {
		return m, fmt.Sprintf("%s and %s are different units, so you can't use %s on them.", a, b, opName(n.op))
	}
	if a.isAny {
		return b, ""
	}
	return a, ""
}

// opName returns an operation as shown in messages.
func opName(op string) string {
	if strings.Trim(op, "+-*/<>=") == "" {
		return "“" + op + "”"
	}
	return op
}

// checkUses reports assumptions that no formula uses.
func (c *checker) checkUses() {
	used := map[string]bool{}
	for _, n := range c.nodes {
		for _, name := range n.names() {
			used[name] = true
		}
	}
	for i, a := range c.block.Assumptions {
		if !used[a.Name] {
			c.problem(fmt.Sprintf("assumptions[%d].name", i), "No formula uses “%s”.", a.Name)
		}
	}
}

// checkExpected compares the example's results with those that the text states.
func (c *checker) checkExpected(order []Formula) {
	values := c.block.example(order, c.nodes)
	for i, f := range c.block.Formulas {
		if f.Expect == nil {
			continue
		}
		u, _ := unitOf(f.Unit)
		style := styleOf(u, f.Places)
		if is, says := style.Format(values[f.Name]), style.Format(*f.Expect/u.per); is != says {
			c.problem(fmt.Sprintf("formulas[%d].expect", i), "The example gives %s for “%s”, but the text says %s.", is, f.Name, says)
		}
	}
}

// example evaluates the block with its own numbers, in the units of the
// formulas.
func (b Block) example(order []Formula, nodes map[string]node) map[string]float64 {
	values := map[string]float64{}
	for name, constant := range constants() {
		values[name] = constant.value
	}
	for _, a := range b.Assumptions {
		u, _ := unitOf(a.Unit)
		values[a.Name] = a.Value / u.per
	}
	for _, f := range order {
		values[f.Name] = nodes[f.Name].eval(values)
	}
	return values
}
