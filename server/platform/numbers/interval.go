package numbers

// interval is all values from Low to High.
type interval struct{ low, high float64 }

// ranges are the intervals of names.
type ranges map[string]interval

// through gives the interval of a node; fault is told of each division by what
// may be 0.
func (r ranges) through(n node, fault func(divisor node)) interval {
	switch n.op {
	case "":
		return interval{n.value, n.value}
	case "name":
		return r[n.name]
	case "if":
		return r.either(n, fault)
	}
	a := r.through(n.args[0], fault)
	switch n.op {
	case "round", "ceil", "floor":
		return interval{apply(n.op, []float64{a.low}), apply(n.op, []float64{a.high})}
	}
	b := r.through(n.args[1], fault)
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

// either gives the interval of an if: of both ways, each where it is taken.
func (r ranges) either(n node, fault func(divisor node)) interval {
	condition := n.args[0]
	a, b := r.through(condition.args[0], fault), r.through(condition.args[1], fault)
	yes, mayBe := r.where(condition.op, condition.args, a, b)
	no, mayNotBe := r.where(opposite(condition.op), condition.args, a, b)
	switch {
	case !mayNotBe:
		return yes.through(n.args[1], fault)
	case !mayBe:
		return no.through(n.args[2], fault)
	}
	then, otherwise := yes.through(n.args[1], fault), no.through(n.args[2], fault)
	return interval{min(then.low, otherwise.low), max(then.high, otherwise.high)}
}

// hair is how far what is less than something is from it at least, as far as
// ranges are looked at: an amount that nobody enters.
const hair = 1e-9

// where narrows the ranges to where a comparison of two nodes with these
// intervals holds, and reports whether it may.
func (r ranges) where(op string, sides []node, a, b interval) (ranges, bool) {
	switch op {
	case ">", ">=":
		return r.where(map[string]string{">": "<", ">=": "<="}[op], []node{sides[1], sides[0]}, b, a)
	case "<", "<=":
		bound, least := b.high, a.low
		if op == "<" {
			bound, least = bound-hair, least+hair
		}
		narrowed := r.with(sides[0], interval{a.low, min(a.high, bound)}).with(sides[1], interval{max(b.low, least), b.high})
		return narrowed, a.low <= bound
	case "==":
		both := interval{max(a.low, b.low), min(a.high, b.high)}
		return r.with(sides[0], both).with(sides[1], both), both.low <= both.high
	}
	return r, true // what is not equal
}

// with gives the ranges with another one of a name; of another node the same.
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
