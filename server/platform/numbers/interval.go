package numbers

// interval is the values from low to high.
type interval struct{ low, high float64 }

// ranges are the intervals of names.
type ranges map[string]interval

// eval returns the interval of a node and calls fault for each division
// whose divisor may be 0.
func (r ranges) eval(n node, fault func(divisor node)) interval {
	switch n.op {
	case "":
		return interval{n.value, n.value}
	case "name":
		return r[n.name]
	case "if":
		return r.evalIf(n, fault)
	}
	a := r.eval(n.args[0], fault)
	switch n.op {
	case "round", "ceil", "floor":
		return interval{apply(n.op, []float64{a.low}), apply(n.op, []float64{a.high})}
	}
	b := r.eval(n.args[1], fault)
	switch n.op {
	case "+", "min", "max":
		return interval{apply(n.op, []float64{a.low, b.low}), apply(n.op, []float64{a.high, b.high})}
	case "-":
		return interval{a.low - b.high, a.high - b.low}
	case "*", "/":
		if n.op == "/" && b.low <= 0 && b.high >= 0 {
			fault(n.args[1])
			return interval{}
		}
		all := []float64{}
		for _, x := range []float64{a.low, a.high} {
			for _, y := range []float64{b.low, b.high} {
				all = append(all, apply(n.op, []float64{x, y}))
			}
		}
		return interval{min(all[0], all[1], all[2], all[3]), max(all[0], all[1], all[2], all[3])}
	}
	return interval{0, 1} // of a comparison
}

// evalIf returns the interval of an if: of both branches, each under its
// condition.
func (r ranges) evalIf(n node, fault func(divisor node)) interval {
	condition := n.args[0]
	a, b := r.eval(condition.args[0], fault), r.eval(condition.args[1], fault)
	yes, mayBe := r.where(condition.op, condition.args, a, b)
	no, mayNotBe := r.where(opposite(condition.op), condition.args, a, b)
	switch {
	case !mayNotBe:
		return yes.eval(n.args[1], fault)
	case !mayBe:
		return no.eval(n.args[2], fault)
	}
	then, otherwise := yes.eval(n.args[1], fault), no.eval(n.args[2], fault)
	return interval{min(then.low, otherwise.low), max(then.high, otherwise.high)}
}

// epsilon is the smallest difference between unequal values that ranges consider.
// No one enters smaller amounts.
const epsilon = 1e-9

// where narrows the ranges to where a comparison of two nodes, with the
// intervals a and b, holds. It reports whether it can hold.
func (r ranges) where(op string, sides []node, a, b interval) (ranges, bool) {
	switch op {
	case ">", ">=":
		return r.where(map[string]string{">": "<", ">=": "<="}[op], []node{sides[1], sides[0]}, b, a)
	case "<", "<=":
		bound, least := b.high, a.low
		if op == "<" {
			bound, least = bound-epsilon, least+epsilon
		}
		narrowed := r.with(sides[0], interval{a.low, min(a.high, bound)}).with(sides[1], interval{max(b.low, least), b.high})
		return narrowed, a.low <= bound
	case "==":
		both := interval{max(a.low, b.low), min(a.high, b.high)}
		return r.with(sides[0], both).with(sides[1], both), both.low <= both.high
	}
	return r, true // inequality
}

// with returns the ranges with another interval for a node, if it is a name.
func (r ranges) with(n node, i interval) ranges {
	if n.op != "name" {
		return r
	}
	out := ranges{n.name: i}
	for name, was := range r {
		if name != n.name {
			out[name] = was
		}
	}
	return out
}

func opposite(op string) string {
	return map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!="}[op]
}
